// System packages the tests need: Chromium and a display. Installs them as root on Debian, and otherwise says
// what to install.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const DEBIAN_PACKAGES = [
  'chromium git xvfb xauth fonts-dejavu-core',
  // Presses real keys, for shortcuts that work while another window is in front.
  'xdotool',
  // Libraries that Electron needs.
  'libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libxtst6 libnotify4 libsecret-1-0 libdrm2',
  // A keychain for secrets; desktops already have one.
  'gnome-keyring dbus',
].flatMap((names) => names.split(' '))

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const pathOf = (name: string): string | null => {
  const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim().split('\n')[0]! : null
}

/** The path of a Chromium on this computer, or null. */
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

/** Whether a window can be opened: there is a display, or Xvfb to create one. */
export const canShowWindows = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY']) || pathOf('Xvfb') !== null

/** Whether a test can start a keychain. Only the keychain test needs it. */
export const canStartKeychain = (): boolean =>
  ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'].every((name) => pathOf(name) !== null)

/** Whether a test can press real keys. Tests that need it are skipped with a reason otherwise. */
export const canPressKeys = (): boolean => process.platform !== 'linux' || pathOf('xdotool') !== null

const canInstall = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && pathOf('apt-get') !== null

/**
 * Installs missing packages if possible. Otherwise returns a sentence that says what to do, or null if nothing is
 * missing.
 */
export function provideSystemPackages(): string | null {
  const enough = (): boolean => findChromium() !== null && canShowWindows() && hasElectronLibraries()
  if (enough() && ((canPressKeys() && canStartKeychain()) || !canInstall())) return null
  const missing = `The tests need Chromium, Xvfb and Electron’s libraries: apt-get install ${DEBIAN_PACKAGES.join(' ')}`
  if (process.platform !== 'linux')
    return 'The tests need Google Chrome or Chromium; install it, or set PARLEY_CHROMIUM.'
  if (!canInstall()) return missing
  process.stderr.write(
    'Installing system packages for the tests (Chromium, Xvfb, a keychain and libraries)…\n',
  )
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

/** Asks the dynamic loader, because package names differ between distributions. */
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
