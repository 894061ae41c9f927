// Reads one file as text, if it is text and of a size that can be shown.
import type { FileText } from '../../core/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { decodeText } from './decode-text.ts'
import { lineEndingOf } from './line-ending.ts'
import { readBytes } from './read-bytes.ts'
import { resolveInside, shown } from './resolve-inside.ts'

export async function readText(root: string, asked: string): Promise<FileText> {
  const inside = await resolveInside(root, asked)
  const bytes = await readBytes(inside)
  const decoded = decodeText(bytes)
  if (decoded === null) {
    throw new FaultError(
      'file_binary',
      `${shown(inside.relative)} is not text.`,
      'Open it in a program made for that kind of file.',
    )
  }
  return {
    file: inside.relative,
    ...decoded,
    size: bytes.length,
    lineEnding: lineEndingOf(decoded.text),
  }
}
