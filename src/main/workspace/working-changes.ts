// Everything that differs from the last commit as one diff: what git tracks, then new files it does not know yet.
import type { AbortSignalLike, WorkingChanges } from '../../core/ports.ts'
import { gitFault, runGit } from './git.ts'
import { additionDiff } from './addition-diff.ts'
import { abortError } from './run-process.ts'

/** More than this no viewer draws and nobody reads. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_NEW_FILES = 1000

/** Written out in full, so that nobody's configuration changes what we and the viewer expect. */
const DIFF = [
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--find-renames',
  '--unified=3',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--ignore-submodules=dirty',
  // Only what is below the open folder, and named from there.
  '--relative',
]

export async function workingChanges(root: string, signal?: AbortSignalLike): Promise<WorkingChanges> {
  const base = await lastCommit(root, signal)
  const tracked = await runGit(root, [...DIFF, base, '--', '.'], { signal, maxBytes: MAX_BYTES })
  if (tracked.truncated) return { diff: wholeFiles(tracked.stdout.toString('utf8')), truncated: true }
  if (tracked.code !== 0) throw gitFault(tracked)

  const added = await newFiles(root, signal)
  let diff = tracked.stdout.toString('utf8')
  let room = MAX_BYTES - tracked.stdout.length
  let truncated = added.truncated
  for (const file of added.files) {
    if (signal?.aborted) throw abortError()
    const addition = await additionDiff(root, file)
    room -= Buffer.byteLength(addition)
    if (room < 0) {
      truncated = true
      break
    }
    diff += addition
  }
  return { diff, truncated }
}

/** The last commit, or the empty tree where nothing has been committed yet. */
async function lastCommit(root: string, signal?: AbortSignalLike): Promise<string> {
  const head = await runGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { signal })
  if (head.code === 0) return head.stdout.toString('utf8').trim()
  const inside = await runGit(root, ['rev-parse', '--is-inside-work-tree'], { signal })
  if (inside.code !== 0) throw gitFault(inside)
  // Asked for and not written down here: its name depends on how the repository counts.
  const empty = await runGit(root, ['hash-object', '-t', 'tree', '--stdin'], { signal })
  if (empty.code !== 0) throw gitFault(empty)
  return empty.stdout.toString('utf8').trim()
}

async function newFiles(
  root: string,
  signal?: AbortSignalLike,
): Promise<{ files: string[]; truncated: boolean }> {
  const listed = await runGit(root, ['ls-files', '--others', '--exclude-standard', '-z'], { signal })
  if (listed.code !== 0 && !listed.truncated) throw gitFault(listed)
  const files = listed.stdout.toString('utf8').split('\0')
  // After the last NUL comes nothing, or a name that was cut.
  files.pop()
  return { files: files.slice(0, MAX_NEW_FILES), truncated: listed.truncated || files.length > MAX_NEW_FILES }
}

/** Cuts a diff that was broken off at the last file that is whole, or at least at a whole line. */
function wholeFiles(diff: string): string {
  const lastFile = diff.lastIndexOf('\ndiff --git ')
  return diff.slice(0, (lastFile > 0 ? lastFile : diff.lastIndexOf('\n')) + 1)
}
