// Reads a file as text or as a picture, if its size allows that.
import type { FileText } from '../../core/ports/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { decodeText, lineEndingOf } from './text-encoding.ts'
import { readBytes } from './open-ordinary-file.ts'
import { resolveInside, shown } from './resolve-inside.ts'

export async function readText(root: string, asked: string): Promise<FileText> {
  const inside = await resolveInside(root, asked)
  const bytes = await readBytes(inside)
  const decoded = decodeText(bytes)
  if (decoded === null) {
    throw new FaultError(
      'file_binary',
      `${shown(inside.relative)} is not text.`,
      'Open it in a program for that kind of file.',
    )
  }
  return {
    file: inside.relative,
    ...decoded,
    size: bytes.length,
    lineEnding: lineEndingOf(decoded.text),
  }
}

/** The first bytes of each kind in hexadecimal; a dot is any digit. */
const KINDS: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/avif', /^.{8}6674797061766(?:6|9)/],
  ['image/bmp', /^424d.{8}00000000/],
  ['image/x-icon', /^00000100/],
]
const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i

export async function readImage(root: string, asked: string): Promise<{ dataUrl: string }> {
  const inside = await resolveInside(root, asked)
  const bytes = await readBytes(inside)
  const type = imageType(bytes)
  if (type === null) {
    throw new FaultError(
      'file_binary',
      `${shown(inside.relative)} is not a picture Parley can show.`,
      'Open it in a program for that kind of file.',
    )
  }
  return { dataUrl: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` }
}

function imageType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const known = KINDS.find(([, begins]) => begins.test(start))
  if (known) return known[0]
  const text = decodeText(bytes.subarray(0, 4096))?.text
  return text !== undefined && SVG.test(text) ? 'image/svg+xml' : null
}
