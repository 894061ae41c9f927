// A process and all processes it started: how to end them together, also when Parley itself is killed.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

const system = (program: string): string =>
  path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', program)

/** Ends the group of a process that was started as `detached`, which makes it the leader of a group. */
export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child
  if (pid === undefined) return
  if (process.platform === 'win32') {
    if (child.exitCode === null)
      spawn(system('taskkill.exe'), ['/pid', String(pid), '/t', '/f'], { windowsHide: true }).on(
        'error',
        () => child.kill(),
      )
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty: all processes have ended.
  }
}

/**
 * Kills the group when this process ends, however it ends. A watcher waits for the end of its input, which the system closes
 * even for a process that was killed. The returned function stops the watcher: once the group is empty, its id may soon
 * belong to another one.
 */
export function killGroupOnExit(pid: number): () => void {
  const watcher =
    process.platform === 'win32'
      ? spawn(system('cmd.exe'), ['/d', '/s', '/c', `set /p _= & taskkill /f /t /pid ${pid}`], {
          stdio: ['pipe', 'ignore', 'ignore'],
          windowsHide: true,
          // The shell looks for taskkill here first, and not in a folder that somebody else may have filled.
          cwd: system('.'),
        })
      : spawn('/bin/sh', ['-c', 'read -r _; kill -s KILL -- "-$1"', 'sh', String(pid)], {
          stdio: ['pipe', 'ignore', 'ignore'],
          // A terminal's signals to all its programs must not end the watcher first.
          detached: true,
        })
  // Without a watcher, the agent may outlive a crash of the app.
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  return () => void watcher.kill('SIGKILL')
}
