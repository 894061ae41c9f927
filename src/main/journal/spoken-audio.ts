// Takes on disk: one file each, written while the user talks and deleted once the transcript is in the journal. Files
// that are left were never acknowledged, and are recovered at the next start.
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { createTaskQueue } from '../../base/task-queue.ts'
import { HEARING_RATE, msOf } from '../../core/speech/hearing/samples.ts'
import { bytesOfSamples } from '../../core/speech/pcm.ts'
import type { SpokenAudio, SpokenTake, StoredTake, TakeHead } from '../../core/ports/recognizer.ts'
import { FaultError } from '../../shared/errors.ts'
import { isAlive } from './presence.ts'
import { headBytes, isTakeId, readTakeFile } from './spoken-audio-file.ts'

/** Two hours of unacknowledged speech. Then no more is stored until some is acknowledged. */
const MAX_TOTAL_BYTES = 2 * 3600 * HEARING_RATE * 2
/** A written frame survives a crash of this process at once, and a power cut after this long. */
const SYNC_EVERY_MS = 1000
/** A process id may be reused by another program; no take is recorded for longer than this. */
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
        `${JSON.stringify(takeId)} cannot be the id of a take.`,
        'Choose another id.',
      )
    const take = createOwnTake({
      path: pathOf(takeId),
      head: headBytes({ takeId, session, startedAt, rate: HEARING_RATE, pid: process.pid }),
      now,
      // Checked before each write, so that a single long take cannot fill the disk either.
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
      const stored: StoredTake[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const takeId = name.endsWith('.take') ? name.slice(0, -'.take'.length) : ''
        if (!isTakeId(takeId) || own.has(takeId)) continue
        const file = await readTakeFile(pathOf(takeId), takeId)
        if (!file || isBeingRecorded(file.head, now())) continue
        const { session, startedAt } = file.head
        stored.push({ takeId, session, startedAt, soundMs: msOf(file.samples) })
      }
      return stored.sort((a, b) => a.startedAt - b.startedAt)
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

/** Frames that arrive during a write are written together. */
function createOwnTake({ path, head, now, admit }: OwnTakeDeps): OwnTake {
  let file: FileHandle | undefined
  let waiting: Uint8Array[] = [head]
  const queue = createTaskQueue()
  let syncedAt = now()
  let closed = false
  /** After a frame that was not written, later ones would be out of place, perhaps by half a sample. */
  let broken: FaultError | undefined

  async function write(): Promise<void> {
    if (broken) throw broken
    try {
      await writeBatch()
    } catch (error) {
      broken = error instanceof FaultError ? error : notStored(error)
      waiting = []
      throw broken
    }
  }

  async function writeBatch(): Promise<void> {
    if (waiting.length === 0 || closed) return
    const batch = Buffer.concat(waiting)
    waiting = []
    admit(batch.length)
    // Never an existing file: it would be another take.
    file ??= await open(path, 'wx', 0o600)
    await file.appendFile(batch)
    if (now() - syncedAt < SYNC_EVERY_MS) return
    syncedAt = now()
    await file.datasync()
  }

  return {
    append(samples) {
      waiting.push(bytesOfSamples(samples))
      const written = queue.run(write)
      // A caller that ignores the result must not cause an unhandled rejection.
      written.catch(() => {})
      return written
    },
    written: queue.idle,
    async close() {
      await queue.idle()
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

/** By another running process, which will acknowledge it itself. */
function isBeingRecorded({ pid, startedAt }: { pid: number; startedAt: number }, now: number): boolean {
  return pid !== process.pid && now - startedAt <= LIVE_FOR_MS && isAlive(pid)
}

const fullFault = (bytes: number): FaultError =>
  new FaultError(
    'take_not_kept',
    `Too many recordings wait to be sent or discarded (${Math.round(bytes / 1024 / 1024)} MB).`,
    'Send or discard some of them; until then, Parley keeps what you say in memory only.',
  )

const notStored = (cause: unknown): FaultError =>
  new FaultError(
    'take_not_kept',
    'Parley cannot store what you say on disk; it would be lost if Parley stopped now.',
    'Free some disk space, or check the permissions of the profile folder.',
    { retryable: true, cause },
  )
