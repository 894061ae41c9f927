// The devices page: network access, pairing, connected devices and their conversations.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { violations, violationsInAllAppearances } from './axe.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

const devicesItem = (page: Page, text: string | RegExp): Locator =>
  statusBar(page).getByRole('button', { name: text })
const devicesPage = (page: Page): Locator => page.getByRole('dialog', { name: 'Devices', exact: true })

async function openDevicesPage(page: Page): Promise<Locator> {
  await devicesItem(page, /^Devices:/).click()
  await page.getByRole('button', { name: /^(Devices|Pair a device)$/ }).click()
  await expect(devicesPage(page)).toBeVisible()
  return devicesPage(page)
}

async function pair(devices: Locator, what: string): Promise<string> {
  await devices.getByRole('radio', { name: what }).check()
  await devices.getByRole('button', { name: 'Make a code' }).click()
  await expect(devices.getByRole('img', { name: /code/ })).toBeVisible()
  return (await devices.locator('.line-to-copy code').textContent()) ?? ''
}

test('the palette and the settings open the Devices page', inOneHost, async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await expect(devicesItem(page, 'Devices: none connected')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox', { name: 'Commands' }).fill('pairing')
  await page.keyboard.press('Enter')
  await expect(devicesPage(page)).toContainText('On this computer only')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Open the devices page' }).click()
  await expect(devicesPage(page)).toContainText('No device is connected.')
  expect(pageErrors).toEqual([])
})

/** Connects a device with the code, which uses the code up. */
async function connectWith(link: string): Promise<void> {
  const device = new WebSocket(link)
  await once(device, 'open')
  device.close()
  await once(device, 'close')
}

test('a device pairs by a code with its own link, and is removed after a confirmation', async ({
  launch,
}) => {
  const { page, pageErrors } = await launch()
  await expect(page.getByLabel('Ask the agent')).toBeVisible()
  const devices = await openDevicesPage(page)
  await expect(devices).toContainText('No device is paired.')
  const first = await pair(devices, 'Glasses')
  expect(first).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/?\?token=[\w-]{20,}$/)
  await expect(devices).toContainText('It works on this computer only.')
  await expect(devices).toContainText('No device is paired. One pairing code has not been used yet.')
  await expect(devices.getByRole('button', { name: 'Cancel the code' })).toBeVisible()
  await expect(devices).toContainText('Anyone who has it can talk to this codebase')
  await connectWith(first)
  await expect(devices).toContainText('One device is paired')
  await expect(devices.getByRole('textbox', { name: 'Name of Glasses' })).toHaveValue('Glasses')
  // Another kind of device gets another code with another token.
  const second = await pair(devices, 'Browser')
  expect(second).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/vela#token=[\w-]{20,}$/)
  expect(second.split('token=')[1]).not.toBe(first.split('token=')[1])
  await connectWith(second.replace('http:', 'ws:').replace('/vela#', '/ws?'))
  await expect(devices).toContainText('2 devices are paired')
  await devices.getByRole('textbox', { name: 'Name of Glasses' }).fill('My glasses')
  await page.keyboard.press('Enter')
  const approves = devices.getByRole('checkbox', { name: 'My glasses may approve' })
  await expect(approves).not.toBeChecked()
  await approves.check()
  await expect(devices.getByRole('checkbox', { name: 'Browser may approve' })).not.toBeChecked()
  await expect(devices.getByRole('checkbox', { name: 'This computer may approve' })).not.toBeChecked()
  expect(await violationsInAllAppearances(page, 'pairing')).toEqual([])
  await page.screenshot({ path: '.cache/e2e/devices-pairing.png' })

  await devices.getByRole('button', { name: 'Show the token' }).click()
  await expect(devices.getByRole('button', { name: 'Copy the token' })).toBeVisible()
  await devices.getByRole('button', { name: 'Hide the token' }).scrollIntoViewIfNeeded()
  await page.screenshot({ path: '.cache/e2e/devices-token.png' })
  await devices.getByRole('button', { name: 'Hide the token' }).click()
  await expect(devices.getByRole('button', { name: 'Copy the token' })).toHaveCount(0)

  await devices.getByRole('button', { name: 'Forget paired devices' }).click()
  await expect(devices.getByText('Forget all 2?')).toBeVisible()
  await expect(devices.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(devices.getByRole('button', { name: 'Forget paired devices' })).toBeFocused()
  await page.keyboard.press('Enter')
  await devices.getByRole('button', { name: 'Forget all 2' }).click()
  await expect(devices).toContainText('No device is paired.')
  // The access the code granted was closed, so the code disappears.
  await expect(devices.getByRole('img')).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test(
  'the network can connect only with a token, the page says so, and access can be closed again',
  inOneHost,
  async ({ launch }) => {
    const { page } = await launch()
    const devices = await openDevicesPage(page)
    await expect(devices).toContainText('Only this computer can connect so far.')
    await devices.getByRole('button', { name: 'Open to the network' }).click()
    await expect(devices.getByLabel('Allow devices in this network')).toBeChecked()
    await expect(devices.getByRole('alert')).toHaveCount(0)
    await expect(devices.getByRole('button', { name: 'Make a code' })).toBeVisible()
    await devices.getByLabel('Allow devices in this network').uncheck()
    await expect(devices.getByRole('status').filter({ hasText: 'On this computer only' })).toBeVisible()

    await devices.getByRole('button', { name: 'Stop devices from connecting' }).click()
    await expect(devices).toContainText('Phones, browsers and glasses cannot talk to this codebase.')
    await expect(devices.getByRole('button', { name: 'Make a code' })).toHaveCount(0)
    await devices.getByRole('button', { name: 'Allow devices to connect' }).click()
    await expect(devices.getByRole('status').filter({ hasText: 'On this computer only' })).toBeVisible()
  },
)

test(
  'access without a token shows a warning, a token that is too short an error',
  inOneHost,
  async ({ launch }) => {
    const open = await launch({ args: ['--gateway-open'] })
    const devices = await openDevicesPage(open.page)
    await expect(devices).toContainText('Open to every program on this computer')
    await expect(devices).toContainText('--gateway-open')
    expect(await violations(open.page, 'open access')).toEqual([])
    await open.page.screenshot({ path: '.cache/e2e/devices-open.png' })
    await open.stop()
    const short = await launch({ env: { GATEWAY_TOKEN: 'too short' } })
    await expect(devicesItem(short.page, 'Devices: cannot connect')).toBeVisible()
    const refused = await openDevicesPage(short.page)
    await expect(refused.getByRole('alert')).toContainText('GATEWAY_TOKEN has fewer than 16 characters')
  },
)

test(
  'a port used by another program shows an error with the next step, until the port is free',
  inOneHost,
  async ({ launch }) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { page } = await launch({ args: ['--gateway-port', String(port)] })
    await expect(devicesItem(page, 'Devices: cannot connect')).toBeVisible()
    const devices = await openDevicesPage(page)
    await expect(devices.getByRole('alert')).toContainText(`Another program uses port ${port}`)
    await expect(devices.getByRole('alert')).toContainText('choose another port')
    expect(await violations(page, 'a taken port')).toEqual([])
    await devices.getByRole('button', { name: 'Choose another port' }).click()
    await expect(page.getByRole('textbox', { name: 'Port for devices' })).toHaveValue(String(port))
    await page.getByRole('button', { name: 'Open the devices page' }).click()
    other.close()
    await once(other, 'close')
    await expect(devices.getByRole('status').filter({ hasText: 'On this computer only' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(devicesItem(page, 'Devices: none connected')).toBeVisible()
  },
)

test(
  'at 640 by 400 a device can be paired by keyboard, and its whole code is visible',
  inOneHost,
  async ({ launch }) => {
    const { page } = await launch()
    await page.setViewportSize({ width: 640, height: 400 })
    await expect(page.getByLabel('Ask the agent')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Shift+p')
    await page.getByRole('combobox', { name: 'Commands' }).fill('pairing')
    await page.keyboard.press('Enter')
    const devices = devicesPage(page)
    await devices.getByRole('radio', { name: 'Glasses' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(devices.getByRole('radio', { name: 'Browser' })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(devices.getByRole('img', { name: /code/ })).toBeInViewport({ ratio: 1 })
    await expect(devices.getByRole('button', { name: 'Copy the link' })).toBeInViewport({ ratio: 1 })
  },
)

test('connected glasses are counted, named and can be disconnected; their request waits under their name', async ({
  launch,
}) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'show the changes')
  await expect(viewer(page).getByText('return (hour + 1) % 12')).toBeVisible()
  const devices = await openDevicesPage(page)
  const glasses = new WebSocket(await pair(devices, 'Glasses'))
  const closed = once(glasses, 'close')
  await once(glasses, 'open')
  const one = devices.getByRole('listitem').filter({ hasText: 'G2 glasses' })
  await expect(one).toContainText('127.0.0.1, since')
  await page.keyboard.press('Escape')
  await expect(devicesItem(page, 'Devices: 1 connected')).toBeVisible()

  glasses.send(JSON.stringify({ type: 'text', message: 'open README.md' }))
  const theirs = tab(page, 'README.md new, from G2 glasses')
  await expect(theirs).toBeVisible()
  await expect(theirs).toHaveAttribute('aria-selected', 'false')
  await expect(viewer(page).getByText('return (hour + 1) % 12')).toBeVisible()
  const row = transcript(page).getByRole('listitem').filter({ hasText: 'From G2 glasses' })
  await row.getByRole('button', { name: 'README.md' }).click()
  await expect(tab(page, 'README.md from G2 glasses')).toHaveAttribute('aria-selected', 'true')
  await expect(viewer(page).getByText('from G2 glasses')).toBeVisible()

  await openDevicesPage(page)
  await one.getByRole('button', { name: /^Disconnect G2 glasses/ }).click()
  await expect(devices).toContainText('No device is connected.')
  const [code] = (await closed) as [number]
  expect(code).toBe(4003)
  await page.keyboard.press('Escape')
  await expect(devicesItem(page, 'Devices: none connected')).toBeVisible()
  expect(pageErrors).toEqual([])
})
