// The room page: a server on this computer, an invitation, a connection check, and errors.
import { networkInterfaces } from 'node:os'
import type { Locator, Page } from '@playwright/test'
import { lanAddress } from '../../src/main/rooms/livekit/local-network.ts'
import { installLiveKit, type Installed } from '../peers/livekit/install.ts'
import { startLiveKit, type StartedServer } from '../peers/livekit/server.ts'
import { violationsInAllAppearances } from './axe.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, openRoomPage, roomPage, statusBar, transcript } from './user-actions.ts'

const roomItem = (page: Page, text: string | RegExp): Locator =>
  statusBar(page).getByRole('button', { name: text })
/** One line of the connection check. */
const step = (room: Locator, what: string): Locator =>
  room.getByRole('listitem').filter({ has: room.page().locator('strong', { hasText: what }) })

/** A call above 400 ms is neither an error nor reported as good. */
async function isConnected(room: Locator, transport: string): Promise<void> {
  const line = step(room, 'Network')
  await expect(line).toContainText(`This window is connected ${transport}; the round trip takes`)
  const ms = Number(/(\d+) ms/.exec((await line.textContent()) ?? '')?.[1])
  await expect(line).toContainText(`Network: ${ms <= 400 ? 'OK' : 'Note'}.`)
}

test(
  'a missing server program shows an error with the next step, and can be retried',
  inOneHost,
  async ({ launch }) => {
    const { page, pageErrors } = await launch({ args: ['--livekit-program', '/nowhere/livekit-server'] })
    await expect(roomItem(page, 'Room: Local room')).toBeVisible()
    const room = await openRoomPage(page)
    await room.getByRole('button', { name: 'Start a server on this computer' }).click()
    await expect(room.getByRole('alert')).toContainText(
      'The program /nowhere/livekit-server is not installed',
    )
    await expect(room.getByRole('alert')).toContainText('Install LiveKit’s server')
    await expect(room.getByRole('button', { name: 'Start it again' })).toBeVisible()
    await room.getByRole('button', { name: 'Check' }).click()
    await expect(step(room, 'Address')).toContainText('No LiveKit room')
    await expect(step(room, 'Agent')).toContainText('local room')
    await isConnected(room, 'in the local room')
    expect(pageErrors).toEqual([])
  },
)

test('the palette opens the Room page, which links to the settings', inOneHost, async ({ launch }) => {
  const { page } = await launch()
  await expect(roomItem(page, 'Room: Local room')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox', { name: 'Commands' }).fill('invitations')
  await page.keyboard.press('Enter')
  await roomPage(page).getByRole('button', { name: 'Use another server' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Open the room page' }).click()
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

  test('the user starts a server, invites somebody, runs the check, and stops the server', async ({
    launch,
  }) => {
    const { page, pageErrors } = await launch({ args: program() })
    await ask(page, 'what branch am I on')
    await expect(transcript(page)).toContainText('branch')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const room = await openRoomPage(page)
    await room.getByRole('button', { name: 'Start a server on this computer' }).click()
    await expect(room).toContainText('A server is running, for this computer only.')
    await expect(room).toContainText('Room parley · 1 person')
    // The page shows the room, which knows this window before it is connected; the status bar shows both.
    await expect(roomItem(page, 'Room: Room parley · 1 person')).toBeVisible()

    await room.getByLabel('Their name').fill('Bo')
    await room.getByRole('button', { name: 'Make an invitation' }).click()
    await expect(room.getByRole('img', { name: /invitation/ })).toBeVisible()
    await expect(room).toContainText('valid for ten minutes')
    await expect(room.locator('.line-to-copy code').first()).toHaveText(/^ws:\/\/127\.0\.0\.1:\d+$/)
    await page.screenshot({ path: '.cache/e2e/room-invitation.png' })

    await room.getByRole('button', { name: 'Check' }).click()
    for (const what of ['Address', 'Token', 'Room', 'Agent'])
      await expect(step(room, `${what}: OK.`)).toBeVisible()
    await isConnected(room, 'over LiveKit')
    await page.screenshot({ path: '.cache/e2e/room-check.png' })
    expect(await violationsInAllAppearances(page, 'room')).toEqual([])

    await page.keyboard.press('Escape')
    await expect(roomItem(page, 'Room: Room parley · 1 person')).toBeVisible()
    await ask(page, 'which file is the largest')
    await expect(transcript(page)).toContainText('largest')

    await (await openRoomPage(page)).getByRole('button', { name: 'Stop the server' }).click()
    await expect(room).toContainText('No server is running.')
    await page.keyboard.press('Escape')
    await expect(roomItem(page, 'Room: Local room')).toBeVisible()
    await ask(page, 'open README.md')
    await expect(transcript(page)).toContainText('README.md')
    // The conversation and the page are the same: nothing was reloaded.
    await expect(transcript(page)).toContainText('what branch am I on')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(pageErrors).toEqual([])
  })

  test('an invitation into this network says what a phone’s browser needs', inOneHost, async ({ launch }) => {
    test.skip(lanAddress(networkInterfaces()) === null, 'This computer is not on a network.')
    const { page } = await launch({ args: program() })
    const room = await openRoomPage(page)
    await room.getByLabel(/^Allow devices in this network/).check()
    await room.getByRole('button', { name: 'Start a server on this computer' }).click()
    await expect(room).toContainText('for this computer and its network')
    await room.getByRole('button', { name: 'Make an invitation' }).click()
    await expect(room.getByRole('img', { name: /invitation/ })).toBeVisible()
    await expect(room).toContainText('Browsers on other computers and phones reject this address')
    await expect(room).toContainText('share its wss:// address with the token')
    await page.screenshot({ path: '.cache/e2e/room-invitation-network.png' })
  })

  test('a server set in the settings is joined without a restart; its keys are never shown again', async ({
    launch,
  }) => {
    if (started?.tag !== 'running') throw new Error(started?.reason)
    const { url, key, secret } = started.server
    const { page } = await launch()
    await expect(roomItem(page, 'Room: Local room')).toBeVisible()
    await page.getByRole('button', { name: 'Settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toContainText('No key and secret are set.')
    await settings.getByLabel('API key').fill(key)
    await settings.getByLabel('API secret').fill(secret)
    const keys = settings.getByRole('group', { name: 'Server key and secret' })
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
