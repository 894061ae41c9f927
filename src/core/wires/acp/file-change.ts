// What changed in a file between two looks at it, as a unified diff, or in words where a diff cannot show it.
import { diffHeader, diffHunks, type DiffBudget } from '../../artifacts/unified-diff.ts'

/** A file as it was at one moment. */
export type FileImage =
  | { kind: 'text'; text: string }
  | { kind: 'absent' }
  /** It is there, and `why` says why its text is not kept: "it is binary". */
  | { kind: 'unreadable'; why: string; size?: number }

export const OUTSIDE = 'it is outside the open folder'

/** The path is in the folder, but a link leads out of it. */
export const isOutside = (image: FileImage): boolean => image.kind === 'unreadable' && image.why === OUTSIDE

export interface FileChange {
  file: string
  /** Empty if the change can only be told in words. */
  diff: string
  /** A sentence, for what the diff does not show. */
  words: string | null
}

/** Null if nothing changed, as far as can be known. */
export function changeOf(
  file: string,
  before: FileImage,
  after: FileImage,
  budget: DiffBudget,
): FileChange | null {
  if (before.kind === 'unreadable' || after.kind === 'unreadable') return unshown(file, before, after)
  if (before.kind === 'absent' && after.kind === 'absent') return null
  const [old, now] = [textOf(before), textOf(after)]
  if (before.kind === after.kind && old === now) return null
  const hunks = diffHunks(old, now, budget)
  const diff = headerOf(file, before.kind === 'absent', after.kind === 'absent', hunks === '') + hunks
  const words =
    hunks !== ''
      ? null
      : after.kind === 'absent'
        ? `${file} was deleted. It was empty.`
        : `${file} was created. It is empty.`
  return { file, diff, words }
}

const textOf = (image: FileImage): string => (image.kind === 'text' ? image.text : '')

function headerOf(file: string, isNew: boolean, isGone: boolean, isEmpty: boolean): string {
  if (isEmpty) return ''
  const header = diffHeader(file)
  if (isNew) return header.replace(/^--- .*/, '--- /dev/null')
  return isGone ? header.replace(/^\+\+\+ .*/m, '+++ /dev/null') : header
}

function unshown(file: string, before: FileImage, after: FileImage): FileChange | null {
  if (after.kind === 'absent') return { file, diff: '', words: `${file} was deleted.` }
  if (before.kind === 'absent') {
    const why = after.kind === 'unreadable' ? after.why : ''
    return { file, diff: '', words: `${file} was created. Parley does not show it: ${why}.` }
  }
  if (before.kind === 'unreadable' && after.kind === 'unreadable') {
    // Without its text, only another size tells that it changed.
    if (before.size === after.size) return null
    return { file, diff: '', words: `${file} was changed. Parley does not show how: ${after.why}.` }
  }
  const why = before.kind === 'unreadable' ? before.why : after.kind === 'unreadable' ? after.why : ''
  return { file, diff: '', words: `${file} was changed. Parley does not show how: ${why}.` }
}
