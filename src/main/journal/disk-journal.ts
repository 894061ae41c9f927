// The session log on disk: one line of JSON per event. Lines are written in order, several at once when they come fast.
// A line cut short by a crash, or spoilt by anything else, is passed over; the rest still counts.
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseJson } from '../../core/parse-json.ts'
import type { Journal } from '../../core/ports.ts'
import { recordedEvent, type RecordedEvent } from '../../shared/conversation.ts'

/** A log larger than this when it is opened is set aside under a dated name, and a new one begun. */
const MAX_LOG_BYTES = 32 * 1024 * 1024

/** What could not be written is kept here as long as the app runs, the newest of it. */
const MAX_UNWRITTEN = 10_000

interface Waiting {
  record: RecordedEvent
  resolve(): void
  reject(error: unknown): void
}

export async function openJournal(path: string): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await setAsideIfLarge(path)
  // Spoken words and code are nobody else's business.
  const file = await open(path, 'a+', 0o600)
  await endLastLine(file)

  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null
  let unwritten: RecordedEvent[] = []
  /** What could not be written may have been written in part; without a line feed, the next event would be spoilt too. */
  let cutShort = false

  async function write(): Promise<void> {
    // Whoever appends has more to do at once, such as showing it, than to wait until a large event is made into text.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const lines = batch.map(({ record }) => `${JSON.stringify(record)}\n`).join('')
        await file.appendFile(cutShort ? `\n${lines}` : lines)
        cutShort = false
        for (const { resolve } of batch) resolve()
      } catch (error) {
        cutShort = true
        unwritten = [...unwritten, ...batch.map(({ record }) => record)].slice(-MAX_UNWRITTEN)
        for (const { reject } of batch) reject(error)
      }
    }
    writing = null
  }

  const drained = async (): Promise<void> => void (await writing)

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        waiting.push({ record, resolve, reject })
        writing ??= write()
      }),

    async sync() {
      await drained()
      await file.datasync()
    },

    async after(id) {
      await drained()
      const records = [...(await readRecords(path)), ...unwritten]
      if (id === null) return { found: true, records }
      const at = records.findLastIndex((record) => record.id === id)
      return { found: at >= 0, records: records.slice(at + 1) }
    },

    async close() {
      await drained()
      await file.close()
    },
  }
}

async function readRecords(path: string): Promise<RecordedEvent[]> {
  const records: RecordedEvent[] = []
  for await (const line of linesOf(path)) {
    const parsed = recordedEvent.safeParse(parseJson(line))
    if (parsed.success) records.push(parsed.data)
  }
  return records
}

const NEWLINE = 0x0a

/** By line feeds alone: what else ends a line to some, such as U+2028, is part of the text of an event. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      pieces.push(chunk.subarray(start, end))
      yield Buffer.concat(pieces).toString('utf8')
      pieces = []
      start = end + 1
    }
    pieces.push(chunk.subarray(start))
  }
  yield Buffer.concat(pieces).toString('utf8')
}

async function setAsideIfLarge(path: string): Promise<void> {
  const size = await stat(path).then(
    (info) => info.size,
    () => 0,
  )
  if (size <= MAX_LOG_BYTES) return
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  await rename(path, path.replace(/\.jsonl$/, `.${stamp}.jsonl`))
}

/** After a crash the last line may lack its end; without one, the next event would be spoilt too. */
async function endLastLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  if (size === 0) return
  const last = Buffer.alloc(1)
  await file.read(last, 0, 1, size - 1)
  if (last[0] !== 0x0a) await file.appendFile('\n')
}
