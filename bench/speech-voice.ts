// Speaking: how soon the first sound of a reply is there, how much work a second of speech takes, by voice, and how much
// of it is understood when it is recognised back. The table goes to bench/speech-voice.md.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repository } from '../build/repository.ts'
import { createResampler } from '../src/core/ears/resample.ts'
import { floatsOf, HEARING_RATE, joined, samplesIn, samplesOf } from '../src/core/ears/samples.ts'
import type { VoiceEngine } from '../src/core/ports/voice.ts'
import { replyPieces } from '../src/core/replies/reply-pieces.ts'
import { readReply } from '../src/core/voice/reply-reader.ts'
import { speakable } from '../src/core/voice/speakable.ts'
import { SLOWEST_VOICE, voiceSpeedVerdict } from '../src/core/voice/voice-speed.ts'
import { loadMoonshine, type Moonshine } from '../src/main/speech/ears/moonshine.ts'
import { isFetched } from '../src/main/speech/voice/fetch-package.ts'
import { createFliteEngine } from '../src/main/speech/voice/flite-engine.ts'
import { createKokoroEngine, kokoroPackage } from '../src/main/speech/voice/kokoro-engine.ts'
import { measureVoice } from '../src/main/speech/voice/measure-voice.ts'
import { createSpeaker } from '../src/main/speech/voice/speaker.ts'
import { wordErrors } from '../test/word-error.ts'
import { mb, median, ms, type Figure } from './measure.ts'

/** Replies as agents write them. */
const REPLIES = [
  'I opened `src/config.ts` at line 42.',
  'The `parseConfig` function reads the file and returns the settings.',
  'All 42 tests pass, and it took 3.5 s.',
  '**Done.** I changed two files: `client.ts` and `server.ts`.',
  'The error is in `loadUser`: it returns before the file is closed.',
  'You can read more at https://example.com/docs/errors?id=12.',
  'It needs version 2.1.0 or newer, see `package.json`.',
  'I found 17 places in 5 files where `retryCount` is used.',
  'The build failed after 12 seconds with 3 errors.',
  'Lines 10-20 of `test/session.test.ts` were removed.',
  'There are 3 changes: the name, the date & the size (20%).',
  'This was written by Anna on 2026-03-03.',
] as const

const PROMISED_FIRST_SOUND_MS = 300
const none = new AbortController().signal

interface VoiceFigures {
  voice: string
  /** From the first words of a reply to its first sound. */
  firstMs: number
  rtf: number
  /** Word errors in percent, of text made speakable and of text as it is written. */
  wrong: number
  wrongAsWritten: number | null
}

async function firstSound(engine: VoiceEngine, voice: string): Promise<number> {
  const times: number[] = []
  for (const text of REPLIES) {
    const reply = createSpeaker(engine, { voice, rate: 1, volume: 1 }).begin()
    const from = performance.now()
    for (const delta of replyPieces(text)) reply.append(delta)
    reply.end()
    for await (const { samples } of reply.frames()) {
      if (samples.every((sample) => sample === 0)) continue
      times.push(performance.now() - from)
      break
    }
  }
  return median(times)
}

async function say(engine: VoiceEngine, voice: string, texts: readonly string[]): Promise<Int16Array> {
  const parts: Int16Array[] = []
  for (const text of texts)
    for await (const part of engine.speak(text, { voice, rate: 1 }, none)) parts.push(part)
  return joined(parts)
}

function heardBy(ears: Moonshine, sound: Int16Array, rate: number): Promise<string> {
  const resampler = createResampler(rate, HEARING_RATE)
  const clip = samplesOf(resampler.write(floatsOf(sound)))
  const quiet = new Int16Array(samplesIn(200))
  return ears.transcribe(joined([quiet, clip, quiet]), { signal: none }).then(({ text }) => text)
}

/** In percent. "42" and "forty two", "config.ts" and "config dot T S" are the same: both sides are made speakable. */
async function wordsWrong(
  ears: Moonshine,
  engine: VoiceEngine,
  voice: string,
  texts: (reply: string) => readonly string[],
): Promise<number> {
  let errors = 0
  let words = 0
  for (const reply of REPLIES) {
    const heard = await heardBy(ears, await say(engine, voice, texts(reply)), engine.sampleRate)
    const counted = wordErrors(spokenWords(reply), speakable(heard.replaceAll('\n', ' ')))
    errors += counted.errors
    words += counted.words
  }
  return (100 * errors) / words
}

const spokenWords = (reply: string): string =>
  readReply(reply)
    .map(({ text }) => text)
    .join(' ')

async function measured(
  ears: Moonshine,
  engine: VoiceEngine,
  voice: string,
  asWritten: boolean,
): Promise<VoiceFigures> {
  const style = { voice, rate: 1 }
  const rtf = await measureVoice(engine, style, none)
  const pieces = (reply: string): string[] => readReply(reply).map(({ text }) => text)
  return {
    voice: `${engine.id} ${voice}`,
    firstMs: await firstSound(engine, voice),
    rtf,
    wrong: await wordsWrong(ears, engine, voice, pieces),
    wrongAsWritten: asWritten ? await wordsWrong(ears, engine, voice, (reply) => [reply]) : null,
  }
}

export async function benchSpeechVoice(): Promise<Figure[]> {
  const ears = await loadMoonshine('base')
  const before = process.memoryUsage().rss
  const flite = createFliteEngine()
  const rows: VoiceFigures[] = []
  for (const { id } of flite.voices) rows.push(await measured(ears, flite, id, true))
  const fliteBytes = process.memoryUsage().rss - before
  await flite.close()

  // Only where somebody has fetched it: a bench fetches nothing.
  const folder = join(repository, '.cache', 'voices', 'kokoro')
  const notes: string[] = [`Flite and its thread hold ${mb(fliteBytes)} after speaking in all its voices.`]
  if (await isFetched(kokoroPackage(''), folder)) {
    const start = process.memoryUsage().rss
    const kokoro = createKokoroEngine({ folder, threads: availableParallelism() })
    const row = await measured(ears, kokoro, 'af_heart', false)
    rows.push(row)
    notes.push(
      `Kokoro holds ${mb(process.memoryUsage().rss - start)}. ${voiceSpeedVerdict('Kokoro', row.rtf).words}`,
    )
    await kokoro.close()
  } else notes.push('Kokoro was not fetched here, and was not measured.')
  await ears.close()

  writeFileSync(join(repository, 'bench', 'speech-voice.md'), page(rows, notes))
  return rows.flatMap(({ voice, firstMs, rtf, wrong, wrongAsWritten }) => [
    {
      what: `first words of a reply to its first sound, ${voice}, median of ${REPLIES.length}`,
      ours: ms(firstMs),
      peer: `${PROMISED_FIRST_SOUND_MS} ms promised`,
      ratio: firstMs / PROMISED_FIRST_SOUND_MS,
    },
    {
      what: `work for a second of speech, ${voice}`,
      ours: `${rtf.toFixed(2)} s`,
      peer: `${SLOWEST_VOICE} s to keep up`,
      ratio: rtf / SLOWEST_VOICE,
    },
    ...(wrongAsWritten === null
      ? []
      : [
          {
            what: `words misheard of replies, ${voice}`,
            ours: `${wrong.toFixed(1)} %`,
            peer: `${wrongAsWritten.toFixed(1)} % said as they are written`,
            ratio: wrong / wrongAsWritten,
          },
        ]),
  ])
}

function page(rows: readonly VoiceFigures[], notes: readonly string[]): string {
  const table = rows.map(
    ({ voice, firstMs, rtf, wrong, wrongAsWritten }) =>
      `| ${voice} | ${ms(firstMs)} | ${rtf.toFixed(2)} | ${wrong.toFixed(1)} % | ${wrongAsWritten === null ? '–' : `${wrongAsWritten.toFixed(1)} %`} |`,
  )
  return `# Speaking

Written by \`npm run bench\`. ${REPLIES.length} replies as agents write them, said by each voice and recognised back by Moonshine base.

| voice | first sound | work for a second | words misheard | said as written |
|---|---|---|---|---|
${table.join('\n')}

${notes.join('\n')}
`
}
