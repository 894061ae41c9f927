// How the talk strip looks: one appearance and one line of text. The text is always there: colour alone shows no state.
import type { AgentState } from '../../shared/conversation.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import type { TalkState } from './talk-state.ts'
import type { ProblemKind } from './talk-problems.ts'

export type TalkAppearance =
  'off' | 'ready' | 'opening' | 'hearing' | 'transcribing' | 'thinking' | 'speaking' | 'muted' | 'trouble'

export interface Shown {
  face: TalkAppearance
  /** What is happening. */
  title: string
  /** What the user can do. */
  hint: string
}

type Seen = Pick<TalkState, 'take' | 'muted' | 'microphone' | 'problem' | 'choices' | 'linked'>

/** The microphone is open, but delivers no sound. */
const SOUNDLESS: ReadonlySet<ProblemKind> = new Set(['suspended', 'silent'])

export function talkAppearance(talk: Seen, agent: AgentState): TalkAppearance {
  const { take, muted, problem, microphone } = talk
  if (take && (!take.begun || microphone === 'opening')) return 'opening'
  // The light is on only while there is sound.
  if (take?.mode === 'hold' && problem && SOUNDLESS.has(problem.kind)) return 'trouble'
  if (take?.mode === 'hold') return 'hearing'
  if (agent === 'thinking' || agent === 'speaking') return agent
  if (take) return problem ? 'trouble' : 'hearing'
  if (agent === 'listening') return 'transcribing'
  if (muted) return 'muted'
  if (problem && problem.kind !== 'too_soon') return 'trouble'
  return microphone === 'open' ? 'ready' : 'off'
}

/** While the user types, Space is a space, and only the button works. */
function howToStart({ mode, key }: TalkState['choices'], typing: boolean): string {
  const what = typing ? 'the button' : 'Space'
  if (mode === 'hands-free') return `Press ${what} to start`
  return key === 'toggle' ? `Press ${what} to talk` : `Hold ${what} to talk`
}

export function shownOf(
  talk: Seen,
  agent: AgentState,
  recognizer: SpeechState | null,
  typing = false,
): Shown {
  const face = talkAppearance(talk, agent)
  const handsFree = talk.choices.mode === 'hands-free'
  const start = howToStart(talk.choices, typing)
  switch (face) {
    case 'off':
      return (
        loadingText(face, recognizer) ?? {
          face,
          title: start,
          hint: handsFree ? 'Hands-free' : 'or type below',
        }
      )
    case 'ready':
      return { face, title: start, hint: 'The microphone is ready' }
    case 'opening':
      return { face, title: 'Opening the microphone…', hint: 'Wait for the light' }
    case 'hearing':
      return { face, title: 'Listening', hint: endHint(talk) }
    case 'transcribing':
      return { face, title: 'Transcribing…', hint: 'Esc to discard' }
    case 'thinking':
      return { face, title: 'Thinking…', hint: talk.take ? 'Hands-free. Esc to stop' : 'Esc to stop' }
    case 'speaking':
      return {
        face,
        title: 'Speaking',
        hint: talk.take ? 'Talk to interrupt, Esc to stop' : `${start}, Esc to stop`,
      }
    case 'muted':
      return { face, title: 'Microphone muted', hint: 'Alt+M to unmute' }
    case 'trouble':
      return { face, title: 'Not listening', hint: 'See below' }
  }
}

function endHint({ take }: Seen): string {
  if (take?.mode === 'hands_free') return 'Hands-free: just talk. Space to end'
  if (take?.latched) return 'Space to send, Esc to discard'
  return 'Release to send, Esc to discard'
}

function loadingText(face: TalkAppearance, recognizer: SpeechState | null): Shown | null {
  if (recognizer?.state.tag !== 'loading') return null
  const { progress } = recognizer.state
  const share = progress === undefined ? '' : ` ${Math.round(progress * 100)} %`
  return { face, title: `Loading the recognizer…${share}`, hint: 'You can talk already' }
}

/** How far to fill a level meter, from 0 to 1; speech is in the upper half. */
export function meterShare(decibels: number): number {
  return Math.min(1, Math.max(0, (decibels + 60) / 50))
}
