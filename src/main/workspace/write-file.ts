// Replaces a file whole or not at all: the new content is written beside it and takes its name in one step.
import { randomUUID } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { FaultError } from '../../shared/errors.ts'
import { withFolder } from './open-folder.ts'
import { type InsidePath, shown } from './resolve-inside.ts'

/** Enough of a file's state to notice a write in between. Null if there is no file. */
export type FileMark = Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs' | 'mode'> | null

export async function markOf(absolute: string): Promise<FileMark> {
  return lstat(absolute, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

export async function replaceFile(
  { root, absolute, relative }: InsidePath,
  bytes: Uint8Array,
  options: { before: FileMark; executable?: boolean },
): Promise<void> {
  await inFolderOf({ root, absolute, relative }, { create: true }, async (steady) => {
    const temporary = path.join(path.dirname(steady), `.parley-${randomUUID()}.tmp`)
    try {
      const file = await open(temporary, 'wx', options.executable ? 0o777 : 0o666)
      try {
        await file.writeFile(bytes)
        await file.sync()
        if (options.before) await file.chmod(Number(options.before.mode) & 0o7777)
      } finally {
        await file.close()
      }
      if (!sameMark(options.before, await markOf(steady))) throw changed(relative)
      await rename(temporary, steady)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw error
    }
  })
}

export async function removeFile(inside: InsidePath, before: FileMark): Promise<void> {
  await inFolderOf(inside, { create: false }, async (steady) => {
    if (!sameMark(before, await markOf(steady))) throw changed(inside.relative)
    await rm(steady)
  })
}

/** Calls `use` with a path that leads to the file even if a folder above it is swapped. */
async function inFolderOf(
  { root, absolute, relative }: InsidePath,
  options: { create: boolean },
  use: (steady: string) => Promise<void>,
): Promise<void> {
  try {
    const done = await withFolder(root, path.dirname(absolute), options, async (folder) => {
      await use(path.join(folder, path.basename(absolute)))
      return true
    })
    if (!done) throw changed(relative)
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
    `${shown(file)} has changed since, so Parley did not change it.`,
    'Look at it again, then repeat your request.',
  )
}

/** The lines that a hunk replaces have moved and occur more than once. */
export function ambiguous(file: string): FaultError {
  return new FaultError(
    'file_changed',
    `${shown(file)} has changed since, and now contains these lines several times.`,
    'Nothing was changed. Ask for the changes again, and choose there.',
  )
}

export function notWritten(file: string, cause: unknown): FaultError {
  const why: Record<string, string> = {
    EACCES: 'You may not write there.',
    EPERM: 'You may not write there.',
    EROFS: 'The disk is read-only.',
    ENOSPC: 'The disk is full.',
    EDQUOT: 'The disk is full.',
    EISDIR: 'A folder has that name.',
    ENOTDIR: 'A file is where a folder is needed.',
    EEXIST: 'A file is where a folder is needed.',
    ENAMETOOLONG: 'The name is too long.',
  }
  const reason = why[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'The system refused.'
  return new FaultError(
    'file_not_written',
    `Parley could not write ${shown(file)}. ${reason}`,
    'Nothing was changed. Correct that, then repeat your request.',
    { retryable: true, cause },
  )
}
