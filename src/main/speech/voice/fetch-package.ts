// Fetches a package of weights, once, by its exact version: checked against the hash it must have, unpacked beside its
// place and moved there whole. What was fetched before an interruption is not fetched again.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FaultError } from '../../../shared/errors.ts'
import { tarEntries } from './tar-files.ts'

export interface WantedPackage {
  address: string
  /** `sha512-…`, as package managers write it. */
  integrity: string
  /** How large it is, about: for the progress, where nobody says it, and as its limit. */
  bytes: number
  /** Files of the archive, and what they are called here. */
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
  /** With no bytes for so long, it is given up; what there is stays for the next time. */
  stallMs?: number
}

/** Progress is told when it has moved by so much. */
const STEP = 1 / 200

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Fetches and unpacks, unless that was done. Throws a FaultError; stopped by its signal, an AbortError. */
export async function fetchPackage(wanted: WantedPackage, options: Options): Promise<void> {
  const { folder, signal } = options
  if (await isFetched(wanted, folder)) return
  const part = `${folder}.part`
  await mkdir(join(folder, '..'), { recursive: true })
  await download(wanted, part, options)
  signal?.throwIfAborted()
  if ((await digest(part)) !== wanted.integrity) {
    await rm(part, { force: true })
    throw unavailable('What came is not what was expected, and was thrown away.')
  }
  await unpack(wanted, part, folder, signal)
  await rm(part, { force: true })
}

export async function isFetched(wanted: WantedPackage, folder: string): Promise<boolean> {
  const sizes = await Promise.all(Object.values(wanted.files).map((file) => sizeOf(join(folder, file))))
  return sizes.every((size) => size > 0)
}

/** Removes all of it, and what there is of it. */
export async function forgetPackage(folder: string): Promise<void> {
  for (const path of [folder, `${folder}.part`, `${folder}.unpacking`])
    await rm(path, { recursive: true, force: true })
}

async function download(
  wanted: WantedPackage,
  part: string,
  { onProgress, signal, stallMs = 30_000 }: Options,
): Promise<void> {
  const most = Math.round(wanted.bytes * 1.2)
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
    // All of it is here already, or what is here is more than there is: the hash will tell.
    if (response.status === 416 && have > 0) return await response.body?.cancel()
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw unavailable(`The server answered with status ${response.status}.`)
    }
    if (response.status !== 206) have = 0
    const of = have + (Number(response.headers.get('content-length')) || wanted.bytes - have)
    let told = -1
    const counted = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const bytes of source) {
        clearTimeout(timer)
        timer = setTimeout(end, stallMs)
        have += bytes.length
        if (have > most) throw unavailable('It is larger than it should be.')
        if (have / of - told >= STEP || have >= of) {
          told = have / of
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
    throw unavailable(stop.signal.aborted ? 'Nothing came any more.' : 'It could not be reached.', error)
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
  wanted: WantedPackage,
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
    if (missing.size > 0) throw new Error(`${[...missing].join(', ')} is not in it`)
    await rm(folder, { recursive: true, force: true })
    await rename(unpacking, folder)
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true })
    signal?.throwIfAborted()
    throw unavailable(
      `It could not be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
      error,
    )
  }
}

const unavailable = (why: string, cause?: unknown): FaultError =>
  new FaultError(
    'voice_unavailable',
    `The natural voice could not be fetched. ${why}`,
    'Try again later; the built-in voice speaks until then.',
    { retryable: true, cause },
  )
