// A rendered document. The first blocks render at once, the others in steps that React interrupts whenever something else
// is urgent.
import { memo, startTransition, useEffect, useMemo, useState } from 'react'
import '../styles/markdown.css'
import { DocumentFile, MarkdownBlock } from './markdown-block.tsx'
import { cutMarkdown, type MarkdownNote } from './markdown-blocks.ts'
import { FootnoteBack, Footnotes } from './markdown-notes.tsx'
import type { MarkdownPiece } from './markdown-pieces.ts'

/** How many blocks render in one step. */
const STEP = 24

function inSteps<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / STEP) }, (_, at) =>
    all.slice(at * STEP, (at + 1) * STEP),
  )
}

/** Blocks have no identity besides their index, which never changes. */
const Pieces = memo(function Pieces({ pieces }: { pieces: readonly MarkdownPiece[] }) {
  // oxlint-disable-next-line react/no-array-index-key
  return pieces.map((piece, place) => <MarkdownBlock key={place} {...piece} />)
})

const Notes = memo(function Notes({ notes }: { notes: readonly MarkdownNote[] }) {
  return notes.map((note) => (
    <li key={note.label} value={note.number} data-note={note.label}>
      <Pieces pieces={note.pieces} />
      <FootnoteBack note={note} />
    </li>
  ))
})

export function MarkdownDocument({ text, file }: { text: string; file: string | undefined }) {
  const { pieces, notes, byLabel } = useMemo(() => {
    const cut = cutMarkdown(text)
    const named = new Map(cut.notes.map((note) => [note.label, note]))
    return { pieces: inSteps(cut.pieces), notes: inSteps(cut.notes), byLabel: named }
  }, [text])
  const [shown, setShown] = useState(1)
  const all = pieces.length + notes.length
  useEffect(() => {
    if (shown < all) startTransition(() => setShown(shown + 1))
  }, [shown, all])
  const shownNotes = notes.slice(0, Math.max(0, shown - pieces.length))
  return (
    <article className="markdown">
      <DocumentFile value={file}>
        <Footnotes value={byLabel}>
          {pieces.slice(0, shown).map((some, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Pieces key={place} pieces={some} />
          ))}
          {shownNotes.length > 0 ? (
            <section className="footnotes" aria-label="Footnotes">
              <ol>
                {shownNotes.map((some, place) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <Notes key={place} notes={some} />
                ))}
              </ol>
            </section>
          ) : null}
        </Footnotes>
      </DocumentFile>
    </article>
  )
}
