// A spoken turn as a person has it: the app in browser mode, a microphone that plays a recording, the key let go once the
// words are on screen. How long from there to the words, to the agent's first word and to the first sound of its voice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { repository } from '../build/repository.ts'
import { HEARING_RATE, joined } from '../src/core/ears/samples.ts'
import { wavOf } from '../src/core/ears/wav.ts'
import { conversationEvent } from '../src/shared/conversation.ts'
import { silence } from '../test/fakes/sound-likeness.ts'
import { heardAround, listenAround, soundNow, tapSound } from '../test/e2e/sound-tap.ts'
import { ask } from '../test/e2e/what-a-person-does.ts'
import { createWorkspace } from '../test/e2e/workspace-fixture.ts'
import { recordings } from '../test/speech-fixtures.ts'
import { createTempFolder } from '../test/temp-folder.ts'
import { median, ms, quantile, type Figure } from './measure.ts'
import { chromiumOptions, VIEWPORT } from './stage.ts'

const ROUNDS = 15
const SAID = 'show me the working changes'
const FINAL_LIMIT_MS = 300
/** What people leave between two turns of a conversation before it feels slow. */
const SOUND_LIMIT_MS = 1000
/** From a key to what is heard of it. */
const KEY_LIMIT_MS = 60
const SILENCED = 10

export async function benchSpeechTurn(): Promise<Figure[]> {
  const folder = createTempFolder()
  const workspace = await createWorkspace()
  const recording = recordings('control').find(({ said }) => said === SAID)!
  const file = join(folder.path, 'microphone.wav')
  writeFileSync(file, wavOf(joined([recording.samples, silence(2.5)]), HEARING_RATE))
  const profile = join(folder.path, 'profile')
  const server = spawn(
    process.execPath,
    [join(repository, 'out/main/serve.js'), '--workspace', workspace.path, '--profile', profile],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
  const options = chromiumOptions()
  const browser = await chromium.launch({
    ...options,
    args: [
      ...options.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
    ],
  })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto((JSON.parse(line) as { url: string }).url)
  await tapSound(page)
  await page.getByRole('button', { name: /^Voice: Flite/ }).waitFor()
  // The first turn opens the microphone and the loudspeaker, and is not counted.
  const taken: number[] = []
  for (let round = 0; round <= ROUNDS; round++) taken.push(...(await speakTurn(page, round)))
  const silenced: number[] = []
  while (silenced.length < SILENCED) silenced.push(...(await stopVoice(page)))
  await browser.close()
  server.kill()
  await once(server, 'exit')
  const times = timesIn(profile).slice(1)
  if (times.firstSound.length < ROUNDS) throw new Error('Some turns have not all of their times.')
  await workspace.remove()
  folder.remove()
  return [
    row('key let go to the soft sound that says so', taken, KEY_LIMIT_MS, 'promised'),
    row('Escape to the last sound of the voice', silenced, KEY_LIMIT_MS, 'promised'),
    row('key let go to the final words', times.recognised, FINAL_LIMIT_MS, 'promised at the median'),
    row('key let go to the first word of the reply', times.firstWord, SOUND_LIMIT_MS, 'before it feels slow'),
    row(
      'key let go to the first sound of the reply',
      times.firstSound,
      SOUND_LIMIT_MS,
      'before it feels slow',
    ),
  ].flat()
}

/** Gives how long it took until the words were said to be taken, where something has sounded before. */
async function speakTurn(page: Page, round: number): Promise<number[]> {
  const mine = page.locator('.entry-user').nth(round)
  await page.keyboard.down(' ')
  // The recording runs on; the words are whole when the sentence has been said to its end.
  await mine.filter({ hasText: /working changes/i }).waitFor()
  if (round > 0) await listenAround(page, 'keyup', ' ')
  await page.keyboard.up(' ')
  const cue = round > 0 ? (await heardAround(page)).first : null
  await page.locator('.entry-agent').nth(round).locator('.time-parts').waitFor()
  await page.locator('.talk-line strong', { hasText: 'Hold Space to talk' }).waitFor()
  if (round > 0 && cue === null) throw new Error('Nothing said that the words were taken.')
  return cue === null ? [] : [cue * 1000]
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

interface Times {
  recognised: number[]
  firstWord: number[]
  firstSound: number[]
}

/** As the app itself keeps them, in the log of the session. */
function timesIn(profile: string): { slice(from: number): Times } {
  const folder = join(profile, 'sessions')
  const turns = new Map<string, { recognised: number; firstWord: number; firstSound: number }>()
  for (const log of readdirSync(folder))
    for (const text of readFileSync(join(folder, log), 'utf8').trim().split('\n')) {
      const { event } = JSON.parse(text) as { event: unknown }
      const parsed = conversationEvent.safeParse(event)
      if (!parsed.success || parsed.data.type !== 'turn.timed') continue
      const { turnId, recognised, firstWord, firstSound } = parsed.data
      // Told again with every step; a typed turn has no words to recognise, a silenced one no end.
      if (recognised !== undefined && firstWord !== undefined && firstSound !== undefined)
        turns.set(turnId, { recognised, firstWord, firstSound })
    }
  const all = [...turns.values()]
  return {
    slice: (from) => ({
      recognised: all.slice(from).map((turn) => turn.recognised),
      firstWord: all.slice(from).map((turn) => turn.firstWord),
      firstSound: all.slice(from).map((turn) => turn.firstSound),
    }),
  }
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
