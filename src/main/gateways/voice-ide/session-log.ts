// The log of one VoiceIDE session on disk, so that a client that was away, or an app that was restarted, goes on where it
// was. It is kept short: older records are made into what they left behind.
import { appendFile, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { shortened, type VoiceIdeLog } from '../../../core/guests/voice-ide-log.ts'
import type { VoiceIdeRecord } from '../../../core/guests/voice-ide-memory.ts'
import { lineOf, readLog, writeLog } from './log-lines.ts'

export interface SessionLog {
  read(): Promise<VoiceIdeLog>
  /** Resolves when the records would survive a crash of this process. One call at a time. */
  append(records: readonly VoiceIdeRecord[]): Promise<void>
}

export interface LogLimits {
  records: number
  bytes: number
}

/** With what older records left behind, a file stays below some four megabytes. */
const LIMITS: LogLimits = { records: 2_000, bytes: 3 * 1024 * 1024 }

/** No log of ours is larger, so what is is not read. */
const MAX_READ_BYTES = 16 * 1024 * 1024

export function createSessionLog(path: string, limits = LIMITS): SessionLog {
  /** What was appended since the log was last made short; null until the file has been looked at. */
  let grown: LogLimits | null = null

  async function read(): Promise<VoiceIdeLog> {
    const size = await sizeOf(path)
    if (size === null) return { before: null, records: [] }
    if (size > MAX_READ_BYTES) {
      await rm(path)
      return { before: null, records: [] }
    }
    return readLog(await readFile(path, 'utf8'))
  }

  async function prepare(): Promise<LogLimits> {
    // What was said is nobody else's business.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await endLastLine(path)
    const { records } = await read()
    return { records: records.length, bytes: bytesOf(records.map(lineOf).join('')) }
  }

  async function shorten(): Promise<LogLimits> {
    const log = await read()
    let keep = 0
    let bytes = 0
    for (const record of log.records.toReversed()) {
      bytes += bytesOf(lineOf(record))
      if (keep >= limits.records / 2 || bytes > limits.bytes / 2) break
      keep++
    }
    const short = shortened(log, keep)
    const next = `${path}.next`
    await writeFile(next, writeLog(short), { mode: 0o600 })
    await rename(next, path)
    return { records: keep, bytes: bytesOf(short.records.map(lineOf).join('')) }
  }

  return {
    read,
    async append(records) {
      grown ??= await prepare()
      const text = records.map(lineOf).join('')
      await appendFile(path, text, { mode: 0o600 })
      grown = { records: grown.records + records.length, bytes: grown.bytes + bytesOf(text) }
      if (grown.records > limits.records || grown.bytes > limits.bytes) grown = await shorten()
    },
  }
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** After a crash the last line may lack its end; without one, the next record would be spoilt too. */
async function endLastLine(path: string): Promise<void> {
  const size = await sizeOf(path)
  if (size === null || size === 0) return
  const file = await open(path, 'a+')
  try {
    const last = Buffer.alloc(1)
    await file.read(last, 0, 1, size - 1)
    if (last[0] !== 0x0a) await file.appendFile('\n')
  } finally {
    await file.close()
  }
}
