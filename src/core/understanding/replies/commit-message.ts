// Drafts a commit message from what would be committed: what happened to which files, and to which names in them.
import { baseName } from '../../../base/base-name.ts'
import { isMarkdownFile, isTestFile } from '../../artifacts/file-language.ts'
import { changedSymbols } from '../../review/changed-symbols.ts'
import type { ChangedFile, ChangeKind } from '../../tools/codebase.ts'
import { sentenceCase, spokenList } from './spoken-count.ts'

export interface CommitContext {
  files: readonly ChangedFile[]
  /** What would be committed, as far as it is known. */
  diff: string
  /** The subjects of the last commits. */
  subjects: readonly string[]
}

type Verb = 'add' | 'remove' | 'rename' | 'change' | 'update'
const VERBS: Partial<Record<ChangeKind, Verb>> = {
  added: 'add',
  untracked: 'add',
  deleted: 'remove',
  renamed: 'rename',
}
const MAX_NAMED = 2
const MAX_SUBJECT = 72

interface Change {
  verb: Verb
  name: string
}

/** Of the staged changes, or of all if nothing is staged. */
export function commitMessage({ files, diff, subjects }: CommitContext): string {
  const staged = files.filter((file) => file.staged !== null)
  const meant = staged.length > 0 ? staged : files
  const isStaged = staged.length > 0
  const whole = meant.map(({ file, from, staged: inIndex, unstaged }) => ({
    file,
    verb: VERBS[(isStaged ? inIndex : (unstaged ?? inIndex)) ?? 'modified'] ?? 'update',
    name: from === undefined ? baseName(file) : `${baseName(from)} to ${baseName(file)}`,
  }))
  const symbols = new Map(changedSymbols(diff).map((one) => [one.file, one]))
  const detailed = whole.flatMap(({ file, verb, name }): Change[] => {
    const its = verb === 'update' && !isMarkdownFile(file) ? symbols.get(file) : undefined
    const known = its
      ? [
          ...its.added.map((one) => ({ verb: 'add' as const, name: one })),
          ...its.removed.map((one) => ({ verb: 'remove' as const, name: one })),
          // What is new in a file says more than what had to change for it.
          ...(its.added.length > 0 ? [] : its.changed.map((one) => ({ verb: 'change' as const, name: one }))),
        ]
      : []
    return known.length > 0 ? known : [{ verb, name }]
  })
  const type = isConventional(subjects) ? `${typeOf(whole, detailed)}: ` : ''
  const count = meant.length === 1 ? 'one file' : `${meant.length} files`
  const drafts = [
    ...[MAX_NAMED, 1].map((most) => sentenceOf(detailed, most)),
    ...[MAX_NAMED, 1].map((most) => sentenceOf(whole, most)),
    `${whole.every(({ verb }) => verb === whole[0]?.verb) ? (whole[0]?.verb ?? 'update') : 'update'} ${count}`,
  ].map((draft) => (type === '' ? sentenceCase(draft) : `${type}${draft}`))
  return drafts.find((draft) => draft.length <= MAX_SUBJECT) ?? `${type}update ${count}`
}

/** "add rope.ts and throwRope, change moorShip". */
function sentenceOf(changes: readonly Change[], most: number): string {
  const verbs = [...new Set(changes.map(({ verb }) => verb))]
  const parts = verbs.map((verb) => {
    const names = [...new Set(changes.filter((one) => one.verb === verb).map(({ name }) => name))]
    const rest = names.length - most
    const named = names.slice(0, most)
    return `${verb} ${rest > 0 ? `${named.join(', ')} and ${rest} more` : spokenList(named)}`
  })
  return parts.some((part) => part.includes(' and ')) ? parts.join(', ') : spokenList(parts)
}

const CONVENTIONAL =
  /^(?:feat|fix|docs|test|tests|refactor|chore|perf|build|ci|style|revert)(?:\([^)]{1,40}\))?!?: \S/

/** Most of the last commits are. Merges are not anybody's style. */
function isConventional(subjects: readonly string[]): boolean {
  const own = subjects.filter((subject) => !subject.startsWith('Merge '))
  const some = own.filter((subject) => CONVENTIONAL.test(subject)).length
  return some > 0 && 2 * some > own.length
}

const BUILD =
  /(?:^|\/)(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|pyproject\.toml|requirements[^/]*\.txt)$/

/** What a diff can tell; whether a change repairs something, it cannot. */
function typeOf(files: readonly { file: string }[], changes: readonly Change[]): string {
  if (files.every(({ file }) => isTestFile(file))) return 'test'
  if (files.every(({ file }) => isMarkdownFile(file))) return 'docs'
  if (files.every(({ file }) => BUILD.test(file))) return 'build'
  if (changes.some(({ verb }) => verb === 'add')) return 'feat'
  return 'chore'
}
