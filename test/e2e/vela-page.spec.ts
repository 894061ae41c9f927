// The page for phones and browsers, as somebody with a phone has it.
import type { Locator, Page } from '@playwright/test'
import { HEARING_RATE } from '../../src/core/ears/samples.ts'
import { violations } from './axe.ts'
import { expect, test } from './vela-fixture.ts'

const tone = Int16Array.from({ length: HEARING_RATE }, (_, at) => Math.round(8_000 * Math.sin(at / 4)))
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const mic = (page: Page): Locator => page.locator('#mic')
const session = (page: Page, words: string): Promise<void> =>
  expect(page.locator('#session')).toHaveText(words)
const connection = (page: Page, words: string): Promise<void> =>
  expect(page.locator('#connection')).toHaveText(words)
const trouble = (page: Page): Locator => page.getByRole('alert')

async function hold(page: Page): Promise<void> {
  const box = (await mic(page).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
}

test('the mocked turn runs from the first word to the last, and again', async ({ vela }) => {
  const { page, complaints } = await vela()
  await connection(page, 'Connected')
  await session(page, 'Idle')
  await expect(button(page, 'Cancel')).toBeDisabled()
  for (let n = 0; n < 2; n++) {
    await button(page, 'Mocked turn').click()
    await expect(page.locator('#reply')).toHaveText(/deterministic mocked response/)
    await session(page, 'Idle')
  }
  await expect(page.locator('#final')).toHaveText('[mocked user] What is the current mocked vertical slice?')
  expect(complaints).toEqual([])
})

test('in the mocked pipeline the button is a shell: a placeholder when pressed, a commit when let go', async ({
  vela,
}) => {
  const { page, house, complaints } = await vela()
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
  expect(house.takes).toEqual([])
  expect(complaints).toEqual([])
})

test('hold, speak, let go: the sound arrives, and the words and the reply are shown', async ({ vela }) => {
  const { page, house, complaints } = await vela({ microphone: tone })
  await session(page, 'Idle')
  await expect(page.locator('#hint')).toContainText('This is your microphone')
  await hold(page)
  await session(page, 'Listening')
  const take = house.take()
  await expect.poll(() => take.samples().length).toBeGreaterThan(HEARING_RATE)
  // As loud as what was played, in 16 bits; a browser that hears the same tone on and on makes it softer after a while.
  expect(take.samples().reduce((loudest, one) => Math.max(loudest, Math.abs(one)), 0)).toBeGreaterThan(1_000)
  take.tell({ type: 'words.guessed', text: 'where do we', soundMs: 1 })
  await expect(page.locator('#partial')).toHaveText('where do we')
  await page.mouse.up()
  await expect(mic(page)).toBeDisabled()
  take.understand('Where do we parse it?')
  await expect(page.locator('#final')).toHaveText('Where do we parse it?')
  await session(page, 'Thinking')
  const conversation = house.conversation()
  conversation.reply('In one ')
  await session(page, 'Speaking')
  conversation.reply('<b>place</b>.')
  await expect(page.locator('#reply')).toHaveText('In one <b>place</b>.')
  conversation.end()
  await session(page, 'Idle')
  await expect(mic(page)).toBeEnabled()
  expect(complaints).toEqual([])
})

test('the space bar holds it as well, and a cancel drops the turn but not its words', async ({ vela }) => {
  const { page, house } = await vela({ microphone: tone })
  await session(page, 'Idle')
  await page.keyboard.down(' ')
  await session(page, 'Listening')
  house.take().tell({ type: 'words.guessed', text: 'never mind', soundMs: 1 })
  await expect(page.locator('#partial')).toHaveText('never mind')
  await button(page, 'Cancel').click()
  await session(page, 'Idle')
  await page.keyboard.up(' ')
  expect(house.take().state).toBe('cancelled')
  await expect(page.locator('#partial')).toHaveText('never mind')
  await expect(button(page, 'Cancel')).toBeDisabled()
  // A browser takes a while to take the keys away from a button that can be pressed no more.
  await expect(button(page, 'Cancel')).not.toBeFocused()
  await page.keyboard.down(' ')
  await session(page, 'Listening')
  await page.keyboard.up(' ')
  house.take().understand('')
  await expect(trouble(page)).toContainText('No words were heard')
  await session(page, 'Idle')
})

test('those who cannot hold press Enter to begin and again to end, and leaving the page ends it too', async ({
  vela,
}) => {
  const { page, house } = await vela({ microphone: tone })
  await session(page, 'Idle')
  await mic(page).focus()
  await page.keyboard.press('Enter')
  await session(page, 'Listening')
  await page.keyboard.press('Enter')
  await house.take().whenReleased()
  house.take().understand('by two presses')
  await expect(page.locator('#final')).toHaveText('by two presses')
  house.conversation().end()
  await session(page, 'Idle')
  await hold(page)
  await session(page, 'Listening')
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await house.take().whenReleased()
  await page.mouse.up()
})

test('a finger holds it on a phone', async ({ vela }) => {
  const { page, house } = await vela({ microphone: tone, context: { hasTouch: true, isMobile: true } })
  await session(page, 'Idle')
  const box = (await mic(page).boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(96)
  const finger = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await session(page, 'Listening')
  // Sliding off it is not letting go.
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: point.x, y: 20 }] })
  await expect.poll(() => house.take().samples().length).toBeGreaterThan(HEARING_RATE / 2)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(mic(page)).toBeDisabled()
  house.take().understand('hello')
  await expect(page.locator('#final')).toHaveText('hello')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('without a microphone it says so, and the mocked turn still works', async ({ vela }) => {
  const { page } = await vela()
  await session(page, 'Idle')
  await hold(page)
  await expect(trouble(page)).toContainText(/microphone/)
  await page.mouse.up()
  await button(page, 'Mocked turn').click()
  await expect(page.locator('#reply')).toHaveText(/deterministic/)
  await expect(trouble(page)).toBeHidden()
})

test('at an address that browsers do not trust, it says what to do instead', async ({ vela }) => {
  const { page, gateway } = await vela({
    host: 'desk.test',
    token: 'a-token',
    suffix: '#token=a-token',
    microphone: tone,
  })
  await session(page, 'Idle')
  await hold(page)
  await expect(trouble(page)).toContainText('https')
  await page.mouse.up()
  await button(page, 'Mocked turn').click()
  await expect(page.locator('#reply')).toHaveText(/deterministic/)
  expect(gateway.refused).toEqual([])
})

test('over https, as a phone in the network has it, the microphone is heard', async ({ vela }) => {
  const { page, house, complaints } = await vela({
    host: 'desk.test',
    secure: true,
    token: 'a-token',
    suffix: '#token=a-token',
    microphone: tone,
  })
  await session(page, 'Idle')
  await hold(page)
  await session(page, 'Listening')
  await expect.poll(() => house.take().samples().length).toBeGreaterThan(HEARING_RATE / 2)
  await page.mouse.up()
  house.take().understand('hello from afar')
  await expect(page.locator('#final')).toHaveText('hello from afar')
  expect(complaints).toEqual([])
})

test('what hears is loading: it is said, the microphone is let go, and the next try works', async ({
  vela,
}) => {
  const { page, house } = await vela({ microphone: tone })
  let unanswered = 0
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"input_audio.append"')) unanswered++
    })
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"error"')) unanswered--
    })
  })
  await page.reload()
  await session(page, 'Idle')
  house.setEars('loading')
  await hold(page)
  await expect(trouble(page)).toContainText('still being loaded')
  await expect(mic(page)).toHaveAttribute('aria-pressed', 'false')
  await page.mouse.up()
  // More sound may have been on its way when the first was refused: all of that is answered before the next try.
  await expect.poll(() => unanswered).toBe(0)
  house.setEars('ready')
  await hold(page)
  await session(page, 'Listening')
  await expect(trouble(page)).toBeHidden()
  await page.mouse.up()
})

test('a wrong token is named, and it is not tried again and again', async ({ vela }) => {
  const { page } = await vela({ token: 'right', suffix: '?token=wrong' })
  await connection(page, 'Error')
  await expect(trouble(page)).toContainText('token')
  await expect(mic(page)).toBeDisabled()
  await expect(button(page, 'Connect')).toBeVisible()
})

test('who is disconnected at the desktop stays so until they ask to come back', async ({ vela }) => {
  const { page, gateway } = await vela()
  await session(page, 'Idle')
  for (const { id } of gateway.guests()) gateway.drop(id)
  await connection(page, 'Error')
  await expect(trouble(page)).toContainText('desktop')
  await expect(button(page, 'Mocked turn')).toBeDisabled()
  await session(page, 'None')
  await button(page, 'Connect').click()
  await session(page, 'Idle')
  await expect(button(page, 'Mocked turn')).toBeEnabled()
})

test('a lost connection is shown, and comes back by itself', async ({ vela }) => {
  const { page } = await vela()
  await session(page, 'Idle')
  let isBack = false
  await page.routeWebSocket(/\/ws/, async (socket) => {
    if (isBack) return void socket.connectToServer()
    await socket.close({ code: 1012, reason: 'It is started again' })
  })
  await page.reload()
  await connection(page, 'Disconnected')
  await expect(trouble(page)).toContainText('lost, and is tried again')
  isBack = true
  await session(page, 'Idle')
  await expect(trouble(page)).toBeHidden()
})

test('what a gateway should never send is said, and nothing breaks', async ({ vela }) => {
  const { page, complaints } = await vela()
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
  await expect(trouble(page)).toContainText('does not understand')
  await connection(page, 'Connected')
  await session(page, 'Idle')
  expect(complaints).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing to complain of, in ${colorScheme}`, async ({ vela }) => {
    const { page, house } = await vela({ microphone: tone, context: { colorScheme } })
    await session(page, 'Idle')
    expect(await violations(page, 'idle')).toEqual([])
    await hold(page)
    await session(page, 'Listening')
    house.take().tell({ type: 'words.guessed', text: 'where do we', soundMs: 1 })
    await expect(page.locator('#partial')).toHaveText('where do we')
    expect(await violations(page, 'listening')).toEqual([])
    await page.mouse.up()
    house.take().understand('')
    await expect(trouble(page)).toBeVisible()
    await button(page, 'Mocked turn').click()
    await expect(page.locator('#reply')).toHaveText(/deterministic/)
    await session(page, 'Idle')
    expect(await violations(page, 'answered')).toEqual([])
  })
