// Drafts a commit message from what would be committed: what happened to which files.
import { baseName } from '../../../base/base-name.ts'
import type { ChangedFile, ChangeKind } from '../../tools/codebase.ts'
import { spokenList } from './spoken-count.ts'

const VERBS: Partial<Record<ChangeKind, string>> = {
  added: 'Add',
  untracked: 'Add',
  deleted: 'Remove',
  renamed: 'Rename',
}
const MAX_NAMED = 2
const MAX_SUBJECT = 72

/** Of the staged changes, or of all if nothing is staged. */
export function commitMessage(files: readonly ChangedFile[]): string {
  const staged = files.filter((file) => file.staged !== null)
  const changed = (staged.length > 0 ? staged : files).map((file) => ({
    name: baseName(file.file),
    verb: VERBS[(staged.length > 0 ? file.staged : (file.unstaged ?? file.staged)) ?? 'modified'] ?? 'Update',
  }))
  const verbs = new Set(changed.map(({ verb }) => verb))
  const [verb = 'Update'] = verbs.size === 1 ? verbs : []
  const named = changed.slice(0, MAX_NAMED).map(({ name }) => name)
  const others = changed.length - named.length
  const what =
    others > 0
      ? `${named.join(', ')} and ${others} more ${others === 1 ? 'file' : 'files'}`
      : spokenList(named)
  const subject = `${verb} ${what}`
  return subject.length <= MAX_SUBJECT
    ? subject
    : `${verb} ${changed.length === 1 ? 'one file' : `${changed.length} files`}`
}
