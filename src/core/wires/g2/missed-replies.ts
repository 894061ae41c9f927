// Stores frames for a disconnected phone. When it reconnects, it gets them in their order, each once, and each after its status.
import { G2_VERSION, type G2Outbound, type G2Status } from '../../../shared/wire/g2.ts'
import { assistantFrames, g2StatusOf, missedFrom, statusFrame, type G2Missed, type G2State } from './state.ts'

export const MAX_STORED_CHARACTERS = 200_000
export const STORED_MS = 5 * 60_000

const REST_ELSEWHERE = '(The rest of this answer is on the desktop.)'

/** Stores frames that the phone did not receive. */
export const keep = (missed: G2Missed, frames: readonly G2Outbound[]): G2Missed =>
  frames.reduce(keepOne, missed)

function keepOne(missed: G2Missed, frame: G2Outbound): G2Missed {
  switch (frame.type) {
    case 'transcription':
      return missed.expired ? missed : { ...missed, transcription: frame.text }
    case 'assistant': {
      // What follows a gap would only confuse.
      if (missed.expired || missed.omitted) return { ...missed, omitted: true }
      const reply = missed.reply + frame.delta
      if (reply.length <= MAX_STORED_CHARACTERS) return { ...missed, reply }
      return { ...missed, reply: withoutHalf(reply.slice(0, MAX_STORED_CHARACTERS)), omitted: true }
    }
    case 'end':
    case 'error':
      return missed.expired ? { ...missedFrom(missed.at), expired: true } : { ...missed, ending: frame }
    case 'status':
      return missed.ending ? missed : { ...missed, at: frame.status }
    case 'connected':
    case 'ping':
    case 'history':
    case 'session_reset':
      return missed
  }
}

/** Removes half a character at the end. */
const withoutHalf = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text)

/** The phone was disconnected for too long. The turn continues; the desktop shows it. */
export const expire = ({ missed, phase }: { missed: G2Missed } & Pick<G2State, 'phase'>): G2Missed => ({
  ...missedFrom(missed.at),
  omitted: phase.tag === 'streaming' && (missed.omitted || missed.reply !== ''),
  expired: true,
})

/** The first frames for a phone that connects. */
export function greeting(state: G2State & { missed: G2Missed }): G2Outbound[] {
  const { transcription, reply, at, omitted, ending } = state.missed
  const frames: G2Outbound[] = [{ type: 'connected', version: G2_VERSION }]
  let sent: G2Status = 'idle'
  if (transcription !== null) {
    frames.push(statusFrame('transcribing'), { type: 'transcription', text: transcription })
    frames.push(statusFrame('thinking'))
    sent = 'thinking'
  }
  if (reply !== '' || omitted) {
    const text = omitted ? `${reply}${reply === '' ? '' : '\n\n'}${REST_ELSEWHERE}` : reply
    frames.push(statusFrame('streaming'), ...assistantFrames(text))
    sent = 'streaming'
  }
  // The phone had the whole reply, but not its end.
  if (ending?.type === 'end' && sent === 'idle') frames.push(statusFrame(at))
  if (ending) frames.push(ending)
  const now = g2StatusOf(state)
  if (ending || now !== sent) frames.push(statusFrame(now))
  return frames
}
