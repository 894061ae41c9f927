// Recordings for the microphone, and checks of what Parley plays, for tests of spoken conversations.
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { HEARING_RATE, joined, samplesOf } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { likeness } from '../../src/core/speech/hearing/word-likeness.ts'
import { createFliteEngine } from '../../src/main/speech/speaking/flite-engine.ts'
import { loadMoonshine } from '../../src/main/speech/hearing/moonshine.ts'
import { noise, recordings } from '../speech-fixtures.ts'
import { normalizedWords } from '../word-errors.ts'
import { expect } from './parley-fixture.ts'
import { finishOutput, recentPeak, trackStates } from './audio-probe.ts'
import { recordTexts } from './text-recorder.ts'
import { statusBar, tab, transcript, viewer } from './user-actions.ts'

const allRecordings = [...recordings('commands'), ...recordings('control')]
export const recordingOf = (text: string): Int16Array =>
  allRecordings.find((one) => one.said === text)!.samples

/** Synthesizes texts that have no recording, without the silence around them. */
export async function synthesize(...texts: string[]): Promise<Int16Array[]> {
  const flite = createFliteEngine()
  const results: Int16Array[] = []
  for (const text of texts) {
    const pieces: Int16Array[] = []
    const style = { voice: 'slt', rate: 1 }
    for await (const piece of flite.speak(text, style, new AbortController().signal)) pieces.push(piece)
    results.push(trimSilence(joined(pieces)))
  }
  await flite.close()
  return results
}

function trimSilence(samples: Int16Array): Int16Array {
  const isAudible = (sample: number): boolean => Math.abs(sample) > 300
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1)
}

/** Background noise: digital silence would be taken for a microphone that is switched off. */
export const quietRoom = (seconds: number): Int16Array =>
  samplesOf(noise('pink', seconds * HEARING_RATE).map((one) => one * 0.002))

/** The recording starts when the microphone opens; a user would wait for the indicator before speaking. */
export const LEAD_IN = quietRoom(5)

/** Each utterance, followed by enough silence to release the key. */
export const microphoneOf = (...utterances: string[]): Int16Array =>
  joined([LEAD_IN, ...utterances.flatMap((text) => [recordingOf(text), quietRoom(3.5)])])

export const SPEECH_TIMEOUT = { timeout: 120_000 }

/** How many bytes of takes are on disk, apart from those of `earlier`. */
export async function storedBytes(profile: string, earlier: readonly string[] = []): Promise<number> {
  const folder = join(profile, 'spoken')
  const takes = (await readdir(folder)).filter((file) => !earlier.includes(file))
  const sizes = await Promise.all(
    takes.map((file) =>
      stat(join(folder, file)).then(
        ({ size }) => size,
        // Deleted between the listing and the stat.
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Call this before the key is pressed, and the result before it is released: it waits until the take is as long as the
 * audio up to the end of the utterance. The interim transcript can be right before the last word has ended, and a take
 * that ends inside a word may be transcribed differently.
 */
export async function recordsWhole(profile: string, audio: Int16Array): Promise<() => Promise<void>> {
  const earlier = await readdir(join(profile, 'spoken'))
  return () =>
    expect.poll(() => storedBytes(profile, earlier), SPEECH_TIMEOUT).toBeGreaterThan(audio.byteLength)
}

/** The microphone opens for each press of the key, and then reads its file again. */
export const reopenedMicrophone = ['--microphone-ready', 'talking', '--talk-sounds=false']

/** Holds the key while a reopened microphone plays an utterance. */
export async function say(page: Page, profile: string, said: Int16Array, complete: RegExp): Promise<void> {
  await expect.poll(async () => (await trackStates(page)).includes('live')).toBe(false)
  const utterance = joined([quietRoom(0.7), said])
  const file = join(profile, 'microphone-0.wav')
  await writeFile(file, wavOf(joined([utterance, quietRoom(20)]), HEARING_RATE))
  const whole = await recordsWhole(profile, utterance)
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(complete, SPEECH_TIMEOUT)
  await whole()
  await page.keyboard.up(' ')
}

/** What the microphone of `microphoneOf` plays up to the end of its first utterance. */
export const untilSaid = (text: string): Int16Array => joined([LEAD_IN, recordingOf(text)])
/** The element that shows what Parley is doing. */
export const TALK_LINE = '.talk-line strong'
export const talkLine = (page: Page, text: string | RegExp): Locator =>
  page.locator(TALK_LINE, { hasText: text })
export const utterances = (page: Page): Locator => transcript(page).locator('.entry-user')
export const replies = (page: Page): Locator => transcript(page).locator('.entry-agent')

/** Waits until the recognizer and the voice are loaded. */
export async function speechReady(page: Page): Promise<void> {
  await expect(statusBar(page).getByRole('button', { name: /^Voice: Flite/ })).toBeVisible(SPEECH_TIMEOUT)
  await expect(talkLine(page, /^(?:Hold|Press) Space/)).toBeVisible(SPEECH_TIMEOUT)
}

/** Silent for longer than a pause between two sentences. */
export const isQuiet = async (page: Page): Promise<boolean> => (await recentPeak(page)) < 0.003

export async function recognize(audio: Int16Array): Promise<string> {
  const recognizer = await loadMoonshine('base')
  const { text } = await recognizer.transcribe(shortenPauses(audio), { signal: new AbortController().signal })
  await recognizer.close()
  return text
}

const FRAME = HEARING_RATE / 50
const MAX_PAUSE_FRAMES = 25

/** The recognizer may ignore a clip that is mostly silence. */
function shortenPauses(audio: Int16Array): Int16Array {
  const frames: Int16Array[] = []
  let pauseFrames = 0
  for (let at = 0; at < audio.length; at += FRAME) {
    const frame = audio.subarray(at, at + FRAME)
    pauseFrames = frame.some((sample) => Math.abs(sample) > 100) ? 0 : pauseFrames + 1
    if (pauseFrames <= MAX_PAUSE_FRAMES) frames.push(frame)
  }
  return joined(frames)
}

/** What was played after the last pause of a second. */
export function lastSpeech(audio: Int16Array): Int16Array {
  let pauseFrames = 0
  let from = audio.length - (audio.length % FRAME)
  let isHeard = false
  for (; from >= FRAME && !(isHeard && pauseFrames > 50); from -= FRAME) {
    const isSilent = audio.subarray(from - FRAME, from).every((sample) => Math.abs(sample) <= 100)
    pauseFrames = isSilent ? pauseFrames + 1 : 0
    isHeard ||= !isSilent
  }
  return audio.subarray(from)
}

/** The spoken reply about the working changes. */
export const REPLY = 'two files changed two lines added and one removed'

/** A transcribed sentence matches at least this much, by letters; without its last three words it would be 0.67. */
export const MIN_LIKENESS = 0.8

/**
 * How similar the transcript is to the expected text, by letters. Real-time audio may lose a little, and the
 * recognizer may then write "to" for "two".
 */
export function likenessOf(expected: string, heard: string): number {
  const spelledOut = heard.replaceAll(/\b[12]\b/g, (digit) => (digit === '1' ? 'one' : 'two'))
  return likeness(expected, normalizedWords(spelledOut).join(' '))
}

/** Holds the key while the microphone asks for the working changes, and checks the diff and the spoken reply. */
export async function askForChangesAloud(page: Page, profile: string): Promise<void> {
  const lines = await recordTexts(page, TALK_LINE)
  const whole = await recordsWhole(profile, untilSaid('show me the working changes'))
  await page.keyboard.down(' ')
  await expect(transcript(page)).toContainText(/working changes/i, SPEECH_TIMEOUT)
  await whole()
  await page.keyboard.up(' ')
  await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
  await expect(viewer(page)).toContainText('(hour + 1) % 12')
  await expect.poll(lines, SPEECH_TIMEOUT).toContain('Speaking')
  await expect(talkLine(page, 'Hold Space')).toBeVisible(SPEECH_TIMEOUT)
  await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(true)
  const heard = await recognize(await finishOutput(page))
  expect(likenessOf(REPLY, heard), heard).toBeGreaterThan(MIN_LIKENESS)
}
