// Once before all end-to-end tests: the app is built, Electron is there, and there is a display to show it on.
import { spawn } from 'node:child_process'
import { ensureBuilt } from '../../build/built.ts'
import { testElectron } from '../../build/electron-runtime.ts'
import { findChromium, provideSystemPackages } from '../../build/system-packages.ts'

export default async function setUp(): Promise<() => void> {
  const missing = provideSystemPackages()
  if (missing) throw new Error(missing)
  ensureBuilt()
  const electron = await testElectron()
  if (electron.tag === 'absent') process.env['PARLEY_TEST_ELECTRON_ABSENT'] = electron.reason
  else process.env['PARLEY_TEST_ELECTRON'] = electron.path
  process.env['PARLEY_TEST_CHROMIUM'] = findChromium()!
  if (process.platform !== 'linux' || process.env['DISPLAY']) return () => {}
  const { display, stop } = await startDisplay()
  process.env['DISPLAY'] = display
  return stop
}

/** A display of our own, on a number that X chooses, so that two runs never meet. */
function startDisplay(): Promise<{ display: string; stop(): void }> {
  const screen = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-displayfd', '3']
  const server = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb did not start.')))
    server.stdio[3]!.once('data', (number: Buffer) => {
      resolve({ display: `:${number.toString().trim()}`, stop: () => void server.kill() })
    })
  })
}
