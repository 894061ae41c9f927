// A file of the profile that the user would miss: settings, secrets, recent folders. Parley renames a damaged file and
// tells the user; it never overwrites a file that it cannot read. Each change applies to the file's content at that moment, so that
// several Parleys with one profile do not undo each other's changes.
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createTaskQueue } from '../../base/task-queue.ts'
import { parseJson } from '../../base/parse-json.ts'
import { FaultError, type Fault } from '../../shared/errors.ts'
import { withFileLock } from './file-lock.ts'
import { writeJson, type Parser } from './json-file.ts'

export interface ProfileFile<T> {
  /** The value as last read or written. */
  get(): T
  /** Reads the file again, changes the value and writes it. Rejects with a FaultError. */
  change(change: (value: T) => T): Promise<T>
}

interface Options<T> {
  path: string
  /** Its name for the user, at the start of a sentence: "Your settings". */
  what: string
  schema: Parser<T>
  empty: T
  /** Called with what the user should know. */
  onProblem(fault: Fault): void
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_DAMAGED = 10
const LEFTOVER_MS = 60_000

type Found<T> = { tag: 'value'; value: T } | { tag: 'missing' } | { tag: 'corrupt' }

export async function openProfileFile<T>(options: Options<T>): Promise<ProfileFile<T>> {
  const { path, what, schema, empty, onProblem } = options
  let value = empty
  const changes = createTaskQueue()

  async function find(): Promise<Found<T>> {
    const info = await stat(path).catch(unlessMissing)
    if (!info) return { tag: 'missing' }
    if (info.size > MAX_BYTES) return { tag: 'corrupt' }
    const text = await readFile(path, 'utf8').catch(unlessMissing)
    if (text === null) return { tag: 'missing' }
    const parsed = schema.safeParse(parseJson(text))
    return parsed.success ? { tag: 'value', value: parsed.data } : { tag: 'corrupt' }
  }

  /** Needs the lock: another Parley may do the same. */
  async function read(): Promise<T> {
    const found = await find()
    if (found.tag === 'value') return found.value
    if (found.tag === 'corrupt') {
      const renamed = await setAside(path)
      onProblem({
        code: 'profile_file',
        message: `${what} could not be read: the file is damaged. Parley starts with the defaults.`,
        remedy: `The damaged file is now ${renamed}.`,
        retryable: false,
      })
    }
    return empty
  }

  async function change(how: (value: T) => T): Promise<T> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await withFileLock(path, async () => {
        const changed = how(await read())
        await writeJson(path, changed)
        value = changed
        return changed
      })
    } catch (error) {
      throw notSaved(what, path, error)
    }
  }

  await removeLeftovers(path)
  try {
    const found = await find()
    if (found.tag === 'corrupt') value = await withFileLock(path, read)
    else if (found.tag === 'value') value = found.value
  } catch (error) {
    onProblem(notRead(what, path, error))
  }

  return {
    get: () => value,
    change: (how) => changes.run(() => change(how)),
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Renames a damaged file and returns its new path. Never overwrites an earlier one; removes the oldest of many. */
async function setAside(path: string): Promise<string> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.corrupt-`
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const earlier = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort()
  let name = `${prefix}${stamp}`
  for (let n = 2; earlier.includes(name); n++) name = `${prefix}${stamp}-${n}`
  await rename(path, join(folder, name))
  for (const old of earlier.slice(0, Math.max(0, earlier.length + 1 - MAX_DAMAGED)))
    await rm(join(folder, old), { force: true })
  return join(folder, name)
}

/** Removes half-written files of processes that were killed. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.tmp')) continue
    const info = await stat(join(folder, name)).catch(() => null)
    if (info && Date.now() - info.mtimeMs > LEFTOVER_MS)
      await rm(join(folder, name), { force: true }).catch(() => {})
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const NOT_ALLOWED: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM'])

function notSaved(what: string, path: string, cause: unknown): FaultError {
  const folder = dirname(path)
  const code = codeOf(cause)
  const [why, remedy] = FULL.has(code)
    ? ['the disk is full', `Make room on the disk that has ${folder}, then make the change again.`]
    : NOT_ALLOWED.has(code)
      ? [
          `Parley has no permission to read and write ${path}`,
          `Check the permissions of ${folder}, or start Parley with another folder for --profile.`,
        ]
      : [
          `${path} could not be written (${code ?? String(cause)})`,
          'Check the disk, then make the change again.',
        ]
  return new FaultError('profile_file', `${what} could not be saved: ${why}.`, remedy, {
    retryable: true,
    cause,
  })
}

const notRead = (what: string, path: string, error: unknown): Fault => ({
  code: 'profile_file',
  message: `${what} could not be read (${codeOf(error) ?? String(error)}). Parley starts with the defaults.`,
  remedy: `Parley has not changed ${path}. Make it readable, then start Parley again.`,
  retryable: false,
})
