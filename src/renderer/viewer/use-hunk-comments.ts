// What the user writes about the hunks of a diff: which box is open, and what was saved.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DiffComments } from '../store/state.ts'
import { useApp, useConversation } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'
import type { FileSummary } from './diff-document.ts'
import { placeOfKey } from './diff-items.ts'
import { placeInNewer } from './open-hunks.ts'

export interface HunkComments {
  /** By the key of the hunk; without those that were removed. */
  written: DiffComments
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
  return {
    written,
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
      if (trimmed === (written.get(hunk)?.text ?? '')) return
      // Shown at once; the agent remembers it.
      store.dispatch({ type: 'hunk.commented', artifactId, hunk, text: trimmed, at: null })
      commands.commentHunk(artifactId, hunk, trimmed).catch(report)
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

/** Where a newer version of the diff has no such hunk any more, its box goes to the one that has taken its place. */
export function useFollowedComment(files: readonly FileSummary[], comments: HunkComments): void {
  const before = useRef(files)
  useEffect(() => {
    const older = before.current
    before.current = files
    const { writing, follow, close } = comments
    if (writing === null || older === files || placeOfKey(files, writing)) return
    const was = placeOfKey(older, writing)
    const now = was && placeInNewer(older, files, was)
    const key = now && files[now.file]?.hunks[now.hunk]?.key
    if (key) follow(key)
    else close()
  }, [files, comments])
}
