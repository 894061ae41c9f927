// Changes as unified diffs: since the last commit with new files, or between branches, tags and commits.
import { lstat, readlink } from 'node:fs/promises'
import path from 'node:path'
import type { AbortSignalLike } from '../../core/ports/clock.ts'
import type { WorkingChanges, ComparedChanges } from '../../core/ports/workspace.ts'
import { gitFault, runGit } from './git.ts'
import { decodeLines } from './text-encoding.ts'
import { resolvePlace, shown } from './resolve-inside.ts'
import { abortError } from './run-process.ts'
import { quoteDiffPath } from '../../core/artifacts/unified-diff.ts'
import { FaultError } from '../../shared/errors.ts'
import { replacedText } from './diff-texts.ts'
import { readText } from './read-file.ts'

/** A larger diff can be neither drawn nor read. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_NEW_FILES = 1000

/** All options are explicit, so that no configuration changes the output. */
const DIFF = [
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
  // Only files below the open folder, relative to it.
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
    const changes = await gitDiff(root, [...(staged ? ['--cached'] : []), base, '--', place], signal)
    return { ...changes, base }
  }
  if (staged) return known()
  const [tracked, added] = await Promise.all([known(), newFiles(root, place, signal)])
  if (tracked.truncated) return tracked
  let { diff } = tracked
  let space = MAX_BYTES - Buffer.byteLength(diff)
  let truncated = added.truncated
  for (const newFile of added.files) {
    if (signal?.aborted) throw abortError()
    const newDiff = await additionDiff(root, newFile)
    space -= Buffer.byteLength(newDiff)
    if (space < 0) {
      truncated = true
      break
    }
    diff += newDiff
  }
  return { ...tracked, diff, truncated }
}

/** Runs git diff with bounded output, independent of the user's configuration. */
export async function gitDiff(
  root: string,
  args: readonly string[],
  signal?: AbortSignalLike,
): Promise<WorkingChanges> {
  const result = await runGit(root, 'diff', [...DIFF, ...args], { signal, maxBytes: MAX_BYTES })
  const diff = decodeLines(result.stdout)
  if (result.truncated) return { diff: wholeFiles(diff), truncated: true }
  if (result.code !== 0) throw gitFault(result)
  return { diff, truncated: false }
}

/** The last commit, or the empty tree if nothing has been committed yet. */
async function baseCommit(root: string, signal?: AbortSignalLike): Promise<string> {
  const head = await runGit(root, 'rev-parse', ['--verify', '--quiet', 'HEAD^{commit}'], { signal })
  if (head.code === 0) return head.stdout.toString('utf8').trim()
  const inside = await runGit(root, 'rev-parse', ['--is-inside-work-tree'], { signal })
  if (inside.code !== 0) throw gitFault(inside)
  return emptyTree(root, signal)
}

/** Git is asked for its hash, since that depends on the repository's hash algorithm. */
export async function emptyTree(root: string, signal?: AbortSignalLike): Promise<string> {
  const empty = await runGit(root, 'hash-object', ['-t', 'tree', '--stdin'], { signal })
  if (empty.code !== 0) throw gitFault(empty)
  return empty.stdout.toString('utf8').trim()
}

async function newFiles(
  root: string,
  place: string,
  signal?: AbortSignalLike,
): Promise<{ files: string[]; truncated: boolean }> {
  const listed = await runGit(root, 'ls-files', ['--others', '--exclude-standard', '-z', '--', place], {
    signal,
  })
  if (listed.code !== 0 && !listed.truncated) throw gitFault(listed)
  const files = listed.stdout.toString('utf8').split('\0')
  // After the last NUL comes nothing, or a truncated name.
  files.pop()
  return { files: files.slice(0, MAX_NEW_FILES), truncated: listed.truncated || files.length > MAX_NEW_FILES }
}

/** Cuts a truncated diff after its last whole file, or at least after a whole line. */
function wholeFiles(diff: string): string {
  const lastFile = diff.lastIndexOf('\ndiff --git ')
  return diff.slice(0, (lastFile > 0 ? lastFile : diff.lastIndexOf('\n')) + 1)
}

/** The diff of one new file; empty if it is gone or no file. Made here, because git would need a process for each. */
async function additionDiff(root: string, file: string): Promise<string> {
  const absolute = path.join(root, file)
  const stats = await lstat(absolute).catch(() => null)
  if (stats?.isSymbolicLink()) {
    // Git stores a link as the path it names. Its target is not read.
    const target = await readlink(absolute).catch(() => null)
    return target === null ? '' : addition(file, '120000', target)
  }
  if (!stats?.isFile()) return ''
  const mode = (stats.mode & 0o111) === 0 ? '100644' : '100755'
  try {
    return await addition(file, mode, (await readText(root, file)).text)
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    // Not text, too large or not readable: it is a new file all the same.
    return `${additionHeader(file, mode)}Binary files /dev/null and ${quoteDiffPath(`b/${file}`)} differ\n`
  }
}

async function addition(file: string, mode: string, text: string): Promise<string> {
  if (text === '') return additionHeader(file, mode)
  return `${additionHeader(file, mode)}--- /dev/null\n+++ ${quoteDiffPath(`b/${file}`)}\n${await replacedText('', text)}`
}

function additionHeader(file: string, mode: string): string {
  return `diff --git ${quoteDiffPath(`a/${file}`)} ${quoteDiffPath(`b/${file}`)}\nnew file mode ${mode}\n`
}

interface Options {
  file?: string | undefined
  signal?: AbortSignalLike | undefined
}

export async function compareBranches(
  root: string,
  from: string,
  to: string | null,
  { file, signal }: Options = {},
): Promise<ComparedChanges> {
  const place = file === undefined ? '.' : (await resolvePlace(root, file)).relative || '.'
  const before = await commitNamed(root, from, signal)
  const after = to === null ? null : await commitNamed(root, to, signal)
  const range = after === null ? [before.hash] : [before.hash, after.hash]
  const changes = await gitDiff(root, [...range, '--', place], signal)
  return { ...changes, from: before.name, to: after?.name ?? null }
}

interface Named {
  name: string
  hash: string
}

async function commitNamed(root: string, said: string, signal?: AbortSignalLike): Promise<Named> {
  const exact = await hashOf(root, said, signal)
  if (exact !== null) return { name: said, hash: exact }
  const refs = await runGit(
    root,
    'for-each-ref',
    ['--format=%(refname:short)', 'refs/heads', 'refs/remotes', 'refs/tags'],
    { signal },
  )
  if (refs.code !== 0) throw gitFault(refs)
  const wanted = squash(said)
  const name = refs.stdout
    .toString('utf8')
    .split('\n')
    .find((ref) => ref !== '' && (squash(ref) === wanted || squash(ref.replace(/^[^/]+\//, '')) === wanted))
  const hash = name === undefined || wanted === '' ? null : await hashOf(root, name, signal)
  if (name !== undefined && hash !== null) return { name, hash }
  throw new FaultError(
    'bad_request',
    `There is no branch called ${shown(said)}.`,
    'Say its name as git branch lists it.',
  )
}

async function hashOf(root: string, name: string, signal?: AbortSignalLike): Promise<string | null> {
  if (name.trim() === '' || name.includes('\0')) return null
  const found = await runGit(
    root,
    'rev-parse',
    ['--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    { signal },
  )
  return found.code === 0 ? found.stdout.toString('utf8').trim() : null
}

/** When spoken, "feature slash voice input" has neither dashes nor capitals. */
const squash = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
