// Writes a journal: one line of JSON per event, at the end of the segment in use. A full segment is renamed to a dated
// archive while the app runs; the oldest archives are deleted when all of them exceed the quota.
//
// Several processes may write to one journal. Each event is a single write at the end of the file, so lines stay whole
// without a lock. Nothing is ever rewritten: a process that finds its segment renamed opens the new one, and a line that
// it wrote in between is in the archive, which is read as well.
import {
  closeSync,
  fdatasync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { RecordedEvent } from '../../shared/conversation.ts'
import type { Bodies } from './bodies.ts'
import { archivesOf, nextArchive } from './segments.ts'

const MB = 1024 * 1024
/** Events that could not be written stay in memory, the newest of them, and are tried again with the next event. */
const MAX_UNWRITTEN = 10_000
const MAX_UNWRITTEN_BYTES = 64 * MB
/** A file's time is coarser than an event's. */
const CLOCK_SLACK_MS = 1_000

interface Options {
  segmentBytes: number
  totalBytes: number
  bodies: Bodies
  now(): number
}

export interface JournalWriter {
  /** Throws where the event cannot be written. */
  append(record: RecordedEvent): void
  /** Events that could not be written yet, oldest first. */
  unwritten(): readonly RecordedEvent[]
  sync(): Promise<void>
  close(): Promise<void>
}

export function createJournalWriter(path: string, options: Options): JournalWriter {
  const { bodies, now, segmentBytes, totalBytes } = options
  /** Null while it cannot be opened, as on a read-only disk; each event tries again. */
  let segment: OpenSegment | null = null
  let closed = false
  /** Settles when all archived segments are safe from a power cut. */
  let archiving: Promise<void> = Promise.resolve()
  const unwritten: { record: RecordedEvent; bytes: number }[] = []
  try {
    segment = openSegment(path)
    archiveIfFull(segment)
  } catch {
    // The first event that cannot be written reports it.
  }

  /** Another process may have archived the segment, or somebody deleted it. */
  function currentSegment(): OpenSegment {
    if (segment && statSync(path, { throwIfNoEntry: false })?.ino === segment.inode) return segment
    const opened = openSegment(path)
    if (segment) retire(segment)
    segment = opened
    return opened
  }

  function retire({ descriptor }: OpenSegment): void {
    const safe = promisify(fdatasync)(descriptor).finally(() => closeSync(descriptor))
    archiving = Promise.all([archiving, safe]).then(() => {})
    archiving.catch(() => {})
  }

  function archiveIfFull(full: OpenSegment): void {
    if (fstatSync(full.descriptor).size <= segmentBytes) return
    const archive = nextArchive(path, now())
    try {
      renameSync(path, archive)
    } catch {
      // Windows does not rename what another program has open: the next event tries again.
      return
    }
    try {
      segment = openSegment(path)
    } catch {
      // The disk is full: the segment stays in use.
      renameSync(archive, path)
      return
    }
    retire(full)
    deleteOldest()
  }

  function deleteOldest(): void {
    const archives = archivesOf(path)
    let total = archives.reduce((sum, { bytes }) => sum + bytes, 0)
    let deleted = false
    while (total > totalBytes && archives.length > 0) {
      const oldest = archives.shift()!
      rmSync(oldest.path, { force: true })
      total -= oldest.bytes
      deleted = true
    }
    if (deleted) bodies.dropBefore((firstTime(archives[0]?.path ?? path) ?? now()) - CLOCK_SLACK_MS)
  }

  function write(record: RecordedEvent): void {
    const text = `${JSON.stringify(bodies.extract(record))}\n`
    const current = currentSegment()
    const line = Buffer.from(current.cutShort ? `\n${text}` : text)
    current.cutShort = true
    if (writeSync(current.descriptor, line) < line.length) throw new Error('The disk is full.')
    current.cutShort = false
    current.bytes += line.length
    if (current.bytes > segmentBytes) archiveIfFull(current)
  }

  function remember(record: RecordedEvent): void {
    unwritten.push({ record, bytes: JSON.stringify(record).length })
    const total = unwritten.reduce((sum, { bytes }) => sum + bytes, 0)
    for (let rest = total; unwritten.length > MAX_UNWRITTEN || rest > MAX_UNWRITTEN_BYTES;)
      rest -= unwritten.shift()!.bytes
  }

  return {
    append(record) {
      const isWaiting = unwritten.some((waiting) => waiting.record.id === record.id)
      try {
        if (closed) throw new Error('The journal is closed.')
        while (unwritten.length > 0) {
          write(unwritten[0]!.record)
          unwritten.shift()
        }
        if (!isWaiting) write(record)
      } catch (error) {
        if (!isWaiting) remember(record)
        throw error
      }
    },
    unwritten: () => unwritten.map(({ record }) => record),
    async sync() {
      await archiving
      await bodies.sync()
      if (segment) await promisify(fdatasync)(segment.descriptor)
    },
    async close() {
      if (closed) return
      closed = true
      await archiving.catch(() => {})
      if (segment) closeSync(segment.descriptor)
    },
  }
}

interface OpenSegment {
  descriptor: number
  inode: number
  bytes: number
  /** The last line lacks its end, after a crash or on a full disk; the next event must not be appended to it. */
  cutShort: boolean
}

function openSegment(path: string): OpenSegment {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Only the user may read transcripts and code.
  const descriptor = openSync(path, 'a+', 0o600)
  const { size, ino } = fstatSync(descriptor)
  const last = Buffer.alloc(1)
  if (size > 0) readSync(descriptor, last, 0, 1, size - 1)
  return { descriptor, inode: ino, bytes: size, cutShort: size > 0 && last[0] !== 0x0a }
}

/** The time of the first event in a file. */
function firstTime(path: string): number | null {
  const descriptor = openSync(path, 'r')
  try {
    const start = Buffer.alloc(512)
    const length = readSync(descriptor, start, 0, start.length, 0)
    const at = /"at":([\d.]+)/.exec(start.toString('utf8', 0, length))?.[1]
    return at === undefined ? null : Number(at)
  } finally {
    closeSync(descriptor)
  }
}
