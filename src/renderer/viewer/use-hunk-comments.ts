// What the user writes about the hunks of a diff: which box is open, and what was saved.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DiffComments } from '../store/state.ts'
import { useApp, useConversation } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'
import type { FileSummary } from './diff-document.ts'
import { placeOfKey } from './diff-items.ts'
import { successorOf } from './open-hunks.ts'

export interface HunkComments {
  /** By the key of the hunk; without those that were removed. */
  written: DiffComments
  /** Those as well: one that is empty and sent says that the agent knows of a reverted hunk. */
  known: DiffComments
  /** The hunk whose comment is being written. */
  writing: string | null
  write(hunk: string): void
  /** Without saving. */
  close(): void
  /** Nothing but white space removes the comment. */
  save(hunk: string, text: string): void
  /** What the user has written in a box so far; it may be scrolled away, or drawn in another layout. */
  draft(hunk: string): string | undefined
  keepDraft(hunk: string, text: string): void
  /** The comment is about another hunk now. */
  move(hunk: string, to: string): void
  /** The hunk being written about is another one now, because its lines have changed. */
  follow(hunk: string): void
}

const NO_COMMENTS: DiffComments = new Map()

export function useHunkComments(artifactId: string): HunkComments {
  const { commands, store } = useApp()
  const report = useReportFault()
  const known = useConversation(({ comments }) => comments.get(artifactId)) ?? NO_COMMENTS
  const written = useMemo(() => new Map([...known].filter(([, { text }]) => text !== '')), [known])
  const [writing, setWriting] = useState<string | null>(null)
  const drafts = useRef(new Map<string, string>())
  /** Shown at once; the agent remembers it. */
  const set = (hunk: string, text: string): void => {
    store.dispatch({ type: 'hunk.commented', artifactId, hunk, text, at: null })
    commands.commentHunk(artifactId, hunk, text).catch(report)
  }
  return {
    written,
    known,
    writing,
    write: setWriting,
    close() {
      if (writing !== null) drafts.current.delete(writing)
      setWriting(null)
    },
    save(hunk, text) {
      drafts.current.delete(hunk)
      setWriting(null)
      const trimmed = text.trim()
      if (trimmed !== (written.get(hunk)?.text ?? '')) set(hunk, trimmed)
    },
    move(hunk, to) {
      const text = written.get(hunk)?.text
      if (text === undefined) return
      set(to, text)
      set(hunk, '')
    },
    draft: (hunk) => drafts.current.get(hunk),
    keepDraft: (hunk, text) => void drafts.current.set(hunk, text),
    follow(hunk) {
      const draft = writing === null ? undefined : drafts.current.get(writing)
      if (draft !== undefined) drafts.current.set(hunk, draft)
      setWriting(hunk)
    },
  }
}

/** Where a newer version of the diff has no such hunk any more, its box and its comment go to what it has become. */
export function useFollowedComment(files: readonly FileSummary[], comments: HunkComments): void {
  const before = useRef(files)
  useEffect(() => {
    const older = before.current
    before.current = files
    if (older === files || files.length === 0) return
    const { writing, written, follow, move, close } = comments
    const next = writing === null ? null : successorOf(older, files, writing)
    if (next !== null) follow(next)
    else if (writing !== null && !placeOfKey(files, writing)) close()
    for (const [hunk, { sent }] of written) {
      const to = sent ? null : successorOf(older, files, hunk)
      if (to !== null && !written.has(to)) move(hunk, to)
    }
  }, [files, comments])
}
