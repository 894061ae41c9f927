// A spoken turn as a user has it: the app in browser mode, a microphone that plays a recording, and the key released once the
// transcript is on screen. Measures the time from the key to the transcript, to the first word of the reply and to its first
// audio, and how soon Parley falls silent.
import type { Page } from '@playwright/test'
import { joined } from '../src/core/speech/hearing/samples.ts'
import type { RecordedEvent } from '../src/shared/conversation.ts'
import {
  audioAroundKey,
  recordVoiceIntervals,
  recordAroundKey,
  currentOutput,
  voiceIntervals,
  type AroundKey,
} from '../test/e2e/audio-probe.ts'
import { quietRoom } from '../test/e2e/spoken-conversation.ts'
import { ask } from '../test/e2e/user-actions.ts'
import { recordings } from '../test/speech-fixtures.ts'
import { median, ms, quantile, type Figure } from './measure.ts'
import { controlTimes } from './speech-control.ts'
import { openSpokenStage } from './spoken-stage.ts'

const ROUNDS = 15
const SAID = 'show me the working changes'
const FINAL_LIMIT_MS = 300
/** The pause between two turns of a conversation before it feels slow. */
const SOUND_LIMIT_MS = 1000
/** From a key or an utterance to its audible or visible effect. */
const AT_ONCE_MS = 60
const SILENCED = 10

export async function benchSpeechTurn(): Promise<Figure[]> {
  const recording = recordings('control').find(({ said }) => said === SAID)!
  const { page, close } = await openSpokenStage({ microphone: joined([recording.samples, quietRoom(2.5)]) })
  await recordVoiceIntervals(page)
  // The first turn opens the microphone and the loudspeaker, and is not counted.
  await speakTurn(page, 0)
  const cues: number[] = []
  const sounds: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const { at = 0, first = null } = (await speakTurn(page, round)) ?? {}
    if (first === null) throw new Error('The confirmation sound did not play.')
    cues.push(first * 1000)
    sounds.push((await voiceAfter(page, at)) - at)
    await page.locator('.talk-line strong', { hasText: 'Hold Space to talk' }).waitFor()
  }
  const silenced: number[] = []
  while (silenced.length < SILENCED) silenced.push(...(await stopVoice(page)))
  const times = timesIn(await close()).slice(1)
  if (times.length < ROUNDS) throw new Error('Some turns lack times.')
  const control = await controlTimes()
  return [
    row('key released to the confirmation sound', cues, AT_ONCE_MS, 'limit'),
    row('Escape to the last audio of the voice', silenced, AT_ONCE_MS, 'limit'),
    row('barge-in recognized to the last audio of the voice', control.silenced, AT_ONCE_MS, 'limit'),
    row('spoken command recognized to its effect on screen', control.shown, AT_ONCE_MS, 'limit'),
    row(
      'key released to the final transcript',
      times.map(({ recognised }) => recognised),
      FINAL_LIMIT_MS,
      'limit at the median',
    ),
    row(
      'key released to the first word of the reply',
      times.map(({ firstWord }) => firstWord),
      SOUND_LIMIT_MS,
      'before it feels slow',
    ),
    row(
      'key released to the first audio of the reply, as played',
      sounds,
      SOUND_LIMIT_MS,
      'before it feels slow',
    ),
  ].flat()
}

/** The time when the key was released and the delay of the sound; null for the first, before any audio has played. */
async function speakTurn(page: Page, round: number): Promise<AroundKey | null> {
  const mine = page.locator('.entry-user').nth(round)
  await page.keyboard.down(' ')
  // The recording continues; the transcript is complete at the end of the sentence.
  await mine.filter({ hasText: /working changes/i }).waitFor()
  if (round > 0) await recordAroundKey(page, 'keyup', ' ')
  await page.keyboard.up(' ')
  const delays = round > 0 ? await audioAroundKey(page) : null
  await page.locator('.entry-agent').nth(round).locator('.time-parts').waitFor()
  await page.locator('.talk-line strong', { hasText: 'Hold Space to talk' }).waitFor()
  return delays
}

/** The first audio of the voice after a time. It may come after the reply is complete and its turn has ended. */
async function voiceAfter(page: Page, at: number): Promise<number> {
  for (;;) {
    const voice = (await voiceIntervals(page)).find(([from]) => from > at)
    if (voice) return voice[0]
    await page.waitForTimeout(100)
  }
}

/** Silences the voice during a reply. Empty if the page was too busy to notice the moment. */
async function stopVoice(page: Page): Promise<number[]> {
  await ask(page, 'what changed')
  while ((await currentOutput(page)).loud < 0.02) await page.waitForTimeout(20)
  await recordAroundKey(page, 'keydown', 'Escape')
  await page.keyboard.press('Escape')
  const { seen, wasSounding, last } = await audioAroundKey(page)
  await page.locator('.talk-line strong', { hasText: 'Hold Space to talk' }).waitFor()
  return seen && wasSounding ? [(last ?? 0) * 1000] : []
}

/** The times that the app itself stores. */
function timesIn(events: readonly RecordedEvent[]): { recognised: number; firstWord: number }[] {
  const turns = new Map<string, { recognised: number; firstWord: number }>()
  for (const { event } of events) {
    if (event.type !== 'turn.timed') continue
    const { turnId, recognised, firstWord } = event
    // Reported again with every step; a typed turn has no recognition.
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
    figure('90th of 100', quantile([...times], 0.9)),
  ]
}
