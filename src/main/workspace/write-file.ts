// Replaces a file whole or not at all: the new content is written beside it and takes its name in one step.
import { randomUUID } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { chmod, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { FaultError } from '../../shared/errors.ts'
import { type InsidePath, isInside, shown } from './resolve-inside.ts'

/** As much of a file's state as tells whether somebody wrote it in between. Null for a file that is not there. */
export type FileMark = Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs' | 'mode'> | null

export async function markOf(absolute: string): Promise<FileMark> {
  return stat(absolute, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

export async function replaceFile(
  root: string,
  { absolute, relative }: InsidePath,
  bytes: Uint8Array,
  options: { before: FileMark; executable?: boolean },
): Promise<void> {
  const folder = path.dirname(absolute)
  const temporary = path.join(folder, `.parley-${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    // Looked at again: a parent may have become a link since it was resolved.
    if ((await realpath(folder)) !== folder || !isInside(root, folder)) throw changed(relative)
    const file = await open(temporary, 'wx', options.executable ? 0o777 : 0o666)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    if (options.before) await chmod(temporary, Number(options.before.mode) & 0o7777)
    if (!sameMark(options.before, await markOf(absolute))) throw changed(relative)
    await rename(temporary, absolute)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error instanceof FaultError ? error : notWritten(relative, error)
  }
}

export async function removeFile({ absolute, relative }: InsidePath, before: FileMark): Promise<void> {
  try {
    if (!sameMark(before, await markOf(absolute))) throw changed(relative)
    await rm(absolute)
  } catch (error) {
    throw error instanceof FaultError ? error : notWritten(relative, error)
  }
}

function sameMark(a: FileMark, b: FileMark): boolean {
  if (a === null || b === null) return a === b
  return a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

export function changed(file: string): FaultError {
  return new FaultError(
    'file_changed',
    `${shown(file)} has changed since, so it was left as it is.`,
    'Look at it as it is now, and ask again.',
  )
}

/** The lines that a hunk replaces have moved, and are there more than once. */
export function ambiguous(file: string): FaultError {
  return new FaultError(
    'file_changed',
    `${shown(file)} has changed since, and these lines are now in several places of it.`,
    'Nothing was changed. Look at the changes as they are now, and choose there.',
  )
}

export function notWritten(file: string, cause: unknown): FaultError {
  const why: Record<string, string> = {
    EACCES: 'You may not write there.',
    EPERM: 'You may not write there.',
    EROFS: 'The disk cannot be written to.',
    ENOSPC: 'The disk is full.',
    EDQUOT: 'The disk is full.',
    EISDIR: 'There is a folder of that name.',
    ENOTDIR: 'A file stands where a folder is needed.',
    EEXIST: 'A file stands where a folder is needed.',
    ENAMETOOLONG: 'The name is too long.',
  }
  const reason = why[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'The system did not allow it.'
  return new FaultError(
    'file_not_written',
    `${shown(file)} could not be written. ${reason}`,
    'Nothing was changed. Correct that and ask again.',
    { retryable: true, cause },
  )
}
