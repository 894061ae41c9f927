// Ends with a child and lets it end with us. npm signals the shell it started us from and not us, so a parent that is gone
// means stop as well.
import type { ChildProcess } from 'node:child_process'

const PARENT_CHECK_MS = 100

export function passOn(child: ChildProcess): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
