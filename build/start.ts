// npm start: the desktop app. Where no window can be opened, it serves the app to a browser and says why.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuilt } from './built.ts'
import { officialElectron } from './electron-runtime.ts'
import { exitWithChild } from './exit-with-child.ts'
import { repository } from './repository.ts'
import { findChromium } from './system-packages.ts'

const args = process.argv.slice(2)
const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
// Chromium's sandbox does not work as root, and Parley does not run without it.
const isRoot = process.getuid?.() === 0

ensureBuilt()
if (!hasDisplay) serveInstead('There is no display')
else if (isRoot) serveInstead('Chromium’s sandbox does not work as root')
else {
  const electron = officialElectron()
  if (electron.tag === 'absent') serveInstead(electron.reason)
  else exitWithChild(spawn(electron.path, [repository, ...args], { stdio: 'inherit' }))
}

function serveInstead(reason: string): void {
  process.stderr.write(`${reason}, so Parley serves the app to a browser instead.\n`)
  const child = spawn(process.execPath, [join(repository, 'out/main/serve.js'), ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  exitWithChild(child)
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

/** Opens a browser window without tabs and address bar, if a Chromium is installed. */
function openAppWindow(url: string): void {
  const browser = findChromium()
  if (browser) spawn(browser, [`--app=${url}`], { stdio: 'ignore', detached: true }).unref()
}
