// A LiveKit room that goes away in the middle of a turn and comes back, with a window and a frontend of LiveKit's own in it.
import type { Locator, Page, WebSocketRoute } from '@playwright/test'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { onLiveKit } from './livekit-fixture.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './what-a-person-does.ts'
import { write } from './workspace-fixture.ts'

/** A command that says a line whenever a file appears, and ends with another: the test decides how far the turn is. */
const WATCHED = `import { existsSync } from 'node:fs'
let next = 1
console.log('waiting for the tide')
setInterval(() => {
  if (existsSync('go-' + next)) console.log('tide number ' + next++)
  if (existsSync('enough')) process.exit(0)
}, 20)
`

const { server, inRoom } = onLiveKit()

const roomItem = (page: Page, words: string | RegExp): Locator =>
  statusBar(page).getByRole('button', { name: words })

/** What the status bar says of the room, so that a test that fails says what was there instead. */
const shownOfRoom = (page: Page): Promise<string | null> =>
  roomItem(page, /^Room: /).getAttribute('aria-label')

async function startTheTide(page: Page): Promise<void> {
  await ask(page, 'run node watch.mjs')
  await page
    .getByRole('region', { name: 'Run a command' })
    .getByRole('button', { name: /^Run it/ })
    .click()
  await expect(tab(page, /node watch\.mjs/)).toHaveAttribute('aria-selected', 'true')
  await expect(viewer(page)).toContainText('waiting for the tide')
}

/** Everything of the turn is there, and none of it twice. */
async function isWhole(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Agent state: Ready' })).toBeVisible()
  await expect(transcript(page).locator('.entry-user')).toHaveCount(1)
  await expect(transcript(page).locator('.entry-agent')).toHaveCount(1)
  await expect(page.getByRole('tab')).toHaveCount(1)
  // An editor writes its spaces otherwise, and its lines in any order.
  const shown = async (): Promise<string> => (await viewer(page).innerText()).replaceAll(/\s+/g, ' ')
  await expect
    .poll(async () => (await shown()).match(/waiting for the tide|tide number \d/g)?.sort())
    .toEqual(['tide number 1', 'tide number 2', 'tide number 3', 'waiting for the tide'])
}

test(
  'a server killed in the middle of a turn and started again costs neither a word nor an artifact',
  inOneHost,
  async ({ launch, workspace, profile }) => {
    // A LiveKit library that has lost its server waits longer and longer before it tries again.
    test.slow()
    await write(workspace, 'watch.mjs', WATCHED)
    const { page } = await launch({ env: inRoom('killed') })
    await expect(roomItem(page, 'Room: Room killed · 1 person')).toBeVisible()
    const token = await guestToken(server(), 'killed', { identity: 'ada', name: 'Ada' })
    const ada = await openForeignFrontend(
      { url: server().url, token },
      { microphone: new Int16Array(16_000), folder: profile },
    )
    try {
      await startTheTide(page)
      await expect.poll(ada.agentState).toBe('thinking')
      await write(workspace, 'go-1', '')
      await expect(viewer(page)).toContainText('tide number 1')

      await server().kill()
      // The conversation goes on here meanwhile.
      await write(workspace, 'go-2', '')
      await expect(viewer(page)).toContainText('tide number 2')
      // Who is there again is only seen from when it was seen that nobody was.
      await expect.poll(() => shownOfRoom(page)).not.toBe('Room: Room killed · 2 people')
      await server().start()
      await expect.poll(() => shownOfRoom(page), { timeout: 180_000 }).toBe('Room: Room killed · 2 people')
      await expect.poll(ada.agentState).toBe('thinking')

      await write(workspace, 'go-3', '')
      await expect(viewer(page)).toContainText('tide number 3')
      await write(workspace, 'enough', '')
      await isWhole(page)
      await expect.poll(ada.agentState).toBe('idle')
      // The words and the end of the turn come each by a way of its own.
      const reply = (): Promise<string> => transcript(page).locator('.entry-agent').innerText()
      const replies = async (): Promise<string[]> =>
        (await ada.said()).filter(({ sender }) => sender === 'parley').map(({ text }) => text.trim())
      await expect
        .poll(async () => {
          const whole = await reply()
          return (await replies()).map((text) => text !== '' && whole.includes(text))
        })
        .toEqual([true])
    } finally {
      await ada.close()
    }
  },
)

test('a window whose connection breaks talks here until it is back in the room, and misses nothing', async ({
  launch,
  workspace,
}) => {
  // A server goes on counting whoever left without a word, for half a minute or so.
  test.slow()
  await write(workspace, 'watch.mjs', WATCHED)
  const { page } = await launch({ env: inRoom('anew') })
  const signals: WebSocketRoute[] = []
  let isThere = true
  await page.routeWebSocket(
    (url) => url.href.startsWith(server().url),
    (socket) => {
      // What would only be taken up again is refused, so that all of it is made anew.
      if (!isThere || new URL(socket.url()).searchParams.get('reconnect') === '1') return void socket.close()
      socket.connectToServer()
      signals.push(socket)
    },
  )
  await page.reload()
  await expect(roomItem(page, 'Room: Room anew · 1 person')).toBeVisible({ timeout: 180_000 })
  await startTheTide(page)
  await write(workspace, 'go-1', '')
  await expect(viewer(page)).toContainText('tide number 1')

  // The page from before it was loaded anew may have come by here too, and who is slow to connect tries more than once: the
  // last one is the one that it talks by.
  const broken = signals.length
  isThere = false
  await signals.at(-1)!.close()
  await write(workspace, 'go-2', '')
  // Sooner than the library gives up, the conversation goes on here.
  await expect(roomItem(page, 'Room: Here, not in the room')).toBeVisible()
  await expect(viewer(page)).toContainText('tide number 2')
  isThere = true
  await expect(roomItem(page, 'Room: Room anew · 1 person')).toBeVisible({ timeout: 180_000 })
  await write(workspace, 'go-3', '')
  await expect(viewer(page)).toContainText('tide number 3')
  await write(workspace, 'enough', '')
  await isWhole(page)
  expect(signals.length).toBeGreaterThan(broken)
})

test('a window that cannot get to the room talks here, says so, and goes there by itself once it can', async ({
  launch,
}) => {
  // It tries with pauses that grow: the longer all of this takes, the longer the last of them.
  test.slow()
  const { page } = await launch({ env: inRoom('closed') })
  let isOpen = false
  await page.routeWebSocket(
    (url) => url.href.startsWith(server().url),
    (socket) => void (isOpen ? socket.connectToServer() : socket.close()),
  )
  await page.reload()
  const here = roomItem(page, 'Room: Here, not in the room')
  await expect(here).toBeVisible()
  await ask(page, 'what is the status')
  await expect(transcript(page).locator('.entry-agent')).toHaveCount(1)
  await here.click()
  await expect(page.getByText('This window could not get to the LiveKit room')).toBeVisible()
  await page.screenshot({ path: '.cache/e2e/room-instead.png' })
  await page.keyboard.press('Escape')

  isOpen = true
  await expect(roomItem(page, 'Room: Room closed · 1 person')).toBeVisible({ timeout: 180_000 })
  await ask(page, 'what is the status')
  await expect(transcript(page).locator('.entry-agent')).toHaveCount(2)
  await expect(transcript(page).locator('.entry-user')).toHaveCount(2)
})
