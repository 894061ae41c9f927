// Somebody talks: what the microphone hears arrives at the agent, whole, and only while it should.
import type { Page } from '@playwright/test'
import { joined } from '../../src/core/ears/samples.ts'
import { envelope, likeness, silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { writeDown } from './passing-words.ts'
import { pressWhenHeard, tapSound, tracks } from './sound-tap.ts'
import { inOneHost } from './parley-fixture.ts'
import { expect, test, type RemoteAgent } from './talk-fixture.ts'
import { tapButton, tapSpace } from './what-a-person-does.ts'

const words = recordings('commands').find(({ said }) => said === 'run the tests')!.samples
/** Again and again, as a fake microphone plays its file. */
const microphone = joined([silence(0.6), words, silence(1)])

const line = (page: Page, text: string) => page.locator('.talk-line strong', { hasText: text })
/** How much has come of the take that is under way. */
const heardSoFar = async (agent: RemoteAgent) =>
  (await agent.takes()).find(({ end }) => end === 'open')?.frames ?? 0
const lastTake = async (agent: RemoteAgent) => (await agent.takes()).at(-1)

async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
}

/** The microphone is open and nobody talks. */
async function arm(page: Page): Promise<void> {
  await connected(page)
  await tapSpace(page)
  await expect(line(page, 'Listening')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Microphone: Ready' })).toBeVisible()
}

test('holding Space sends what the microphone hears, and letting go ends it', async ({ talking }) => {
  const { page, agent, complaints } = await talking({ microphone })
  await arm(page)
  await page.keyboard.down(' ')
  await expect(line(page, 'Listening')).toBeVisible()
  await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(340)
  await page.keyboard.up(' ')
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')

  const take = (await lastTake(agent))!
  expect(take).toMatchObject({ mode: 'hold', small: true })
  const heard = envelope(await agent.sound())
  const { best, louder } = likeness(heard, envelope(words))
  expect(best).toBeGreaterThan(0.95)
  // The browser evens out the loudness a little; what arrives is the sound of the file, neither whispered nor shouted.
  expect(louder).toBeGreaterThan(0.5)
  expect(louder).toBeLessThan(2)
  // After the end nothing more comes.
  await page.keyboard.press('F6')
  expect((await lastTake(agent))!.frames).toBe(take.frames)
  expect(await agent.strayFrames()).toBe(0)
  expect(complaints).toEqual([])
})

test('the first word is not cut, even when talking begins before the key', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await tapSound(page)
  await arm(page)
  // Presses the key at the very moment a voice is already heard, as somebody does who talks first.
  await pressWhenHeard(page)
  await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(80)
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true })),
  )
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
  const heard = envelope(await agent.sound())
  const onset = heard.findIndex((loud) => loud > 0.02)
  // The take begins in the silence before the first word.
  expect(onset).toBeGreaterThan(2)
  const firstWords = envelope(words).slice(24, 54)
  // Not more alike than this: the browser is still finding out how loud the person is.
  expect(likeness(heard.slice(0, 70), firstWords).best).toBeGreaterThan(0.75)
})

test('a tap begins, the next tap sends; Escape drops', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await tapSpace(page)
  await expect(line(page, 'Listening')).toBeVisible()
  await expect(page.getByText('Space to send, Esc to drop')).toBeVisible()
  await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(5)
  await tapSpace(page)
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')

  await tapButton(page, page.getByRole('button', { name: 'Talk', exact: true }))
  await expect.poll(async () => (await agent.takes()).length).toBe(2)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
  // Whoever decides to type after all is not listened to.
  await tapSpace(page)
  await expect.poll(async () => (await agent.takes()).length).toBe(3)
  await page.getByLabel('Ask the agent').pressSequentially('find')
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
})

test(
  'words that are being made out are dropped by Escape, and by the Stop button',
  inOneHost,
  async ({ talking }) => {
    const { page, agent } = await talking({ microphone })
    await arm(page)
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    for (const drop of [() => page.keyboard.press('Escape'), () => stop.click()]) {
      await agent.state('idle')
      await expect(stop).toBeDisabled()
      await page.keyboard.down(' ')
      await agent.state('listening')
      // Held for longer than a tap.
      await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(60)
      await page.keyboard.up(' ')
      await expect(line(page, 'Making out your words…')).toBeVisible()
      await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
      await drop()
      await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
      await expect.poll(async () => (await agent.calls()).at(-1)?.method).toBe('parley.interrupt')
    }
  },
)

test(
  'the button is held with the pointer, and Space on it does not press it twice',
  inOneHost,
  async ({ talking }) => {
    const { page, agent } = await talking({ microphone })
    await arm(page)
    const button = page.getByRole('button', { name: 'Talk', exact: true })
    await button.hover()
    await page.mouse.down()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(60)
    await page.mouse.up()
    await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
    await button.focus()
    await page.keyboard.down(' ')
    await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(60)
    await page.keyboard.up(' ')
    await expect
      .poll(async () => (await agent.takes()).map(({ end }) => end))
      .toEqual(['cancelled', 'stopped', 'stopped'])
  },
)

test('muting gives the device back, and unmuting does not open it by itself', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await tapSound(page)
  await tapSpace(page)
  await expect(line(page, 'Listening')).toBeVisible()
  expect(await tracks(page)).toEqual(['live'])
  await page.keyboard.press('Alt+m')
  await expect(line(page, 'Microphone muted')).toBeVisible()
  expect(await tracks(page)).toEqual(['ended'])
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
  await tapSpace(page)
  await expect(page.getByRole('alert').getByText('The microphone is muted.')).toBeVisible()
  await page.getByRole('button', { name: 'Unmute', exact: true }).click()
  await expect(line(page, 'Hold Space to talk')).toBeVisible()
  expect(await tracks(page)).toEqual(['ended'])
})

test('a microphone that is pulled out ends the take with what was said, and says so', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await tapSound(page)
  await tapSpace(page)
  await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(20)
  await page.evaluate(() => {
    const { tapped } = window as unknown as { tapped: { tracks: MediaStreamTrack[] } }
    tapped.tracks[0]!.dispatchEvent(new Event('ended'))
  })
  await expect(page.getByText('The microphone was unplugged.')).toBeVisible()
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
  expect(await tracks(page)).toEqual(['ended'])
})

test('a microphone that gives nothing but silence is told of', inOneHost, async ({ talking }) => {
  const { page } = await talking({ microphone: silence(3) })
  await connected(page)
  await tapSpace(page)
  await expect(page.getByText('Nothing but silence comes from the microphone.')).toBeVisible()
})

test('a machine without a microphone says so, and what to do', async ({ talking }) => {
  const { page, agent } = await talking({ microphone: null })
  await connected(page)
  await tapSpace(page)
  await expect(page.getByText('There is no microphone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Microphone: Trouble' })).toBeVisible()
  expect(await agent.takes()).toEqual([])
})

test('an agent that will not listen is heard out', inOneHost, async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await agent.refuseWith('The ears are still asleep.')
  await tapSpace(page)
  await expect(page.getByText('The ears are still asleep.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Microphone: Trouble' })).toBeVisible()
})

test('a take ends at its limit, which is shown before', inOneHost, async ({ talking }) => {
  const { page, agent } = await talking({ microphone, limitMs: 2500 })
  await connected(page)
  const left = await writeDown(page, '.talk-limit')
  await tapSpace(page)
  await expect.poll(left).toContainEqual(expect.stringMatching(/^\d s left$/))
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
})

test('hands-free, sound goes out until it is ended', async ({ talking }) => {
  const { page, agent } = await talking({ microphone, args: ['--talk-mode', 'hands-free'] })
  await connected(page)
  await expect(line(page, 'Press Space to begin')).toBeVisible()
  await tapSpace(page)
  await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(50)
  expect((await lastTake(agent))!.mode).toBe('hands_free')
  // The agent thinks and speaks; the sound goes on.
  await agent.state('thinking')
  await expect(line(page, 'Thinking')).toBeVisible()
  const { frames } = (await lastTake(agent))!
  await expect.poll(async () => (await lastTake(agent))!.frames).toBeGreaterThan(frames + 20)
  await agent.state('idle')
  await tapSpace(page)
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
  expect((await agent.takes()).length).toBe(1)
})

test(
  'hands-free, Escape drops what is being said and nobody is listened to any more',
  inOneHost,
  async ({ talking }) => {
    const { page, agent } = await talking({ microphone, args: ['--talk-mode', 'hands-free'] })
    await connected(page)
    await expect(line(page, 'Press Space to begin')).toBeVisible()
    await tapSpace(page)
    await expect.poll(() => heardSoFar(agent)).toBeGreaterThan(0)
    await agent.state('listening')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
    await agent.state('idle')
    await expect(line(page, 'Press Space to begin')).toBeVisible()
  },
)
