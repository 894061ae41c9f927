// Footnotes: the number in the text, the note, and the link back.
import { createContext, useContext, type ReactNode } from 'react'
import type { MarkdownNote } from './markdown-blocks.ts'

/** The notes of the document, by label. */
export const Footnotes = createContext<ReadonlyMap<string, MarkdownNote>>(new Map())

const MAX_TITLE_LENGTH = 300

/** Finds the other end in the same document; it may not be rendered yet. */
function goTo(from: HTMLElement, attribute: string, label: string): void {
  const ends = from.closest('.markdown')?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? []
  const end = [...ends].find((one) => one.getAttribute(attribute) === label)
  end?.scrollIntoView({ block: 'center' })
  end?.querySelector('button')?.focus({ preventScroll: true })
}

interface MarkProps {
  'data-note'?: string
  children?: ReactNode
}

export function FootnoteMark({ 'data-note': label, children }: MarkProps) {
  const note = useContext(Footnotes).get(label ?? '')
  if (!note) return <sup>{children}</sup>
  return (
    <sup data-note-mark={note.label}>
      <button
        type="button"
        className="footnote-mark"
        title={note.text.slice(0, MAX_TITLE_LENGTH)}
        aria-label={`Footnote ${note.number}`}
        onClick={(event) => goTo(event.currentTarget, 'data-note', note.label)}
      >
        {note.number}
      </button>
    </sup>
  )
}

/** The link from a note back to its first reference. */
export function FootnoteBack({ note }: { note: MarkdownNote }) {
  return (
    <button
      type="button"
      className="footnote-back"
      aria-label={`Back to the reference to footnote ${note.number}`}
      onClick={(event) => goTo(event.currentTarget, 'data-note-mark', note.label)}
    >
      ↩
    </button>
  )
}
