// The installed app when its processes crash, and when links ask for folders.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { canPressKeys } from '../../build/system-packages.ts'
import { connectTo, expect, test } from './packaged-fixture.ts'
import { TIMEOUT_MS } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript } from './user-actions.ts'

/**
 * Reads the report of the last crash, which is delivered once. The page has read it first, so it is on screen when
 * this returns.
 */
const readMishap = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const answer = (await window.parley!.request('app.mishap', null)) as { value: unknown }
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return answer.value
  })

const speechOff = { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' }

test('a crashed window reopens, says so, and shows the conversation', async ({ start, workspace }) => {
  const { page, address } = await start({ args: [workspace], env: speechOff })
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Inspector.enable')
  const opened = new Promise((resolve) => devtools.once('Inspector.targetReloadedAfterCrash', resolve))
  devtools.send('Page.crash').catch(() => {})
  await opened
  // A client attached to the crashed page sees nothing, so the test connects again after the reload.
  const browser = await chromium.connectOverCDP(address, { timeout: TIMEOUT_MS })
  const again = await connectTo(browser)
  await expect(again.locator('.notices')).toContainText('The window crashed and was reloaded')
  await expect(transcript(again)).toContainText('open tide.py')
  await expect(tab(again, /tide\.py/)).toBeVisible()
  await browser.close()
})

test('after the app was killed, the next start says so and shows the conversation', async ({
  start,
  workspace,
  profile,
}) => {
  const first = await start({ args: [workspace], env: speechOff })
  await ask(first.page, 'open tide.py')
  await expect(tab(first.page, /tide\.py/)).toBeVisible()
  first.process.kill('SIGKILL')
  await first.quit()
  const second = await start({ args: [workspace], env: speechOff })
  await expect(second.page.locator('.notices')).toContainText('Parley stopped unexpectedly the last time')
  await expect(transcript(second.page)).toContainText('open tide.py')
  expect(await second.quit()).toBe(0)
  const third = await start({ args: [workspace], env: speechOff })
  await expect(transcript(third.page)).toContainText('open tide.py')
  expect(await readMishap(third.page)).toBeNull()
  await expect(third.page.locator('.notices')).toHaveText('')
  const log = readFileSync(join(profile, 'logs', 'parley.log'), 'utf8')
  expect(log).toContain('"message":"workspace opened"')
  expect(log).not.toContain(workspace)
})

test('a failed start shows the reason in a dialog', async ({ packaged, profile }) => {
  const hasXdotool = process.platform === 'linux' && canPressKeys()
  if (!hasXdotool && process.env['PARLEY_DEMAND_ALL']) throw new Error('xdotool is not installed.')
  test.skip(!hasXdotool, 'xdotool is not installed.')
  // A file blocks the folder for recorded audio.
  writeFileSync(join(profile, 'spoken'), '')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const app = spawn(packaged.program, [...sandbox, '--profile', profile], { stdio: 'ignore' })
  const ended = once(app, 'exit')
  try {
    const find = ['search', '--onlyvisible', '--pid', String(app.pid)]
    await expect.poll(() => spawnSync('xdotool', find).status).toBe(0)
    const [dialog] = execFileSync('xdotool', find, { encoding: 'utf8' }).split('\n')
    execFileSync('xdotool', ['windowfocus', '--sync', dialog!])
    execFileSync('xdotool', ['key', 'Return'])
    expect(await ended).toEqual([1, null])
  } finally {
    app.kill('SIGKILL')
  }
})

test('a parley:// link asks before it opens a folder', async ({ start, startAgain, workspace }) => {
  const hasXdotool = process.platform === 'linux' && canPressKeys()
  if (!hasXdotool && process.env['PARLEY_DEMAND_ALL']) throw new Error('xdotool is not installed.')
  test.skip(!hasXdotool, 'xdotool is not installed.')
  const { page } = await start({ env: speechOff })
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  const windows = (): string[] =>
    spawnSync('xdotool', ['search', '--onlyvisible', '--name', '^Parley$'], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
  await expect.poll(windows).not.toEqual([])
  const before = new Set(windows())
  // Whichever window is on top.
  const dialog = (): string | undefined => windows().find((id) => !before.has(id))
  expect(await startAgain(`parley://open?folder=${encodeURIComponent(workspace)}`)).toBe(0)
  await expect.poll(dialog).toBeDefined()
  // No folder opens before the user agrees.
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  execFileSync('xdotool', ['windowfocus', '--sync', dialog()!])
  execFileSync('xdotool', ['key', 'alt+o'])
  await expect(statusBar(page)).toContainText(basename(workspace))
})

test('diagnostics contain technical facts and nothing the user said, even if the log does', async ({
  start,
  workspace,
  profile,
}) => {
  const { page } = await start({ args: [workspace, '--log-pii'], env: speechOff })
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()
  const text = await page.evaluate(
    async () =>
      ((await window.parley!.request('app.diagnostics', null)) as { value: { text: string } }).value.text,
  )
  expect(readFileSync(join(profile, 'logs', 'parley.log'), 'utf8')).toContain(basename(workspace))
  expect(text).toContain('build: test build')
  expect(text).toContain('workspace opened')
  expect(text).not.toContain('tide')
  expect(text).not.toContain(basename(workspace))
  expect(existsSync(workspace)).toBe(true)
})
