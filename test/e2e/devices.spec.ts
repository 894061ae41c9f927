// The page about other devices: who may connect, pairing, who is connected, and what comes of their conversations.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { violations } from './axe.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './what-a-person-does.ts'

const devicesItem = (page: Page, words: string | RegExp): Locator =>
  statusBar(page).getByRole('button', { name: words })
const devicesPage = (page: Page): Locator => page.getByRole('dialog', { name: 'Devices', exact: true })

async function openDevicesPage(page: Page): Promise<Locator> {
  await devicesItem(page, /^Devices:/).click()
  await page.getByRole('button', { name: /^(The devices|Pair a device)$/ }).click()
  await expect(devicesPage(page)).toBeVisible()
  return devicesPage(page)
}

async function pair(devices: Locator, what: string): Promise<string> {
  await devices.getByRole('radio', { name: what }).check()
  await devices.getByRole('button', { name: 'Make a code' }).click()
  await expect(devices.getByRole('img', { name: /code/ })).toBeVisible()
  return (await devices.locator('.line-to-copy code').textContent()) ?? ''
}

test('the page about devices is found among all commands, and from the settings', async ({ launch }) => {
  const { page, complaints } = await launch()
  await expect(devicesItem(page, 'Devices: none connected')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+p')
  await page.getByRole('combobox', { name: 'Commands' }).fill('pairing')
  await page.keyboard.press('Enter')
  await expect(devicesPage(page)).toContainText('On this computer only')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Open the devices’ page' }).click()
  await expect(devicesPage(page)).toContainText('No device is connected.')
  expect(complaints).toEqual([])
})

/** A code counts once a device has come with it. */
async function comesBy(link: string): Promise<void> {
  const device = new WebSocket(link)
  await once(device, 'open')
  device.close()
  await once(device, 'close')
}

for (const theme of ['light', 'dark'] as const)
  test(`a device is paired by a code with a link of its own, and forgotten after a question (${theme})`, async ({
    launch,
  }) => {
    const { page, complaints } = await launch({ args: ['--theme', theme] })
    await expect(page.getByLabel('Ask the agent')).toBeVisible()
    const devices = await openDevicesPage(page)
    await expect(devices).toContainText('No device is paired.')
    const first = await pair(devices, 'Glasses')
    expect(first).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/?\?token=[\w-]{20,}$/)
    await expect(devices).toContainText('It works on this computer only.')
    await expect(devices).toContainText('No device is paired. A code waits for its device.')
    await expect(devices.getByRole('button', { name: 'Take the code back' })).toBeVisible()
    await expect(devices).toContainText('Whoever has it can talk to this codebase')
    await comesBy(first)
    await expect(devices).toContainText('One device was paired')
    // A code for another kind of device is another one, with another token.
    const second = await pair(devices, 'Browser')
    expect(second).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/vela#token=[\w-]{20,}$/)
    expect(second.split('token=')[1]).not.toBe(first.split('token=')[1])
    await comesBy(second.replace('http:', 'ws:').replace('/vela#', '/ws?'))
    await expect(devices).toContainText('2 devices were paired')
    expect(await violations(page, 'pairing')).toEqual([])
    await page.screenshot({ path: `.cache/e2e/devices-pairing-${theme}.png` })

    await devices.getByRole('button', { name: 'Forget paired devices' }).click()
    await expect(devices.getByText('Forget all 2?')).toBeVisible()
    await expect(devices.getByRole('button', { name: 'Keep' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(devices.getByRole('button', { name: 'Forget paired devices' })).toBeFocused()
    await page.keyboard.press('Enter')
    await devices.getByRole('button', { name: 'Forget all 2' }).click()
    await expect(devices).toContainText('No device is paired.')
    // What the code would have opened is shut, so it is gone.
    await expect(devices.getByRole('img')).toHaveCount(0)
    expect(complaints).toEqual([])
  })

test('the network is let in with a token only, which is said, and can be shut out again', async ({
  launch,
}) => {
  const { page } = await launch()
  const devices = await openDevicesPage(page)
  await expect(devices).toContainText('Only this computer is let in so far.')
  await devices.getByRole('button', { name: 'Open it to the network' }).click()
  await expect(devices).toContainText('Opens to your network once a device is paired')
  await expect(devices.getByRole('alert')).toHaveCount(0)
  await expect(devices.getByRole('button', { name: 'Make a code' })).toBeVisible()
  await expect(devices.getByLabel('Also for devices in this network')).toBeChecked()
  await devices.getByLabel('Also for devices in this network').uncheck()
  await expect(devices.getByRole('status').filter({ hasText: 'On this computer only' })).toBeVisible()

  await devices.getByRole('button', { name: 'Let no device connect' }).click()
  await expect(devices).toContainText('No phone, browser or glasses can talk to this codebase.')
  await expect(devices.getByRole('button', { name: 'Make a code' })).toHaveCount(0)
  await devices.getByRole('button', { name: 'Let devices connect' }).click()
  await expect(devices.getByRole('status').filter({ hasText: 'On this computer only' })).toBeVisible()
})

test('a port that another program has is a fault that says what to do, until that lets go of it', async ({
  launch,
}) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { page } = await launch({ args: ['--gateway-port', String(port)] })
  await expect(devicesItem(page, 'Devices: cannot connect')).toBeVisible()
  const devices = await openDevicesPage(page)
  await expect(devices.getByRole('alert')).toContainText(`Another program already listens on port ${port}`)
  await expect(devices.getByRole('alert')).toContainText('choose another port')
  expect(await violations(page, 'a taken port')).toEqual([])
  await devices.getByRole('button', { name: 'Choose another port' }).click()
  await expect(page.getByRole('textbox', { name: 'Port for devices' })).toHaveValue(String(port))
  await page.getByRole('button', { name: 'Open the devices’ page' }).click()
  other.close()
  await once(other, 'close')
  await expect(devices.getByRole('status').filter({ hasText: 'On this computer only' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(devicesItem(page, 'Devices: none connected')).toBeVisible()
})

test('at 640 by 400 a device is paired with the keyboard, and its code is seen whole', async ({ launch }) => {
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
})

test('glasses that connect are counted, named and disconnected; what they ask for waits with its name', async ({
  launch,
}) => {
  const { page, complaints } = await launch()
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
  expect(complaints).toEqual([])
})
