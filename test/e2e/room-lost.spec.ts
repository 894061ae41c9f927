// A LiveKit room that fails during a turn and comes back, with a window and a LiveKit frontend in it.
import type { Locator, Page, WebSocketRoute } from '@playwright/test'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { withLiveKitServer } from './livekit-fixture.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

/** A command that prints a line whenever a file appears, and a last one before it exits: the test controls the turn. */
const WATCHED = `import { existsSync } from 'node:fs'
let next = 1
console.log('waiting for the tide')
setInterval(() => {
  if (existsSync('go-' + next)) console.log('tide number ' + next++)
  if (existsSync('enough')) process.exit(0)
}, 20)
`

const { server, roomEnvironment } = withLiveKitServer()

const roomItem = (page: Page, text: string | RegExp): Locator =>
  statusBar(page).getByRole('button', { name: text })

/** The status bar's text about the room, so that a failure shows it. */
const roomLabel = (page: Page): Promise<string | null> => roomItem(page, /^Room: /).getAttribute('aria-label')

async function startTurn(page: Page): Promise<void> {
  await ask(page, 'run node watch.mjs')
  await page
    .getByRole('region', { name: 'Run a command' })
    .getByRole('button', { name: /^Run it/ })
    .click()
  await expect(tab(page, /node watch\.mjs/)).toHaveAttribute('aria-selected', 'true')
  await expect(viewer(page)).toContainText('waiting for the tide')
}

/** Expects everything of the turn, and nothing twice. */
async function expectWholeTurn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Agent state: Ready' })).toBeVisible()
  await expect(transcript(page).locator('.entry-user')).toHaveCount(1)
  await expect(transcript(page).locator('.entry-agent')).toHaveCount(1)
  await expect(page.getByRole('tab')).toHaveCount(1)
  // The editor renders spaces differently, and lines in any order.
  const shown = async (): Promise<string> => (await viewer(page).innerText()).replaceAll(/\s+/g, ' ')
  await expect
    .poll(async () => (await shown()).match(/waiting for the tide|tide number \d/g)?.sort())
    .toEqual(['tide number 1', 'tide number 2', 'tide number 3', 'waiting for the tide'])
}

test(
  'a server that is killed during a turn and restarted loses no text and no artifact',
  inOneHost,
  async ({ launch, workspace, profile }) => {
    // After losing its server, LiveKit's library waits longer before each retry.
    test.slow()
    await write(workspace, 'watch.mjs', WATCHED)
    const { page } = await launch({ env: roomEnvironment('killed') })
    await expect(roomItem(page, 'Room: Room killed · 1 person')).toBeVisible()
    const token = await guestToken(server(), 'killed', { identity: 'ada', name: 'Ada' })
    const ada = await openForeignFrontend(
      { url: server().url, token },
      { microphone: new Int16Array(16_000), folder: profile },
    )
    try {
      await startTurn(page)
      await expect.poll(ada.agentState).toBe('thinking')
      await write(workspace, 'go-1', '')
      await expect(viewer(page)).toContainText('tide number 1')

      await server().kill()
      // The conversation continues locally.
      await write(workspace, 'go-2', '')
      await expect(viewer(page)).toContainText('tide number 2')
      // A reconnect is only visible after the loss was.
      await expect.poll(() => roomLabel(page)).not.toBe('Room: Room killed · 2 people')
      await server().start()
      await expect.poll(() => roomLabel(page), { timeout: 180_000 }).toBe('Room: Room killed · 2 people')
      await expect.poll(ada.agentState).toBe('thinking')

      await write(workspace, 'go-3', '')
      await expect(viewer(page)).toContainText('tide number 3')
      await write(workspace, 'enough', '')
      await expectWholeTurn(page)
      await expect.poll(ada.agentState).toBe('listening')
      // The reply's text and the turn's end arrive separately.
      const reply = (): Promise<string> => transcript(page).locator('.entry-agent').innerText()
      const replies = async (): Promise<string[]> =>
        (await ada.segments())
          .filter(({ sender }) => sender === 'parley')
          .map(({ text }) => text.trim())
          // She also received the approval request before the command ran.
          .filter((text) => !text.startsWith('May I run'))
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

test('a window that loses the room uses the local connection until it is back, and misses nothing', async ({
  launch,
  workspace,
}) => {
  // A server counts a participant who vanished for another half minute or so.
  test.slow()
  await write(workspace, 'watch.mjs', WATCHED)
  const { page } = await launch({ env: roomEnvironment('anew') })
  const signals: WebSocketRoute[] = []
  let isReachable = true
  await page.routeWebSocket(
    (url) => url.href.startsWith(server().url),
    (socket) => {
      // Refuses a resume, so that the client connects from scratch.
      if (!isReachable || new URL(socket.url()).searchParams.get('reconnect') === '1')
        return void socket.close()
      socket.connectToServer()
      signals.push(socket)
    },
  )
  await page.reload()
  await expect(roomItem(page, 'Room: Room anew · 1 person')).toBeVisible({ timeout: 180_000 })
  await startTurn(page)
  await write(workspace, 'go-1', '')
  await expect(viewer(page)).toContainText('tide number 1')

  // The page before the reload may have connected here too, and a slow client tries more than once: the last connection
  // counts.
  const broken = signals.length
  isReachable = false
  await signals.at(-1)!.close()
  await write(workspace, 'go-2', '')
  // The conversation continues locally before the library gives up.
  await expect(roomItem(page, 'Room: Local room instead')).toBeVisible()
  await expect(viewer(page)).toContainText('tide number 2')
  isReachable = true
  await expect(roomItem(page, 'Room: Room anew · 1 person')).toBeVisible({ timeout: 180_000 })
  await write(workspace, 'go-3', '')
  await expect(viewer(page)).toContainText('tide number 3')
  await write(workspace, 'enough', '')
  await expectWholeTurn(page)
  expect(signals.length).toBeGreaterThan(broken)
})

test(
  'a window that cannot reach the room uses the local connection, says so, and joins later',
  inOneHost,
  async ({ launch }) => {
    // The pauses between retries grow: the longer the test takes, the longer the last pause.
    test.slow()
    const { page } = await launch({ env: roomEnvironment('closed') })
    let isOpen = false
    await page.routeWebSocket(
      (url) => url.href.startsWith(server().url),
      (socket) => void (isOpen ? socket.connectToServer() : socket.close()),
    )
    await page.reload()
    const here = roomItem(page, 'Room: Local room instead')
    await expect(here).toBeVisible()
    await ask(page, 'what is the status')
    await expect(transcript(page).locator('.entry-agent')).toHaveCount(1)
    await here.click()
    await expect(page.getByText('This window could not reach the LiveKit room')).toBeVisible()
    await page.screenshot({ path: '.cache/e2e/room-instead.png' })
    await page.keyboard.press('Escape')

    isOpen = true
    await expect(roomItem(page, 'Room: Room closed · 1 person')).toBeVisible({ timeout: 180_000 })
    await ask(page, 'what is the status')
    await expect(transcript(page).locator('.entry-agent')).toHaveCount(2)
    await expect(transcript(page).locator('.entry-user')).toHaveCount(2)
  },
)
