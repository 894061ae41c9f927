// npm start: the desktop app; where there can be no window, the same app in a browser, saying why.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuilt } from './built.ts'
import { officialElectron } from './electron-runtime.ts'
import { passOn } from './pass-on.ts'
import { repository } from './repository.ts'
import { findChromium } from './system-packages.ts'

const args = process.argv.slice(2)
const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
// Chromium, and so Electron, refuses to run its sandbox as root, and Parley does not run without one.
const isRoot = process.getuid?.() === 0

ensureBuilt()
if (!hasDisplay) serveInstead('There is no display here')
else if (isRoot) serveInstead('A window is not opened as root, where its sandbox cannot work')
else {
  const electron = officialElectron()
  if (electron.tag === 'absent') serveInstead(electron.reason)
  else passOn(spawn(electron.path, [repository, ...args], { stdio: 'inherit' }))
}

function serveInstead(reason: string): void {
  process.stderr.write(`${reason}, so Parley is served to a browser instead.\n`)
  const child = spawn(process.execPath, [join(repository, 'out/main/serve.js'), ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  passOn(child)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = readyUrl(line)
    if (url === null) return void process.stdout.write(`${line}\n`)
    process.stdout.write(`Parley is at ${url}\n`)
    if (hasDisplay && !isRoot) openAppWindow(url)
  })
}

function readyUrl(line: string): string | null {
  try {
    const message = JSON.parse(line) as { event?: unknown; url?: unknown }
    return message.event === 'ready' && typeof message.url === 'string' ? message.url : null
  } catch {
    return null
  }
}

/** A browser window without the browser around it, where a Chromium is installed. */
function openAppWindow(url: string): void {
  const browser = findChromium()
  if (browser) spawn(browser, [`--app=${url}`], { stdio: 'ignore', detached: true }).unref()
}
