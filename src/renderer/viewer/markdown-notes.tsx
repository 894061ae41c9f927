// Footnotes in React's hands: the small number in the text, the note it leads to, and the way back.
import { createContext, useContext, type ReactNode } from 'react'
import type { MarkdownNote } from './markdown-blocks.ts'

/** The notes of the document that is drawn, by their label. */
export const Footnotes = createContext<ReadonlyMap<string, MarkdownNote>>(new Map())

const TOLD = 300

/** Looks for the other end in the same document; while that is being drawn it may not be there yet. */
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
        title={note.text.slice(0, TOLD)}
        aria-label={`Footnote ${note.number}`}
        onClick={(event) => goTo(event.currentTarget, 'data-note', note.label)}
      >
        {note.number}
      </button>
    </sup>
  )
}

/** The way from a note back to where it is referred to first. */
export function FootnoteBack({ note }: { note: MarkdownNote }) {
  return (
    <button
      type="button"
      className="footnote-back"
      aria-label={`Back to where footnote ${note.number} is referred to`}
      onClick={(event) => goTo(event.currentTarget, 'data-note-mark', note.label)}
    >
      ↩
    </button>
  )
}
