// A window and a LiveKit-only page in one room: large artifacts reach both in full, and guests who join and leave leave
// nothing behind.
import { decodePacket } from '../../src/core/wires/ganglia/decode-packet.ts'
import { createChunkJoiner } from '../../src/core/wires/ganglia/chunk-joiner.ts'
import { toUtf8 } from '../../src/base/utf8.ts'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { withLiveKitServer } from './livekit-fixture.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

const { server, roomEnvironment } = withLiveKitServer()
const NO_AUDIO = new Int16Array(16_000)

const LINES = 50_000
const lineAt = (at: number): string => `export const berth${at} = ${at} // ${'painted '.repeat(10)}`

/** Joins the chunks of large messages in these packets and returns their texts. */
function joined(packets: readonly string[]): string[] {
  const joiner = createChunkJoiner()
  return packets.flatMap((packet) => {
    const decoded = decodePacket(toUtf8(packet), () => 'an id')
    if (decoded.tag !== 'chunk') return []
    const whole = joiner.accept(decoded.chunk, 0)
    return whole.tag === 'complete' ? [Buffer.from(whole.bytes).toString('utf8')] : []
  })
}

test('a diff of five megabytes arrives complete in a window and in a page that only knows LiveKit', async ({
  launch,
  workspace,
  profile,
}) => {
  const lines = Array.from({ length: LINES }, (_, at) => lineAt(at + 1))
  await write(workspace, 'src/session-manager.ts', `${lines.join('\n')}\n`)
  const { page, pageErrors } = await launch({ env: roomEnvironment('large') })
  await expect(statusBar(page).getByRole('button', { name: 'Room: Room large · 1 person' })).toBeVisible()
  const token = await guestToken(server(), 'large', { identity: 'ada', name: 'Ada' })
  const ada = await openForeignFrontend(
    { url: server().url, token },
    { microphone: NO_AUDIO, folder: profile },
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
    expect(pageErrors).toEqual([])
  } finally {
    await ada.close()
  }
})

test('ten participants who join and leave leave nothing behind and do not disturb the conversation', async ({
  launch,
  profile,
}) => {
  // A server counts a participant who vanished for another half minute or so.
  test.slow()
  const { page, pageErrors } = await launch({ env: roomEnvironment('busy') })
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
    { microphone: NO_AUDIO, folder: profile },
  )
  try {
    for (const token of guests)
      expect(await ada.joinAndLeave({ url: server().url, token }), 'finds the agent').toBe(true)
    await ask(page, 'what is the status')
    await expect(transcript(page).locator('.entry-agent')).toHaveCount(1)
    await expect(roomItem).toHaveAccessibleName('Room: Room busy · 2 people')
  } finally {
    await ada.close()
  }
  await expect(roomItem).toHaveAccessibleName('Room: Room busy · 1 person', { timeout: 180_000 })
  expect(pageErrors).toEqual([])
})
