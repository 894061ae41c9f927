// The branches of a repository, and which one is checked out.
import path from 'node:path'
import { createEmitter } from '../../base/emitter.ts'
import type { Unsubscribe } from '../../core/ports/clock.ts'
import { type FolderWatch, isFolder, watchFolder } from './folder-watch.ts'
import { gitBranch, gitFolder, runGit } from './git.ts'
import { FaultError } from '../../shared/errors.ts'

export interface BranchWatch {
  onBranch(listener: (branch: string | null) => void): Unsubscribe
  /** Reports whatever happens in the repository itself: a commit, a staged file. */
  onChange(listener: () => void): Unsubscribe
  close(): void
}

export function createBranchWatch(root: string): BranchWatch {
  const changes = createEmitter<[branch: string | null]>()
  const touched = createEmitter<[]>()
  const stop = new AbortController()
  let watched: (Target & { watch: FolderWatch }) | undefined
  /** Undefined until the first lookup. */
  let branch: string | null | undefined
  let isUpdating = false
  let again = false

  function follow(repository: string | null): void {
    const target = watchTarget(root, repository)
    if (watched?.folder === target.folder && watched.file === target.file) return
    watched?.watch.close()
    const self = path.basename(target.folder)
    const onChange = (name: string | null): void => {
      // This reports the watched folder itself: it was deleted, and another one may have its name.
      if (name === self) forget()
      // A lock says only that something is about to happen.
      if (!name?.endsWith('.lock')) touched.emit()
      if (name === null || target.file === null || name === target.file || name === self) update()
    }
    watched = { ...target, watch: watchFolder(target.folder, onChange, { alone: true }) }
  }

  function forget(): void {
    watched?.watch.close()
    watched = undefined
  }

  async function lookUp(): Promise<void> {
    const repository = await gitFolder(root, stop.signal)
    if (stop.signal.aborted) return
    // Watching starts before the lookup, so that no change in between is missed.
    follow(repository)
    setBranch(repository === null ? null : await gitBranch(root, stop.signal))
  }

  function setBranch(now: string | null): void {
    if (now === branch || stop.signal.aborted) return
    branch = now
    changes.emit(now)
  }

  /** One lookup at a time; changes during one cause one more afterwards. */
  function update(): void {
    again = true
    if (isUpdating || stop.signal.aborted) return
    isUpdating = true
    void (async () => {
      while (again && !stop.signal.aborted) {
        again = false
        // Without git there are no branches. Other failures are retried at the next change.
        await lookUp().catch(() => {
          if (stop.signal.aborted) return
          if (!watched) follow(null)
          setBranch(branch ?? null)
        })
      }
      isUpdating = false
    })()
  }

  return {
    onBranch(listener) {
      const unsubscribe = changes.on(listener)
      if (branch === undefined) update()
      else listener(branch)
      return unsubscribe
    },
    onChange(listener) {
      const unsubscribe = touched.on(listener)
      if (branch === undefined) update()
      return unsubscribe
    },
    close() {
      stop.abort()
      changes.clear()
      touched.clear()
      forget()
    },
  }
}

interface Target {
  folder: string
  /** The entry whose change may mean another branch; null for any entry. */
  file: 'HEAD' | '.git' | null
}

/** Without a repository, watches the open folder for one. A new one appears piece by piece. */
function watchTarget(root: string, repository: string | null): Target {
  if (repository !== null) return { folder: repository, file: 'HEAD' }
  const made = path.join(root, '.git')
  return isFolder(made) ? { folder: made, file: null } : { folder: root, file: '.git' }
}

/** The most recently used first. Empty without a repository, or if git must not run in it. */
export async function branchNames(root: string, limit: number): Promise<string[]> {
  const format = ['--sort=-committerdate', `--count=${limit}`, '--format=%(refname:short)']
  try {
    const { code, stdout } = await runGit(root, 'for-each-ref', [...format, 'refs/heads'])
    const names = stdout.toString('utf8').split('\n')
    return code === 0 ? names.filter((name) => name !== '') : []
  } catch (error) {
    if (error instanceof FaultError) return []
    throw error
  }
}
