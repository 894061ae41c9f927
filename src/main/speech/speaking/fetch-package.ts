// Downloads a package of model files once, in an exact version: checks its hash, unpacks it next to its folder and
// moves it there as a whole. An interrupted download continues where it stopped.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FaultError } from '../../../shared/errors.ts'
import { tarEntries } from './tar-files.ts'

export interface PackageDownload {
  address: string
  /** `sha512-…`, as in a package lock file. */
  integrity: string
  /** The approximate size: for the progress where the server does not send it, and as a limit. */
  bytes: number
  /** Files of the archive, and their names in the folder. */
  files: Readonly<Record<string, string>>
  unpackedBytes: number
}

export interface FetchProgress {
  bytes: number
  of: number
}

interface Options {
  folder: string
  onProgress?(progress: FetchProgress): void
  signal?: AbortSignal
  /** Gives up when nothing arrives for this long; the next download continues. */
  stallMs?: number
}

/** Reports progress in steps of this size. */
const STEP = 1 / 200

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Does nothing when the package is there. Throws a FaultError, or an AbortError when the signal aborts. */
export async function fetchPackage(wanted: PackageDownload, options: Options): Promise<void> {
  const { folder, signal } = options
  if (await isFetched(wanted, folder)) return
  const part = `${folder}.part`
  await mkdir(join(folder, '..'), { recursive: true })
  await download(wanted, part, options)
  signal?.throwIfAborted()
  if ((await digest(part)) !== wanted.integrity) {
    await rm(part, { force: true })
    throw unavailable('The download is damaged and was deleted.')
  }
  await unpack(wanted, part, folder, signal)
  await rm(part, { force: true })
}

export async function isFetched(wanted: PackageDownload, folder: string): Promise<boolean> {
  const sizes = await Promise.all(Object.values(wanted.files).map((file) => sizeOf(join(folder, file))))
  return sizes.every((size) => size > 0)
}

/** Removes the package and unfinished downloads. */
export async function forgetPackage(folder: string): Promise<void> {
  for (const path of [folder, `${folder}.part`, `${folder}.unpacking`])
    await rm(path, { recursive: true, force: true })
}

async function download(
  wanted: PackageDownload,
  part: string,
  { onProgress, signal, stallMs = 30_000 }: Options,
): Promise<void> {
  const maxBytes = Math.round(wanted.bytes * 1.2)
  let have = await sizeOf(part)
  const stop = new AbortController()
  const end = (): void => stop.abort()
  signal?.addEventListener('abort', end, { once: true })
  let timer = setTimeout(end, stallMs)
  try {
    signal?.throwIfAborted()
    const response = await fetch(wanted.address, {
      signal: stop.signal,
      headers: have > 0 ? { range: `bytes=${have}-` } : {},
    })
    // The file is complete, or too long: its hash decides.
    if (response.status === 416 && have > 0) return await response.body?.cancel()
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw unavailable(`The server answered with status ${response.status}.`)
    }
    if (response.status !== 206) have = 0
    const of = have + (Number(response.headers.get('content-length')) || wanted.bytes - have)
    let reported = -1
    const counted = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const bytes of source) {
        clearTimeout(timer)
        timer = setTimeout(end, stallMs)
        have += bytes.length
        if (have > maxBytes) throw unavailable('The download is too large.')
        if (have / of - reported >= STEP || have >= of) {
          reported = have / of
          onProgress?.({ bytes: have, of })
        }
        yield bytes
      }
    }
    const flags = have > 0 ? 'a' : 'w'
    await pipeline(Readable.fromWeb(response.body as never), counted, createWriteStream(part, { flags }))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof FaultError) {
      await rm(part, { force: true })
      throw error
    }
    throw unavailable(
      stop.signal.aborted ? 'The server stopped sending.' : 'The server could not be reached.',
      error,
    )
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  return `sha512-${hash.digest('base64')}`
}

async function unpack(
  wanted: PackageDownload,
  part: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unpacking = `${folder}.unpacking`
  await rm(unpacking, { recursive: true, force: true })
  await mkdir(unpacking, { recursive: true })
  const missing = new Set(Object.keys(wanted.files))
  try {
    const limits = { maxBytes: wanted.unpackedBytes, maxEntries: 2_000 }
    for await (const { name, content } of tarEntries(
      createReadStream(part),
      (entry) => missing.has(entry),
      limits,
    )) {
      signal?.throwIfAborted()
      const file = wanted.files[name]
      missing.delete(name)
      if (file !== undefined) await pipeline(content, createWriteStream(join(unpacking, file)))
    }
    if (missing.size > 0) throw new Error(`${[...missing].join(', ')} is missing in it`)
    await rm(folder, { recursive: true, force: true })
    await rename(unpacking, folder)
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true })
    signal?.throwIfAborted()
    throw unavailable(
      `The download could not be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
      error,
    )
  }
}

const unavailable = (why: string, cause?: unknown): FaultError =>
  new FaultError(
    'voice_unavailable',
    `The natural voice could not be downloaded. ${why}`,
    'Try again later. Until then the built-in voice speaks.',
    { retryable: true, cause },
  )
