// Keeps a folder open, so that a write goes into that very folder, even if another takes its place meanwhile.
import { constants } from 'node:fs'
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { openedPath, showsOpenFiles } from './open-ordinary-file.ts'
import { isInside } from './resolve-inside.ts'

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Calls `use` with a path that leads to the folder even if a parent is swapped, or returns null if a parent has changed.
 * `folder` is a real path inside `root`. With `create`, missing folders are created.
 */
export async function withFolder<T>(
  root: string,
  folder: string,
  { create }: { create: boolean },
  use: (steady: string) => Promise<T>,
): Promise<T | null> {
  if (!isInside(root, folder)) return null
  if (!showsOpenFiles) return withCheckedFolder(folder, create, use)
  let handle: FileHandle | null = await open(root, FOLDER)
  try {
    // One step at a time, from one open folder into the next, and never through a link.
    for (const name of path.relative(root, folder).split(path.sep)) {
      if (name === '') continue
      const next = path.join(openedPath(handle.fd), name)
      if (create) await mkdir(next).catch(unlessThere)
      const parent: FileHandle = handle
      handle = null
      try {
        handle = await open(next, FOLDER)
      } catch (error) {
        if (isLink(error)) return null
        throw error
      } finally {
        await parent.close()
      }
    }
    return await use(openedPath(handle.fd))
  } finally {
    await handle?.close()
  }
}

/** The best other systems offer: the folder is checked just before its use. */
async function withCheckedFolder<T>(
  folder: string,
  create: boolean,
  use: (steady: string) => Promise<T>,
): Promise<T | null> {
  if (create) await mkdir(folder, { recursive: true })
  return (await realpath(folder)) === folder ? use(folder) : null
}

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}

function isLink(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ELOOP' || code === 'EMLINK'
}
