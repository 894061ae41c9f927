// What tests need of a spoken conversation: a microphone that plays recordings, and an ear at the loudspeaker.
import type { Locator, Page } from '@playwright/test'
import { HEARING_RATE, joined, samplesOf } from '../../src/core/ears/samples.ts'
import { likeness } from '../../src/core/ears/spelling-likeness.ts'
import { createFliteEngine } from '../../src/main/speech/voice/flite-engine.ts'
import { loadMoonshine } from '../../src/main/speech/ears/moonshine.ts'
import { noise, recordings } from '../speech-fixtures.ts'
import { plainWords } from '../word-error.ts'
import { expect } from './parley-fixture.ts'
import { loudestLately } from './sound-tap.ts'
import { statusBar, transcript } from './what-a-person-does.ts'

const all = [...recordings('commands'), ...recordings('control')]
export const said = (text: string): Int16Array => all.find((one) => one.said === text)!.samples

/** Something nobody recorded, said by the built-in voice, without the quiet around it. */
export async function spokenByFlite(...texts: string[]): Promise<Int16Array[]> {
  const flite = createFliteEngine()
  const spoken: Int16Array[] = []
  for (const text of texts) {
    const pieces: Int16Array[] = []
    const style = { voice: 'slt', rate: 1 }
    for await (const piece of flite.speak(text, style, new AbortController().signal)) pieces.push(piece)
    spoken.push(trimmed(joined(pieces)))
  }
  await flite.close()
  return spoken
}

function trimmed(samples: Int16Array): Int16Array {
  const sounds = (sample: number): boolean => Math.abs(sample) > 300
  return samples.slice(samples.findIndex(sounds), samples.findLastIndex(sounds) + 1)
}

/** A quiet room: a microphone that gives nothing at all would be taken for one that is switched off. */
export const room = (seconds: number): Int16Array =>
  samplesOf(noise('pink', seconds * HEARING_RATE).map((one) => one * 0.002))

/** The recording runs from when the microphone is opened; somebody would wait for the light before they speak. */
export const LIGHT = room(5)

/** Each spoken, then quiet for long enough to let go of the key. */
export const microphoneOf = (...words: string[]): Int16Array =>
  joined([LIGHT, ...words.flatMap((text) => [said(text), room(3.5)])])

export const WORDS = { timeout: 120_000 }
/** Where it is said what goes on. */
export const TALK_LINE = '.talk-line strong'
export const line = (page: Page, text: string | RegExp): Locator => page.locator(TALK_LINE, { hasText: text })
export const asks = (page: Page): Locator => transcript(page).locator('.entry-user')
export const replies = (page: Page): Locator => transcript(page).locator('.entry-agent')

/** Everything that hears and speaks is loaded. */
export async function ready(page: Page): Promise<void> {
  await expect(statusBar(page).getByRole('button', { name: /^Voice: Flite/ })).toBeVisible(WORDS)
  await expect(line(page, /^(?:Hold|Press) Space/)).toBeVisible(WORDS)
}

/** For longer than somebody who speaks pauses between two sentences. */
export const isQuiet = async (page: Page): Promise<boolean> => (await loudestLately(page)) < 0.003

export async function recognised(sound: Int16Array): Promise<string> {
  const ears = await loadMoonshine('base')
  const { text } = await ears.transcribe(withoutRests(sound), { signal: new AbortController().signal })
  await ears.close()
  return text
}

const FRAME = HEARING_RATE / 50
const LONGEST_REST = 25

/** The recogniser takes what somebody says; a clip of which the most is silence it may take for nothing at all. */
function withoutRests(sound: Int16Array): Int16Array {
  const kept: Int16Array[] = []
  let rest = 0
  for (let at = 0; at < sound.length; at += FRAME) {
    const frame = sound.subarray(at, at + FRAME)
    rest = frame.some((sample) => Math.abs(sample) > 100) ? 0 : rest + 1
    if (rest <= LONGEST_REST) kept.push(frame)
  }
  return joined(kept)
}

/** What the agent says of the working changes. */
export const REPLY = 'two files changed two lines added and one removed'

/** Of all letters, so many are right where a sentence was made out; without its last three words, it would be 0.67. */
export const MADE_OUT = 0.8

/**
 * How alike what was heard is to what was said, by its letters. Sound that runs in real time may lose a breath on its way;
 * whether "two" or "to" is written then is a matter of the recogniser's.
 */
export function alike(what: string, heard: string): number {
  const inWords = heard.replaceAll(/\b[12]\b/g, (digit) => (digit === '1' ? 'one' : 'two'))
  return likeness(what, plainWords(inWords).join(' '))
}
