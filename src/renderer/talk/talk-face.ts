// What talking looks like just now, in one word and one line. The line is always there: no state is told by colour alone.
import type { AgentState } from '../../shared/conversation.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import type { TalkState } from './talk-state.ts'
import type { TroubleKind } from './talk-troubles.ts'

export type Face =
  'off' | 'ready' | 'opening' | 'hearing' | 'recognising' | 'thinking' | 'speaking' | 'muted' | 'trouble'

export interface Shown {
  face: Face
  /** What is going on. */
  title: string
  /** What to do, or what doing something would do. */
  hint: string
}

type Seen = Pick<TalkState, 'take' | 'muted' | 'microphone' | 'trouble' | 'choices' | 'linked'>

/** The microphone is open, and nothing can be heard by it. */
const SOUNDLESS: ReadonlySet<TroubleKind> = new Set(['suspended', 'silent'])

export function faceOf(talk: Seen, agent: AgentState): Face {
  const { take, muted, trouble, microphone } = talk
  if (take && (!take.begun || microphone === 'opening')) return 'opening'
  // The light is on only while there is something to hear.
  if (take?.mode === 'hold' && trouble && SOUNDLESS.has(trouble.kind)) return 'trouble'
  if (take?.mode === 'hold') return 'hearing'
  if (agent === 'thinking' || agent === 'speaking') return agent
  if (take) return trouble ? 'trouble' : 'hearing'
  if (agent === 'listening') return 'recognising'
  if (muted) return 'muted'
  if (trouble && trouble.kind !== 'too_soon') return 'trouble'
  return microphone === 'open' ? 'ready' : 'off'
}

/** Where somebody types, Space is a space, and the button is left. */
function howToBegin({ mode, key }: TalkState['choices'], typing: boolean): string {
  const what = typing ? 'the button' : 'Space'
  if (mode === 'hands-free') return `Press ${what} to begin`
  return key === 'toggle' ? `Press ${what} to talk` : `Hold ${what} to talk`
}

export function shownOf(talk: Seen, agent: AgentState, ears: SpeechState | null, typing = false): Shown {
  const face = faceOf(talk, agent)
  const handsFree = talk.choices.mode === 'hands-free'
  const start = howToBegin(talk.choices, typing)
  switch (face) {
    case 'off':
      return (
        earsNotReady(face, ears) ?? { face, title: start, hint: handsFree ? 'Hands-free' : 'or type below' }
      )
    case 'ready':
      return { face, title: start, hint: 'The microphone is ready' }
    case 'opening':
      return { face, title: 'Opening the microphone…', hint: 'Wait for the light' }
    case 'hearing':
      return { face, title: 'Listening', hint: endHint(talk) }
    case 'recognising':
      return { face, title: 'Making out your words…', hint: 'Esc to drop' }
    case 'thinking':
      return { face, title: 'Thinking…', hint: talk.take ? 'Hands-free. Esc to stop' : 'Esc to stop' }
    case 'speaking':
      return {
        face,
        title: 'Speaking',
        hint: talk.take ? 'Talk to interrupt, Esc to stop' : `${start} over it, Esc to stop`,
      }
    case 'muted':
      return { face, title: 'Microphone muted', hint: 'Alt+M to unmute' }
    case 'trouble':
      return { face, title: 'Not listening', hint: 'See below' }
  }
}

function endHint({ take }: Seen): string {
  if (take?.mode === 'hands_free') return 'Hands-free: just talk. Space to end'
  if (take?.latched) return 'Space to send, Esc to drop'
  return 'Let go to send, Esc to drop'
}

function earsNotReady(face: Face, ears: SpeechState | null): Shown | null {
  if (ears?.state.tag !== 'loading') return null
  const { progress } = ears.state
  const share = progress === undefined ? '' : ` ${Math.round(progress * 100)} %`
  return { face, title: `Getting ready to listen…${share}`, hint: 'You can talk already' }
}

/** How far a level meter is filled, from 0 to 1; speech is in its upper half. */
export function meterShare(decibels: number): number {
  return Math.min(1, Math.max(0, (decibels + 60) / 50))
}
