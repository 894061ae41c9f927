// A conversation in a room on a real LiveKit server: the app's window, and a frontend that knows nothing about Parley.
import type { Page } from '@playwright/test'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { withLiveKitServer } from './livekit-fixture.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { probeAudio, finishOutput } from './audio-probe.ts'
import {
  askForChangesAloud,
  microphoneOf,
  quietRoom,
  replies,
  SPEECH_TIMEOUT,
  speechReady,
  talkLine,
  utterances,
} from './spoken-conversation.ts'
import { statusBar, tab, transcript } from './user-actions.ts'

test.slow()

const { server, roomEnvironment } = withLiveKitServer()

/** Louder than background noise, as a voice is: the average over a moment or a whole reply. */
const VOICE_VOLUME = 0.005

const rootMeanSquare = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length)

/** Expects the agent and the window in the room of this name; until both are, the room is the local one. */
const expectInRoom = (page: Page, name: string): Promise<void> =>
  expect(statusBar(page).getByRole('button', { name: `Room: Room ${name} · 1 person` })).toBeVisible(
    SPEECH_TIMEOUT,
  )

test('push-to-talk in a LiveKit room: the request is understood, the diff shown, the reply spoken', async ({
  launch,
  profile,
}) => {
  const { page, pageErrors } = await launch({
    microphone: microphoneOf('show me the working changes'),
    env: roomEnvironment('held'),
  })
  await probeAudio(page)
  await speechReady(page)
  await expectInRoom(page, 'held')
  await askForChangesAloud(page, profile)
  expect(pageErrors).toEqual([])
})

test(
  'a participant with a plain LiveKit frontend talks and types, and the window shows it',
  inOneHost,
  async ({ launch, profile }) => {
    const { page } = await launch({ microphone: quietRoom(5), env: roomEnvironment('shared') })
    await probeAudio(page)
    await speechReady(page)
    await expectInRoom(page, 'shared')
    const token = await guestToken(server(), 'shared', { identity: 'ada', name: 'Ada' })
    const ada = await openForeignFrontend(
      { url: server().url, token },
      { microphone: microphoneOf('show me the working changes'), folder: profile },
    )
    try {
      await expect.poll(ada.agentState, SPEECH_TIMEOUT).toBe('listening')
      await ada.openMicrophone()
      await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
      await expect(transcript(page)).toContainText('Ada')
      await expect(transcript(page)).toContainText(/working changes/i)
      // Both clients have the transcript with its speaker, the agent's reply, and its voice.
      await expect.poll(ada.segments, SPEECH_TIMEOUT).toContainEqual({
        sender: 'parley',
        segment: expect.any(String),
        text: expect.stringMatching(/files? changed/i),
      })
      await expect.poll(ada.segments, SPEECH_TIMEOUT).toContainEqual({
        sender: 'ada',
        segment: expect.any(String),
        text: expect.stringMatching(/working changes/i),
      })
      await expect
        .poll(async () => (await ada.events()).join('\n'), SPEECH_TIMEOUT)
        .toContain('"artifact_type":"diff"')
      await expect.poll(ada.peakVolume, SPEECH_TIMEOUT).toBeGreaterThan(VOICE_VOLUME)
      // How long each state lasts depends on the machine; a very short one may not be published.
      await expect
        .poll(async () => (await ada.agentStates()).join(' '), SPEECH_TIMEOUT)
        .toMatch(/speaking listening$/)
      expect(rootMeanSquare(await finishOutput(page))).toBeGreaterThan(VOICE_VOLUME)
      await ada.closeMicrophone()
      await ada.type('open README.md')
      await expect(tab(page, /README/i)).toBeVisible()
    } finally {
      await ada.close()
    }
  },
)

test(
  'speech while the server is down is stored, transcribed and asked once',
  inOneHost,
  async ({ launch }) => {
    const { page } = await launch({
      microphone: microphoneOf('show me the working changes'),
      env: roomEnvironment('away'),
    })
    await speechReady(page)
    await expectInRoom(page, 'away')
    await page.keyboard.down(' ')
    await expect(talkLine(page, 'Listening')).toBeVisible(SPEECH_TIMEOUT)
    // The microphone is still silent for some seconds: the whole utterance comes while the server is down.
    await server().kill()
    try {
      await expect(transcript(page)).toContainText(/working changes/i, SPEECH_TIMEOUT)
      await page.keyboard.up(' ')
      await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
      await expect(talkLine(page, 'Hold Space')).toBeVisible(SPEECH_TIMEOUT)
      await expect(utterances(page)).toHaveCount(1)
      await expect(replies(page)).toHaveCount(1)
    } finally {
      await server().start()
    }
  },
)

test('speech while the agent moves to another room is heard once', inOneHost, async ({ launch }) => {
  const env = roomEnvironment('moving')
  await server().kill()
  const { page } = await launch({ microphone: microphoneOf('show me the working changes'), env })
  await speechReady(page)
  await page.keyboard.down(' ')
  await expect(talkLine(page, 'Listening')).toBeVisible(SPEECH_TIMEOUT)
  await server().start()
  await expectInRoom(page, 'moving')
  await expect(transcript(page)).toContainText(/working changes/i, SPEECH_TIMEOUT)
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
  await expect(talkLine(page, 'Hold Space')).toBeVisible(SPEECH_TIMEOUT)
  await expect(utterances(page)).toHaveCount(1)
  await expect(replies(page)).toHaveCount(1)
})
