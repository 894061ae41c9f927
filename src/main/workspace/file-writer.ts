// Writes, deletes and patches files of the workspace, one operation at a time.
import path from 'node:path'
import { createTaskQueue } from '../../base/task-queue.ts'
import type { TextEncoding, WrittenFile } from '../../core/tools/codebase.ts'
import type { Workspace } from '../../core/ports/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { applyHunks, badPatch, type FilePatch, parsePatch, type PatchHunk } from './patch.ts'
import { type DecodedText, decodeText, encodeText, lineEndingOf, withLineEnding } from './text-encoding.ts'
import { readBytes } from './open-ordinary-file.ts'
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
  /** Null if there is no file. */
  decoded: DecodedText | null
}

/** The next text of one file, or null to delete it. */
interface Step {
  current: CurrentFile
  text: string | null
  executable: boolean
  /** For a file that does not exist yet, and so has no encoding to keep. */
  encoding?: TextEncoding
}

/** `onWritten` receives the files that changed. */
export function createFileWriter(root: string, onWritten: (files: string[]) => void): FileWriter {
  const queue = createTaskQueue()

  async function perform({ current, text, executable, encoding = 'utf8' }: Step): Promise<void> {
    const { inside, mark, decoded } = current
    if (text === null) await removeFile(inside, mark)
    else {
      const bytes = encodeText(text, decoded?.encoding ?? encoding)
      if (bytes === null) throw notEncodable(inside.relative)
      await replaceFile(inside, bytes, { before: mark, executable })
    }
    onWritten([inside.relative])
  }

  return {
    writeText: (asked, text, { expect, encoding = 'utf8' } = {}) =>
      queue.run(async () => {
        const current = await currentFile(root, asked)
        const before = current.decoded?.text ?? null
        if (expect !== undefined && expect !== before) throw changed(current.inside.relative)
        const after = before === null ? text : withLineEnding(text, lineEndingOf(before))
        if (after !== before) await perform({ current, text: after, executable: false, encoding })
        return written({ current, text: after, executable: false, encoding })
      }),

    deleteFile: (asked, { expect } = {}) =>
      queue.run(async () => {
        const { relative } = await resolveInside(root, asked)
        const current = await currentFile(root, asked)
        if (current.decoded === null) throw fileNotFound(asked)
        if (expect !== undefined && expect !== current.decoded.text) throw changed(relative)
        await perform({ current, text: null, executable: false })
      }),

    applyPatch: (patch, { reverse = false } = {}) =>
      queue.run(async () => {
        const steps: Step[] = []
        // All steps are worked out before the first is written: the patch fits as a whole or not at all.
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
            await perform(step)
            done.push(step)
          }
        } catch (error) {
          for (const step of done.toReversed()) await revert(step)
          throw error
        }
        return steps.map(written)
      }),
  }

  async function revert({ current, text }: Step): Promise<void> {
    const mark = await markOf(current.inside.absolute)
    const { decoded } = current
    if (text === null && mark !== null) return
    await perform({ current: { ...current, mark }, text: decoded?.text ?? null, executable: false })
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
  // A rename is not reverted: only the content changes, under the current name.
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

/** A diff that passed through other programs may lack carriage returns, or contain the byte order mark. */
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
      `${shown(inside.relative)} belongs to git, so Parley does not change it.`,
      'Use git to change it.',
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
  // Text that does not encode to the same bytes would be damaged in places the change does not touch.
  if (decoded === null || !encodeText(decoded.text, decoded.encoding)?.equals(bytes)) {
    throw new FaultError(
      'file_binary',
      `${shown(inside.relative)} is not entirely text, and writing would damage it.`,
      'Change it in a program for that kind of file.',
    )
  }
  return { inside, mark, decoded }
}

function notEncodable(file: string): FaultError {
  return new FaultError(
    'file_not_written',
    `${shown(file)} uses an older encoding that lacks some of these characters.`,
    'Leave them out, or save the file as UTF-8 first.',
  )
}
