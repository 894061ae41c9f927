// Opens a file that is there to be read: no folder, no pipe that would wait for somebody to write into it.
import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { FaultError } from '../../shared/errors.ts'
import { fileNotFound, type InsidePath, shown } from './resolve-inside.ts'

/** Hands the open file to `use` and closes it after. What is larger than `limit` bytes is not opened. */
export async function withOrdinaryFile<T>(
  { absolute, relative }: InsidePath,
  limit: number,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  // Looked at before it is opened, since opening a pipe would wait for somebody to write into it.
  const before = await stat(absolute)
  if (!before.isFile()) {
    const what = before.isDirectory() ? 'a folder' : 'no ordinary file'
    throw new FaultError(
      'file_not_found',
      `${shown(relative) || 'That'} is ${what}.`,
      'Name a file inside it, or search for one.',
    )
  }
  if (before.size > limit) throw tooLarge(relative, before.size)

  const file = await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw fileNotFound(relative)
      throw new FaultError(
        'file_not_found',
        `${shown(relative)} cannot be read.`,
        'Check that you are allowed to read it.',
        { cause: error },
      )
    },
  )
  try {
    return await use(file, before.size)
  } finally {
    await file.close()
  }
}

function tooLarge(relative: string, size: number): FaultError {
  const megabytes = Math.ceil(size / (1024 * 1024))
  return new FaultError(
    'file_too_large',
    `${shown(relative)} is ${megabytes} MB, more than can be shown.`,
    'Search for the part you want to see.',
  )
}
