// Reports changes below a folder. On macOS and Windows the system watches the whole tree. On Linux each folder is watched
// by itself, and only folders with files of the project: otherwise every file of node_modules would be watched too.
import { type FSWatcher, lstatSync, watch } from 'node:fs'
import path from 'node:path'

export interface FolderWatch {
  /** Watches these folders, relative to the root, from now on. Does nothing if the whole tree is watched. */
  follow(folders: Iterable<string>): void
  /** Why no more changes will be reported; null while all is well. */
  problem(): string | null
  close(): void
}

/** `file` is relative to the root with forward slashes; null if the system does not say which file it is. */
type Listener = (file: string | null) => void

const MAX_FOLDERS = 8192
/** Linux keeps 16,384 events for a busy program, drops the rest, and Node does not say so. */
const MAYBE_DROPPED = 4096
const NOT_OURS = /(?:^|\/)(?:\.git|node_modules)(?:\/|$)|(?:^|\/)\.parley-[^/]*\.tmp$/

/** With `alone`, reports nothing below its folders, and everything in the folder itself. */
export function watchFolder(
  root: string,
  onChange: Listener,
  { alone = false }: { alone?: boolean } = {},
): FolderWatch {
  const wholeTree = !alone && (process.platform === 'darwin' || process.platform === 'win32')
  const watchers = new Map<string, FSWatcher>()
  const first = identityOf(root)
  let problem: string | null = null
  /** Events since the program last did anything else. */
  let atOnce = 0

  function fail(why: string): void {
    problem = why
    closeAll()
    onChange(null)
  }

  function closeAll(): void {
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }

  function add(folder: string): void {
    if (problem !== null || watchers.has(folder)) return
    if (watchers.size >= MAX_FOLDERS) {
      fail(`The project has more than ${MAX_FOLDERS} folders, more than Parley watches.`)
      return
    }
    try {
      const watcher = watch(path.join(root, folder), { recursive: wholeTree, persistent: false }, (_, name) =>
        onEvent(folder, name),
      )
      // Happens, for example, when the folder is deleted.
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The folder is gone already: the watch of the folder above reports that.
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return
      fail('The system allows no more folders to be watched.')
    }
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
    if (folder === '') fail('Parley can no longer watch the folder.')
  }

  /** The folder and those below: if it was moved, they would report what happens elsewhere. */
  function dropAll(folder: string): void {
    for (const other of watchers.keys()) if (other === folder || other.startsWith(`${folder}/`)) drop(other)
  }

  function onEvent(folder: string, name: string | null): void {
    if (atOnce++ === 0) setImmediate(() => (atOnce = 0))
    if (name === null || atOnce === MAYBE_DROPPED) onChange(null)
    if (name === null) return
    const below = path.sep === '/' ? name : name.replaceAll(path.sep, '/')
    const file = folder === '' ? below : `${folder}/${below}`
    if (alone) {
      onChange(file)
      return
    }
    // A folder that is moved or deleted reports its own name.
    if (folder === '' && name === path.basename(root) && identityOf(root) !== first) {
      drop('')
      return
    }
    if (NOT_OURS.test(file)) return
    // A new folder is watched before it is read, so that nothing created in it is missed.
    if (!wholeTree && isFolder(path.join(root, file))) add(file)
    else if (watchers.has(file)) dropAll(file)
    onChange(file)
  }

  add('')
  return {
    follow(folders) {
      if (wholeTree || alone) return
      for (const folder of folders) if (!NOT_OURS.test(folder)) add(folder)
    },
    problem: () => problem,
    close: closeAll,
  }
}

/** Tells a folder from another one that took its place; null if there is none. A symbolic link is no folder. */
function identityOf(folder: string): string | null {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    return stats?.isDirectory() ? `${stats.dev} ${stats.ino}` : null
  } catch {
    return null
  }
}

export const isFolder = (absolute: string): boolean => identityOf(absolute) !== null
