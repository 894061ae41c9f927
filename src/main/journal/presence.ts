// Which processes have a journal open: each creates a file NAME.PID.open beside it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { namesIn, stemOf } from './segments.ts'

export interface Presence {
  /** Whether another running process has the journal open. */
  isShared(): boolean
  leave(): void
}

export function announcePresence(path: string): Presence {
  const folder = dirname(path)
  const stem = stemOf(path)
  const markOf = (pid: number): string => join(folder, `${stem}.${pid}.open`)
  quietly(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(markOf(process.pid), '', { mode: 0o600 })
  })
  return {
    isShared() {
      const others = namesIn(folder)
        .filter((name) => name.startsWith(`${stem}.`))
        .map((name) => Number(/^\.(\d+)\.open$/.exec(name.slice(stem.length))?.[1]))
        .filter((pid) => pid > 0 && pid !== process.pid)
      const dead = others.filter((pid) => !isAlive(pid))
      for (const pid of dead) quietly(() => rmSync(markOf(pid), { force: true }))
      return others.length > dead.length
    },
    leave: () => quietly(() => rmSync(markOf(process.pid), { force: true })),
  }
}

/** On a read-only disk no process can create its file, and none writes either. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    return
  }
}

/** Whether a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
