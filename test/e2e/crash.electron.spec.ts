// An uncaught error in the main process: the app restarts, says so, and still has the conversation.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { WebSocket } from 'ws'
import { repository } from '../../build/repository.ts'
import { expect, TIMEOUT_MS, test } from './parley-fixture.ts'
import { connectTo } from './packaged-fixture.ts'
import { ask, statusBar, tab, transcript } from './user-actions.ts'

test.skip(process.platform !== 'linux', 'The test reads Linux’s profile lock.')

let atEnd = (): void => {}
test.afterEach(() => atEnd())

test('an app that crashes restarts, says so, and continues the conversation', async ({
  launch,
  profile,
  workspace,
}) => {
  // The open folder at the crash differs from the one at the start.
  const other = join(profile, 'other')
  mkdirSync(other)
  // Using the fixture skips this test where there is no Electron.
  expect(launch).toBeTruthy()
  const flags = [
    '--inspect=0',
    '--remote-debugging-port=0',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const app = spawn(
    process.env['PARLEY_TEST_ELECTRON']!,
    [...flags, repository, '--profile', profile, '--workspace', other],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PARLEY_EARS: 'off', PARLEY_VOICE: 'off' } },
  )
  atEnd = () => endAllOf(profile)
  const { promise: addresses, readLine } = twoAddresses()
  createInterface({ input: app.stderr }).on('line', readLine)
  const { main, window: shown } = await addresses
  const browser = await chromium.connectOverCDP(shown, { timeout: TIMEOUT_MS })
  const page = await connectTo(browser)
  await expect(statusBar(page)).toContainText('other')
  await page.evaluate((path) => window.parley!.request('workspace.open', { path }), workspace)
  await expect(statusBar(page)).toContainText(basename(workspace))
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()

  const exited = once(app, 'exit')
  const debug = new WebSocket(main)
  await once(debug, 'open')
  const expression = 'setTimeout(() => { throw new Error("a mistake") }); 0'
  // The process may exit before it answers.
  const taken = new Promise((resolve) => debug.once('message', resolve).once('close', resolve))
  debug.on('error', () => {})
  debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
  await taken
  // A process with an attached debugger waits for it to detach before it exits.
  debug.terminate()
  expect((await exited)[0]).toBe(1)
  await browser.close().catch(() => {})

  // The lock names the process that holds the profile: a new one now.
  const holder = (): number => {
    try {
      return Number(/\d+$/.exec(readlinkSync(join(profile, 'SingletonLock')))?.[0] ?? 0)
    } catch {
      return 0
    }
  }
  await expect.poll(() => holder() !== 0 && holder() !== app.pid).toBe(true)
  const restarted = holder()
  try {
    const again = await connectTo(await connectToProfile(profile, shown))
    await expect(again.locator('.notices')).toContainText('Parley stopped unexpectedly the last time')
    await expect(statusBar(again)).toContainText(basename(workspace))
    await expect(transcript(again)).toContainText('open tide.py')
  } finally {
    process.kill(restarted, 'SIGTERM')
    await expect.poll(holder).toBe(0)
  }
})

/** Ends every process with this test's profile, including one that is about to restart. */
function endAllOf(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(profile))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has already exited.
    }
}

/** Chromium writes its address to a file; the address of the dead process may still be there. */
async function connectToProfile(profile: string, old: string) {
  const read = async (): Promise<string> => {
    const [port, path] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split(
      '\n',
    )
    return port && path ? `ws://127.0.0.1:${port}${path}` : old
  }
  await expect.poll(read).not.toBe(old)
  return chromium.connectOverCDP(await read(), { timeout: TIMEOUT_MS })
}

/** Reads the debugger addresses of the main process and the window from the output. */
function twoAddresses(): {
  promise: Promise<{ main: string; window: string }>
  readLine(line: string): void
} {
  let main = ''
  let window = ''
  let settle: (found: { main: string; window: string }) => void = () => {}
  const promise = new Promise<{ main: string; window: string }>((resolve) => (settle = resolve))
  return {
    promise,
    readLine(line) {
      main ||= /^Debugger listening on (ws:\S+)$/.exec(line)?.[1] ?? ''
      window ||= /^DevTools listening on (ws:\S+)$/.exec(line)?.[1] ?? ''
      if (main && window) settle({ main, window })
    },
  }
}
