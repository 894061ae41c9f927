// Runs the bare program that a figure is compared with.
import { spawn } from 'node:child_process'

/** Milliseconds until it has ended. Its output is read and discarded. */
export function runBare(program: string, args: readonly string[], cwd: string): Promise<number> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.resume()
    child.once('error', reject)
    child.once('close', () => resolve(performance.now() - from))
  })
}
