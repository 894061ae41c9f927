// A virtual display for windows in tests. X chooses its number, so that two runs never share one.
import { spawn } from 'node:child_process'

/**
 * Starts a display if there is none and returns a function that stops it. With `separate`, it starts one in any case,
 * for tests that must not share a clipboard, the focus or global keys.
 */
export async function provideDisplay({ separate = false } = {}): Promise<() => void> {
  if (process.platform !== 'linux' || (process.env['DISPLAY'] && !separate)) return () => {}
  const server = spawn('Xvfb', ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-displayfd', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb did not start.')))
    server.stdio[3]!.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  process.env['DISPLAY'] = `:${number}`
  return () => void server.kill()
}
