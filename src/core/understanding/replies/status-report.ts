// The git status: a sentence to speak, and a page that lists the files.
import type { ChangedFile, ChangeKind, GitStatus } from '../../tools/codebase.ts'
import { placeLink, escapeMarkdown } from './markdown-text.ts'
import { sentenceCase, spokenCount, spokenList } from './spoken-count.ts'

const isConflicted = ({ staged, unstaged }: ChangedFile): boolean =>
  staged === 'conflicted' || unstaged === 'conflicted'
const isNew = ({ unstaged }: ChangedFile): boolean => unstaged === 'untracked'

/** The files by state; a file that is staged and changed again is in two groups. */
function grouped(files: readonly ChangedFile[]) {
  const settled = files.filter((file) => !isConflicted(file))
  return {
    conflicted: files.filter(isConflicted),
    staged: settled.filter(({ staged }) => staged !== null),
    changed: settled.filter((file) => file.unstaged !== null && !isNew(file)),
    added: settled.filter(isNew),
  }
}

export function statusSentence(status: GitStatus): string {
  const { conflicted, staged, changed, added } = grouped(status.files)
  const counted = (files: readonly ChangedFile[], word: string): string[] =>
    files.length === 0 ? [] : [`${spokenCount(files.length, 'file')} ${word}`]
  const parts = [
    ...counted(conflicted, 'in conflict'),
    ...counted(staged, 'staged'),
    ...counted(changed, 'changed'),
    ...counted(added, added.length === 1 ? 'that is new' : 'that are new'),
  ]
  const files = parts.length === 0 ? 'nothing has changed' : spokenList(parts)
  const rest = status.truncated ? ' There are more than I can show.' : ''
  return `${branchSentence(status)}. ${sentenceCase(files)}.${rest}`
}

function branchSentence({ branch, head, upstream, ahead, behind }: GitStatus): string {
  const at =
    branch === null ? `No branch is checked out. You are at ${head?.slice(0, 8)}` : `You are on ${branch}`
  if (upstream === null || (ahead === 0 && behind === 0)) return at
  const apart = [...(ahead > 0 ? [`${ahead} ahead of`] : []), ...(behind > 0 ? [`${behind} behind`] : [])]
  return `${at}, ${apart.join(' and ')} ${upstream}`
}

const CHANGE_LABELS: Record<ChangeKind, string> = {
  added: 'added',
  modified: 'modified',
  deleted: 'deleted',
  renamed: 'renamed',
  'type-changed': 'changed in type',
  untracked: 'new',
  conflicted: 'in conflict',
}

export function statusReport(status: GitStatus): string {
  const { conflicted, staged, changed, added } = grouped(status.files)
  const section = (
    heading: string,
    files: readonly ChangedFile[],
    kind: (file: ChangedFile) => ChangeKind | null,
  ): string => {
    if (files.length === 0) return ''
    const lines = files.map((file) => {
      const how = kind(file)
      const from = file.from === undefined ? '' : `, was ${escapeMarkdown(file.from)}`
      return `- ${placeLink(file.file)}${how === null ? '' : ` ${CHANGE_LABELS[how]}`}${from}\n`
    })
    return `\n## ${heading}\n\n${lines.join('')}`
  }
  const nothing = status.files.length === 0 ? '\nNothing has changed since the last commit.\n' : ''
  const more = status.truncated ? '\nThere are more than are listed here.\n' : ''
  return [
    `# Status\n\n${escapeMarkdown(branchSentence(status))}.\n`,
    nothing,
    section('In conflict', conflicted, () => null),
    section('Staged', staged, (file) => file.staged),
    section('Changed', changed, (file) => file.unstaged),
    section('New', added, () => null),
    more,
  ].join('')
}
