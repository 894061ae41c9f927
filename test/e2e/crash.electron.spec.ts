// A mistake in the main process that nobody caught: the app starts again by itself, says so, and has the conversation.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { WebSocket } from 'ws'
import { repository } from '../../build/repository.ts'
import { expect, PATIENCE_MS, test } from './parley-fixture.ts'
import { connectTo } from './packaged-fixture.ts'
import { ask, statusBar, tab, transcript } from './what-a-person-does.ts'

test.skip(process.platform !== 'linux', 'Who has the profile is read off Linux’s own lock.')

let atEnd = (): void => {}
test.afterEach(() => atEnd())

test('an app that makes a mistake starts again, says so, and goes on with the conversation', async ({
  launch,
  profile,
  workspace,
}) => {
  // What is open when it stops is not what it was started with.
  const other = join(profile, 'other')
  mkdirSync(other)
  // Skipped with it where there is no Electron.
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
  const { promise: addresses, hear } = twoAddresses()
  createInterface({ input: app.stderr }).on('line', hear)
  const { main, window: shown } = await addresses
  const browser = await chromium.connectOverCDP(shown, { timeout: PATIENCE_MS })
  const page = await connectTo(browser)
  await expect(statusBar(page)).toContainText('other')
  await page.evaluate((path) => window.parley!.request('workspace.open', { path }), workspace)
  await expect(statusBar(page)).toContainText(basename(workspace))
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()

  const gone = once(app, 'exit')
  const debug = new WebSocket(main)
  await once(debug, 'open')
  const expression = 'setTimeout(() => { throw new Error("a mistake") }); 0'
  // It may be gone before it has answered.
  const taken = new Promise((resolve) => debug.once('message', resolve).once('close', resolve))
  debug.on('error', () => {})
  debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
  await taken
  // A process with a debugger waits for it to leave before it ends.
  debug.terminate()
  expect((await gone)[0]).toBe(1)
  await browser.close().catch(() => {})

  // The lock names the process that has the profile: another one now.
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

/** Every process that was given this profile, which nobody else has: also the one that is only about to start again. */
function endAllOf(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(profile))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
}

/** Chromium writes down where it listens; the line of the process that died may still be there. */
async function connectToProfile(profile: string, old: string) {
  const read = async (): Promise<string> => {
    const [port, path] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split(
      '\n',
    )
    return port && path ? `ws://127.0.0.1:${port}${path}` : old
  }
  await expect.poll(read).not.toBe(old)
  return chromium.connectOverCDP(await read(), { timeout: PATIENCE_MS })
}

/** Where the main process and the window listen, from what is printed. */
function twoAddresses(): { promise: Promise<{ main: string; window: string }>; hear(line: string): void } {
  let main = ''
  let window = ''
  let settle: (found: { main: string; window: string }) => void = () => {}
  const promise = new Promise<{ main: string; window: string }>((resolve) => (settle = resolve))
  return {
    promise,
    hear(line) {
      main ||= /^Debugger listening on (ws:\S+)$/.exec(line)?.[1] ?? ''
      window ||= /^DevTools listening on (ws:\S+)$/.exec(line)?.[1] ?? ''
      if (main && window) settle({ main, window })
    },
  }
}
