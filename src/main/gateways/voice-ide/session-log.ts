// The log of one VoiceIDE session on disk, so that a session continues after a reconnection or a restart of Parley. Older
// records are replaced by a summary of what they left behind.
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { shortened, type VoiceIdeLog } from '../../../core/wires/voice-ide/log.ts'
import type { VoiceIdeRecord } from '../../../core/wires/voice-ide/memory.ts'
import { recordLine, readLog, writeLog } from './log-lines.ts'

export interface SessionLog {
  read(): Promise<VoiceIdeLog>
  /** Resolves when the records would survive a crash of this process. One call at a time. */
  append(records: readonly VoiceIdeRecord[]): Promise<void>
  /** Closes the file. A later append opens it again. */
  close(): void
}

export interface LogLimits {
  records: number
  bytes: number
}

/** With the summary, a file stays below about four megabytes. */
const LIMITS: LogLimits = { records: 2_000, bytes: 3 * 1024 * 1024 }

/** A larger file is not a log of Parley. It is deleted. */
const MAX_READ_BYTES = 16 * 1024 * 1024

export function createSessionLog(path: string, limits = LIMITS): SessionLog {
  /** The size since the last shortening; null until the file was read. */
  let grown: LogLimits | null = null
  /** Stays open, since opening a file takes longer than writing a line. */
  let descriptor: number | null = null

  function write(text: string): void {
    try {
      descriptor ??= openSync(path, 'a', 0o600)
      appendFileSync(descriptor, text)
    } catch (error) {
      // The last line may be incomplete; `prepare` ends it.
      grown = null
      close()
      throw error
    }
  }

  function close(): void {
    if (descriptor !== null) closeSync(descriptor)
    descriptor = null
  }

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
    // Private: it contains what the user said.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await endLastLine(path)
    const { records } = await read()
    return { records: records.length, bytes: bytesOf(records.map(recordLine).join('')) }
  }

  async function shorten(): Promise<LogLimits> {
    const log = await read()
    let keep = 0
    let bytes = 0
    for (const record of log.records.toReversed()) {
      bytes += bytesOf(recordLine(record))
      if (keep >= limits.records / 2 || bytes > limits.bytes / 2) break
      keep++
    }
    const short = shortened(log, keep)
    const next = `${path}.next`
    // Windows can replace a file only while nobody has it open.
    close()
    try {
      await writeFile(next, writeLog(short), { mode: 0o600 })
      await rename(next, path)
    } catch (error) {
      // Frees space on a full disk.
      await rm(next, { force: true })
      throw error
    }
    return { records: keep, bytes: bytesOf(short.records.map(recordLine).join('')) }
  }

  return {
    read,
    async append(records) {
      grown ??= await prepare()
      const text = records.map(recordLine).join('')
      write(text)
      grown = { records: grown.records + records.length, bytes: grown.bytes + bytesOf(text) }
      if (grown.records > limits.records || grown.bytes > limits.bytes) grown = await shorten()
    },
    close,
  }
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** Ends an incomplete last line, which a crash may leave. It would spoil the next record. */
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
