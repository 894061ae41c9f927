// Going back to what was asked before, with the arrow keys, and putting back what could not be sent.
import type { TranscriptEntry } from '../store/state.ts'

/** What the person asked, newest first, each once in a row. */
export function earlierAsks(transcript: readonly TranscriptEntry[]): string[] {
  const asks: string[] = []
  for (const { role, isFinal, text } of transcript.toReversed()) {
    const words = text.trim()
    if (role === 'user' && isFinal && words !== '' && words !== asks.at(-1)) asks.push(words)
  }
  return asks
}

/**
 * The place in `asks` to show next, or null when the key is to do what it always does. Place -1 is the empty box.
 * Text that was typed, or recalled and then changed, is never replaced.
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

/** Unsent text goes before what has been typed since; neither is lost. */
export function rejoin(unsent: string, typed: string): string {
  return typed.trim() === '' || typed === unsent ? unsent : `${unsent}\n${typed}`
}
