// Runs a command line as the user would in a terminal, limits its time and output, and ends all processes it started when
// it is stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { CommandResult } from '../../core/tools/codebase.ts'
import type { RunCommandOptions } from '../../core/ports/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import { secretNames } from '../../shared/secret-names.ts'
import { fileNotFound, resolveInside } from './resolve-inside.ts'
import { abortError } from './run-process.ts'

const TIME_LIMIT_MS = 10 * 60_000
/** How long a process has to end before it is killed. */
const GRACE_MS = 2000
/** How long to read the remaining output of a killed process. */
const DRAIN_MS = 500

export async function runCommand(
  root: string,
  command: string,
  { cwd, timeoutMs = TIME_LIMIT_MS, env, onOutput, pourOutput, onStarted, signal }: RunCommandOptions = {},
): Promise<CommandResult> {
  if (command.trim() === '' || command.includes('\0')) {
    throw new FaultError('bad_request', 'There is no command to run.', 'Say what to run.')
  }
  // Cmd.exe stops at the end of a line, so less would run than the user approved.
  if (process.platform === 'win32' && /[\r\n]/.test(command)) {
    throw new FaultError('bad_request', 'On Windows, a command has only one line.', 'Join its lines with &&.')
  }
  const folder = cwd === undefined ? root : await folderInside(root, cwd)
  if (signal?.aborted) throw abortError()
  const began = performance.now()
  const child = startShell(command, folder, env)
  const output = createBoundedOutput(onOutput, pourOutput)

  return new Promise((resolve, reject) => {
    let timedOut = false
    let stopped = false
    let grace: NodeJS.Timeout | undefined
    // A process that left the group and keeps the pipes open must not delay the result.
    const closePipes = (): void => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const end = (): void => {
      killAll(child, 'SIGTERM')
      grace ??= setTimeout(() => {
        killAll(child, 'SIGKILL')
        grace = setTimeout(closePipes, DRAIN_MS)
      }, GRACE_MS)
    }
    const runOut = (): void => {
      timedOut = true
      end()
    }
    const limit = timeoutMs === null ? undefined : setTimeout(runOut, timeoutMs)
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
      // Each stream has its own decoder: a character may come in two pieces.
      const decoder = new StringDecoder('utf8')
      stream?.on('data', (chunk: Buffer) => output.write(decoder.write(chunk)))
      stream?.on('end', () => output.write(decoder.end()))
    }
    if (onStarted) child.once('spawn', onStarted)
    child.once('error', (error) => {
      settle()
      reject(notStarted(error))
    })
    // Once the shell has ended, the processes it left are ended too: nobody could stop them any more. Their remaining output
    // is read; most have ended by then.
    child.once('exit', end)
    child.once('close', (exitCode, endSignal) => {
      if (stopped || timedOut) killAll(child, 'SIGKILL')
      settle()
      const durationMs = Math.round(performance.now() - began)
      resolve({ exitCode, signal: endSignal, timedOut, stopped, ...output.whole(), durationMs })
    })
  })
}

function startShell(command: string, cwd: string, env: RunCommandOptions['env']): ChildProcess {
  const options = {
    cwd,
    // Nobody can type input, so the command must not wait for it.
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: {
      ...withoutSecrets(process.env),
      CI: process.env['CI'] ?? '1',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      ...env,
    },
  }
  if (process.platform === 'win32') {
    const shell = process.env['ComSpec'] ?? 'cmd.exe'
    return spawn(shell, ['/d', '/s', '/c', `"${command}"`], {
      ...options,
      // Otherwise a file of the project called npm.cmd would run instead of npm.
      env: { ...options.env, NoDefaultCurrentDirectoryInExePath: '1' },
      windowsVerbatimArguments: true,
    })
  }
  // Its own process group can be ended as a whole.
  return spawn('/bin/sh', ['-c', command], { ...options, detached: true })
}

/** In any case: Windows ignores the case of variable names. */
export function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOpen = ([name]: [string, unknown]): boolean => !secretNames.has(name.toUpperCase())
  return Object.fromEntries(Object.entries(environment).filter(isOpen))
}

function killAll(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    if (child.exitCode === null)
      spawn(
        path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe'),
        ['/pid', String(child.pid), '/t', '/f'],
        { windowsHide: true },
      ).on('error', () => child.kill())
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is empty: all processes have ended.
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
    'Parley could not start the command.',
    'Check that a shell is installed and that you may enter the folder.',
    { cause },
  )
}

const MAX_HEAD = 256 * 1024
const MAX_TAIL = 256 * 1024

export interface BoundedOutput {
  write(text: string): void
  whole(): { output: string; truncated: boolean }
}

export function createBoundedOutput(onOutput?: (text: string) => void, pourOutput = false): BoundedOutput {
  let head = ''
  let tail = ''
  let total = 0
  return {
    write(text) {
      if (text === '') return
      const space = MAX_HEAD - head.length
      if (space > 0) head += text.slice(0, space)
      if (text.length > space) tail += text.slice(Math.max(0, space))
      // Cut rarely, or each line of a long log would copy all of it.
      if (tail.length > 2 * MAX_TAIL) tail = tail.slice(-MAX_TAIL)
      // The result has the output of a command that prints without end; the listener does not get all of it.
      if (pourOutput) onOutput?.(text)
      else if (total < MAX_HEAD) onOutput?.(text.slice(0, MAX_HEAD - total))
      total += text.length
    },
    whole() {
      if (total <= MAX_HEAD + MAX_TAIL) return { output: head + tail, truncated: false }
      return { output: `${head}\n… (left out) …\n${tail.slice(-MAX_TAIL)}`, truncated: true }
    },
  }
}
