// The agent's voice in the window: it plays, it stops when it should, and the window reports how much was played.
import type { Page } from '@playwright/test'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { recordTexts } from './text-recorder.ts'
import { outputSoFar, recentPeak, isAudioRunning, currentOutput, probeAudio } from './audio-probe.ts'
import { inOneHost } from './parley-fixture.ts'
import { expect, test, type RemoteAgent } from './talk-fixture.ts'
import { tapSpace } from './user-actions.ts'

const recording = recordings('commands').find((one) => one.said === 'run the tests')!
const microphone = joined([recording.samples, silence(1)])

/** A steady tone as an unmistakable voice. */
const tone = (seconds: number, rate: number, hertz = 440): number[] =>
  Array.from({ length: seconds * rate }, (_, at) =>
    Math.round(9000 * Math.sin((2 * Math.PI * hertz * at) / rate)),
  )

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
  await probeAudio(page)
  // A page may not play audio before a user gesture.
  await page.getByRole('button', { name: /^Voice/ }).click()
  await page.getByRole('button', { name: 'Test the sound' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Ask the agent').focus()
  await expect.poll(() => isAudioRunning(page)).toBe(true)
  await expect.poll(async () => (await currentOutput(page)).loud).toBe(0)
}

/** Only the tone is louder than this, no other sound of the window. */
const TONE_VOLUME = 0.1

/** Louder than silence. */
const MIN_VOLUME = 0.003

/** For how long something louder than this has played so far. */
const playedMsSoFar = async (page: Page, loud = TONE_VOLUME): Promise<number> =>
  (await outputSoFar(page)).filter((moment) => moment.loud > loud).length * 20

/** The average pitch of the loud output so far, in hertz; 0 before there is half a second of it. */
async function pitchSoFar(page: Page): Promise<number> {
  const voiced = (await outputSoFar(page)).filter(({ loud }) => loud > 0.15)
  if (voiced.length < 25) return 0
  return voiced.reduce((sum, { pitch }) => sum + pitch, 0) / voiced.length
}

async function speak(page: Page, agent: RemoteAgent, seconds: number): Promise<void> {
  const before = await playedMsSoFar(page)
  await agent.state('speaking')
  await agent.say(tone(seconds, 24_000), 24_000)
  // Enough that some of it has left the device.
  await expect.poll(() => playedMsSoFar(page)).toBeGreaterThan(before + 200)
}

const callsOf = async (agent: RemoteAgent, method: string) =>
  (await agent.calls()).filter((call) => call.method === method).map(({ payload }) => payload)

test('the voice plays at the pitch it was sent with, and then ends', async ({ startTalk }) => {
  const { page, agent, pageErrors } = await startTalk({ microphone })
  await ready(page)
  await agent.state('speaking')
  await agent.say(tone(1.5, 16_000), 16_000)
  await expect.poll(async () => Math.abs((await pitchSoFar(page)) - 440)).toBeLessThan(15)
  await expect(page.locator('.talk-line strong')).toHaveText('Speaking')
  await expect.poll(async () => (await currentOutput(page)).loud).toBe(0)
  expect(pageErrors).toEqual([])
})

test(
  'a spoken reply plays to its end even if the agent starts thinking again',
  inOneHost,
  async ({ startTalk }) => {
    const { page, agent } = await startTalk({ microphone })
    await ready(page)
    await agent.state('speaking')
    await agent.say(tone(1.5, 16_000), 16_000)
    await agent.state('thinking')
    await expect(page.locator('.talk-line strong')).toHaveText('Thinking…')
    await expect.poll(() => playedMsSoFar(page)).toBeGreaterThan(1400)
    await expect.poll(async () => (await currentOutput(page)).loud).toBe(0)
  },
)

test('a spoken reply that the agent stops does not play to its end', inOneHost, async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await ready(page)
  await speak(page, agent, 10)
  await agent.stopVoice()
  await agent.state('thinking')
  await expect.poll(async () => (await currentOutput(page)).loud).toBe(0)
  expect(await playedMsSoFar(page)).toBeLessThan(9_500)
})

test('Escape stops the voice and reports how much was played', inOneHost, async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await ready(page)
  await speak(page, agent, 10)
  await page.keyboard.press('Escape')
  // bench/ measures how soon; this test only checks that it does not play to its end.
  await expect.poll(async () => (await currentOutput(page)).loud).toBe(0)
  await expect.poll(() => callsOf(agent, 'parley.interrupt')).toHaveLength(1)
  const [{ playedMs }] = (await callsOf(agent, 'parley.interrupt')) as [{ playedMs: number }]
  expect(playedMs).toBeGreaterThan(50)
  expect(playedMs).toBeLessThan(9_500)

  // Audio already on its way is not played; the next reply is.
  await agent.say(tone(0.5, 24_000, 880), 24_000)
  await agent.state('idle')
  await expect(page.locator('.talk-line strong')).toHaveText('Hold Space to talk')
  expect((await currentOutput(page)).loud).toBe(0)
  await speak(page, agent, 1)
})

test(
  'talking stops the voice, and the take reports how much was played',
  inOneHost,
  async ({ startTalk }) => {
    const { page, agent } = await startTalk({ microphone })
    await ready(page)
    // With the microphone open, the voice is the only sound.
    await tapSpace(page)
    await expect.poll(async () => (await agent.takes()).length).toBe(1)
    await page.keyboard.press('Escape')
    await speak(page, agent, 10)
    await page.keyboard.down(' ')
    await expect.poll(async () => (await currentOutput(page)).loud).toBe(0)
    await expect.poll(() => callsOf(agent, 'parley.talk.start')).toHaveLength(2)
    const [, { playedMs }] = (await callsOf(agent, 'parley.talk.start')) as [unknown, { playedMs: number }]
    expect(playedMs).toBeGreaterThan(0)
    expect(playedMs).toBeLessThan(9_500)
    expect(await callsOf(agent, 'parley.interrupt')).toEqual([])
    await page.keyboard.up(' ')
  },
)

test('a soft sound confirms that the utterance was accepted', inOneHost, async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await ready(page)
  await page.keyboard.down(' ')
  await expect.poll(async () => (await agent.takes())[0]?.frames ?? 0).toBeGreaterThan(100)
  // The start-of-listening sound is over and recorded to its end.
  await expect
    .poll(async () => (await outputSoFar(page)).slice(-25).every(({ loud }) => loud < MIN_VOLUME))
    .toBe(true)
  const before = await playedMsSoFar(page, MIN_VOLUME)
  await page.keyboard.up(' ')
  await expect.poll(() => playedMsSoFar(page, MIN_VOLUME)).toBeGreaterThan(before)
})

test('at volume zero nothing plays, and the text is still shown', inOneHost, async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await ready(page)
  await page.getByRole('button', { name: /^Voice/ }).click()
  await page.getByRole('slider', { name: 'Volume' }).fill('0')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Voice: Voice muted' })).toBeVisible()
  const subtitles = await recordTexts(page, '.subtitle')
  await agent.state('speaking')
  await agent.write({ segmentId: 's', turnId: 't', role: 'agent', text: 'Here it is.', final: true })
  await agent.say(tone(4, 24_000), 24_000)
  await expect.poll(subtitles).toContain('Here it is.')
  // The voice plays, but nothing is audible.
  await expect.poll(() => recentPeak(page, 'voices'), { intervals: [100] }).toBeGreaterThan(TONE_VOLUME)
  expect((await currentOutput(page)).loud).toBeLessThan(MIN_VOLUME)
})
