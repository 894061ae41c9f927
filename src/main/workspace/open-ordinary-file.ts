// Opens ordinary files only: no folder, and no pipe that would wait for a writer.
import { constants, existsSync, fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { FaultError } from '../../shared/errors.ts'
import { fileNotFound, type InsidePath, shown } from './resolve-inside.ts'

// Windows has neither of the two.
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Calls `use` with the open file and closes it afterwards. Refuses files larger than `limit` bytes. */
export async function withOrdinaryFile<T>(
  { absolute, relative }: InsidePath,
  limit: number,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  // Checked before opening, since opening a pipe would wait for a writer. The path is a real one: a link there now has
  // come since, and may lead anywhere.
  const before = await lstat(absolute, { bigint: true }).catch(() => {
    throw fileNotFound(relative)
  })
  if (!before.isFile()) {
    const what = before.isDirectory() ? 'a folder' : 'not an ordinary file'
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
      `Parley cannot read ${shown(relative)}.`,
      'Check that you may read it.',
      { cause: error },
    )
  })
  try {
    const opened = await file.stat({ bigint: true })
    if (opened.dev !== before.dev || opened.ino !== before.ino) throw replaced(relative)
    if (!isStillAt(file.fd, absolute)) throw replaced(relative)
    return await use(file, size)
  } finally {
    await file.close()
  }
}

function replaced(relative: string): FaultError {
  return new FaultError(
    'file_changed',
    `${shown(relative)} was replaced while Parley opened it.`,
    'Ask for it again.',
    { retryable: true },
  )
}

function tooLarge(relative: string, size: number): FaultError {
  const megabytes = Math.ceil(size / (1024 * 1024))
  return new FaultError(
    'file_too_large',
    `${shown(relative)} is ${megabytes} MB, too large to show.`,
    'Search for the part you want to see.',
  )
}

const MAX_FILE_BYTES = 5 * 1024 * 1024

export function readBytes(inside: InsidePath): Promise<Uint8Array> {
  return withOrdinaryFile(inside, MAX_FILE_BYTES, async (file, size) => {
    const bytes = Buffer.alloc(size)
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  })
}

/** Linux shows open files as links, and such a link leads to the very file that is open. */
const OPEN_FILES = '/proc/self/fd'
export const showsOpenFiles = process.platform === 'linux' && existsSync(OPEN_FILES)
export const openedPath = (descriptor: number): string => `${OPEN_FILES}/${descriptor}`

/** `absolute` is a real path. */
export function isStillAt(descriptor: number, absolute: string): boolean {
  return pathOf(descriptor, absolute) === absolute
}

/** If the system does not tell, the path is followed again and must lead to the same file. */
function pathOf(descriptor: number, absolute: string): string | null {
  try {
    if (showsOpenFiles) return readlinkSync(openedPath(descriptor))
    const opened = fstatSync(descriptor, { bigint: true })
    const real = realpathSync.native(absolute)
    const there = lstatSync(real, { bigint: true })
    return opened.dev === there.dev && opened.ino === there.ino ? real : null
  } catch {
    return null
  }
}
