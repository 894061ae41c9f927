// The page about the room: a server on this computer, an invitation, a check, and what a person meets when it goes wrong.
import { networkInterfaces } from 'node:os'
import type { Locator, Page } from '@playwright/test'
import { lanAddress } from '../../src/main/rooms/livekit/lan-address.ts'
import { installLiveKit, type Installed } from '../peers/livekit/install.ts'
import { startLiveKit, type StartedServer } from '../peers/livekit/server.ts'
import { violations } from './axe.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, transcript } from './what-a-person-does.ts'

const roomItem = (page: Page, words: string | RegExp): Locator =>
  statusBar(page).getByRole('button', { name: words })
/** One line of the check. */
const step = (room: Locator, what: string): Locator =>
  room.getByRole('listitem').filter({ has: room.page().locator('strong', { hasText: what }) })
const roomPage = (page: Page): Locator => page.getByRole('dialog', { name: 'Room' })

/** How this window says it is connected: a call of more than 400 ms is no fault, and is not called well either. */
async function isConnected(room: Locator, by: string): Promise<void> {
  const line = step(room, 'Network')
  await expect(line).toContainText(`This window is connected ${by}; a call takes`)
  const ms = Number(/(\d+) ms/.exec((await line.textContent()) ?? '')?.[1])
  await expect(line).toContainText(`Network: ${ms <= 400 ? 'well' : 'neither'}.`)
}

async function openRoomPage(page: Page): Promise<Locator> {
  await roomItem(page, /^Room:/).click()
  await page.getByRole('button', { name: /^(The room|Talk from elsewhere too)$/ }).click()
  await expect(roomPage(page)).toBeVisible()
  return roomPage(page)
}

test('a server that is not installed is a fault that says what to do, and can be tried again', async ({
  launch,
}) => {
  const { page, complaints } = await launch({ args: ['--livekit-program', '/nowhere/livekit-server'] })
  await expect(roomItem(page, 'Room: Local room')).toBeVisible()
  const room = await openRoomPage(page)
  await room.getByRole('button', { name: 'Start a server on this computer' }).click()
  await expect(room.getByRole('alert')).toContainText('There is no program /nowhere/livekit-server')
  await expect(room.getByRole('alert')).toContainText('Install LiveKit’s server')
  await expect(room.getByRole('button', { name: 'Start it again' })).toBeVisible()
  await room.getByRole('button', { name: 'Check' }).click()
  await expect(step(room, 'Address')).toContainText('No LiveKit room')
  await expect(step(room, 'Agent')).toContainText('local room')
  await isConnected(room, 'in the local room')
  expect(complaints).toEqual([])
})

test('the room’s page is found among all commands, and leads to the settings', async ({ launch }) => {
  const { page } = await launch()
  await expect(roomItem(page, 'Room: Local room')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox', { name: 'Commands' }).fill('invitations')
  await page.keyboard.press('Enter')
  await roomPage(page).getByRole('button', { name: 'Use a server that is elsewhere' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Open the room’s page' }).click()
  await expect(roomPage(page)).toBeVisible()
})

test.describe('with a LiveKit server', () => {
  let installed: Installed | null = null
  let started: StartedServer | null = null
  test.beforeAll(async () => {
    test.setTimeout(900_000)
    installed = await installLiveKit()
    started = await startLiveKit()
  })
  test.afterAll(async () => {
    if (started?.tag === 'running') await started.stop()
  })
  test.beforeEach(({}, info) => {
    if (installed?.tag === 'there' || process.env['PARLEY_DEMAND_ALL']) return
    info.skip(true, installed?.reason ?? '')
  })
  const program = (): string[] => {
    if (installed?.tag !== 'there') throw new Error(installed?.reason)
    return ['--livekit-program', installed.program]
  }

  for (const theme of ['light', 'dark'] as const)
    test(`a server is started, somebody is invited, all is checked, and it is stopped again (${theme})`, async ({
      launch,
    }) => {
      const { page, complaints } = await launch({ args: [...program(), '--theme', theme] })
      await ask(page, 'what branch am I on')
      await expect(transcript(page)).toContainText('branch')
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      const room = await openRoomPage(page)
      await room.getByRole('button', { name: 'Start a server on this computer' }).click()
      await expect(room).toContainText('A server runs on this computer, for it alone.')
      await expect(room).toContainText('Room parley · 1 person')
      // The page tells of the room, which knows of this window before it is connected; the status bar tells of both.
      await expect(roomItem(page, 'Room: Room parley · 1 person')).toBeVisible()

      await room.getByLabel('What they are called').fill('Bo')
      await room.getByRole('button', { name: 'Make an invitation' }).click()
      await expect(room.getByRole('img', { name: /invitation/ })).toBeVisible()
      await expect(room).toContainText('good for ten minutes')
      await expect(room.locator('.line-to-copy code').first()).toHaveText(/^ws:\/\/127\.0\.0\.1:\d+$/)
      await page.screenshot({ path: `.cache/e2e/room-invitation-${theme}.png` })

      await room.getByRole('button', { name: 'Check' }).click()
      for (const what of ['Address', 'Token', 'Room', 'Agent'])
        await expect(step(room, `${what}: well.`)).toBeVisible()
      await isConnected(room, 'over LiveKit')
      await page.screenshot({ path: `.cache/e2e/room-check-${theme}.png` })
      expect(await violations(page, 'room')).toEqual([])

      await page.keyboard.press('Escape')
      await expect(roomItem(page, 'Room: Room parley · 1 person')).toBeVisible()
      await ask(page, 'which file is the largest')
      await expect(transcript(page)).toContainText('largest')

      await (await openRoomPage(page)).getByRole('button', { name: 'Stop the server' }).click()
      await expect(room).toContainText('No server runs.')
      await page.keyboard.press('Escape')
      await expect(roomItem(page, 'Room: Local room')).toBeVisible()
      await ask(page, 'open README.md')
      await expect(transcript(page)).toContainText('README.md')
      // The conversation is the same, and so is the page: nothing was loaded anew.
      await expect(transcript(page)).toContainText('what branch am I on')
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
      expect(complaints).toEqual([])
    })

  test('an invitation into this network says what a phone’s browser needs', async ({ launch }) => {
    test.skip(lanAddress(networkInterfaces()) === null, 'This computer is in no network.')
    const { page } = await launch({ args: program() })
    const room = await openRoomPage(page)
    await room.getByLabel(/^Also for phones in this network/).check()
    await room.getByRole('button', { name: 'Start a server on this computer' }).click()
    await expect(room).toContainText('for it and for its network')
    await room.getByRole('button', { name: 'Make an invitation' }).click()
    await expect(room.getByRole('img', { name: /invitation/ })).toBeVisible()
    await expect(room).toContainText('A browser on a phone will not take this address')
    await expect(room).toContainText('give its wss:// address with the token')
    await page.screenshot({ path: '.cache/e2e/room-invitation-network.png' })
  })

  test('a server named in the settings is gone to without a restart; its keys go in and never come out', async ({
    launch,
  }) => {
    if (started?.tag !== 'running') throw new Error(started?.reason)
    const { url, key, secret } = started.server
    const { page } = await launch()
    await expect(roomItem(page, 'Room: Local room')).toBeVisible()
    await page.getByRole('button', { name: 'Settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toContainText('No key and no secret are set.')
    await settings.getByLabel('API key').fill(key)
    await settings.getByLabel('API secret').fill(secret)
    const keys = settings.getByRole('group', { name: 'Key and secret of the server' })
    await keys.getByRole('button', { name: 'Save' }).click()
    await expect(settings).toContainText('A key and a secret are set.')
    expect(await page.content()).not.toContain(secret)
    await settings.getByLabel('LiveKit server').fill(url)
    await settings.getByLabel('LiveKit server').press('Enter')
    await expect(roomItem(page, 'Room: Room parley · 1 person')).toBeVisible()
    const room = await openRoomPage(page)
    await room.getByRole('button', { name: 'Check' }).click()
    await isConnected(room, 'over LiveKit')
    expect(await page.content()).not.toContain(secret)
  })
})
