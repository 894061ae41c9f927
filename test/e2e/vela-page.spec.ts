// The page for phones and browsers, as a phone user sees it.
import type { Locator, Page } from '@playwright/test'
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'
import { violations } from './axe.ts'
import { expect, test } from './vela-fixture.ts'

// The last file, and a long one: both workers share it.
test.describe.configure({ mode: 'parallel' })

const tone = Int16Array.from({ length: HEARING_RATE }, (_, at) => Math.round(8_000 * Math.sin(at / 4)))
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const mic = (page: Page): Locator => page.locator('#mic')
const session = (page: Page, text: string): Promise<void> => expect(page.locator('#session')).toHaveText(text)
const connection = (page: Page, text: string): Promise<void> =>
  expect(page.locator('#connection')).toHaveText(text)
const problem = (page: Page): Locator => page.getByRole('alert')

async function hold(page: Page): Promise<void> {
  const box = (await mic(page).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
}

test('the mocked turn runs completely, twice', async ({ vela }) => {
  const { page, pageErrors } = await vela()
  await connection(page, 'Connected')
  await session(page, 'Idle')
  await expect(button(page, 'Cancel')).toBeDisabled()
  for (let n = 0; n < 2; n++) {
    await button(page, 'Mocked turn').click()
    await expect(page.locator('#reply')).toHaveText(/deterministic mocked response/)
    await session(page, 'Idle')
  }
  await expect(page.locator('#final')).toHaveText('[mocked user] What is the current mocked vertical slice?')
  expect(pageErrors).toEqual([])
})

test('in the mocked pipeline, pressing the button sends a placeholder and releasing it commits the turn', async ({
  vela,
}) => {
  const { page, guestHost, pageErrors } = await vela()
  await session(page, 'Idle')
  await page.getByRole('radio', { name: 'Mocked' }).check()
  await expect(page.locator('#hint')).toContainText('control shell and not real microphone capture')
  await session(page, 'Idle')
  await hold(page)
  await session(page, 'Listening')
  await expect(page.locator('#partial')).toContainText('[mocked partial]')
  await expect(button(page, 'Mocked turn')).toBeDisabled()
  await page.mouse.up()
  await expect(page.locator('#final')).toContainText('from 1 appended chunk(s)')
  await expect(page.locator('#partial')).toBeHidden()
  await expect(page.locator('#reply')).toHaveText(/deterministic/)
  expect(guestHost.takes).toEqual([])
  expect(pageErrors).toEqual([])
})

test('push-to-talk: the audio arrives, and transcript and reply are shown', async ({ vela }) => {
  const { page, guestHost, pageErrors } = await vela({ microphone: tone })
  await session(page, 'Idle')
  await expect(page.locator('#hint')).toContainText('This is your microphone')
  await hold(page)
  await session(page, 'Listening')
  const take = guestHost.take()
  await expect.poll(() => take.samples().length).toBeGreaterThan(HEARING_RATE)
  // As loud as the recording, in 16 bits; the browser's gain control lowers a continuous tone after a while.
  expect(take.samples().reduce((loudest, one) => Math.max(loudest, Math.abs(one)), 0)).toBeGreaterThan(1_000)
  take.tell({ type: 'words.guessed', text: 'where do we', soundMs: 1 })
  await expect(page.locator('#partial')).toHaveText('where do we')
  await page.mouse.up()
  await expect(mic(page)).toBeDisabled()
  take.understand('Where do we parse it?')
  await expect(page.locator('#final')).toHaveText('Where do we parse it?')
  await session(page, 'Thinking')
  const conversation = guestHost.conversation()
  conversation.reply('In one ')
  await session(page, 'Speaking')
  conversation.reply('<b>place</b>.')
  await expect(page.locator('#reply')).toHaveText('In one <b>place</b>.')
  conversation.end()
  await session(page, 'Idle')
  await expect(mic(page)).toBeEnabled()
  expect(pageErrors).toEqual([])
})

test('holding Space talks too, and Cancel drops the turn but not its transcript', async ({ vela }) => {
  const { page, guestHost } = await vela({ microphone: tone })
  await session(page, 'Idle')
  await page.keyboard.down(' ')
  await session(page, 'Listening')
  guestHost.take().tell({ type: 'words.guessed', text: 'never mind', soundMs: 1 })
  await expect(page.locator('#partial')).toHaveText('never mind')
  await button(page, 'Cancel').click()
  await session(page, 'Idle')
  await page.keyboard.up(' ')
  expect(guestHost.take().state).toBe('cancelled')
  await expect(page.locator('#partial')).toHaveText('never mind')
  await expect(button(page, 'Cancel')).toBeDisabled()
  // A browser takes a moment to move focus away from a disabled button.
  await expect(button(page, 'Cancel')).not.toBeFocused()
  await page.keyboard.down(' ')
  await session(page, 'Listening')
  await page.keyboard.up(' ')
  guestHost.take().understand('')
  await expect(problem(page)).toContainText('No words were heard')
  await session(page, 'Idle')
})

test('Enter starts and ends talking without holding, and leaving the page ends it too', async ({ vela }) => {
  const { page, guestHost } = await vela({ microphone: tone })
  await session(page, 'Idle')
  await mic(page).focus()
  await page.keyboard.press('Enter')
  await session(page, 'Listening')
  await page.keyboard.press('Enter')
  await guestHost.take().whenReleased()
  guestHost.take().understand('by two presses')
  await expect(page.locator('#final')).toHaveText('by two presses')
  guestHost.conversation().end()
  await session(page, 'Idle')
  await hold(page)
  await session(page, 'Listening')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await guestHost.take().whenReleased()
  await page.mouse.up()
})

test('holding the button with a finger talks on a phone', async ({ vela }) => {
  const { page, guestHost } = await vela({ microphone: tone, context: { hasTouch: true, isMobile: true } })
  await session(page, 'Idle')
  const box = (await mic(page).boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(96)
  const finger = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await session(page, 'Listening')
  // Sliding off the button does not release it.
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: point.x, y: 20 }] })
  await expect.poll(() => guestHost.take().samples().length).toBeGreaterThan(HEARING_RATE / 2)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(mic(page)).toBeDisabled()
  guestHost.take().understand('hello')
  await expect(page.locator('#final')).toHaveText('hello')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('without a microphone the page says so, and the mocked turn still works', async ({ vela }) => {
  const { page } = await vela()
  await session(page, 'Idle')
  await hold(page)
  await expect(problem(page)).toContainText(/microphone/)
  await page.mouse.up()
  await button(page, 'Mocked turn').click()
  await expect(page.locator('#reply')).toHaveText(/deterministic/)
  await expect(problem(page)).toBeHidden()
})

test('at an address that browsers do not trust, the page says what to do instead', async ({ vela }) => {
  const { page, gateway } = await vela({
    host: 'desk.test',
    token: 'a-token',
    suffix: '#token=a-token',
    microphone: tone,
  })
  await session(page, 'Idle')
  await hold(page)
  await expect(problem(page)).toContainText('https')
  await page.mouse.up()
  await button(page, 'Mocked turn').click()
  await expect(page.locator('#reply')).toHaveText(/deterministic/)
  expect(gateway.refused).toEqual([])
})

test('the microphone works over HTTPS, as on a phone in the network', async ({ vela }) => {
  const { page, guestHost, pageErrors } = await vela({
    host: 'desk.test',
    secure: true,
    token: 'a-token',
    suffix: '#token=a-token',
    microphone: tone,
  })
  await session(page, 'Idle')
  await hold(page)
  await session(page, 'Listening')
  await expect.poll(() => guestHost.take().samples().length).toBeGreaterThan(HEARING_RATE / 2)
  await page.mouse.up()
  guestHost.take().understand('hello from afar')
  await expect(page.locator('#final')).toHaveText('hello from afar')
  expect(pageErrors).toEqual([])
})

test('speech while the recognizer loads is stored, and answered when it is ready', async ({ vela }) => {
  const { page, guestHost } = await vela({ microphone: tone })
  await session(page, 'Idle')
  guestHost.setEars('loading')
  await hold(page)
  await session(page, 'Listening')
  await expect(problem(page)).toBeHidden()
  await page.mouse.up()
  guestHost.setEars('ready')
  guestHost.take().understand('hello from afar')
  await expect(page.locator('#final')).toHaveText('hello from afar')
})

test('a wrong token is reported and not retried', async ({ vela }) => {
  const { page } = await vela({ token: 'right', suffix: '?token=wrong' })
  await connection(page, 'Error')
  await expect(problem(page)).toContainText('token')
  await expect(mic(page)).toBeDisabled()
  await expect(button(page, 'Connect')).toBeVisible()
})

test('a device that the desktop disconnected reconnects only on request', async ({ vela }) => {
  const { page, gateway } = await vela()
  await session(page, 'Idle')
  for (const { id } of gateway.guests()) gateway.drop(id)
  await connection(page, 'Error')
  await expect(problem(page)).toContainText('desktop')
  await expect(button(page, 'Mocked turn')).toBeDisabled()
  await session(page, 'None')
  await button(page, 'Connect').click()
  await session(page, 'Idle')
  await expect(button(page, 'Mocked turn')).toBeEnabled()
})

test('a lost connection is shown and restored automatically', async ({ vela }) => {
  const { page } = await vela()
  await session(page, 'Idle')
  let isBack = false
  await page.routeWebSocket(/\/ws/, async (socket) => {
    if (isBack) return void socket.connectToServer()
    await socket.close({ code: 1012, reason: 'restarting' })
  })
  await page.reload()
  await connection(page, 'Disconnected')
  await expect(problem(page)).toContainText('was lost')
  isBack = true
  await session(page, 'Idle')
  await expect(problem(page)).toBeHidden()
})

test('invalid gateway messages are reported, and nothing breaks', async ({ vela }) => {
  const { page, pageErrors } = await vela()
  await session(page, 'Idle')
  await page.routeWebSocket(/\/ws/, (socket) => {
    socket.send('{"type":"session.ready","payload":{"sessionId":"s"}}')
    socket.send('{"type":"session.state","payload":{"value":"idle"}}')
    socket.onMessage(() => {
      socket.send('{"type":"session.ready","payload":{"sessionId":"s"}}')
      socket.send('{"type":"session.state","payload":{"value":"idle"}}')
      socket.send('{"type":"session.state","payload":{"value":"asleep"}}')
      socket.send(Buffer.from([1, 2, 3]))
    })
  })
  await page.reload()
  await expect(problem(page)).toContainText('does not understand')
  await connection(page, 'Connected')
  await session(page, 'Idle')
  expect(pageErrors).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the page has no violations (${colorScheme})`, async ({ vela }) => {
    const { page, guestHost } = await vela({ microphone: tone, context: { colorScheme } })
    await session(page, 'Idle')
    expect(await violations(page, 'idle')).toEqual([])
    await hold(page)
    await session(page, 'Listening')
    guestHost.take().tell({ type: 'words.guessed', text: 'where do we', soundMs: 1 })
    await expect(page.locator('#partial')).toHaveText('where do we')
    expect(await violations(page, 'listening')).toEqual([])
    await page.mouse.up()
    guestHost.take().understand('')
    await expect(problem(page)).toBeVisible()
    await button(page, 'Mocked turn').click()
    await expect(page.locator('#reply')).toHaveText(/deterministic/)
    await session(page, 'Idle')
    expect(await violations(page, 'answered')).toEqual([])
  })
