// The agent's voice in the window: it sounds, it stops when it should, and what was played of it is told.
import type { Page } from '@playwright/test'
import { joined } from '../../src/core/ears/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { writeDown } from './passing-words.ts'
import { heardSoFar, loudestLately, soundIsOn, soundNow, tapSound } from './sound-tap.ts'
import { inOneHost } from './parley-fixture.ts'
import { expect, test, type RemoteAgent } from './talk-fixture.ts'
import { tapSpace } from './what-a-person-does.ts'

const said = recordings('commands').find((one) => one.said === 'run the tests')!
const microphone = joined([said.samples, silence(1)])

/** A steady tone, as a voice nobody could mistake. */
const tone = (seconds: number, rate: number, hertz = 440): number[] =>
  Array.from({ length: seconds * rate }, (_, at) =>
    Math.round(9000 * Math.sin((2 * Math.PI * hertz * at) / rate)),
  )

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
  await tapSound(page)
  // A page makes no sound before somebody has used it.
  await page.getByRole('button', { name: /^Voice/ }).click()
  await page.getByRole('button', { name: 'Try the sound' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Ask the agent').focus()
  await expect.poll(() => soundIsOn(page)).toBe(true)
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
}

/** So loud is the tone, and no other sound of the window. */
const LOUD = 0.1

/** Louder than silence. */
const SOFT = 0.003

/** For how long something so loud has sounded so far. */
const soundedMs = async (page: Page, loud = LOUD): Promise<number> =>
  (await heardSoFar(page)).filter((moment) => moment.loud > loud).length * 20

/** How high, on the average, what was loud so far has been, in hertz; 0 until half a second of it is out. */
async function pitchSoFar(page: Page): Promise<number> {
  const sounded = (await heardSoFar(page)).filter(({ loud }) => loud > 0.15)
  if (sounded.length < 25) return 0
  return sounded.reduce((sum, { pitch }) => sum + pitch, 0) / sounded.length
}

async function speak(page: Page, agent: RemoteAgent, seconds: number): Promise<void> {
  const before = await soundedMs(page)
  await agent.state('speaking')
  await agent.say(tone(seconds, 24_000), 24_000)
  // So much of it that some has also left the device.
  await expect.poll(() => soundedMs(page)).toBeGreaterThan(before + 200)
}

const callsOf = async (agent: RemoteAgent, method: string) =>
  (await agent.calls()).filter((call) => call.method === method).map(({ payload }) => payload)

test('the voice sounds, as high as it was sent, and then is over', async ({ talking }) => {
  const { page, agent, complaints } = await talking({ microphone })
  await ready(page)
  await agent.state('speaking')
  await agent.say(tone(1.5, 16_000), 16_000)
  await expect.poll(async () => Math.abs((await pitchSoFar(page)) - 440)).toBeLessThan(15)
  await expect(page.locator('.talk-line strong')).toHaveText('Speaking')
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  expect(complaints).toEqual([])
})

test(
  'a voice is heard to its end, though the agent goes on thinking before it is played',
  inOneHost,
  async ({ talking }) => {
    const { page, agent } = await talking({ microphone })
    await ready(page)
    await agent.state('speaking')
    await agent.say(tone(1.5, 16_000), 16_000)
    await agent.state('thinking')
    await expect(page.locator('.talk-line strong')).toHaveText('Thinking…')
    await expect.poll(() => soundedMs(page)).toBeGreaterThan(1400)
    await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  },
)

test('a voice that the agent stops is not heard to its end', inOneHost, async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await ready(page)
  await speak(page, agent, 10)
  await agent.stopVoice()
  await agent.state('thinking')
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  expect(await soundedMs(page)).toBeLessThan(9_500)
})

test('Escape silences it, tells how much was played, and the rest is not heard', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await ready(page)
  await speak(page, agent, 10)
  await page.keyboard.press('Escape')
  // How soon is measured in bench/; here, that it is not played to its end.
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  await expect.poll(() => callsOf(agent, 'parley.interrupt')).toHaveLength(1)
  const [{ playedMs }] = (await callsOf(agent, 'parley.interrupt')) as [{ playedMs: number }]
  expect(playedMs).toBeGreaterThan(50)
  expect(playedMs).toBeLessThan(9_500)

  // What was on its way is not played; the next voice is.
  await agent.say(tone(0.5, 24_000, 880), 24_000)
  await agent.state('idle')
  await expect(page.locator('.talk-line strong')).toHaveText('Hold Space to talk')
  expect((await soundNow(page)).loud).toBe(0)
  await speak(page, agent, 1)
})

test('talking silences it, and the agent is told with the take', inOneHost, async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await ready(page)
  // With the microphone open there is no other sound than the voice.
  await tapSpace(page)
  await expect.poll(async () => (await agent.takes()).length).toBe(1)
  await page.keyboard.press('Escape')
  await speak(page, agent, 10)
  await page.keyboard.down(' ')
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  await expect.poll(() => callsOf(agent, 'parley.talk.start')).toHaveLength(2)
  const [, { playedMs }] = (await callsOf(agent, 'parley.talk.start')) as [unknown, { playedMs: number }]
  expect(playedMs).toBeGreaterThan(0)
  expect(playedMs).toBeLessThan(9_500)
  expect(await callsOf(agent, 'parley.interrupt')).toEqual([])
  await page.keyboard.up(' ')
})

test('a soft sound says that the words were taken', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await ready(page)
  await page.keyboard.down(' ')
  await expect.poll(async () => (await agent.takes())[0]?.frames ?? 0).toBeGreaterThan(100)
  // The sound that says that somebody is listened to is over, and written down to its end.
  await expect
    .poll(async () => (await heardSoFar(page)).slice(-25).every(({ loud }) => loud < SOFT))
    .toBe(true)
  const before = await soundedMs(page, SOFT)
  await page.keyboard.up(' ')
  await expect.poll(() => soundedMs(page, SOFT)).toBeGreaterThan(before)
})

test('turned down, nothing sounds; the words are there all the same', inOneHost, async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await ready(page)
  await page.getByRole('button', { name: /^Voice/ }).click()
  await page.getByRole('slider', { name: 'Volume' }).fill('0')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Voice: Voice silent' })).toBeVisible()
  const subtitles = await writeDown(page, '.subtitle')
  await agent.state('speaking')
  await agent.write({ segmentId: 's', turnId: 't', role: 'agent', text: 'Here it is.', final: true })
  await agent.say(tone(4, 24_000), 24_000)
  await expect.poll(subtitles).toContain('Here it is.')
  // It is played, and none of it comes out.
  await expect.poll(() => loudestLately(page, 'voices'), { intervals: [100] }).toBeGreaterThan(LOUD)
  expect((await soundNow(page)).loud).toBeLessThan(SOFT)
})
