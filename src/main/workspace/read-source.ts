// Reads one file for the index: its symbols and passages.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ReadFile } from './code-store.ts'
import { isStillAt } from './open-ordinary-file.ts'
import { type Passage, passagesOf } from './passages.ts'
import type { SymbolReader } from './symbol-reader.ts'
import { decodeText } from './text-encoding.ts'

const MAX_FILE_BYTES = 1024 * 1024

/** Null if the file is gone, too large or no text. */
export async function readSource(root: string, file: string, reader: SymbolReader): Promise<ReadFile | null> {
  const read = readText(path.join(root, file))
  if (read === null) return null
  const { text, modified, size } = read
  const symbols = await reader.read(file, text).catch(() => [])
  return { file, modified, size, symbols, passages: passagesOrNone(file, text, symbols) }
}

/** One odd file must not end the index of a folder. */
function passagesOrNone(...source: Parameters<typeof passagesOf>): Passage[] {
  try {
    return passagesOf(...source)
  } catch {
    return []
  }
}

/** Synchronously, not in the shared thread pool: nobody waits for this, and a thousand files would delay other work. */
function readText(absolute: string): { text: string; modified: number; size: number } | null {
  let handle: number | null = null
  try {
    // A link is not followed: it may have replaced a file and lead anywhere.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    handle = openSync(absolute, flags)
    const stats = fstatSync(handle)
    if (!isStillAt(handle, absolute)) return null
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return null
    const text = decodeText(readFileSync(handle))?.text
    return text === undefined ? null : { text, modified: stats.mtimeMs, size: stats.size }
  } catch {
    return null
  } finally {
    if (handle !== null) closeSync(handle)
  }
}
