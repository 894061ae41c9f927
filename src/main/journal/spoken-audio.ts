// What is said, on disk as it is said: one file for each take, deleted when the words are safe elsewhere. What an earlier
// run has left behind was never acknowledged, and is found here.
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { HEARING_RATE, msOf } from '../../core/ears/samples.ts'
import { bytesOfSamples } from '../../core/pcm.ts'
import type { KeptTake, SpokenAudio, SpokenTake, TakeHead } from '../../core/ports/ears.ts'
import { FaultError } from '../../shared/errors.ts'
import { headBytes, isTakeId, readTakeFile } from './spoken-audio-file.ts'

/** Two hours of speech that nobody acknowledged. What is there stays; nothing more is kept until some is acknowledged. */
const MAX_TOTAL_BYTES = 2 * 3600 * HEARING_RATE * 2
/** What was written would survive this process at once, and the machine after this long. */
const SYNC_EVERY_MS = 1000
/** A process number may come to belong to another program; a take is not made for longer than this. */
const LIVE_FOR_MS = 10 * 60_000

interface Options {
  now(): number
  maxTotalBytes?: number
}

export async function openSpokenAudio(
  folder: string,
  { now, maxTotalBytes = MAX_TOTAL_BYTES }: Options,
): Promise<SpokenAudio> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (takeId: string): string => join(folder, `${takeId}.take`)
  const own = new Map<string, OwnTake>()
  let total = await totalSize(folder)

  function begin({ takeId, session, startedAt }: TakeHead): SpokenTake {
    if (!isTakeId(takeId) || own.has(takeId))
      throw new FaultError(
        'bad_request',
        `A take cannot be called ${JSON.stringify(takeId)}.`,
        'Choose another name.',
      )
    const take = createOwnTake({
      path: pathOf(takeId),
      head: headBytes({ takeId, session, startedAt, rate: HEARING_RATE, pid: process.pid }),
      now,
      // Asked before each write, so that a single long take cannot fill the disk either.
      admit: (bytes) => {
        if (total + bytes > maxTotalBytes) throw fullFault(maxTotalBytes)
        total += bytes
      },
    })
    own.set(takeId, take)
    return take
  }

  return {
    begin,
    async read(takeId) {
      if (!isTakeId(takeId)) return new Int16Array(0)
      await own.get(takeId)?.written()
      return (await (await readTakeFile(pathOf(takeId), takeId))?.read()) ?? new Int16Array(0)
    },
    async acknowledge(takeId) {
      if (!isTakeId(takeId)) return
      const take = own.get(takeId)
      own.delete(takeId)
      await take?.close()
      await rm(pathOf(takeId), { force: true })
      total = await totalSize(folder)
    },
    async leave(takeId) {
      const take = own.get(takeId)
      await take?.close()
      own.delete(takeId)
    },
    async unacknowledged() {
      const kept: KeptTake[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const takeId = name.endsWith('.take') ? name.slice(0, -'.take'.length) : ''
        if (!isTakeId(takeId) || own.has(takeId)) continue
        const file = await readTakeFile(pathOf(takeId), takeId)
        if (!file || isBeingMade(file.head, now())) continue
        const { session, startedAt } = file.head
        kept.push({ takeId, session, startedAt, soundMs: msOf(file.samples) })
      }
      return kept.sort((a, b) => a.startedAt - b.startedAt)
    },
    async close() {
      for (const take of own.values()) await take.close()
    },
  }
}

interface OwnTake extends SpokenTake {
  written(): Promise<void>
  close(): Promise<void>
}

interface OwnTakeDeps {
  path: string
  head: Uint8Array
  now(): number
  admit(bytes: number): void
}

/** Frames that come while one is being written are written together. */
function createOwnTake({ path, head, now, admit }: OwnTakeDeps): OwnTake {
  let file: FileHandle | undefined
  let waiting: Uint8Array[] = [head]
  let writing: Promise<void> = Promise.resolve()
  let syncedAt = now()
  let closed = false
  /** After a frame that was not kept, what follows would be out of place, perhaps by half a sample. */
  let broken: FaultError | undefined

  async function write(): Promise<void> {
    if (broken) throw broken
    if (waiting.length === 0 || closed) return
    const batch = Buffer.concat(waiting)
    waiting = []
    admit(batch.length)
    // Never one that is there already: it would be somebody else's words.
    file ??= await open(path, 'wx', 0o600)
    await file.appendFile(batch)
    if (now() - syncedAt < SYNC_EVERY_MS) return
    syncedAt = now()
    await file.datasync()
  }

  return {
    append(samples) {
      waiting.push(bytesOfSamples(samples))
      writing = writing
        .catch(() => {})
        .then(write)
        .catch((error: unknown) => {
          broken ??= error instanceof FaultError ? error : notKept(error)
          waiting = []
          throw broken
        })
      // Whoever does not look at it has no reason to be brought down by it.
      writing.catch(() => {})
      return writing
    },
    written: () => writing.catch(() => {}),
    async close() {
      await writing.catch(() => {})
      closed = true
      await file?.close()
      file = undefined
    },
  }
}

async function totalSize(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (info) => info.size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** By another window that is open now, and that will acknowledge it itself. */
function isBeingMade({ pid, startedAt }: { pid: number; startedAt: number }, now: number): boolean {
  if (pid === process.pid || now - startedAt > LIVE_FOR_MS) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const fullFault = (bytes: number): FaultError =>
  new FaultError(
    'take_not_kept',
    `More speech is waiting to be acknowledged than is kept (${Math.round(bytes / 1024 / 1024)} MB).`,
    'Send or discard what was recovered; until then, what you say is only in memory.',
  )

const notKept = (cause: unknown): FaultError =>
  new FaultError(
    'take_not_kept',
    'What you say cannot be kept on disk; it would be lost if Parley stopped now.',
    'Make room on the disk, or look at the rights of the profile folder.',
    { retryable: true, cause },
  )
