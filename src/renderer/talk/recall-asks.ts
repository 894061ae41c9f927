// Recalls earlier requests with the arrow keys, and restores text that could not be sent.
import type { TranscriptEntry } from '../store/state.ts'

/** The user's requests, newest first, without repetitions in a row. */
export function earlierAsks(transcript: readonly TranscriptEntry[]): string[] {
  const asks: string[] = []
  for (const { role, isFinal, text } of transcript.toReversed()) {
    const ask = text.trim()
    if (role === 'user' && isFinal && ask !== '' && ask !== asks.at(-1)) asks.push(ask)
  }
  return asks
}

/**
 * The index in `asks` to show next, or null if the key keeps its usual meaning. Index -1 is the empty box. Text that the
 * user typed, or recalled and changed, is never replaced.
 */
export function recallStep(
  asks: readonly string[],
  place: number,
  draft: string,
  key: 'ArrowUp' | 'ArrowDown',
): number | null {
  const untouched = place < 0 ? draft === '' : draft === asks[place]
  if (!untouched) return null
  const next = key === 'ArrowUp' ? place + 1 : place - 1
  if (next < -1 || next >= asks.length) return null
  return next
}

/** Unsent text goes before what the user has typed since. */
export function rejoin(unsent: string, typed: string): string {
  return typed.trim() === '' || typed === unsent ? unsent : `${unsent}\n${typed}`
}
