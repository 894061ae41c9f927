// The conversation in a real LiveKit room, over a real server: the app's own window, and a frontend that knows nothing of it.
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { startLiveKit, type LiveKitServer, type StartedServer } from '../peers/livekit/server.ts'
import { wordErrors } from '../word-error.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { expect, test } from './parley-fixture.ts'
import { tapSound, soundGivenOut } from './sound-tap.ts'
import {
  inWords,
  isQuiet,
  line,
  microphoneOf,
  ready,
  recognised,
  room as quietRoom,
  WORDS,
} from './spoken-words.ts'
import { tab, transcript, viewer } from './what-a-person-does.ts'

test.slow()

let started: StartedServer | null = null
test.beforeAll(async () => {
  test.setTimeout(900_000)
  started = await startLiveKit()
})
test.afterAll(async () => {
  if (started?.tag === 'running') await started.stop()
})

const server = (): LiveKitServer => {
  if (started?.tag === 'running') return started.server
  if (process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(started?.reason)
  test.skip(true, started?.reason ?? '')
  throw new Error('skipped')
}

const room = ({ url, key, secret }: LiveKitServer, name: string): Record<string, string> => ({
  LIVEKIT_URL: url,
  LIVEKIT_API_KEY: key,
  LIVEKIT_API_SECRET: secret,
  PARLEY_LIVEKIT_ROOM: name,
})

test('hold, speak, let go over a LiveKit room: understood, shown, and heard', async ({ launch }) => {
  const { page, complaints } = await launch({
    microphone: microphoneOf('show me the working changes'),
    env: room(server(), 'held'),
  })
  await tapSound(page)
  await ready(page)
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/working changes/i, WORDS)
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect(viewer(page)).toContainText('(hour + 1) % 12')
  await expect(line(page, 'Speaking')).toBeVisible(WORDS)
  await expect(line(page, 'Hold Space')).toBeVisible(WORDS)
  await expect.poll(() => isQuiet(page), WORDS).toBe(true)
  const heard = await recognised(await soundGivenOut(page))
  const { errors } = wordErrors('two files changed two lines added and one removed', inWords(heard))
  expect(errors, heard).toBeLessThanOrEqual(2)
  expect(complaints).toEqual([])
})

test('somebody with a frontend of LiveKit’s own talks and types with the agent, and the window shows it', async ({
  launch,
  profile,
}) => {
  const { page } = await launch({ microphone: quietRoom(5), env: room(server(), 'shared') })
  await ready(page)
  const token = await guestToken(server(), 'shared', { identity: 'ada', name: 'Ada' })
  const ada = await openForeignFrontend(
    { url: server().url, token },
    { microphone: microphoneOf('show me the working changes'), folder: profile },
  )
  try {
    await expect.poll(ada.agentState, WORDS).toBe('idle')
    await ada.openMicrophone()
    await expect(tab(page, /changes/i)).toBeVisible(WORDS)
    await expect(transcript(page)).toContainText('Ada')
    await expect(transcript(page)).toContainText(/working changes/i)
    // At both ends: the words as those of who said them, the reply as the agent's, and its voice.
    await expect.poll(ada.said, WORDS).toContainEqual({
      sender: 'parley',
      segment: expect.any(String),
      text: expect.stringMatching(/files? changed/i),
    })
    expect((await ada.said()).find(({ sender }) => sender === 'ada')?.text).toMatch(/working changes/i)
    expect((await ada.events()).join('\n')).toContain('"artifact_type":"diff"')
    await expect.poll(ada.loudest, WORDS).toBeGreaterThan(0.02)
    await ada.closeMicrophone()
    await ada.type('open README.md')
    await expect(tab(page, /README/i)).toBeVisible()
  } finally {
    await ada.close()
  }
})
