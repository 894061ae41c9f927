// A window and a page that knows nothing but LiveKit in one room: what is large comes whole to both, and whoever comes and
// goes leaves nothing behind.
import { decodePacket } from '../../src/core/codecs/ganglia.ts'
import { createJoiner } from '../../src/core/joining.ts'
import { toUtf8 } from '../../src/core/utf8.ts'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { onLiveKit } from './livekit-fixture.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, transcript, viewer } from './what-a-person-does.ts'
import { write } from './workspace-fixture.ts'

const { server, inRoom } = onLiveKit()
const NO_SOUND = new Int16Array(16_000)

const LINES = 50_000
const lineAt = (at: number): string => `export const berth${at} = ${at} // ${'painted '.repeat(10)}`

/** The texts of the large messages among these packets, each joined from its chunks. */
function joined(packets: readonly string[]): string[] {
  const joiner = createJoiner()
  return packets.flatMap((packet) => {
    const decoded = decodePacket(toUtf8(packet), () => 'an id')
    if (decoded.tag !== 'chunk') return []
    const whole = joiner.accept(decoded.chunk, 0)
    return whole.tag === 'complete' ? [Buffer.from(whole.bytes).toString('utf8')] : []
  })
}

test('a change of five megabytes comes whole to a window and to a page that only knows LiveKit', async ({
  launch,
  workspace,
  profile,
}) => {
  const lines = Array.from({ length: LINES }, (_, at) => lineAt(at + 1))
  await write(workspace, 'src/session-manager.ts', `${lines.join('\n')}\n`)
  const { page, complaints } = await launch({ env: inRoom('large') })
  await expect(statusBar(page).getByRole('button', { name: 'Room: Room large · 1 person' })).toBeVisible()
  const token = await guestToken(server(), 'large', { identity: 'ada', name: 'Ada' })
  const ada = await openForeignFrontend(
    { url: server().url, token },
    { microphone: NO_SOUND, folder: profile },
  )
  try {
    await expect(statusBar(page).getByRole('button', { name: 'Room: Room large · 2 people' })).toBeVisible()
    await ask(page, 'show the changes')
    await viewer(page)
      .getByRole('button', { name: /files\. Go to one/ })
      .click()
    await page.getByRole('dialog', { name: 'Go to a file' }).getByText('session-manager.ts').click()
    const changes = viewer(page).getByRole('group', { name: 'Changes' })
    await changes.press('End')
    await expect(changes.getByText(lineAt(LINES))).toBeVisible()
    const heard = async (): Promise<string[]> => joined(await ada.events())
    await expect.poll(async () => (await heard()).length).toBe(1)
    const [message = ''] = await heard()
    const { diff } = JSON.parse(message) as { diff: string }
    expect(diff.length).toBeGreaterThan(5_000_000)
    expect(diff.split('\n').filter((line) => line.startsWith('+export'))).toEqual(
      lines.map((line) => `+${line}`),
    )
    expect(complaints).toEqual([])
  } finally {
    await ada.close()
  }
})

test('ten people who come and go leave nobody behind, and the conversation undisturbed', async ({
  launch,
  profile,
}) => {
  // A server goes on counting whoever left without a word, for half a minute or so.
  test.slow()
  const { page, complaints } = await launch({ env: inRoom('busy') })
  const roomItem = statusBar(page).getByRole('button', { name: /^Room:/ })
  await expect(roomItem).toHaveAccessibleName('Room: Room busy · 1 person')
  const guests = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      guestToken(server(), 'busy', { identity: `guest-${at}`, name: '' }),
    ),
  )
  const host = await guestToken(server(), 'busy', { identity: 'ada', name: 'Ada' })
  const ada = await openForeignFrontend(
    { url: server().url, token: host },
    { microphone: NO_SOUND, folder: profile },
  )
  try {
    for (const token of guests)
      expect(await ada.comeAndGo({ url: server().url, token }), 'finds the agent').toBe(true)
    await ask(page, 'what is the status')
    await expect(transcript(page).locator('.entry-agent')).toHaveCount(1)
    await expect(roomItem).toHaveAccessibleName('Room: Room busy · 2 people')
  } finally {
    await ada.close()
  }
  await expect(roomItem).toHaveAccessibleName('Room: Room busy · 1 person', { timeout: 180_000 })
  expect(complaints).toEqual([])
})
