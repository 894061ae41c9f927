// The conversation in a real LiveKit room, over a real server: the app's own window, and a frontend that knows nothing of it.
import type { Page } from '@playwright/test'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { onLiveKit } from './livekit-fixture.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { writeDown } from './passing-words.ts'
import { tapSound, soundGivenOut } from './sound-tap.ts'
import {
  alike,
  asks,
  isQuiet,
  line,
  MADE_OUT,
  microphoneOf,
  ready,
  recognised,
  replies,
  REPLY,
  room as quietRoom,
  TALK_LINE,
  WORDS,
} from './spoken-words.ts'
import { statusBar, tab, transcript, viewer } from './what-a-person-does.ts'

test.slow()

const { server, inRoom } = onLiveKit()

/** So loud is a voice, on the average of a moment or of a whole reply, and not a room without one. */
const LOUD = 0.005

const rootMeanSquare = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length)

/** The agent is in the room of this name, and the window with it: until both are, it is the local one. */
const inTheRoom = (page: Page, name: string): Promise<void> =>
  expect(statusBar(page).getByRole('button', { name: `Room: Room ${name} · 1 person` })).toBeVisible(WORDS)

test('hold, speak, let go over a LiveKit room: understood, shown, and heard', async ({ launch }) => {
  const { page, complaints } = await launch({
    microphone: microphoneOf('show me the working changes'),
    env: inRoom('held'),
  })
  await tapSound(page)
  await ready(page)
  await inTheRoom(page, 'held')
  const lines = await writeDown(page, TALK_LINE)
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/working changes/i, WORDS)
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible(WORDS)
  await expect(viewer(page)).toContainText('(hour + 1) % 12')
  await expect.poll(lines, WORDS).toContain('Speaking')
  await expect(line(page, 'Hold Space')).toBeVisible(WORDS)
  await expect.poll(() => isQuiet(page), WORDS).toBe(true)
  const heard = await recognised(await soundGivenOut(page))
  expect(alike(REPLY, heard), heard).toBeGreaterThan(MADE_OUT)
  expect(complaints).toEqual([])
})

test(
  'somebody with a frontend of LiveKit’s own talks and types with the agent, and the window shows it',
  inOneHost,
  async ({ launch, profile }) => {
    const { page } = await launch({ microphone: quietRoom(5), env: inRoom('shared') })
    await tapSound(page)
    await ready(page)
    await inTheRoom(page, 'shared')
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
      await expect.poll(ada.said, WORDS).toContainEqual({
        sender: 'ada',
        segment: expect.any(String),
        text: expect.stringMatching(/working changes/i),
      })
      await expect
        .poll(async () => (await ada.events()).join('\n'), WORDS)
        .toContain('"artifact_type":"diff"')
      await expect.poll(ada.loudest, WORDS).toBeGreaterThan(LOUD)
      // How long each lasts is up to the machine: one that is over at once may not be told of.
      await expect
        .poll(async () => (await ada.agentStates()).join(' '), WORDS)
        .toMatch(/^listening .*speaking idle$/)
      expect(rootMeanSquare(await soundGivenOut(page))).toBeGreaterThan(LOUD)
      await ada.closeMicrophone()
      await ada.type('open README.md')
      await expect(tab(page, /README/i)).toBeVisible()
    } finally {
      await ada.close()
    }
  },
)

test('what is said while the server is away is kept, heard, and asked once', async ({ launch }) => {
  const { page } = await launch({
    microphone: microphoneOf('show me the working changes'),
    env: inRoom('away'),
  })
  await ready(page)
  await inTheRoom(page, 'away')
  await page.keyboard.down(' ')
  await expect(line(page, 'Listening')).toBeVisible(WORDS)
  // It is quiet at the microphone for some seconds yet: all of it is said while nobody carries it.
  await server().kill()
  try {
    await expect(transcript(page)).toContainText(/working changes/i, WORDS)
    await page.keyboard.up(' ')
    await expect(tab(page, /changes/i)).toBeVisible(WORDS)
    await expect(line(page, 'Hold Space')).toBeVisible(WORDS)
    await expect(asks(page)).toHaveCount(1)
    await expect(replies(page)).toHaveCount(1)
  } finally {
    await server().start()
  }
})

test(
  'who talks while the agent moves into the room goes along, and is heard once',
  inOneHost,
  async ({ launch }) => {
    const env = inRoom('moving')
    await server().kill()
    const { page } = await launch({ microphone: microphoneOf('show me the working changes'), env })
    await ready(page)
    await page.keyboard.down(' ')
    await expect(line(page, 'Listening')).toBeVisible(WORDS)
    await server().start()
    await inTheRoom(page, 'moving')
    await expect(transcript(page)).toContainText(/working changes/i, WORDS)
    await page.keyboard.up(' ')
    await expect(tab(page, /changes/i)).toBeVisible(WORDS)
    await expect(line(page, 'Hold Space')).toBeVisible(WORDS)
    await expect(asks(page)).toHaveCount(1)
    await expect(replies(page)).toHaveCount(1)
  },
)
