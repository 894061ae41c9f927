// The installed app when parts of it die, when links ask for folders, and in a room on a real server.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { canPressKeys } from '../../build/system-packages.ts'
import { startLiveKit } from '../peers/livekit/server.ts'
import { connectTo, expect, test } from './packaged-fixture.ts'
import { PATIENCE_MS } from './parley-fixture.ts'
import { line, microphoneOf, ready, WORDS } from './spoken-words.ts'
import { ask, statusBar, tab, transcript, viewer } from './what-a-person-does.ts'

/** What went wrong before is told once. The page has asked first: what it was told is on the screen when this is answered. */
const mishapToldTo = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const answer = (await window.parley!.request('app.mishap', null)) as { value: unknown }
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return answer.value
  })

const unspoken = { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' }

test('a window that dies is opened again, says so, and has the conversation', async ({
  start,
  workspace,
}) => {
  const { page, address } = await start({ args: [workspace], env: unspoken })
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Inspector.enable')
  const opened = new Promise((resolve) => devtools.once('Inspector.targetReloadedAfterCrash', resolve))
  devtools.send('Page.crash').catch(() => {})
  await opened
  // Who was attached to the page that died is looking at nothing, and so would be who comes before it is opened again.
  const browser = await chromium.connectOverCDP(address, { timeout: PATIENCE_MS })
  const again = await connectTo(browser)
  await expect(again.locator('.notices')).toContainText('The window stopped and was opened again')
  await expect(transcript(again)).toContainText('open tide.py')
  await expect(tab(again, /tide\.py/)).toBeVisible()
  await browser.close()
})

test('when the whole app is killed, the next start says so, and has the conversation', async ({
  start,
  workspace,
  profile,
}) => {
  const first = await start({ args: [workspace], env: unspoken })
  await ask(first.page, 'open tide.py')
  await expect(tab(first.page, /tide\.py/)).toBeVisible()
  first.process.kill('SIGKILL')
  await first.quit()
  const second = await start({ args: [workspace], env: unspoken })
  await expect(second.page.locator('.notices')).toContainText('Parley stopped unexpectedly the last time')
  await expect(transcript(second.page)).toContainText('open tide.py')
  expect(await second.quit()).toBe(0)
  const third = await start({ args: [workspace], env: unspoken })
  await expect(transcript(third.page)).toContainText('open tide.py')
  expect(await mishapToldTo(third.page)).toBeNull()
  await expect(third.page.locator('.notices')).toHaveText('')
  const log = readFileSync(join(profile, 'logs', 'parley.log'), 'utf8')
  expect(log).toContain('"message":"workspace opened"')
  expect(log).not.toContain(workspace)
})

test('a start that fails says why to whoever sees no terminal', async ({ packaged, profile }) => {
  const able = process.platform === 'linux' && canPressKeys()
  if (!able && process.env['PARLEY_DEMAND_ALL']) throw new Error('There is no xdotool to find windows with.')
  test.skip(!able, 'There is no xdotool to find windows with.')
  // Where what is said is to be kept is no folder.
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

test('a link from anywhere asks before it opens a folder', async ({ start, startAgain, workspace }) => {
  const able = process.platform === 'linux' && canPressKeys()
  if (!able && process.env['PARLEY_DEMAND_ALL']) throw new Error('There is no xdotool to press keys with.')
  test.skip(!able, 'There is no xdotool to press keys with.')
  const { page } = await start({ env: unspoken })
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  const windows = (): string[] =>
    spawnSync('xdotool', ['search', '--onlyvisible', '--name', '^Parley$'], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
  await expect.poll(windows).not.toEqual([])
  const before = new Set(windows())
  // Whichever of them is on top.
  const dialog = (): string | undefined => windows().find((id) => !before.has(id))
  expect(await startAgain(`parley://open?folder=${encodeURIComponent(workspace)}`)).toBe(0)
  await expect.poll(dialog).toBeDefined()
  // Nothing is opened until somebody says so.
  await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
  execFileSync('xdotool', ['windowfocus', '--sync', dialog()!])
  execFileSync('xdotool', ['key', 'alt+o'])
  await expect(statusBar(page)).toContainText(basename(workspace))
})

test('it talks in a room on a real LiveKit server', async ({ start, workspace }) => {
  test.slow()
  const started = await startLiveKit()
  if (started.tag === 'absent') {
    if (process.env['PARLEY_DEMAND_ALL']) throw new Error(started.reason)
    test.skip(true, started.reason)
    return
  }
  const { url, key, secret } = started.server
  try {
    const { page, complaints } = await start({
      args: [workspace],
      microphone: microphoneOf('show me the working changes'),
      env: { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret },
    })
    await ready(page)
    await expect(statusBar(page).getByRole('button', { name: /^Room:/ })).toContainText('parley', WORDS)
    await page.keyboard.down(' ')
    await expect(transcript(page)).toContainText(/working changes/i, WORDS)
    await page.keyboard.up(' ')
    await expect(viewer(page)).toContainText('(hour + 1) % 12', WORDS)
    await expect(line(page, 'Hold Space')).toBeVisible(WORDS)
    expect(complaints).toEqual([])
  } finally {
    await started.stop()
  }
})

test('diagnostics hold what helps and nothing that was said, also where the log has it', async ({
  start,
  workspace,
  profile,
}) => {
  const { page } = await start({ args: [workspace, '--log-pii'], env: unspoken })
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
