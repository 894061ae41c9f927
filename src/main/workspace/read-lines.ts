// Reads a few lines of a file without reading more than necessary: a search may find something in a file that is far too
// large to show.
import type { FileHandle } from 'node:fs/promises'
import type { FileLines } from '../../core/ports/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { decodeLine, encodingOf } from './text-encoding.ts'
import { withOrdinaryFile } from './open-ordinary-file.ts'
import { readText } from './read-file.ts'
import { resolveInside, shown } from './resolve-inside.ts'

/** How far to read for a line. */
const MAX_SCANNED_BYTES = 256 * 1024 * 1024
const PIECE_BYTES = 256 * 1024
/** A longer line is cut. */
const MAX_LINE_CHARACTERS = 2_000
const MAX_LINE_BYTES = MAX_LINE_CHARACTERS * 4
const NEWLINE = 10

export async function readLines(
  root: string,
  asked: string,
  { line, around }: { line: number; around: number },
): Promise<FileLines> {
  const inside = await resolveInside(root, asked)
  const startLine = Math.max(1, line - around)
  const lines = await withOrdinaryFile(inside, MAX_SCANNED_BYTES, async (file) => {
    const head = Buffer.alloc(8192)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const encoding = encodingOf(head.subarray(0, bytesRead))
    if (encoding === null) {
      throw new FaultError(
        'file_binary',
        `${shown(inside.relative)} is not text.`,
        'Open it in a program for that kind of file.',
      )
    }
    if (encoding.startsWith('utf16')) return null
    return linesOf(file, startLine, line + around)
  })
  // In UTF-16 a line end has two bytes; such files are few and small.
  const found =
    lines ??
    (await readText(root, asked)).text
      .split('\n')
      .slice(startLine - 1, line + around)
      .map(shortened)
  if (line > 1 && startLine + found.length <= line) {
    throw new FaultError(
      'file_changed',
      `${shown(inside.relative)} has no line ${line} any more.`,
      'Search again.',
    )
  }
  return { file: inside.relative, startLine, lines: found }
}

/** The lines from one to another, both included; fewer if the file ends before. */
async function linesOf(file: FileHandle, from: number, to: number): Promise<string[]> {
  const piece = Buffer.alloc(PIECE_BYTES)
  const collector = createLineCollector(from, to)
  for (let at = 0; at < MAX_SCANNED_BYTES;) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) break
    if (!collector.take(piece.subarray(0, bytesRead))) return collector.lines
    at += bytesRead
  }
  collector.end()
  return collector.lines
}

function createLineCollector(from: number, to: number) {
  const lines: string[] = []
  let number = 1
  let parts: Buffer[] = []
  let length = 0
  const collect = (bytes: Buffer): void => {
    if (number < from) return
    const wanted = bytes.subarray(0, MAX_LINE_BYTES - length)
    parts.push(Buffer.from(wanted))
    length += wanted.length
  }
  const endLine = (): void => {
    if (number >= from) lines.push(shortened(decodeLine(whole(Buffer.concat(parts)))))
    number++
    parts = []
    length = 0
  }
  return {
    lines,
    /** False once it has all lines. */
    take(bytes: Buffer): boolean {
      let start = 0
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        collect(bytes.subarray(start, end))
        endLine()
        if (number > to) return false
        start = end + 1
      }
      collect(bytes.subarray(start))
      return true
    },
    /** Text after the last line end is a line only if there is some. */
    end(): void {
      if (length > 0) endLine()
    },
  }
}

/** Drops the start of a character that was cut with the line. */
function whole(line: Buffer): Buffer {
  if (line.length < MAX_LINE_BYTES) return line
  let end = line.length
  while (end > line.length - 4 && ((line[end - 1] as number) & 0xc0) === 0x80) end--
  return ((line[end - 1] as number) & 0xc0) === 0xc0 ? line.subarray(0, end - 1) : line
}

function shortened(line: string): string {
  const plain = line.replace(/^\ufeff/, '').replace(/\r$/, '')
  return plain.length > MAX_LINE_CHARACTERS ? `${plain.slice(0, MAX_LINE_CHARACTERS)}…` : plain
}
