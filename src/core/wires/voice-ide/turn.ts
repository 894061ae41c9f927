// One turn of a VoiceIDE session: the reply so far, and when to send it.
import type { Fault } from '../../../shared/errors.ts'
import { truncate } from '../../../base/truncate.ts'
import { faultSentence } from '../../understanding/replies/fault-sentence.ts'
import { readReply } from '../../speech/speaking/reply-reader.ts'

export interface Turn {
  readonly turnId: string
  /** The client shows "thinking", then the brain replies, then the client speaks the reply. */
  readonly phase: 'opening' | 'replying' | 'speaking'
  readonly reply: string
  /** How the run ended; null while it runs. */
  readonly end: TurnEnd | null
  /** Since when there is text to send; null before. */
  readonly sendableSince: number | null
  /** When the last partial reply was sent, and its length. */
  readonly sentAt: number
  readonly sentLength: number
}

export type TurnEnd = { outcome: 'completed' | 'interrupted' } | { outcome: 'failed'; fault: Fault }

const MAX_REPLY = 100_000

/** A reply that is complete within this time is sent only once. */
const FIRST_PARTIAL_MS = 300
const PARTIAL_EVERY_MS = 250

/** Each partial has the whole reply so far, so a long reply is sent less often. */
const MIN_GROWTH = 1 / 16

export const newTurn = (turnId: string): Turn => ({
  turnId,
  phase: 'opening',
  reply: '',
  end: null,
  sendableSince: null,
  sentAt: 0,
  sentLength: 0,
})

export function withDelta(turn: Turn, delta: string, now: number): Turn {
  if (turn.reply.length >= MAX_REPLY) return turn
  return sendable({ ...turn, reply: truncate(turn.reply + delta, MAX_REPLY) }, now)
}

export const withReplying = (turn: Turn, now: number): Turn => sendable({ ...turn, phase: 'replying' }, now)

const sendable = (turn: Turn, now: number): Turn =>
  turn.sendableSince === null && turn.phase === 'replying' && turn.reply !== ''
    ? { ...turn, sendableSince: now }
    : turn

/** When to send the reply so far; null if there is nothing to send. */
export function partialDueAt(turn: Turn): number | null {
  const { phase, end, sendableSince, reply, sentLength, sentAt } = turn
  if (phase !== 'replying' || end !== null || sendableSince === null) return null
  if (reply.length <= sentLength * (1 + MIN_GROWTH)) return null
  return Math.max(sendableSince + FIRST_PARTIAL_MS, sentAt + PARTIAL_EVERY_MS)
}

export const withPartialSent = (turn: Turn, now: number): Turn => ({
  ...turn,
  sentAt: now,
  sentLength: turn.reply.length,
})

/** What the client speaks at the end of a turn: the reply without parts that are only for the screen, and the failure. */
export function textToSpeak({ reply, end }: Turn): string {
  if (end === null || end.outcome === 'interrupted') return ''
  const sentences = readReply(reply).map(({ text }) => text)
  if (end.outcome === 'failed') sentences.push(faultSentence(end.fault.code))
  return sentences.join(' ')
}
