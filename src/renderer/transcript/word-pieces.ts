// A user's text, split at its corrections.
import type { Correction } from '../../shared/conversation.ts'

export type Piece = { tag: 'text'; text: string } | { tag: 'name'; correction: Correction }

/** Marks only corrections that the text still contains: the user may have undone some. */
export function wordPieces(text: string, corrections: readonly Correction[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const correction of corrections.toSorted((one, other) => one.at - other.at)) {
    const { at, to } = correction
    if (at < from || to === '' || !text.startsWith(to, at)) continue
    if (at > from) pieces.push({ tag: 'text', text: text.slice(from, at) })
    pieces.push({ tag: 'name', correction })
    from = at + to.length
  }
  if (from < text.length) pieces.push({ tag: 'text', text: text.slice(from) })
  return pieces
}
