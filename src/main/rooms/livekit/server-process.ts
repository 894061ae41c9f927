// The process of a LiveKit server on this computer. It ends with the app, even when the app is killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { delimiter } from 'node:path'
import type { Clock } from '../../../core/ports/clock.ts'
import { programMissingFault, serverEndedFault } from '../../../core/rooms/room-faults.ts'
import type { Fault } from '../../../shared/errors.ts'

interface Options {
  program: string
  configuration: string
  clock: Clock
  /** Called once when it could not be started or ended. */
  onEnded(fault: (wasRunning: boolean) => Fault): void
}

export interface ServerProcess {
  /** The end of what it wrote to standard error. */
  errors(): string
  /** Ends it once `left` resolves. It waits for its participants, so it is killed when that takes too long. */
  end(left: Promise<unknown>): Promise<void>
}

const MAX_ERRORS = 2_000
const MAX_END_MS = 3_000

export function startServerProcess({ program, configuration, clock, onEnded }: Options): ServerProcess {
  const child = spawn(program, [], {
    // Not as an argument, which every user of this computer can read.
    env: environment(configuration),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERRORS)
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const stopWatcher = child.pid === undefined ? null : killOnExit(child.pid)
  child.once('error', () => {
    process.off('exit', kill)
    onEnded(() => programMissingFault(program))
  })
  child.once('exit', (code, signal) => {
    stopWatcher?.()
    process.off('exit', kill)
    onEnded((wasRunning) => serverEndedFault(wasRunning, code, signal))
  })
  return {
    errors: () => errors,
    async end(left) {
      if (hasEnded(child)) return
      const exited = once(child, 'exit')
      const cancel = clock.after(MAX_END_MS, kill)
      await Promise.race([exited, left])
      child.kill('SIGTERM')
      await exited
      cancel()
    },
  }
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null

/** Only where programs and temporary files are: the server would take settings from other variables. */
function environment(configuration: string): NodeJS.ProcessEnv {
  const passedOn = ['HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir']
  const paths = [process.env['PATH'] ?? '']
  // An app that was not started from a terminal does not have these on its PATH.
  if (process.platform === 'darwin') paths.push('/opt/homebrew/bin', '/usr/local/bin')
  return {
    ...Object.fromEntries(
      passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    PATH: paths.join(delimiter),
    LIVEKIT_CONFIG: configuration,
  }
}

/**
 * Kills a process when this one ends, however it ends. A watcher process waits for the end of its input, which the system
 * closes even for a process that was killed. The returned function stops the watcher: once the process has ended, its id
 * may soon belong to another one.
 */
function killOnExit(pid: number): () => void {
  const watcher =
    process.platform === 'win32'
      ? spawn('cmd.exe', ['/d', '/s', '/c', `set /p _= & taskkill /f /pid ${pid}`], {
          stdio: ['pipe', 'ignore', 'ignore'],
          windowsHide: true,
        })
      : spawn('/bin/sh', ['-c', 'read -r _; kill -9 "$1"', 'sh', String(pid)], {
          stdio: ['pipe', 'ignore', 'ignore'],
          // A terminal's signals to all its programs must not end the watcher first.
          detached: true,
        })
  // Without a watcher, the server may outlive a crash of the app.
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  return () => void watcher.kill('SIGKILL')
}
