// Everything that differs from the last commit as one diff: what git tracks, then new files it does not know yet.
import type { AbortSignalLike } from '../../core/ports.ts'
import type { WorkingChanges } from '../../core/workspace.ts'
import { gitFault, runGit } from './git.ts'
import { decodeLines } from './decode-text.ts'
import { additionDiff } from './addition-diff.ts'
import { resolvePlace } from './resolve-inside.ts'
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

interface ChangesOptions {
  file?: string | undefined
  staged?: boolean
  signal?: AbortSignalLike | undefined
}

export async function workingChanges(
  root: string,
  { file, staged = false, signal }: ChangesOptions = {},
): Promise<WorkingChanges> {
  const place = file === undefined ? '.' : (await resolvePlace(root, file)).relative || '.'
  const known = async (): Promise<WorkingChanges> => {
    const base = await baseCommit(root, signal)
    return gitDiff(root, [...(staged ? ['--cached'] : []), base, '--', place], signal)
  }
  if (staged) return known()
  const [tracked, added] = await Promise.all([known(), newFiles(root, place, signal)])
  if (tracked.truncated) return tracked
  let { diff } = tracked
  let room = MAX_BYTES - Buffer.byteLength(diff)
  let truncated = added.truncated
  for (const newFile of added.files) {
    if (signal?.aborted) throw abortError()
    const addition = await additionDiff(root, newFile)
    room -= Buffer.byteLength(addition)
    if (room < 0) {
      truncated = true
      break
    }
    diff += addition
  }
  return { diff, truncated }
}

/** Runs git diff, bounded and the same for everybody. */
export async function gitDiff(
  root: string,
  args: readonly string[],
  signal?: AbortSignalLike,
): Promise<WorkingChanges> {
  const result = await runGit(root, [...DIFF, ...args], { signal, maxBytes: MAX_BYTES })
  const diff = decodeLines(result.stdout)
  if (result.truncated) return { diff: wholeFiles(diff), truncated: true }
  if (result.code !== 0) throw gitFault(result)
  return { diff, truncated: false }
}

/** The last commit, or the empty tree where nothing has been committed yet. */
async function baseCommit(root: string, signal?: AbortSignalLike): Promise<string> {
  const head = await runGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { signal })
  if (head.code === 0) return head.stdout.toString('utf8').trim()
  const inside = await runGit(root, ['rev-parse', '--is-inside-work-tree'], { signal })
  if (inside.code !== 0) throw gitFault(inside)
  return emptyTree(root, signal)
}

/** Asked for and not written down here: its name depends on how the repository counts. */
export async function emptyTree(root: string, signal?: AbortSignalLike): Promise<string> {
  const empty = await runGit(root, ['hash-object', '-t', 'tree', '--stdin'], { signal })
  if (empty.code !== 0) throw gitFault(empty)
  return empty.stdout.toString('utf8').trim()
}

async function newFiles(
  root: string,
  place: string,
  signal?: AbortSignalLike,
): Promise<{ files: string[]; truncated: boolean }> {
  const listed = await runGit(root, ['ls-files', '--others', '--exclude-standard', '-z', '--', place], {
    signal,
  })
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
