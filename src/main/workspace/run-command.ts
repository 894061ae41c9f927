// Runs a command line the way a person would in a terminal, with a bound on its time and its output, and ends all of
// the processes it started when it is stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import type { CommandResult } from '../../core/codebase.ts'
import type { RunCommandOptions } from '../../core/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { secretNames } from '../../shared/secret-names.ts'
import { createBoundedOutput } from './bounded-output.ts'
import { fileNotFound, resolveInside } from './resolve-inside.ts'
import { abortError } from './run-process.ts'

const TIME_LIMIT_MS = 10 * 60_000
/** How long a process that was asked to end has before it is made to. */
const GRACE_MS = 2000
/** How long the last words of what was made to end may take to be read. */
const DRAIN_MS = 500

export async function runCommand(
  root: string,
  command: string,
  { cwd, timeoutMs = TIME_LIMIT_MS, onOutput, signal }: RunCommandOptions = {},
): Promise<CommandResult> {
  if (command.trim() === '' || command.includes('\0')) {
    throw new FaultError('bad_request', 'There is no command to run.', 'Say what to run.')
  }
  const folder = cwd === undefined ? root : await folderInside(root, cwd)
  if (signal?.aborted) throw abortError()
  const began = performance.now()
  const child = startShell(command, folder)
  const output = createBoundedOutput(onOutput)

  return new Promise((resolve, reject) => {
    let timedOut = false
    let stopped = false
    let grace: NodeJS.Timeout | undefined
    // Whatever left the group and still holds the pipes does not hold us.
    const letGo = (): void => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const end = (): void => {
      killAll(child, 'SIGTERM')
      grace ??= setTimeout(() => {
        killAll(child, 'SIGKILL')
        grace = setTimeout(letGo, DRAIN_MS)
      }, GRACE_MS)
    }
    const limit = setTimeout(() => {
      timedOut = true
      end()
    }, timeoutMs)
    const stop = (): void => {
      stopped = true
      end()
    }
    signal?.addEventListener('abort', stop, { once: true })
    const settle = (): void => {
      clearTimeout(limit)
      clearTimeout(grace)
      signal?.removeEventListener('abort', stop)
    }

    for (const stream of [child.stdout, child.stderr]) {
      // Each has a decoder of its own: a character may come in two pieces.
      const decoder = new StringDecoder('utf8')
      stream?.on('data', (chunk: Buffer) => output.write(decoder.write(chunk)))
      stream?.on('end', () => output.write(decoder.end()))
    }
    child.once('error', (error) => {
      settle()
      reject(notStarted(error))
    })
    // Once the shell is gone, what it left running is ended too: nobody could stop it any more. What it said is read to
    // its end, which for most has come by now.
    child.once('exit', end)
    child.once('close', (exitCode, endSignal) => {
      if (stopped || timedOut) killAll(child, 'SIGKILL')
      settle()
      const durationMs = Math.round(performance.now() - began)
      resolve({ exitCode, signal: endSignal, timedOut, stopped, ...output.whole(), durationMs })
    })
  })
}

function startShell(command: string, cwd: string): ChildProcess {
  const options = {
    cwd,
    // Nobody types into it, so that it must not wait for that.
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: {
      ...withoutSecrets(process.env),
      CI: process.env['CI'] ?? '1',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
    },
  }
  if (process.platform === 'win32') {
    const shell = process.env['ComSpec'] ?? 'cmd.exe'
    return spawn(shell, ['/d', '/s', '/c', `"${command}"`], { ...options, windowsVerbatimArguments: true })
  }
  // A group of its own, which can be ended as a whole.
  return spawn('/bin/sh', ['-c', command], { ...options, detached: true })
}

/** However they are written: to Windows that is the same name. */
function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOpen = ([name]: [string, unknown]): boolean => !secretNames.has(name.toUpperCase())
  return Object.fromEntries(Object.entries(environment).filter(isOpen))
}

function killAll(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    if (child.exitCode === null)
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { windowsHide: true }).on('error', () =>
        child.kill(),
      )
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is empty: all of it has ended.
  }
}

async function folderInside(root: string, cwd: string): Promise<string> {
  const { absolute } = await resolveInside(root, cwd)
  if (!(await stat(absolute)).isDirectory()) throw fileNotFound(cwd)
  return absolute
}

function notStarted(cause: unknown): FaultError {
  return new FaultError(
    'command_failed',
    'The command could not be started.',
    'Check that a shell is installed and that the folder can be entered.',
    { cause },
  )
}
