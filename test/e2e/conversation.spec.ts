// A typed conversation end to end: a request goes in; status, artifacts and reply come back over the room.
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { framesOf } from '../../src/core/wires/local-room/frame-bundle.ts'
import { decodeAgentFrame } from '../../src/core/wires/local-room/codec.ts'
import { blockRoomJoin } from './block-room-join.ts'
import { expect, inOneHost, mainStory, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

test('a typed request brings an artifact and a reply', mainStory, async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'open session manager')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  await expect(viewer(page).getByText('berth1 ', { exact: false }).first()).toBeVisible()
  await expect(transcript(page)).toContainText('open session manager')
  await expect(transcript(page)).toContainText('Here is session manager')
  await expect(statusBar(page)).toContainText(/harbour/)
  await expect(statusBar(page)).toContainText('main')
  expect(pageErrors).toEqual([])
})

test('all six kinds of artifact are shown, each in a tab', inOneHost, async ({ launch }) => {
  const { page, pageErrors } = await launch()
  const view = viewer(page)

  await ask(page, 'show the changes')
  await expect(view.getByText('return (hour + 1) % 12')).toBeVisible()

  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
  await expect(view.getByText('The height of the water')).toBeVisible()

  await ask(page, 'open README.md')
  await expect(view.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await expect(view.getByRole('cell', { name: '7 m' })).toBeVisible()

  await ask(page, 'find berth42')
  await expect(
    view.getByRole('option').getByText('export const berth42 = 42', { exact: false }),
  ).toBeVisible()

  await ask(page, 'open logo.png')
  await expect(tab(page, /logo\.png/)).toHaveAttribute('aria-selected', 'true')
  await expect(view.getByText(/is not text/).first()).toBeVisible()

  await ask(page, 'open ../../etc/passwd')
  await expect(tab(page, /Not read/)).toHaveAttribute('aria-selected', 'true')
  await expect(view.getByText(/outside/i).first()).toBeVisible()

  await expect(page.getByRole('tab')).toHaveCount(6)
  expect(pageErrors).toEqual([])
})

test('a search result opens the file at its line', inOneHost, async ({ launch }) => {
  const { page } = await launch()
  await ask(page, 'find berth77')
  await viewer(page).getByRole('option').getByText('export const berth77').dblclick()
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  await expect(viewer(page).getByText('berth77', { exact: false }).first()).toBeInViewport()
})

/** The sizes of the data packets in a local-room frame, alone or in a bundle. */
function packetSizes(frame: Uint8Array): number[] {
  const decoded = decodeAgentFrame(frame)
  if (decoded?.header.kind === 'bundle') return (framesOf(decoded.body) ?? []).flatMap(packetSizes)
  return decoded?.header.kind === 'data' ? [decoded.body.length] : []
}

test('an artifact of 1 MB arrives complete, in chunks', async ({ launch, workspace, host }) => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n + 1} ${'ä'.repeat(20)} of many\n`)
  await write(workspace, 'big.txt', lines.join(''))
  const { page } = await launch()
  const packets: number[] = []
  if (host === 'browser') {
    page.on('websocket', (socket) => {
      if (socket.url().endsWith('/room'))
        socket.on('framereceived', ({ payload }) => packets.push(...packetSizes(Buffer.from(payload))))
    })
    await page.reload()
    await expect(page.getByLabel('Ask the agent')).toBeVisible()
  }
  await ask(page, 'open big.txt')
  await expect(viewer(page).getByText('line 1 ', { exact: false }).first()).toBeVisible()
  // The editor's own text box exists only once the editor accepts keys.
  await viewer(page).getByRole('textbox', { name: 'big.txt' }).press('ControlOrMeta+End')
  await expect(viewer(page).getByText('line 20000 ', { exact: false })).toBeVisible()
  if (host === 'browser') {
    expect(packets.length).toBeGreaterThan(90)
    expect(Math.max(...packets)).toBeLessThanOrEqual(14_336)
  }
})

test('a reload in the middle of a turn loses nothing', async ({ launch, workspace, profile }) => {
  // A git that waits for a file keeps the turn running as long as the test needs.
  const gate = join(profile, 'go')
  const slow = `#!/bin/sh\ncase " $* " in *" diff "*) while [ ! -e '${gate}' ]; do sleep 0.05; done;; esac\nPATH="$REAL_PATH" exec git "$@"\n`
  await write(profile, 'bin/git', slow)
  await chmod(join(profile, 'bin/git'), 0o755)
  const { page } = await launch({
    env: { REAL_PATH: process.env['PATH']!, PATH: `${join(profile, 'bin')}:${process.env['PATH']}` },
  })
  await ask(page, 'open README.md')
  await expect(transcript(page)).toContainText('Here is')
  await ask(page, 'show the changes')
  await expect(statusBar(page)).toContainText('git diff')
  await page.reload()
  await expect(transcript(page)).toContainText('show the changes')
  await expect(transcript(page)).toContainText('Here is')
  await expect(statusBar(page)).toContainText(/thinking/i)
  await expect(statusBar(page)).toContainText('git diff')
  await expect(tab(page, /README\.md/)).toBeVisible()
  await write(profile, 'go', '')
  await expect(viewer(page).getByText('return (hour + 1) % 12')).toBeVisible()
  await expect(statusBar(page)).toContainText(/idle|ready/i)
  await expect(transcript(page).getByText('show the changes')).toHaveCount(1)
  expect(workspace).toBeTruthy()
})

test('a turn can be stopped, and the next one works', inOneHost, async ({ launch, profile }) => {
  await write(
    profile,
    'bin/git',
    '#!/bin/sh\ncase " $* " in *" diff "*) exec sleep 600;; esac\nPATH="$REAL_PATH" exec git "$@"\n',
  )
  await chmod(join(profile, 'bin/git'), 0o755)
  const { page } = await launch({
    env: { REAL_PATH: process.env['PATH']!, PATH: `${join(profile, 'bin')}:${process.env['PATH']}` },
  })
  await ask(page, 'show the changes')
  await expect(statusBar(page)).toContainText(/thinking/i)
  await page.keyboard.press('Escape')
  await expect(statusBar(page)).toContainText(/idle|ready/i)
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
})

test('the conversation returns after a restart', async ({ launch }) => {
  const first = await launch()
  await ask(first.page, 'open README.md')
  await expect(transcript(first.page)).toContainText('Here is')
  await first.stop()
  const second = await launch()
  await expect(transcript(second.page)).toContainText('open README.md')
  await expect(viewer(second.page).getByRole('heading', { name: 'Harbour' })).toBeVisible()
})

test('a message typed before the connection exists is sent once it does', async ({ launch }) => {
  const running = await launch()
  const { page } = running
  const open = await blockRoomJoin(running)
  await ask(page, 'find berth42')
  await expect(page.getByText('Will be sent when connected')).toBeVisible()
  await expect(page.getByLabel('Ask the agent')).toHaveValue('find berth42')
  // The user is still typing, so nothing is sent yet.
  await page.getByLabel('Ask the agent').pressSequentially('3')
  await expect(page.getByText('Will be sent when connected')).toBeHidden()
  await page.keyboard.press('Enter')
  await open()
  await expect(transcript(page)).toContainText('find berth423')
  await expect(page.getByLabel('Ask the agent')).toHaveValue('')
})
