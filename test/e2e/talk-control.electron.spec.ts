// Talking: takes begin and end when they should. These tests count frames and compare no sound, so the machine may be busy.
import { silence } from '../fakes/sound-likeness.ts'
import { probeAudio, trackStates } from './audio-probe.ts'
import { expect, test } from './talk-fixture.ts'
import { arm, connected, framesSoFar, lastTake, microphone, talkLine } from './talk-takes.ts'
import { recordTexts } from './text-recorder.ts'
import { tapButton, tapSpace } from './user-actions.ts'

test('one tap starts talking, the next sends; Escape discards', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await connected(page)
  await tapSpace(page)
  await expect(talkLine(page, 'Listening')).toBeVisible()
  await expect(page.getByText('Space to send, Esc to discard')).toBeVisible()
  await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(5)
  await tapSpace(page)
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')

  await tapButton(page, page.getByRole('button', { name: 'Talk', exact: true }))
  await expect.poll(async () => (await agent.takes()).length).toBe(2)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
  // Typing discards the take.
  await tapSpace(page)
  await expect.poll(async () => (await agent.takes()).length).toBe(3)
  await page.getByLabel('Ask the agent').pressSequentially('find')
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
})

test('Escape and the Stop button discard speech that is being transcribed', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await arm(page)
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  for (const drop of [() => page.keyboard.press('Escape'), () => stop.click()]) {
    await agent.state('idle')
    await expect(stop).toBeDisabled()
    await page.keyboard.down(' ')
    await agent.state('listening')
    // Longer than a tap.
    await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(60)
    await page.keyboard.up(' ')
    await expect(talkLine(page, 'Transcribing…')).toBeVisible()
    await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
    await drop()
    await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
    await expect.poll(async () => (await agent.calls()).at(-1)?.method).toBe('parley.interrupt')
  }
})

test('the talk button works with the pointer, and Space on it does not press it twice', async ({
  startTalk,
}) => {
  const { page, agent } = await startTalk({ microphone })
  await arm(page)
  const button = page.getByRole('button', { name: 'Talk', exact: true })
  await button.hover()
  await page.mouse.down()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(60)
  await page.mouse.up()
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
  await button.focus()
  await page.keyboard.down(' ')
  await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(60)
  await page.keyboard.up(' ')
  await expect
    .poll(async () => (await agent.takes()).map(({ end }) => end))
    .toEqual(['cancelled', 'stopped', 'stopped'])
})

test('muting releases the microphone, and unmuting does not open it', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await connected(page)
  await probeAudio(page)
  await tapSpace(page)
  await expect(talkLine(page, 'Listening')).toBeVisible()
  expect(await trackStates(page)).toEqual(['live'])
  await page.keyboard.press('Alt+m')
  await expect(talkLine(page, 'Microphone muted')).toBeVisible()
  expect(await trackStates(page)).toEqual(['ended'])
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
  await tapSpace(page)
  await expect(page.getByRole('alert').getByText('The microphone is muted.')).toBeVisible()
  await page.getByRole('button', { name: 'Unmute', exact: true }).click()
  await expect(talkLine(page, 'Hold Space to talk')).toBeVisible()
  expect(await trackStates(page)).toEqual(['ended'])
})

test('unplugging the microphone ends the take with the speech so far, and says so', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await connected(page)
  await probeAudio(page)
  await tapSpace(page)
  await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(20)
  await page.evaluate(() => {
    const { audioProbe } = window as unknown as { audioProbe: { tracks: MediaStreamTrack[] } }
    audioProbe.tracks[0]!.dispatchEvent(new Event('ended'))
  })
  await expect(page.getByText('The microphone was unplugged.')).toBeVisible()
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
  expect(await trackStates(page)).toEqual(['ended'])
})

test('a microphone that delivers only silence is reported', async ({ startTalk }) => {
  const { page } = await startTalk({ microphone: silence(3) })
  await connected(page)
  await tapSpace(page)
  await expect(page.getByText('The microphone delivers only silence.')).toBeVisible()
})

test('a machine without a microphone says so, and what to do', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone: null })
  await connected(page)
  await tapSpace(page)
  await expect(page.getByText('There is no microphone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Microphone: Problem' })).toBeVisible()
  expect(await agent.takes()).toEqual([])
})

test('a refusal by the agent to listen is shown', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await connected(page)
  await agent.refuseWith('The recognizer is still loading.')
  await tapSpace(page)
  await expect(page.getByText('The recognizer is still loading.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Microphone: Problem' })).toBeVisible()
})

test('a take ends at its limit, after a warning', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone, limitMs: 2500 })
  await connected(page)
  const timeLeft = await recordTexts(page, '.talk-limit')
  await tapSpace(page)
  await expect.poll(timeLeft).toContainEqual(expect.stringMatching(/^\d s left$/))
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
})

test('hands-free, audio is sent until the user ends it', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone, args: ['--talk-mode', 'hands-free'] })
  await connected(page)
  await expect(talkLine(page, 'Press Space to start')).toBeVisible()
  await tapSpace(page)
  await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(50)
  expect((await lastTake(agent))!.mode).toBe('hands_free')
  // The microphone keeps sending while the agent thinks.
  await agent.state('thinking')
  await expect(talkLine(page, 'Thinking')).toBeVisible()
  const { frames } = (await lastTake(agent))!
  await expect.poll(async () => (await lastTake(agent))!.frames).toBeGreaterThan(frames + 20)
  await agent.state('idle')
  await tapSpace(page)
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('stopped')
  expect((await agent.takes()).length).toBe(1)
})

test('hands-free, Escape discards the utterance and stops listening', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone, args: ['--talk-mode', 'hands-free'] })
  await connected(page)
  await expect(talkLine(page, 'Press Space to start')).toBeVisible()
  await tapSpace(page)
  await expect.poll(() => framesSoFar(agent)).toBeGreaterThan(0)
  await agent.state('listening')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await lastTake(agent))?.end).toBe('cancelled')
  await agent.state('idle')
  await expect(talkLine(page, 'Press Space to start')).toBeVisible()
})
