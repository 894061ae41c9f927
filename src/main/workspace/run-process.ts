// Finds and runs programs with arguments, never through a shell, with limits on their time and output.
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import type { AbortSignalLike } from '../../core/ports/clock.ts'
import { isInside } from './resolve-inside.ts'

export interface ProcessOptions {
  cwd: string
  env?: NodeJS.ProcessEnv
  signal?: AbortSignalLike
  /** A program without output for this long is ended: a pipe called .gitignore would block git and ripgrep for ever. */
  silentMs?: number
  /** Receives output as it comes; returning false ends the program. */
  onOutput(chunk: Buffer): boolean
}

export interface ProcessEnd {
  /** Null if it was ended early. */
  code: number | null
  stderr: string
}

const MAX_STDERR = 16_384
const LONGEST_SILENCE_MS = 120_000

/** The program was ended because it printed nothing for too long. */
export class SilentProgram extends Error {}

/** Rejects with the error of a program that cannot be started, and with an AbortError once a stopped one has ended. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessEnd> {
  const { signal } = options
  if (signal?.aborted) return Promise.reject(abortError())
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      ...(options.env && { env: options.env }),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
    })
    let enough = false
    let silent = false
    let stderr = ''

    // Closing the pipes too: a grandchild that holds them must not delay us.
    const end = (): void => {
      enough = true
      child.stdout.destroy()
      child.stderr.destroy()
      child.kill()
    }
    signal?.addEventListener('abort', end, { once: true })
    const silence = setTimeout(() => {
      silent = true
      end()
    }, options.silentMs ?? LONGEST_SILENCE_MS)

    child.stdout.on('data', (chunk: Buffer) => {
      silence.refresh()
      if (!enough && !options.onOutput(chunk)) end()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_STDERR) stderr += chunk.toString('utf8')
    })
    const settle = (finish: () => void): void => {
      signal?.removeEventListener('abort', end)
      clearTimeout(silence)
      finish()
    }
    child.once('error', (error) => settle(() => reject(error)))
    child.once('close', (code) => {
      settle(() => {
        if (signal?.aborted) reject(abortError())
        else if (silent) reject(new SilentProgram(`${command} gave no answer.`))
        else resolve({ code: enough ? null : code, stderr: stderr.slice(0, MAX_STDERR).trim() })
      })
    })
  })
}

export interface CollectedProcess extends ProcessEnd {
  stdout: Buffer
  /** The output was longer and is truncated. */
  truncated: boolean
}

/** Runs a program and collects its output, up to a limit. */
export async function collectProcess(
  command: string,
  args: readonly string[],
  options: Omit<ProcessOptions, 'onOutput'> & { maxBytes: number },
): Promise<CollectedProcess> {
  const { maxBytes, ...rest } = options
  const chunks: Buffer[] = []
  let size = 0
  const end = await runProcess(command, args, {
    ...rest,
    onOutput(chunk) {
      chunks.push(chunk)
      size += chunk.length
      return size <= maxBytes
    },
  })
  const all = Buffer.concat(chunks)
  return { ...end, stdout: all.subarray(0, maxBytes), truncated: size > maxBytes }
}

export function abortError(): Error {
  return Object.assign(new Error('Stopped before it was done.'), { name: 'AbortError' })
}

/**
 * The absolute path of a program in the search path and outside `root`; null if there is none. The system would also look
 * in the current folder, on Windows always and elsewhere if the search path has a relative entry: a repository could
 * provide its own program there.
 */
export async function programPath(
  name: string,
  root: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  const windows = process.platform === 'win32'
  const searched = Object.entries(environment).find(([key]) => (windows ? key.toUpperCase() : key) === 'PATH')
  for (const folder of (searched?.[1] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder) || isInside(root, folder)) continue
    const file = path.join(folder, windows ? `${name}.exe` : name)
    if (await isProgram(file)) return file
  }
  return null
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
