// Which branch is checked out, also when somebody checks out another one in a terminal. Git writes that into HEAD, a file
// it replaces in the folder where it keeps the repository.
import path from 'node:path'
import type { Unsubscribe } from '../../core/ports.ts'
import { type FolderWatch, isFolder, watchFolder } from './folder-watch.ts'
import { gitBranch, gitFolder } from './git.ts'

type Listener = (branch: string | null) => void

export interface BranchWatch {
  onBranch(listener: Listener): Unsubscribe
  close(): void
}

export function createBranchWatch(root: string): BranchWatch {
  const listeners = new Set<Listener>()
  const stop = new AbortController()
  let watched: (Target & { watch: FolderWatch }) | undefined
  /** Undefined until it has been asked for once. */
  let branch: string | null | undefined
  let looking = false
  let again = false

  function follow(repository: string | null): void {
    const target = whatToWatch(root, repository)
    if (watched?.folder === target.folder && watched.file === target.file) return
    watched?.watch.close()
    const self = path.basename(target.folder)
    const heard = (name: string | null): void => {
      // A folder that tells of itself has been taken away; another may be there by the same name.
      if (name === self) forget()
      if (name === null || target.file === null || name === target.file || name === self) look()
    }
    watched = { ...target, watch: watchFolder(target.folder, heard, { alone: true }) }
  }

  function forget(): void {
    watched?.watch.close()
    watched = undefined
  }

  async function lookOnce(): Promise<void> {
    const repository = await gitFolder(root, stop.signal)
    if (stop.signal.aborted) return
    // Watched before it is asked for: a change is then either seen or heard of.
    follow(repository)
    become(repository === null ? null : await gitBranch(root, stop.signal))
  }

  function become(now: string | null): void {
    if (now === branch || stop.signal.aborted) return
    branch = now
    for (const listener of listeners) listener(now)
  }

  /** One look at a time; whatever is heard during one is one more look afterwards. */
  function look(): void {
    again = true
    if (looking || stop.signal.aborted) return
    looking = true
    void (async () => {
      while (again && !stop.signal.aborted) {
        again = false
        // Without git there are no branches; what else fails is tried again at the next change.
        await lookOnce().catch(() => become(branch ?? null))
      }
      looking = false
    })()
  }

  return {
    onBranch(listener) {
      listeners.add(listener)
      if (branch === undefined) look()
      else listener(branch)
      return () => void listeners.delete(listener)
    },
    close() {
      stop.abort()
      listeners.clear()
      forget()
    },
  }
}

interface Target {
  folder: string
  /** What in it says that there may be another branch; null where anything may. */
  file: 'HEAD' | '.git' | null
}

/** Where there is no repository, the open folder is watched for one; one that is being made comes into being piece by piece. */
function whatToWatch(root: string, repository: string | null): Target {
  if (repository !== null) return { folder: repository, file: 'HEAD' }
  const made = path.join(root, '.git')
  return isFolder(made) ? { folder: made, file: null } : { folder: root, file: '.git' }
}
