// Runs once before all end-to-end tests: builds the app, and provides Electron, a browser and a display.
import { ensureBuilt } from '../../build/built.ts'
import { testElectron } from '../../build/electron-runtime.ts'
import { findChromium, provideSystemPackages } from '../../build/system-packages.ts'

// oxlint-disable-next-line import/no-default-export -- Playwright requires one
export default async function setUp(): Promise<void> {
  const missing = provideSystemPackages()
  if (missing) throw new Error(missing)
  ensureBuilt()
  const electron = await testElectron()
  if (electron.tag === 'absent') process.env['PARLEY_TEST_ELECTRON_ABSENT'] = electron.reason
  else process.env['PARLEY_TEST_ELECTRON'] = electron.path
  // Several apps run at once and cannot all use the default port.
  process.env['GATEWAY_PORT'] = '0'
  process.env['PARLEY_TEST_CHROMIUM'] = findChromium()!
}
