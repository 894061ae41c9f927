// Finds the files somebody may mean by a name, among those the project does not ignore.
import { stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { rankFiles } from '../../core/intents/rank-files.ts'
import type { AbortSignalLike } from '../../core/ports.ts'
import { listFiles } from './list-files.ts'
import { resolveInside } from './resolve-inside.ts'
import { abortError } from './run-process.ts'

/** Past this many files a name is hardly enough to go by, and listing them would be felt. */
const MAX_FILES = 50_000
const FILES_AT_ONCE = 2000

export async function findFiles(
  root: string,
  name: string,
  options: { limit: number; signal?: AbortSignalLike | undefined },
): Promise<string[]> {
  if (name.trim() === '') return []
  const [exact, { files }] = await Promise.all([
    namedExactly(root, name.trim()),
    listFiles(root, { limit: MAX_FILES, signal: options.signal }),
  ])
  const all = exact === null || files.includes(exact) ? files : [exact, ...files]
  return rankInTurns(all, name, options)
}

/** Ranks a part at a time and keeps the best of each, so that sound and clicks get through in between. */
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

/** A file asked for by its very path is found even where it is hidden or ignored. */
async function namedExactly(root: string, name: string): Promise<string | null> {
  try {
    const { absolute, relative } = await resolveInside(root, name)
    return (await stat(absolute)).isFile() ? relative : null
  } catch {
    return null
  }
}
