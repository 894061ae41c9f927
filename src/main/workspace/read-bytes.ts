// Reads one ordinary file whole, if it is of a size that can be shown.
import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { FaultError } from '../../shared/errors.ts'
import { fileNotFound, type InsidePath, shown } from './resolve-inside.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024

export async function readBytes({ absolute, relative }: InsidePath): Promise<Uint8Array> {
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
  if (before.size > MAX_FILE_BYTES) throw tooLarge(relative, before.size)

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
    const bytes = Buffer.alloc(before.size)
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
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
