// Writes, deletes and patches files of the workspace, one thing at a time.
import path from 'node:path'
import type { TextEncoding, WrittenFile } from '../../core/codebase.ts'
import type { Workspace } from '../../core/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { applyHunks } from './apply-hunks.ts'
import { type DecodedText, decodeText, encodeText } from './decode-text.ts'
import { lineEndingOf, withLineEnding } from './line-ending.ts'
import { badPatch, type FilePatch, parsePatch, type PatchHunk } from './parse-patch.ts'
import { readBytes } from './read-bytes.ts'
import { fileNotFound, type InsidePath, resolvePlace, resolveInside, shown } from './resolve-inside.ts'
import {
  ambiguous,
  changed,
  type FileMark,
  markOf,
  notWritten,
  removeFile,
  replaceFile,
} from './write-file.ts'

export type FileWriter = Pick<Workspace, 'writeText' | 'deleteFile' | 'applyPatch'>

interface CurrentFile {
  inside: InsidePath
  mark: FileMark
  /** Null where there is no file. */
  decoded: DecodedText | null
}

/** What becomes of one file: a text, or null for its end. */
interface Step {
  current: CurrentFile
  text: string | null
  executable: boolean
  /** Where there is no file whose encoding it would keep. */
  encoding?: TextEncoding
}

/** `onWritten` hears which files are not as they were. */
export function createFileWriter(root: string, onWritten: (files: string[]) => void): FileWriter {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work)
    turn = result.catch(() => {})
    return result
  }

  async function carryOut({ current, text, executable, encoding = 'utf8' }: Step): Promise<void> {
    const { inside, mark, decoded } = current
    if (text === null) await removeFile(inside, mark)
    else {
      const bytes = encodeText(text, decoded?.encoding ?? encoding)
      if (bytes === null) throw noSuchSign(inside.relative)
      await replaceFile(root, inside, bytes, { before: mark, executable })
    }
    onWritten([inside.relative])
  }

  return {
    writeText: (asked, text, { expect, encoding = 'utf8' } = {}) =>
      inTurn(async () => {
        const current = await currentFile(root, asked)
        const before = current.decoded?.text ?? null
        if (expect !== undefined && expect !== before) throw changed(current.inside.relative)
        const after = before === null ? text : withLineEnding(text, lineEndingOf(before))
        if (after !== before) await carryOut({ current, text: after, executable: false, encoding })
        return written({ current, text: after, executable: false, encoding })
      }),

    deleteFile: (asked, { expect } = {}) =>
      inTurn(async () => {
        const { relative } = await resolveInside(root, asked)
        const current = await currentFile(root, asked)
        if (current.decoded === null) throw fileNotFound(asked)
        if (expect !== undefined && expect !== current.decoded.text) throw changed(relative)
        await carryOut({ current, text: null, executable: false })
      }),

    applyPatch: (patch, { reverse = false } = {}) =>
      inTurn(async () => {
        const steps: Step[] = []
        // All of it is worked out before anything is written: it fits as a whole or not at all.
        for (const file of parsePatch(patch)) {
          const step = await patchStep(root, file, reverse)
          if (steps.some(({ current }) => current.inside.absolute === step.current.inside.absolute)) {
            throw badPatch('It names a file twice.')
          }
          steps.push(step)
        }
        const done: Step[] = []
        try {
          for (const step of steps) {
            await carryOut(step)
            done.push(step)
          }
        } catch (error) {
          for (const step of done.toReversed()) await takeBack(step)
          throw error
        }
        return steps.map(written)
      }),
  }

  async function takeBack({ current, text }: Step): Promise<void> {
    const mark = await markOf(current.inside.absolute)
    const { decoded } = current
    if (text === null && mark !== null) return
    await carryOut({ current: { ...current, mark }, text: decoded?.text ?? null, executable: false })
  }
}

function written({ current, text, encoding = 'utf8' }: Step): WrittenFile {
  const before = current.decoded?.text ?? null
  return {
    file: current.inside.relative,
    created: before === null,
    deleted: text === null,
    before,
    after: text,
    encoding: current.decoded?.encoding ?? encoding,
  }
}

async function patchStep(root: string, file: FilePatch, reverse: boolean): Promise<Step> {
  const [from, to] = reverse ? [file.newFile, file.oldFile] : [file.oldFile, file.newFile]
  const { executable, hunks } = file
  if (from === null) {
    const current = await currentFile(root, to as string)
    if (current.decoded !== null) throw changed(current.inside.relative)
    return { current, text: textWith(current, '', hunks, reverse), executable }
  }
  // A rename is left as it is: only what is in the file, under the name it has now, is changed.
  const current = await currentFile(root, from)
  const { decoded } = current
  if (decoded === null) throw fileNotFound(from)
  const text = textWith(current, decoded.text, likeFile(hunks, decoded), reverse)
  if (to === null && text !== '') throw changed(current.inside.relative)
  return { current, text: to === null ? null : text, executable }
}

function textWith(
  { inside: { relative } }: CurrentFile,
  text: string,
  hunks: readonly PatchHunk[],
  reverse: boolean,
): string {
  const applied = applyHunks(text, hunks, reverse)
  if (applied.tag === 'applied') return applied.text
  throw applied.tag === 'ambiguous' ? ambiguous(relative) : changed(relative)
}

/** A diff that went through other hands may have lost carriage returns, or still have the mark that we keep aside. */
function likeFile(hunks: readonly PatchHunk[], { text, encoding }: DecodedText): PatchHunk[] {
  const bare = !hunks.some(({ lines }) => lines.some((line) => line.text.endsWith('\r\n')))
  const crlf = bare && lineEndingOf(text) === 'crlf'
  const marked = encoding === 'utf8-bom'
  return hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => {
      const unmarked = marked ? line.text.replace(/^\ufeff/, '') : line.text
      return { mark: line.mark, text: crlf ? withLineEnding(unmarked, 'crlf') : unmarked }
    }),
  }))
}

async function currentFile(root: string, asked: string): Promise<CurrentFile> {
  const inside = await resolvePlace(root, asked)
  if (
    path
      .relative(root, inside.absolute)
      .split(path.sep)
      .some((part) => part.toLowerCase() === '.git')
  ) {
    throw new FaultError(
      'file_not_written',
      `${shown(inside.relative)} belongs to git, and is left to it.`,
      'Use git itself for that.',
    )
  }
  let mark: FileMark
  try {
    mark = await markOf(inside.absolute)
  } catch (error) {
    throw notWritten(inside.relative, error)
  }
  if (mark === null) return { inside, mark, decoded: null }
  const bytes = await readBytes(inside)
  const decoded = decodeText(bytes)
  // Text that does not come back as the same bytes would be damaged in places nobody touched.
  if (decoded === null || !encodeText(decoded.text, decoded.encoding)?.equals(bytes)) {
    throw new FaultError(
      'file_binary',
      `${shown(inside.relative)} is not wholly text, and writing it would damage it.`,
      'Change it in a program made for that kind of file.',
    )
  }
  return { inside, mark, decoded }
}

function noSuchSign(file: string): FaultError {
  return new FaultError(
    'file_not_written',
    `${shown(file)} is in an older encoding that cannot write some of these characters.`,
    'Leave them out, or save the file as UTF-8 first.',
  )
}
