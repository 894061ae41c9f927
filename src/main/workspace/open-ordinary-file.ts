// Opens a file that is there to be read: no folder, no pipe that would wait for somebody to write into it.
import { constants } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { FaultError } from '../../shared/errors.ts'
import { fileNotFound, type InsidePath, shown } from './resolve-inside.ts'

// Windows knows neither of the two.
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Hands the open file to `use` and closes it after. What is larger than `limit` bytes is not opened. */
export async function withOrdinaryFile<T>(
  { absolute, relative }: InsidePath,
  limit: number,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  // Looked at before it is opened, since opening a pipe would wait for somebody to write into it. The path is a real one:
  // a link that stands there now has come since, and may lead anywhere.
  const before = await lstat(absolute, { bigint: true }).catch(() => {
    throw fileNotFound(relative)
  })
  if (!before.isFile()) {
    const what = before.isDirectory() ? 'a folder' : 'no ordinary file'
    throw new FaultError(
      'file_not_found',
      `${shown(relative) || 'That'} is ${what}.`,
      'Name a file inside it, or search for one.',
    )
  }
  const size = Number(before.size)
  if (size > limit) throw tooLarge(relative, size)

  const file = await open(absolute, READ_ONLY).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw fileNotFound(relative)
    throw new FaultError(
      'file_not_found',
      `${shown(relative)} cannot be read.`,
      'Check that you are allowed to read it.',
      { cause: error },
    )
  })
  try {
    const opened = await file.stat({ bigint: true })
    if (opened.dev !== before.dev || opened.ino !== before.ino) throw replaced(relative)
    return await use(file, size)
  } finally {
    await file.close()
  }
}

function replaced(relative: string): FaultError {
  return new FaultError(
    'file_changed',
    `${shown(relative)} was replaced while it was opened.`,
    'Ask for it again.',
    { retryable: true },
  )
}

function tooLarge(relative: string, size: number): FaultError {
  const megabytes = Math.ceil(size / (1024 * 1024))
  return new FaultError(
    'file_too_large',
    `${shown(relative)} is ${megabytes} MB, more than can be shown.`,
    'Search for the part you want to see.',
  )
}
