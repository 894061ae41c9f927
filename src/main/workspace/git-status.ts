// The git status of every file that differs from the last commit.
import type { ChangedFile, ChangeKind, GitStatus } from '../../core/tools/codebase.ts'
import type { AbortSignalLike } from '../../core/ports/clock.ts'
import { gitFault, runGit } from './git.ts'

const MAX_BYTES = 4 * 1024 * 1024

const KINDS: Record<string, ChangeKind> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'added',
  T: 'type-changed',
  U: 'conflicted',
}

export async function gitStatus(root: string, signal?: AbortSignalLike): Promise<GitStatus> {
  const flags = ['--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignore-submodules=dirty']
  const [listed, prefix] = await Promise.all([
    runGit(root, 'status', [...flags, '--', '.'], { signal, maxBytes: MAX_BYTES }),
    runGit(root, 'rev-parse', ['--show-prefix'], { signal }),
  ])
  if (prefix.code !== 0) throw gitFault(prefix)
  if (listed.code !== 0 && !listed.truncated) throw gitFault(listed)
  const status = readStatus(listed.stdout.toString('utf8'), prefix.stdout.toString('utf8').replace(/\n$/, ''))
  return { ...status, truncated: listed.truncated }
}

/** Git names files relative to the repository; `prefix` is the path of the open folder in it. */
function readStatus(text: string, prefix: string): Omit<GitStatus, 'truncated'> {
  const status = {
    branch: null as string | null,
    head: null as string | null,
    upstream: null as string | null,
    ahead: 0,
    behind: 0,
    files: [] as ChangedFile[],
  }
  const below = (file: string): string => (file.startsWith(prefix) ? file.slice(prefix.length) : file)
  const records = text.split('\0')
  // After the last NUL comes nothing, or a truncated record.
  records.pop()
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as string
    const fields = record.split(' ')
    const xy = fields[1] ?? '..'
    const kinds = { staged: KINDS[xy[0] as string] ?? null, unstaged: KINDS[xy[1] as string] ?? null }
    switch (fields[0] as string) {
      case '#':
        readHeader(record, status)
        break
      case '?':
        status.files.push({ file: below(record.slice(2)), staged: null, unstaged: 'untracked' })
        break
      case '1':
        status.files.push({ file: below(fields.slice(8).join(' ')), ...kinds })
        break
      case '2':
        at += 1
        status.files.push({
          file: below(fields.slice(9).join(' ')),
          ...kinds,
          from: below(records[at] ?? ''),
        })
        break
      case 'u':
        status.files.push({
          file: below(fields.slice(10).join(' ')),
          staged: 'conflicted',
          unstaged: 'conflicted',
        })
        break
      default:
    }
  }
  return status
}

function readHeader(record: string, status: Omit<GitStatus, 'truncated'>): void {
  const [, name, ...values] = record.split(' ')
  const value = values.join(' ')
  if (name === 'branch.oid') status.head = value === '(initial)' ? null : value
  if (name === 'branch.head') status.branch = value === '(detached)' ? null : value
  if (name === 'branch.upstream') status.upstream = value
  if (name === 'branch.ab') {
    const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(value) ?? []
    status.ahead = Number(ahead ?? 0)
    status.behind = Number(behind ?? 0)
  }
}
