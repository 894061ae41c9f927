// What is kept for a phone that is away, and how it is told when it comes back: what it missed in the order it would have had
// it, nothing twice, and always a status before what belongs to it.
import { G2_VERSION, type G2Outbound, type G2Status } from '../../shared/wire/g2.ts'
import {
  assistantFrames,
  g2StatusOf,
  missedFrom,
  statusFrame,
  type G2Missed,
  type G2State,
} from './g2-state.ts'

export const KEPT_CHARACTERS = 200_000
export const KEPT_MS = 5 * 60_000

const REST_ELSEWHERE = '(The rest of this answer is on the desktop.)'

/** These frames would have gone to the phone. */
export const keep = (missed: G2Missed, frames: readonly G2Outbound[]): G2Missed =>
  frames.reduce(keepOne, missed)

function keepOne(missed: G2Missed, frame: G2Outbound): G2Missed {
  switch (frame.type) {
    case 'transcription':
      return missed.expired ? missed : { ...missed, transcription: frame.text }
    case 'assistant': {
      // Once there is a gap, what follows it would only confuse.
      if (missed.expired || missed.omitted) return { ...missed, omitted: true }
      const reply = missed.reply + frame.delta
      if (reply.length <= KEPT_CHARACTERS) return { ...missed, reply }
      return { ...missed, reply: whole(reply.slice(0, KEPT_CHARACTERS)), omitted: true }
    }
    case 'end':
    case 'error':
      return missed.expired ? { ...missedFrom(missed.at), expired: true } : { ...missed, ending: frame }
    case 'status':
      return missed.ending ? missed : { ...missed, at: frame.status }
    case 'connected':
    case 'ping':
      return missed
  }
}

/** Without half a character at its end. */
const whole = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text)

/** It has been away for too long. The turn goes on, and is seen on the desktop. */
export const expire = ({ missed, phase }: { missed: G2Missed } & Pick<G2State, 'phase'>): G2Missed => ({
  ...missedFrom(missed.at),
  omitted: phase.tag === 'streaming' && (missed.omitted || missed.reply !== ''),
  expired: true,
})

/** What a phone is told when it comes. */
export function greeting(state: G2State & { missed: G2Missed }): G2Outbound[] {
  const { transcription, reply, at, omitted, ending } = state.missed
  const frames: G2Outbound[] = [{ type: 'connected', version: G2_VERSION }]
  let told: G2Status = 'idle'
  if (transcription !== null) {
    frames.push(statusFrame('transcribing'), { type: 'transcription', text: transcription })
    frames.push(statusFrame('thinking'))
    told = 'thinking'
  }
  if (reply !== '' || omitted) {
    const text = omitted ? `${reply}${reply === '' ? '' : '\n\n'}${REST_ELSEWHERE}` : reply
    frames.push(statusFrame('streaming'), ...assistantFrames(text))
    told = 'streaming'
  }
  // All of the reply had arrived but for its end.
  if (ending?.type === 'end' && told === 'idle') frames.push(statusFrame(at))
  if (ending) frames.push(ending)
  const now = g2StatusOf(state)
  if (ending || now !== told) frames.push(statusFrame(now))
  return frames
}
