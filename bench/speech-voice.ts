// Time to the first audio of a reply, processing for each second of speech, and how well a recognizer understands it, by voice.
// The table goes to bench/speech-voice.md.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repository } from '../build/repository.ts'
import { createResampler } from '../src/core/speech/hearing/resample.ts'
import { floatsOf, HEARING_RATE, joined, samplesIn, samplesOf } from '../src/core/speech/hearing/samples.ts'
import type { VoiceEngine } from '../src/core/ports/voice-engine.ts'
import { replyPieces } from '../src/core/understanding/replies/spoken-text.ts'
import { readReply } from '../src/core/speech/speaking/reply-reader.ts'
import { speakable } from '../src/core/speech/speaking/speakable.ts'
import { SLOWEST_VOICE, voiceSpeedVerdict } from '../src/core/speech/speaking/voice-speed.ts'
import { loadMoonshine, type Moonshine } from '../src/main/speech/hearing/moonshine.ts'
import { isFetched } from '../src/main/speech/speaking/fetch-package.ts'
import { createFliteEngine } from '../src/main/speech/speaking/flite-engine.ts'
import { createKokoroEngine, kokoroPackage } from '../src/main/speech/speaking/kokoro-engine.ts'
import { measureVoice } from '../src/main/speech/speaking/natural-voice.ts'
import { createReplySpeaker } from '../src/main/speech/speaking/reply-speaker.ts'
import { wordErrors } from '../test/word-errors.ts'
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
  /** From the first words of a reply to its first audio. */
  firstMs: number
  rtf: number
  /** Word errors in percent, with and without text normalisation. */
  wrong: number
  wrongAsWritten: number | null
}

async function firstSound(engine: VoiceEngine, voice: string): Promise<number> {
  const times: number[] = []
  for (const text of REPLIES) {
    const reply = createReplySpeaker(engine, { voice, rate: 1, volume: 1 }).begin()
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

function transcribe(recognizer: Moonshine, audio: Int16Array, rate: number): Promise<string> {
  const resampler = createResampler(rate, HEARING_RATE)
  const clip = samplesOf(resampler.write(floatsOf(audio)))
  const quiet = new Int16Array(samplesIn(200))
  return recognizer.transcribe(joined([quiet, clip, quiet]), { signal: none }).then(({ text }) => text)
}

/** In percent. Both sides are normalised, so "42" equals "forty two" and "config.ts" equals "config dot T S". */
async function errorsOf(
  recognizer: Moonshine,
  engine: VoiceEngine,
  voice: string,
  texts: (reply: string) => readonly string[],
): Promise<number> {
  let errors = 0
  let words = 0
  for (const reply of REPLIES) {
    const transcript = await transcribe(recognizer, await say(engine, voice, texts(reply)), engine.sampleRate)
    const counted = wordErrors(spokenWords(reply), speakable(transcript.replaceAll('\n', ' ')))
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
  recognizer: Moonshine,
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
    wrong: await errorsOf(recognizer, engine, voice, pieces),
    wrongAsWritten: asWritten ? await errorsOf(recognizer, engine, voice, (reply) => [reply]) : null,
  }
}

export async function benchSpeechVoice(): Promise<Figure[]> {
  const recognizer = await loadMoonshine('base')
  const before = process.memoryUsage().rss
  const flite = createFliteEngine()
  const rows: VoiceFigures[] = []
  for (const { id } of flite.voices) rows.push(await measured(recognizer, flite, id, true))
  const fliteBytes = process.memoryUsage().rss - before
  await flite.close()

  // Only if it is already downloaded: a benchmark downloads nothing.
  const folder = join(repository, '.cache', 'voices', 'kokoro')
  const notes: string[] = [`Flite and its thread hold ${mb(fliteBytes)} after speaking with all its voices.`]
  if (await isFetched(kokoroPackage(''), folder)) {
    const start = process.memoryUsage().rss
    const kokoro = createKokoroEngine({ folder, threads: availableParallelism() })
    const row = await measured(recognizer, kokoro, 'af_heart', false)
    rows.push(row)
    notes.push(
      `Kokoro holds ${mb(process.memoryUsage().rss - start)}. ${voiceSpeedVerdict('Kokoro', row.rtf).message}`,
    )
    await kokoro.close()
  } else notes.push('Kokoro was not downloaded and not measured.')
  await recognizer.close()

  writeFileSync(join(repository, 'bench', 'speech-voice.md'), page(rows, notes))
  return rows.flatMap(({ voice, firstMs, rtf, wrong, wrongAsWritten }) => [
    {
      what: `first words of a reply to its first audio, ${voice}, median of ${REPLIES.length}`,
      ours: ms(firstMs),
      peer: `${PROMISED_FIRST_SOUND_MS} ms limit`,
      ratio: firstMs / PROMISED_FIRST_SOUND_MS,
    },
    {
      what: `processing for a second of speech, ${voice}`,
      ours: `${rtf.toFixed(2)} s`,
      peer: `${SLOWEST_VOICE} s to keep up`,
      ratio: rtf / SLOWEST_VOICE,
    },
    ...(wrongAsWritten === null
      ? []
      : [
          {
            what: `word errors in replies, ${voice}`,
            ours: `${wrong.toFixed(1)} %`,
            peer: `${wrongAsWritten.toFixed(1)} % without normalisation`,
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
  return `# Voices

Written by \`npm run bench\`. ${REPLIES.length} replies as agents write them, spoken by each voice and transcribed by Moonshine base.

| voice | first audio | processing per second | word errors | without normalisation |
|---|---|---|---|---|
${table.join('\n')}

${notes.join('\n')}
`
}
