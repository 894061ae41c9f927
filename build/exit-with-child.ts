// Exits when a child process exits, and stops the child when this process is stopped. npm signals the shell that
// started this process, not the process itself, so it also stops when its parent has ended.
import type { ChildProcess } from 'node:child_process'

const PARENT_CHECK_MS = 100

export function exitWithChild(child: ChildProcess): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
