// The lines of a file, newest first, read in windows from its end.
import type { FileHandle } from 'node:fs/promises'

const WINDOW = 256 * 1024
const NEWLINE = 0x0a

/** No event is longer. A longer line is skipped and never held in memory as a whole. */
const MAX_LINE_BYTES = 32 * 1024 * 1024

export interface Line {
  /** Where in the file it begins. */
  at: number
  bytes: Buffer
}

/**
 * Only line feeds end a line: other characters that some readers treat as line ends, such as U+2028, are part of an
 * event's text. There is one batch per window; a line is valid until the next batch is asked for.
 */
export async function* linesBackward(
  file: FileHandle,
  end: number,
  maxLine = MAX_LINE_BYTES,
): AsyncGenerator<Line[]> {
  /** The end of a line whose beginning has not been reached, in order. */
  let rest: Buffer[] = []
  let restBytes = 0
  let batch: Line[] = []

  function take(at: number, head: Buffer): void {
    if (restBytes + head.length <= maxLine) {
      const bytes = rest.length === 0 ? head : Buffer.concat([head, ...rest])
      if (bytes.length > 0) batch.push({ at, bytes })
    }
    rest = []
    restBytes = 0
  }

  for (let position = end; position > 0;) {
    const from = Math.max(0, position - WINDOW)
    const window = await readExactly(file, from, position - from)
    let stop = window.length
    while (stop > 0) {
      const feed = window.lastIndexOf(NEWLINE, stop - 1)
      if (feed < 0) break
      take(from + feed + 1, window.subarray(feed + 1, stop))
      stop = feed
    }
    restBytes += stop
    if (restBytes > maxLine) rest = []
    else if (stop > 0) rest.unshift(Buffer.from(window.subarray(0, stop)))
    position = from
    if (position === 0) take(0, Buffer.alloc(0))
    if (batch.length > 0) yield batch
    batch = []
  }
}

/** Reads zeros where the file was cut short meanwhile; no event consists of zeros. */
async function readExactly(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, from + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return buffer
}
