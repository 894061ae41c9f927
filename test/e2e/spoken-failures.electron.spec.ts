// A spoken conversation with problems: barge-in, silence, and a power cut.
import { joined, samplesOf } from '../../src/core/speech/hearing/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { noise } from '../speech-fixtures.ts'
import { expect, test } from './parley-fixture.ts'
import { recordTexts } from './text-recorder.ts'
import { probeAudio } from './audio-probe.ts'
import {
  utterances,
  isQuiet,
  LEAD_IN,
  talkLine,
  microphoneOf,
  speechReady,
  replies,
  quietRoom,
  recordingOf,
  recordsWhole,
  storedBytes,
  untilSaid,
  TALK_LINE,
  SPEECH_TIMEOUT,
} from './spoken-conversation.ts'
import { ask, tab, tapSpace, transcript } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

// Speech is transcribed on a busy machine.
test.slow()

/** Takes a while to read aloud. */
const LONG = 'The harbour opens at six and closes when the last boat is in. '.repeat(8)

/** Short, with a sharp onset and a quick decay. */
const COUGH = samplesOf(noise('pink', 4_800).map((one, at) => one * 0.8 * Math.exp(-at / 1_200)))

test('barge-in silences the agent and the transcript shows how much of the reply was played', async ({
  launch,
  profile,
  workspace,
}) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${LONG}\n`)
  // Background noise until the end, because digital silence would be reported as a microphone problem.
  const { page } = await launch({ microphone: joined([LEAD_IN, recordingOf('read it out'), quietRoom(120)]) })
  await probeAudio(page)
  await speechReady(page)
  await ask(page, 'open docs/notes.md')
  await expect(tab(page, 'notes.md')).toBeVisible()
  const whole = await recordsWhole(profile, untilSaid('read it out'))
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/read it out/i, SPEECH_TIMEOUT)
  await whole()
  await page.keyboard.up(' ')
  await expect(talkLine(page, 'Speaking')).toBeVisible(SPEECH_TIMEOUT)
  await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(false)
  await page.keyboard.down(' ')
  await expect(talkLine(page, 'Listening')).toBeVisible()
  await expect.poll(() => isQuiet(page)).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.up(' ')
  await expect(replies(page).last().locator('.unheard')).toBeVisible()
  // The previous reply was also cut off if its audio was still being generated at the key press.
  await replies(page).last().getByRole('button', { name: 'Hear the rest' }).click()
  await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(false)
})

test('hands-free, a spoken stop word stops the agent', async ({ launch, workspace }) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${LONG}\n`)
  const { page } = await launch({
    microphone: joined([
      LEAD_IN,
      recordingOf('read it out'),
      silence(4.5),
      recordingOf('stop talking'),
      silence(3),
    ]),
    args: ['--talk-mode', 'hands-free'],
  })
  await probeAudio(page)
  await speechReady(page)
  await ask(page, 'open docs/notes.md')
  await expect(tab(page, 'notes.md')).toBeVisible()
  await expect(talkLine(page, 'Press Space')).toBeVisible(SPEECH_TIMEOUT)
  const toasts = await recordTexts(page, '.control-toast')
  await tapSpace(page)
  await expect(replies(page).last()).toContainText('The harbour opens', SPEECH_TIMEOUT)
  await expect.poll(toasts, SPEECH_TIMEOUT).toContainEqual(expect.stringContaining('Stopped'))
  await expect.poll(() => isQuiet(page)).toBe(true)
  await expect(replies(page).last().locator('.unheard')).toBeVisible()
})

test('hands-free, a cough does not stop the agent', async ({ launch, workspace }) => {
  await write(workspace, 'docs/notes.md', `# Notes\n\n${'The harbour opens at six. '.repeat(4)}\n`)
  const coughs = Array.from({ length: 10 }, () => [COUGH, silence(2)]).flat()
  const { page } = await launch({
    microphone: joined([LEAD_IN, recordingOf('read it out'), silence(3), ...coughs]),
    args: ['--talk-mode', 'hands-free'],
  })
  await probeAudio(page)
  await speechReady(page)
  await ask(page, 'open docs/notes.md')
  await expect(tab(page, 'notes.md')).toBeVisible()
  await expect(talkLine(page, 'Press Space')).toBeVisible(SPEECH_TIMEOUT)
  const lines = await recordTexts(page, TALK_LINE)
  await tapSpace(page)
  await expect(replies(page).last()).toContainText('The harbour opens', SPEECH_TIMEOUT)
  await expect.poll(lines, SPEECH_TIMEOUT).toContain('Speaking')
  await expect(talkLine(page, 'Listening')).toBeVisible(SPEECH_TIMEOUT)
  await expect(replies(page).last().locator('.unheard')).toBeHidden()
  await expect(utterances(page)).toHaveCount(2)
})

test('noise alone makes no request', async ({ launch, profile }) => {
  const { page } = await launch({ microphone: samplesOf(noise('pink', 32_000).map((one) => one * 0.05)) })
  await speechReady(page)
  await page.keyboard.down(' ')
  await expect(talkLine(page, 'Listening')).toBeVisible()
  // Two seconds of audio are stored.
  await expect.poll(() => storedBytes(profile)).toBeGreaterThan(64_000)
  await page.keyboard.up(' ')
  await expect(talkLine(page, 'Hold Space to talk')).toBeVisible(SPEECH_TIMEOUT)
  await expect(transcript(page)).toHaveText('')
})

test('an utterance cut off by a power failure is offered at the next start', async ({ launch, profile }) => {
  const utterance = 'show me the working changes'
  const microphone = microphoneOf(utterance)
  const first = await launch({ microphone })
  await speechReady(first.page)
  const whole = await recordsWhole(profile, untilSaid(utterance))
  await first.page.keyboard.down(' ')
  await expect(transcript(first.page)).toContainText(/working changes/i, SPEECH_TIMEOUT)
  await whole()
  await first.kill()

  const { page } = await launch({ microphone })
  const offer = page.getByLabel('Stored speech')
  await expect(offer).toContainText(/working changes/i, SPEECH_TIMEOUT)
  await offer.getByRole('button', { name: 'Send' }).click()
  await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
  await expect(offer).toBeHidden()
})
