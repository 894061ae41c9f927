// A display of our own for windows nobody looks at, on a number that X chooses, so that two runs never meet.
import { spawn } from 'node:child_process'

/**
 * Makes sure there is a display and gives what stops it; nothing to do where there is one. Whoever must not share a
 * clipboard, a focus or the keys of the system with others asks for one of their own.
 */
export async function provideDisplay({ ownOne = false } = {}): Promise<() => void> {
  if (process.platform !== 'linux' || (process.env['DISPLAY'] && !ownOne)) return () => {}
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
