// Lists, counts and finds the files that the project does not ignore.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { AbortSignalLike } from '../../core/ports/clock.ts'
import { fileNotFound, resolveInside } from './resolve-inside.ts'
import { runRipgrep, withoutDotSlash } from './ripgrep.ts'
import type { FileLength, SearchOptions } from '../../core/ports/workspace.ts'
import { globFilter } from '../../core/tools/glob-filter.ts'
import { rankFiles } from '../../core/understanding/rank-files.ts'
import { abortError } from './run-process.ts'

interface ListOptions {
  limit: number
  under?: string | undefined
  anyOrder?: boolean | undefined
  signal?: AbortSignalLike | undefined
}

export async function listFiles(
  root: string,
  { limit, under, anyOrder = false, signal }: ListOptions,
): Promise<{ files: string[]; truncated: boolean }> {
  const prefix = under === undefined ? '' : await folderPrefix(root, under)
  return collectFiles(root, [], { limit, prefix, isSorted: !anyOrder, signal })
}

/** The files that the project does not ignore, in any order, which is faster. */
export const listUnsorted = (root: string, limit: number): Promise<{ files: string[]; truncated: boolean }> =>
  collectFiles(root, [], { limit, isSorted: false })

/** The files directly in these folders that the project does not ignore. */
export async function listFolders(root: string, folders: readonly string[]): Promise<string[]> {
  const places = folders.map((folder) => `./${folder}`)
  const { files } = await collectFiles(root, ['--max-depth=1'], { limit: Infinity, isSorted: false, places })
  return files
}

/**
 * The files below these folders, unless the project ignores them or the folder; none of a folder that is gone. The
 * folders around must not be ignored. Costs as much as they have entries, however large the project is. Null if no
 * temporary file can be written.
 */
export async function listBelow(root: string, folders: readonly string[]): Promise<string[] | null> {
  if (folders.length === 0) return []
  // A folder that ripgrep is told to search is never ignored. So it searches those around, and leaves out the others.
  const around = [...new Set(folders.map(parentOf))]
  const rules = [
    ...around.map((folder) => `${ruleFor(folder)}/*`),
    // These rules have the lowest rank: what the project ignores stays ignored.
    ...folders.map((folder) => `!${ruleFor(folder)}`),
  ]
  const ignoreFile = temporaryFile(`${rules.join('\n')}\n`)
  if (ignoreFile === null) return null
  try {
    const { files } = await collectFiles(root, [`--ignore-file=${ignoreFile}`], {
      limit: Infinity,
      isSorted: false,
      places: around.map((folder) => `./${folder}`),
    })
    const wanted = new Set(folders)
    return [...new Set(files)].filter((file) => foldersAbove(file).some((folder) => wanted.has(folder)))
  } finally {
    rmSync(path.dirname(ignoreFile), { recursive: true, force: true })
  }
}

/** In a new folder that only we can read. */
function temporaryFile(text: string): string | null {
  try {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'parley-list-')), 'ignore')
    writeFileSync(file, text)
    return file
  } catch {
    return null
  }
}

/** Whether `listBelow` can list this folder. A rule has one line, and would show what is hidden. */
export const canListBelow = (folder: string): boolean => !/[\r\n\ufffd]|(?:^|\/)\./.test(folder)

const ruleFor = (folder: string): string =>
  folder === '' ? '' : `/${folder.replaceAll(/[\\*?[\]{}!# ]/g, '\\$&')}`

export const parentOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')))

/** The folders that contain a file, without the root: the nearest first. */
export function foldersAbove(file: string): string[] {
  const folders: string[] = []
  for (let at = parentOf(file); at !== ''; at = parentOf(at)) folders.push(at)
  return folders
}

interface CollectOptions {
  limit: number
  isSorted: boolean
  prefix?: string
  places?: readonly string[]
  signal?: AbortSignalLike | undefined
}

async function collectFiles(
  root: string,
  flags: readonly string[],
  { limit, isSorted, prefix = '', places, signal }: CollectOptions,
): Promise<{ files: string[]; truncated: boolean }> {
  const files: string[] = []
  let rest: Buffer = Buffer.alloc(0)
  await runRipgrep(['--files', '--null', ...flags], [], {
    cwd: root,
    isSorted,
    ...(places && { places }),
    ...(signal && { signal }),
    onOutput(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
        const file = withoutDotSlash(bytes.toString('utf8', from, end))
        if (file.startsWith(prefix)) files.push(file)
        from = end + 1
      }
      rest = bytes.subarray(from)
      // One more than the limit, to know whether there are more.
      return files.length <= limit
    },
  })
  return { files: files.slice(0, limit), truncated: files.length > limit }
}

async function folderPrefix(root: string, under: string): Promise<string> {
  const { absolute, relative } = await resolveInside(root, under)
  if (!(await stat(absolute)).isDirectory()) throw fileNotFound(under)
  return relative === '' ? '' : `${relative}/`
}

export async function lineCounts(
  root: string,
  { globs, signal }: Pick<SearchOptions, 'globs' | 'signal'>,
): Promise<FileLength[]> {
  const wanted = globFilter(globs ?? {})
  const only = await onlyFile(root, globs?.include)
  const counts: FileLength[] = []
  let rest: Buffer = Buffer.alloc(0)
  // Every line matches the empty pattern; files without lines are included.
  const flags = ['--count', '--include-zero', '--with-filename', '--null']
  await runRipgrep(flags, [''], {
    cwd: root,
    isSorted: false,
    ...(only !== null && { places: [`./${only}`] }),
    ...(signal && { signal }),
    onOutput(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (;;) {
        const nul = bytes.indexOf(0, from)
        const end = nul < 0 ? -1 : bytes.indexOf(0x0a, nul)
        if (end < 0) break
        const file = withoutDotSlash(bytes.toString('utf8', from, nul))
        const lines = Number(bytes.toString('utf8', nul + 1, end))
        if (Number.isInteger(lines) && wanted(file)) counts.push({ file, lines })
        from = end + 1
      }
      rest = bytes.subarray(from)
      return true
    },
  })
  return counts
}

/** The file that the globs name, so that no other is read; null if they may match several. */
async function onlyFile(root: string, include: readonly string[] = []): Promise<string | null> {
  const [glob = ''] = include
  // A special character in brackets stands for itself.
  const file = glob.replaceAll(/\[([*?[{])\]/g, '$1')
  const isPlain = !/[*?[{\\]/.test(glob.replaceAll(/\[[*?[{]\]/g, ''))
  return include.length === 1 && glob.startsWith('/') && isPlain ? namedExactly(root, file.slice(1)) : null
}

const MAX_FILES = 1_000_000
const FILES_AT_ONCE = 2000

export async function findFiles(
  root: string,
  name: string,
  options: { limit: number; signal?: AbortSignalLike | undefined },
): Promise<string[]> {
  if (name.trim() === '') return []
  const [exact, { files }] = await Promise.all([
    namedExactly(root, name.trim()),
    // Ranking puts them in order.
    listFiles(root, { limit: MAX_FILES, anyOrder: true, signal: options.signal }),
  ])
  const all = exact === null || files.includes(exact) ? files : [exact, ...files]
  return rankInTurns(all, name, options)
}

/** Ranks the files in parts and keeps the best of each, so that audio and clicks get through in between. */
async function rankInTurns(
  files: readonly string[],
  name: string,
  { limit, signal }: { limit: number; signal?: AbortSignalLike | undefined },
): Promise<string[]> {
  const best: string[] = []
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    if (from > 0) await setImmediate()
    if (signal?.aborted) throw abortError()
    best.push(...rankFiles(files.slice(from, from + FILES_AT_ONCE), name, limit).map(({ file }) => file))
  }
  return rankFiles(best, name, limit).map(({ file }) => file)
}

/** A file with exactly this path is found even if it is hidden or ignored. */
async function namedExactly(root: string, name: string): Promise<string | null> {
  try {
    const { absolute, relative } = await resolveInside(root, name)
    return (await stat(absolute)).isFile() ? relative : null
  } catch {
    return null
  }
}
