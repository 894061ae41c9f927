// What the tests need of the system: a Chromium, and a display for real windows. As root on Debian it is installed;
// otherwise a person is told what to install.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const DEBIAN_PACKAGES = [
  'chromium git xvfb xauth fonts-dejavu-core',
  // Presses keys as a keyboard does, for those that work while another window is in front.
  'xdotool',
  // The libraries of an Electron window.
  'libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libxtst6 libnotify4 libsecret-1-0 libdrm2',
  // A keychain for secrets, which a desktop has of itself.
  'gnome-keyring dbus',
].flatMap((names) => names.split(' '))

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const pathOf = (name: string): string | null => {
  const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim().split('\n')[0]! : null
}

/** A Chromium on this machine, or null. */
export function findChromium(): string | null {
  const given = process.env['PARLEY_CHROMIUM']
  if (given) return existsSync(given) ? given : null
  const installed = {
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
  }[process.platform as string]
  return (
    installed?.find((path) => existsSync(path)) ??
    chromiumNames.map(pathOf).find((path) => path !== null) ??
    null
  )
}

/** Whether a window can be opened: there is a display, or a way to make one. */
export const canShowWindows = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY']) || pathOf('Xvfb') !== null

/** Whether a keychain can be started for a test; only the test of the keychain needs it. */
export const canKeepSecrets = (): boolean =>
  ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'].every((name) => pathOf(name) !== null)

/** Whether keys can be pressed as by somebody at the machine. One test needs it, and says so where it cannot be had. */
export const canPressKeys = (): boolean => process.platform !== 'linux' || pathOf('xdotool') !== null

const canInstall = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && pathOf('apt-get') !== null

/** Installs what is missing where that is possible. Returns a sentence on what to do where it is not, else null. */
export function provideSystemPackages(): string | null {
  const enough = (): boolean => findChromium() !== null && canShowWindows() && hasElectronLibraries()
  if (enough() && ((canPressKeys() && canKeepSecrets()) || !canInstall())) return null
  const missing = `The tests need Chromium, Xvfb and Electron’s libraries: apt-get install ${DEBIAN_PACKAGES.join(' ')}`
  if (process.platform !== 'linux')
    return 'The tests need Google Chrome or Chromium; install it, or set PARLEY_CHROMIUM.'
  if (!canInstall()) return missing
  process.stderr.write('Installing what the tests need (Chromium, Xvfb, a keychain and libraries)…\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  const install = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES],
    quiet,
  )
  return install.status === 0 || enough() ? null : missing
}

/** Asked of the loader, which knows whatever the package is called. */
function hasElectronLibraries(): boolean {
  if (process.platform !== 'linux') return true
  const known = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? ''
  return [
    'libgtk-3.so.0',
    'libnss3.so',
    'libasound.so.2',
    'libgbm.so.1',
    'libXss.so.1',
    'libsecret-1.so.0',
  ].every((name) => known.includes(name))
}
