// A person's words cut where names of the workspace were put in.
import type { Correction } from '../../shared/conversation.ts'

export type Piece = { tag: 'words'; text: string } | { tag: 'name'; correction: Correction }

/** Only what the text really says at its place is marked: words may have been put back since. */
export function wordPieces(text: string, corrections: readonly Correction[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const correction of corrections.toSorted((one, other) => one.at - other.at)) {
    const { at, to } = correction
    if (at < from || to === '' || !text.startsWith(to, at)) continue
    if (at > from) pieces.push({ tag: 'words', text: text.slice(from, at) })
    pieces.push({ tag: 'name', correction })
    from = at + to.length
  }
  if (from < text.length) pieces.push({ tag: 'words', text: text.slice(from) })
  return pieces
}
