// Talking: the microphone's audio reaches the agent in full.
import { envelope, likeness } from '../fakes/sound-likeness.ts'
import { pressSpaceWhenVoiceHeard, probeAudio } from './audio-probe.ts'
import { inOneHost } from './parley-fixture.ts'
import { expect, test } from './talk-fixture.ts'
import { arm, connected, framesSoFar, lastTake, microphone, talkLine, utterance } from './talk-takes.ts'

/** A take this long holds a whole pass of the file after the first, wherever the file is when it begins. */
const framesOfTwoPasses = 2 * envelope(microphone).length + envelope(utterance).length

test('holding Space sends the microphone’s audio, and releasing it ends the take', async ({ startTalk }) => {
  const { page, agent, pageErrors } = await startTalk({ microphone })
  await arm(page)
  await page.keyboard.down(' ')
  await expect(talkLine(page, 'Listening')).toBeVisible()
  // The browser's gain control adjusts during the first pass of the file; the take holds all of a later pass.
  await expect.poll(() => framesSoFar(agent), { timeout: 30_000 }).toBeGreaterThan(framesOfTwoPasses)
  await page.keyboard.up(' ')
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')

  const take = (await lastTake(agent))!
  expect(take).toMatchObject({ mode: 'hold', small: true })
  const heard = envelope(await agent.sound())
  const { best, louder } = likeness(heard, envelope(utterance))
  expect(best).toBeGreaterThan(0.95)
  // The browser adjusts the volume a little; the audio must still match the file.
  expect(louder).toBeGreaterThan(0.5)
  expect(louder).toBeLessThan(2)
  // Nothing arrives after the end.
  await page.keyboard.press('F6')
  expect((await lastTake(agent))!.frames).toBe(take.frames)
  expect(await agent.strayFrames()).toBe(0)
  expect(pageErrors).toEqual([])
})

test(
  'the first word is not cut, even when talking begins before the key',
  inOneHost,
  async ({ startTalk }) => {
    const { page, agent } = await startTalk({ microphone })
    await connected(page)
    await probeAudio(page)
    await arm(page)
    // Presses the key while the voice already plays, as a user does who talks too early.
    await pressSpaceWhenVoiceHeard(page)
    await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(80)
    await page.evaluate(() =>
      document.body.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true })),
    )
    await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
    const heard = envelope(await agent.sound())
    const onset = heard.findIndex((loud) => loud > 0.02)
    // The take begins in the silence before the first word.
    expect(onset).toBeGreaterThan(2)
    const firstWords = envelope(utterance).slice(24, 54)
    // The browser's gain control is still adjusting, so the match is not closer than this.
    expect(likeness(heard.slice(0, 70), firstWords).best).toBeGreaterThan(0.75)
  },
)
