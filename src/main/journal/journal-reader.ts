// Reads a journal from its end, over all of its segments: only as much is read from disk as is asked for.
import { open, type FileHandle } from 'node:fs/promises'
import { BoundedMap } from '../../base/bounded.ts'
import { parseJson } from '../../base/parse-json.ts'
import type { JournalEntry, JournalRange, JournalReading } from '../../core/ports/journal.ts'
import { recordedEvent, type RecordedEvent } from '../../shared/conversation.ts'
import type { Bodies } from './bodies.ts'
import { headOf, idIn, intactPart, type EventHead } from './event-line.ts'
import { linesBackward } from './lines-backward.ts'
import { archivesOf, segmentAt, type Segment } from './segments.ts'

/** Places of events that a window may read from again. */
const MAX_PLACES = 1_000
/** Artifacts whose newest version is known. */
const MAX_VERSIONS = 50_000

interface Place {
  inode: number
  at: number
}

export interface JournalReader {
  /** An event was appended, written or not. */
  appended(record: RecordedEvent): void
  read(range: JournalRange): Promise<JournalReading | null>
}

export function createJournalReader(
  path: string,
  bodies: Bodies,
  unwritten: () => readonly RecordedEvent[],
): JournalReader {
  let newest: string | null = null
  /** The event with the newest version of each artifact. */
  const versions = new BoundedMap<string, string>(MAX_VERSIONS)
  const places = new BoundedMap<string, Place>(MAX_PLACES)

  /** Reading backward meets the newest version first. */
  function isSuperseded({ artifactId, id }: EventHead): boolean {
    if (artifactId === null) return false
    const known = versions.get(artifactId)
    if (known === undefined) versions.set(artifactId, id)
    return known !== undefined && known !== id
  }

  async function read({ before = null, after = null, only }: JournalRange): Promise<JournalReading | null> {
    // Events appended from here on are not part of the reading.
    const segments = [...archivesOf(path), segmentAt(path) ?? []].flat().toReversed()
    const inMemory = unwritten().toReversed()
    const last = inMemory[0]?.id ?? newest ?? (await newestOnDisk(segments))
    if (before !== null && !(await isKnown(before, segments, inMemory))) return null
    let found = after === null
    const events = async function* (): AsyncGenerator<JournalEntry> {
      if (before === null || inMemory.some(({ id }) => id === before)) {
        const from = inMemory.findIndex(({ id }) => id === before) + 1
        for (const record of inMemory.slice(from)) {
          found ||= record.id === after
          if (found && after !== null) return
          if (!only || only.has(record.event.type)) yield entryInMemory(record)
        }
      }
      const from = before === null ? undefined : places.get(before)
      for await (const { head, line, place } of linesOf(segments, from)) {
        if (head.id === after) {
          found = true
          return
        }
        const superseded = isSuperseded(head)
        if (!only || only.has(head.type)) yield entryOnDisk(head, Buffer.from(line), place, superseded)
      }
    }
    return { newest: last, events: events(), foundAfter: () => found }
  }

  const entryInMemory = (record: RecordedEvent): JournalEntry => ({
    id: record.id,
    type: record.event.type,
    turnId: 'turnId' in record.event ? record.event.turnId : null,
    size: JSON.stringify(record).length,
    superseded:
      record.event.type === 'artifact.created' &&
      (versions.get(record.event.artifact.id) ?? record.id) !== record.id,
    read: async () => record,
    remember() {},
  })

  const entryOnDisk = (head: EventHead, line: Buffer, place: Place, superseded: boolean): JournalEntry => ({
    ...head,
    size: line.length + (line.includes('"$body"') ? bodies.sizeIn(parseJson(line.toString('utf8'))) : 0),
    superseded,
    read: () => readLine(line, bodies),
    remember: () => void places.set(head.id, place),
  })

  /** Finds the place of an event, unless the event is in memory. */
  async function isKnown(
    id: string,
    segments: readonly Segment[],
    inMemory: readonly RecordedEvent[],
  ): Promise<boolean> {
    if (inMemory.some((record) => record.id === id)) return true
    const known = places.get(id)
    if (known && (await idAt(known, segments)) === id) return true
    places.delete(id)
    for await (const { head, place } of linesOf(segments)) {
      isSuperseded(head)
      if (head.id !== id) continue
      places.set(id, place)
      return true
    }
    return false
  }

  return {
    appended({ id, event }) {
      newest = id
      if (event.type === 'artifact.created') versions.set(event.artifact.id, id)
    },
    read,
  }
}

interface PlacedLine {
  head: EventHead
  line: Buffer
  place: Place
}

/** Newest first, from just before a place. */
async function* linesOf(segments: readonly Segment[], from?: Place): AsyncGenerator<PlacedLine> {
  const start = from ? segments.findIndex(({ inode }) => inode === from.inode) : 0
  for (const [n, segment] of segments.slice(start).entries()) {
    const { inode, bytes } = segment
    // A file that is gone or cannot be read leaves a gap; the others still count.
    const file = await openToRead(segment)
    if (!file) continue
    try {
      for await (const lines of linesBackward(file, n === 0 && from ? from.at : bytes)) {
        for (const { at, bytes: whole } of lines) {
          const line = intactPart(whole)
          const head = headOf(line)
          if (head) yield { head, line, place: { inode, at: at + whole.length - line.length } }
        }
      }
    } finally {
      await file.close()
    }
  }
}

/** The segment in use may have been archived since it was listed. */
async function openToRead({ path, inode }: Segment): Promise<FileHandle | null> {
  const file = await open(path, 'r').catch(() => null)
  if (file && (await file.stat()).ino === inode) return file
  await file?.close()
  const renamed = archivesOf(path).find((archive) => archive.inode === inode)
  return renamed ? open(renamed.path, 'r').catch(() => null) : null
}

/** The id of the event that begins at a place; null where none does. */
async function idAt(place: Place, segments: readonly Segment[]): Promise<string | null> {
  const segment = segments.find(({ inode }) => inode === place.inode)
  const file = segment ? await openToRead(segment) : null
  if (!file) return null
  try {
    const start = Buffer.alloc(512)
    const { bytesRead } = await file.read(start, 0, start.length, place.at)
    return idIn(start.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function newestOnDisk(segments: readonly Segment[]): Promise<string | null> {
  for await (const { head } of linesOf(segments)) return head.id
  return null
}

async function readLine(line: Buffer, bodies: Bodies): Promise<RecordedEvent | null> {
  const parsed = recordedEvent.safeParse(await bodies.restore(parseJson(line.toString('utf8'))))
  return parsed.success ? parsed.data : null
}
