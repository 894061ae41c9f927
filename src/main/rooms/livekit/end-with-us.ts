// Sees to it that a program we started ends with us, however we end: a process that waits for the other end of its input to
// be closed, which a system does even for one that was killed, and ends the program then.
import { spawn } from 'node:child_process'

/** Gives what calls it off, as when the program has ended by itself and its number may soon be another's. */
export function endWithUs(pid: number): () => void {
  const watcher =
    process.platform === 'win32'
      ? spawn('cmd.exe', ['/d', '/s', '/c', `set /p _= & taskkill /f /pid ${pid}`], {
          stdio: ['pipe', 'ignore', 'ignore'],
          windowsHide: true,
        })
      : spawn('/bin/sh', ['-c', 'read -r _; kill -9 "$1"', 'sh', String(pid)], {
          stdio: ['pipe', 'ignore', 'ignore'],
          // What a terminal sends to all of its programs is not meant for this one.
          detached: true,
        })
  // Without it the program may outlive a crash of ours, and nothing else.
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  return () => void watcher.kill('SIGKILL')
}
