// Takes the pictures of docs/views. Not a test: run with PARLEY_PICTURES=1, or with PARLEY_PICTURES=dark for pictures of
// the dark theme in .cache/pictures.
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { repository } from '../../build/repository.ts'
import { installLiveKit } from '../peers/livekit/install.ts'
import { expect, test as base, type LaunchOptions, type Running } from './parley-fixture.ts'
import { createPictureHome, type PictureHome } from './pictures-workspace.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

const test = base.extend<{ home: PictureHome }>({
  home: async ({}, use) => {
    const home = await createPictureHome()
    await use(home)
    await home.remove()
  },
})

test.describe.configure({ timeout: 180_000 })

const theme = process.env['PARLEY_PICTURES'] === 'dark' ? 'dark' : 'light'
const folder = join(repository, theme === 'dark' ? '.cache/pictures' : 'docs/views')

const take = async (page: Page, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  // No hover effect and no blinking caret.
  await page.mouse.move(0, 0)
  await page.screenshot({
    path: join(folder, `${name}.png`),
    caret: 'hide',
    animations: 'disabled',
  })
}
const options = (home: PictureHome, ...args: string[]): LaunchOptions => ({
  workspace: home.project,
  args: ['--theme', theme, ...args],
  env: { HOME: home.home },
})
const start = async (
  launch: (options: LaunchOptions) => Promise<Running>,
  home: PictureHome,
  ...args: string[]
): Promise<Page> => {
  const { page } = await launch(options(home, ...args))
  await expect(page.getByLabel('Ask the agent')).toBeVisible()
  return page
}
const say = async (page: Page, request: string, answer: string | RegExp): Promise<void> => {
  await ask(page, request)
  await expect(transcript(page)).toContainText(answer)
  await expect(page.getByRole('button', { name: /^Agent state: Ready/ })).toBeVisible()
}

test('what the agent shows', async ({ launch, home }) => {
  const page = await start(launch, home)
  await take(page, 'empty')
  await say(page, 'open the readme', 'README.md')
  await expect(viewer(page).getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await take(page, 'document')
  await say(page, 'find tide', 'I found')
  await viewer(page).getByRole('listbox').focus()
  for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowDown')
  await expect(viewer(page).locator('.preview-found')).toBeVisible()
  await take(page, 'search')
  await say(page, 'open tides dot ts line 31', 'line 31')
  await expect(viewer(page).getByRole('navigation', { name: 'Outline' })).toBeVisible()
  await expect(viewer(page).locator('.monaco-editor .view-line').first()).toBeVisible()
  await take(page, 'code')
  await say(page, 'show the changes', 'lines added')
  await expect(viewer(page).getByText('const spare')).toBeVisible()
  await take(page, 'changes')
  await say(page, 'review this diff', 'hunk')
  await say(page, 'comment: say why there is a spare', 'Noted')
  await ask(page, 'skip')
  await expect(viewer(page).getByText(/Review · 2 of/)).toBeVisible()
  await take(page, 'review')
  await say(page, 'stop the review', 'I stopped the review')
  await say(page, 'what does the moor method do', 'berth')
  await take(page, 'explain')
  await say(page, 'which functions are the longest', 'The longest is')
  await expect(viewer(page).getByRole('heading', { name: 'Longest functions', level: 1 })).toBeVisible()
  await take(page, 'measure')
  await say(page, 'what can you do', 'I can open')
  await expect(viewer(page).getByRole('heading', { name: 'What you can say', level: 1 })).toBeVisible()
  await take(page, 'help')
  await ask(page, 'run the tests')
  const card = page.getByRole('region', { name: /test/i })
  await card.getByRole('button', { name: /^Run/ }).click()
  await expect(viewer(page).getByText('4 passed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Agent state: Ready/ })).toBeVisible()
  await take(page, 'command')
  await say(page, 'open the file chart dot bin', 'not text')
  await take(page, 'binary')
  await say(page, 'open tides slash 2026 dot csv', 'too large')
  await take(page, 'too-large')
  await ask(page, 'replace berth with mooring in berths.ts')
  await expect(page.getByRole('region', { name: /mooring/ })).toBeVisible()
  await take(page, 'approval')
  await page.setViewportSize({ width: 640, height: 400 })
  await take(page, 'approval-small')
})

test('the rest of the window', async ({ launch, home }) => {
  const page = await start(launch, home, '--diff-layout', 'unified')
  await say(page, 'show the changes', 'lines added')
  await expect(viewer(page).getByText('const spare')).toBeVisible()
  await take(page, 'changes-unified')
  await say(page, 'open berths.ts', 'berths.ts')
  await say(page, 'find every todo', 'I found')
  await expect(tab(page, /to do/i)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await take(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Shift+h')
  await expect(page.getByRole('dialog', { name: /shown/ })).toBeVisible()
  await take(page, 'history')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await take(page, 'settings')
  await page.keyboard.press('Escape')
  await statusBar(page)
    .getByRole('button', { name: /^Branch/ })
    .click()
  await take(page, 'status')
  await page.keyboard.press('Escape')
  await ask(page, 'open a file that is not there.ts')
  await expect(transcript(page)).toContainText('that is not there')
  await take(page, 'not-found')
})

test('the room', async ({ launch, home }) => {
  const installed = await installLiveKit()
  if (installed.tag === 'absent') throw new Error(installed.reason)
  const page = await start(launch, home, '--livekit-program', installed.program)
  await say(page, 'show the changes', 'lines added')
  await statusBar(page)
    .getByRole('button', { name: /^Room:/ })
    .click()
  await page.getByRole('button', { name: 'Talk from other places' }).click()
  const room = page.getByRole('dialog', { name: 'Room' })
  await room.getByRole('button', { name: 'Start a server on this computer' }).click()
  await expect(room).toContainText('1 person')
  await room.getByLabel('Their name').fill('Bo')
  await room.getByRole('button', { name: 'Make an invitation' }).click()
  await expect(room.getByRole('img')).toBeVisible()
  await take(page, 'room')
  await room.getByRole('button', { name: 'Check' }).click()
  await expect(room.getByRole('listitem').filter({ hasText: 'Network' })).toBeVisible()
  await take(page, 'room-check')
})

test('the devices', async ({ launch, home }) => {
  const page = await start(launch, home)
  await say(page, 'show the changes', 'lines added')
  await statusBar(page)
    .getByRole('button', { name: /^Devices:/ })
    .click()
  await page.getByRole('button', { name: 'Pair a device' }).click()
  const devices = page.getByRole('dialog', { name: 'Devices', exact: true })
  await devices.getByRole('button', { name: 'Make a code' }).click()
  await expect(devices.getByRole('img')).toBeVisible()
  const glasses = new WebSocket((await devices.locator('.line-to-copy code').textContent()) ?? '')
  await once(glasses, 'open')
  await expect(devices.getByRole('listitem').first()).toContainText('G2 glasses')
  glasses.send(JSON.stringify({ type: 'text', message: 'open the readme' }))
  await expect(transcript(page)).toContainText('From G2 glasses')
  await devices.getByRole('heading', { name: 'Pair a device' }).scrollIntoViewIfNeeded()
  await take(page, 'devices-pairing')
  await devices.getByRole('heading', { name: 'Who can connect' }).scrollIntoViewIfNeeded()
  await take(page, 'devices')
  glasses.close()
})

test('a command that failed', async ({ launch, home }) => {
  const page = await start(launch, home)
  await ask(page, 'run node test/broken.js')
  await page.getByRole('region', { name: 'Run a command' }).getByRole('button', { name: /^Run/ }).click()
  await expect(page.getByRole('button', { name: /^Agent state: Ready/ })).toBeVisible()
  await expect(tab(page, /node/).first()).toBeVisible()
  await take(page, 'error')
})

test('high contrast', async ({ launch, home }) => {
  const page = await start(launch, home, '--contrast', 'high')
  await say(page, 'find tide', 'I found')
  await say(page, 'show the changes', 'lines added')
  await expect(viewer(page).getByText('const spare')).toBeVisible()
  await take(page, 'high-contrast')
})

test('before a folder is open', async ({ launch, home }) => {
  const { page } = await launch({ ...options(home), workspace: null })
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeEnabled()
  await take(page, 'first-run')
})

test.describe(() => {
  test.use({ host: 'browser' })
  test('choosing a folder in browser mode', async ({ launch, home }) => {
    const { page } = await launch({ ...options(home), workspace: null })
    await page.getByRole('button', { name: 'Open folder…' }).click()
    await page.getByRole('button', { name: 'work' }).click()
    await expect(page.getByRole('button', { name: 'harbour' })).toBeVisible()
    await take(page, 'folders')
  })
})
