// Several Parleys may share a profile: the desktop app and one in a browser. A process that changes a file holds its lock
// meanwhile: a file beside it that only one process can create. A lock of a dead process is removed.
import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** Writing a small file takes far less. */
const STALE_MS = 10_000
const RETRY_MS = 20

export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  const own = `${process.pid} ${randomUUID()}`
  while (!(await create(lock, own))) {
    const holder = await staleHolder(lock)
    if (holder === null) await setTimeout(RETRY_MS)
    else await removeStale(lock, holder)
  }
  try {
    return await work()
  } finally {
    // Another process may have removed a lock that was held too long.
    if ((await contentOf(lock)) === own) await rm(lock, { force: true })
  }
}

async function create(lock: string, own: string): Promise<boolean> {
  const file = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    // Windows reports EPERM for a file that is being removed.
    if (error.code === 'EEXIST' || (process.platform === 'win32' && error.code === 'EPERM')) return null
    throw error
  })
  if (!file) return false
  try {
    await file.writeFile(own)
    return true
  } catch (error) {
    await rm(lock, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** The content of a lock that no process holds any more; null if one holds it, or it is gone. */
async function staleHolder(lock: string): Promise<string | null> {
  const holder = await contentOf(lock)
  const age = await stat(lock).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )
  if (holder === null) return null
  const pid = Number(holder.split(' ')[0])
  const isDead = pid > 0 && pid !== process.pid && !isAlive(pid)
  return isDead || age > STALE_MS ? holder : null
}

/** Renames it first: if two processes find the same stale lock, neither must remove the new lock of the other. */
async function removeStale(lock: string, holder: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`
  try {
    await rename(lock, aside)
  } catch {
    return
  }
  if ((await contentOf(aside)) === holder) await rm(aside, { force: true })
  else await rename(aside, lock)
}

const contentOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
