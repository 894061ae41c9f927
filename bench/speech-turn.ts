// A spoken turn as a person has it: the app in browser mode, a microphone that plays a recording, the key let go once the
// words are on screen. How long from the key itself to the words, to the agent's first word and to the first sound of its
// voice, as the loudspeaker is given it; and how soon what silences it does.
import type { Page } from '@playwright/test'
import { joined } from '../src/core/ears/samples.ts'
import type { RecordedEvent } from '../src/shared/conversation.ts'
import {
  heardAround,
  keepVoiceTimes,
  listenAround,
  soundNow,
  voiceTimes,
  type AroundKey,
} from '../test/e2e/sound-tap.ts'
import { room } from '../test/e2e/spoken-words.ts'
import { ask } from '../test/e2e/what-a-person-does.ts'
import { recordings } from '../test/speech-fixtures.ts'
import { median, ms, quantile, type Figure } from './measure.ts'
import { controlTimes } from './speech-control.ts'
import { openSpokenStage } from './spoken-stage.ts'

const ROUNDS = 15
const SAID = 'show me the working changes'
const FINAL_LIMIT_MS = 300
/** What people leave between two turns of a conversation before it feels slow. */
const SOUND_LIMIT_MS = 1000
/** From a key or a word to what is heard or seen of it. */
const AT_ONCE_MS = 60
const SILENCED = 10

export async function benchSpeechTurn(): Promise<Figure[]> {
  const recording = recordings('control').find(({ said }) => said === SAID)!
  const { page, close } = await openSpokenStage({ microphone: joined([recording.samples, room(2.5)]) })
  await keepVoiceTimes(page)
  // The first turn opens the microphone and the loudspeaker, and is not counted.
  await speakTurn(page, 0)
  const cues: number[] = []
  const sounds: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const { at = 0, first = null } = (await speakTurn(page, round)) ?? {}
    if (first === null) throw new Error('Nothing said that the words were taken.')
    cues.push(first * 1000)
    sounds.push((await voiceAfter(page, at)) - at)
    await page.locator('.talk-line strong', { hasText: 'Hold Space to talk' }).waitFor()
  }
  const silenced: number[] = []
  while (silenced.length < SILENCED) silenced.push(...(await stopVoice(page)))
  const times = timesIn(await close()).slice(1)
  if (times.length < ROUNDS) throw new Error('Some turns have not all of their times.')
  const control = await controlTimes()
  return [
    row('key let go to the soft sound that says so', cues, AT_ONCE_MS, 'promised'),
    row('Escape to the last sound of the voice', silenced, AT_ONCE_MS, 'promised'),
    row('words over the voice made out, to its last sound', control.silenced, AT_ONCE_MS, 'promised'),
    row('spoken command understood, to its effect on screen', control.shown, AT_ONCE_MS, 'promised'),
    row(
      'key let go to the final words',
      times.map(({ recognised }) => recognised),
      FINAL_LIMIT_MS,
      'promised at the median',
    ),
    row(
      'key let go to the first word of the reply',
      times.map(({ firstWord }) => firstWord),
      SOUND_LIMIT_MS,
      'before it feels slow',
    ),
    row(
      'key let go to the first sound of the reply, as played',
      sounds,
      SOUND_LIMIT_MS,
      'before it feels slow',
    ),
  ].flat()
}

/** Gives when the key was let go and what was heard of that; null for the first, when nothing has sounded yet. */
async function speakTurn(page: Page, round: number): Promise<AroundKey | null> {
  const mine = page.locator('.entry-user').nth(round)
  await page.keyboard.down(' ')
  // The recording runs on; the words are whole when the sentence has been said to its end.
  await mine.filter({ hasText: /working changes/i }).waitFor()
  if (round > 0) await listenAround(page, 'keyup', ' ')
  await page.keyboard.up(' ')
  const heard = round > 0 ? await heardAround(page) : null
  await page.locator('.entry-agent').nth(round).locator('.time-parts').waitFor()
  await page.locator('.talk-line strong', { hasText: 'Hold Space to talk' }).waitFor()
  return heard
}

/** When the voice first sounds after a moment. That can be after the reply is written and its turn over. */
async function voiceAfter(page: Page, at: number): Promise<number> {
  for (;;) {
    const voice = (await voiceTimes(page)).find(([from]) => from > at)
    if (voice) return voice[0]
    await page.waitForTimeout(100)
  }
}

/** Silences the voice in the middle of a reply. None where the page was too busy to see the moment. */
async function stopVoice(page: Page): Promise<number[]> {
  await ask(page, 'what changed')
  while ((await soundNow(page)).loud < 0.02) await page.waitForTimeout(20)
  await listenAround(page, 'keydown', 'Escape')
  await page.keyboard.press('Escape')
  const { seen, soundedBefore, last } = await heardAround(page)
  await page.locator('.talk-line strong', { hasText: 'Hold Space to talk' }).waitFor()
  return seen && soundedBefore ? [(last ?? 0) * 1000] : []
}

/** As the app itself keeps them. */
function timesIn(events: readonly RecordedEvent[]): { recognised: number; firstWord: number }[] {
  const turns = new Map<string, { recognised: number; firstWord: number }>()
  for (const { event } of events) {
    if (event.type !== 'turn.timed') continue
    const { turnId, recognised, firstWord } = event
    // Told again with every step; a typed turn has no words to recognise.
    if (recognised !== undefined && firstWord !== undefined) turns.set(turnId, { recognised, firstWord })
  }
  return [...turns.values()]
}

function row(what: string, times: readonly number[], limit: number, promise: string): Figure[] {
  const figure = (which: string, time: number): Figure => ({
    what: `${what}, ${which}`,
    ours: ms(time),
    peer: `${limit} ms ${promise}`,
    ratio: time / limit,
  })
  return [
    figure(`median of ${times.length}`, median([...times])),
    figure('nine of ten', quantile([...times], 0.9)),
  ]
}
