// The agent's voice in the window: it sounds, it stops when it should, and what was played of it is told.
import type { Page } from '@playwright/test'
import { joined } from '../../src/core/ears/samples.ts'
import { envelope, silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { heardAround, listenAround, soundGivenOut, soundNow, tapSound } from './sound-tap.ts'
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
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
}

async function speak(page: Page, agent: RemoteAgent, seconds: number): Promise<void> {
  await agent.state('speaking')
  await agent.say(tone(seconds, 24_000), 24_000)
  await expect.poll(async () => (await soundNow(page)).loud).toBeGreaterThan(0.1)
}

/** For how long something loud has sounded so far. */
const soundedMs = async (page: Page): Promise<number> =>
  envelope(await soundGivenOut(page)).filter((loud) => loud > 0.1).length * 20

const callsOf = async (agent: RemoteAgent, method: string) =>
  (await agent.calls()).filter((call) => call.method === method).map(({ payload }) => payload)

test('the voice sounds, as high as it was sent, and then is over', async ({ talking }) => {
  const { page, agent, complaints } = await talking({ microphone })
  await ready(page)
  await agent.state('speaking')
  await agent.say(tone(1.5, 16_000), 16_000)
  await expect
    .poll(async () => {
      const { loud, hertz } = await soundNow(page)
      return loud > 0.15 && Math.abs(hertz - 440) < 15
    })
    .toBe(true)
  await expect(page.locator('.talk-line strong')).toHaveText('Speaking')
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  expect(complaints).toEqual([])
})

test('a voice is heard to its end, though the agent goes on thinking before it is played', async ({
  talking,
}) => {
  const { page, agent } = await talking({ microphone })
  await ready(page)
  await agent.state('speaking')
  await agent.say(tone(1.5, 16_000), 16_000)
  await agent.state('thinking')
  await expect(page.locator('.talk-line strong')).toHaveText('Thinking…')
  await expect.poll(async () => (await soundNow(page)).loud).toBeGreaterThan(0.1)
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  expect(await soundedMs(page)).toBeGreaterThan(1400)
})

test('a voice that the agent stops is not heard to its end', async ({ talking }) => {
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
  await agent.state('speaking')
  await agent.say(tone(1, 24_000), 24_000)
  await expect.poll(async () => (await soundNow(page)).loud).toBeGreaterThan(0.1)
})

test('talking silences it, and the agent is told with the take', async ({ talking }) => {
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
  await expect.poll(async () => (await agent.takes())[0]?.frames ?? 0).toBeGreaterThan(40)
  await expect.poll(async () => (await soundNow(page)).loud).toBe(0)
  await listenAround(page, 'keyup', ' ')
  await page.keyboard.up(' ')
  // It was silent before the key. Whether the sound came a few milliseconds before the page took note of the key, which
  // the sound's clock cannot tell, does not matter.
  const { soundedBefore, first } = await heardAround(page)
  expect(soundedBefore || first !== null).toBe(true)
})

test('turned down, nothing sounds; the words are there all the same', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await ready(page)
  await page.getByRole('button', { name: /^Voice/ }).click()
  await page.getByRole('slider', { name: 'Volume' }).fill('0')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Voice: Voice silent' })).toBeVisible()
  await agent.state('speaking')
  await agent.write({ segmentId: 's', turnId: 't', role: 'agent', text: 'Here it is.', final: true })
  await agent.say(tone(1, 24_000), 24_000)
  await expect(page.locator('.subtitle')).toHaveText('Here it is.')
  expect((await soundNow(page)).loud).toBeLessThan(0.003)
})
