// Runs a program with arguments, never through a shell, and never longer or with more output than is wanted.
import { spawn } from 'node:child_process'
import type { AbortSignalLike } from '../../core/ports.ts'

export interface ProcessOptions {
  cwd: string
  env?: NodeJS.ProcessEnv
  signal?: AbortSignalLike
  /** Takes output as it comes; false says that enough was seen, and ends the program. */
  onOutput(chunk: Buffer): boolean
}

export interface ProcessEnd {
  /** Null when it was ended before its time. */
  code: number | null
  stderr: string
}

const MAX_STDERR = 16_384

/** Rejects with the error of a program that cannot be started, and with an AbortError once a stopped one is gone. */
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
    let stderr = ''

    // Letting go of the pipes as well keeps a grandchild that holds them from keeping us.
    const end = (): void => {
      enough = true
      child.stdout.destroy()
      child.stderr.destroy()
      child.kill()
    }
    signal?.addEventListener('abort', end, { once: true })

    child.stdout.on('data', (chunk: Buffer) => {
      if (!enough && !options.onOutput(chunk)) end()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_STDERR) stderr += chunk.toString('utf8')
    })
    const settle = (finish: () => void): void => {
      signal?.removeEventListener('abort', end)
      finish()
    }
    child.once('error', (error) => settle(() => reject(error)))
    child.once('close', (code) => {
      settle(() => {
        if (signal?.aborted) reject(abortError())
        else resolve({ code: enough ? null : code, stderr: stderr.slice(0, MAX_STDERR).trim() })
      })
    })
  })
}

export interface CollectedProcess extends ProcessEnd {
  stdout: Buffer
  /** The output was longer, and was cut. */
  truncated: boolean
}

/** Runs a program for its whole output, up to a bound. */
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
