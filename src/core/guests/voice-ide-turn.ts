// One turn of a VoiceIDE session: what the assistant has said of it so far, and when that is worth telling.
import type { Fault } from '../../shared/errors.ts'
import { boundText } from '../interceptors/bound-text.ts'
import { faultSentence } from '../replies/fault-sentence.ts'
import { readReply } from '../voice/reply-reader.ts'

export interface Turn {
  readonly turnId: string
  /** The client is to show that we think; then the reply is made; then the client says it. */
  readonly phase: 'opening' | 'replying' | 'speaking'
  readonly reply: string
  /** How the brain's part ended; null while it goes on. */
  readonly end: TurnEnd | null
  /** Since when there is something to tell; null before. */
  readonly tellableSince: number | null
  /** When the reply so far was last told, and how much of it. */
  readonly toldAt: number
  readonly toldLength: number
}

export type TurnEnd = { outcome: 'completed' | 'interrupted' } | { outcome: 'failed'; fault: Fault }

const MAX_REPLY = 100_000

/** A reply that is whole within this is told once, as the document shows it. */
const FIRST_PARTIAL_MS = 300
const PARTIAL_EVERY_MS = 250

/** The reply so far is told whole each time, so a long one is told less often: all of it together stays in proportion. */
const LEAST_GROWTH = 1 / 16

export const newTurn = (turnId: string): Turn => ({
  turnId,
  phase: 'opening',
  reply: '',
  end: null,
  tellableSince: null,
  toldAt: 0,
  toldLength: 0,
})

export function withDelta(turn: Turn, delta: string, now: number): Turn {
  if (turn.reply.length >= MAX_REPLY) return turn
  return tellable({ ...turn, reply: boundText(turn.reply + delta, MAX_REPLY) }, now)
}

export const withReplying = (turn: Turn, now: number): Turn => tellable({ ...turn, phase: 'replying' }, now)

const tellable = (turn: Turn, now: number): Turn =>
  turn.tellableSince === null && turn.phase === 'replying' && turn.reply !== ''
    ? { ...turn, tellableSince: now }
    : turn

/** When the reply so far should be told; null when there is no reason to. */
export function partialDueAt(turn: Turn): number | null {
  const { phase, end, tellableSince, reply, toldLength, toldAt } = turn
  if (phase !== 'replying' || end !== null || tellableSince === null) return null
  if (reply.length <= toldLength * (1 + LEAST_GROWTH)) return null
  return Math.max(tellableSince + FIRST_PARTIAL_MS, toldAt + PARTIAL_EVERY_MS)
}

export const withPartialTold = (turn: Turn, now: number): Turn => ({
  ...turn,
  toldAt: now,
  toldLength: turn.reply.length,
})

/** What the client is to say at the end of a turn: the reply without what is only for the eye, and that it failed. */
export function wordsToSpeak({ reply, end }: Turn): string {
  if (end === null || end.outcome === 'interrupted') return ''
  const words = readReply(reply).map(({ text }) => text)
  if (end.outcome === 'failed') words.push(faultSentence(end.fault.code))
  return words.join(' ')
}
