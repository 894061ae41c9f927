// Word errors and time by engine and kind of recording, time from releasing the key to the transcript, and the cost while
// there is no speech. The tables go to bench/speech-recognizer.md.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { repository } from '../build/repository.ts'
import { msOf, samplesIn } from '../src/core/speech/hearing/samples.ts'
import type { Take } from '../src/core/ports/recognizer.ts'
import { systemClock } from '../src/main/app/clock.ts'
import { openSpokenAudio } from '../src/main/journal/spoken-audio.ts'
import { createRecognizer } from '../src/main/speech/hearing/recognizer.ts'
import { loadMoonshine } from '../src/main/speech/hearing/moonshine.ts'
import { recognizeTake } from '../src/main/speech/hearing/recognize-take.ts'
import { loadSilero } from '../src/main/speech/hearing/silero.ts'
import type { Transcriber } from '../src/main/speech/hearing/transcriber.ts'
import { createTranscriptionService } from '../src/main/speech/hearing/transcription-service.ts'
import { createRecognizerClient } from '../src/main/speech/process/recognizer-client.ts'
import { spawnChild } from '../src/main/speech/process/spawn-child.ts'
import { createSpeechProcess } from '../src/main/speech/process/speech-process.ts'
import { provideWhisper, startWhisper } from '../test/peers/whisper/whisper.ts'
import { recordings, withNoise, type Recording } from '../test/speech-fixtures.ts'
import { createTempFolder } from '../test/temp-folder.ts'
import { wordErrors } from '../test/word-errors.ts'
import { spokenByFlite } from './flite-recordings.ts'
import { mb, median, ms, quantile, type Figure } from './measure.ts'

const FINAL_LIMIT_MS = 300

interface Accuracy {
  /** Word errors in percent. */
  wrong: number
  medianMs: number
}

/** Takes pass voice activity detection as in the app, all audio at once. */
async function transcribeAll(clips: readonly Recording[], transcriber: Transcriber): Promise<Accuracy> {
  const silero = await loadSilero()
  const times: number[] = []
  let errors = 0
  let words = 0
  for (const { said, samples } of clips) {
    const from = performance.now()
    const text = await new Promise<string>((resolve, reject) => {
      const take = recognizeTake({
        judge: silero.follow(),
        transcriber: { ...transcriber, guesses: false },
        listener: { onActivity: () => {}, onTranscript: () => {}, onFinished: resolve, onFailed: reject },
      })
      take.write(samples)
      take.release()
    })
    times.push(performance.now() - from)
    const counted = wordErrors(said, text)
    errors += counted.errors
    words += counted.words
  }
  await silero.close()
  return { wrong: (100 * errors) / words, medianMs: median(times) }
}

async function byEngine(): Promise<{ table: string[]; clean: Record<string, Accuracy> }> {
  const clips = recordings('commands')
  const noisy = (kind: 'white' | 'pink', decibels: number): Recording[] =>
    clips.map((clip) => ({ ...clip, samples: withNoise(clip.samples, kind, decibels) }))
  const missing = await provideWhisper()
  if (missing) process.stderr.write(`Without whisper.cpp: ${missing}.\n`)
  const server = missing ? null : await startWhisper({ threads: 2 })
  const engines: [string, Transcriber][] = [
    ['Moonshine base', await loadMoonshine('base')],
    ['Moonshine tiny', await loadMoonshine('tiny')],
  ]
  if (server) {
    const { baseUrl } = server
    const whisper = createTranscriptionService({
      baseUrl,
      model: 'base.en',
      secret: async () => null,
      timeoutMs: 300_000,
    })
    engines.push(['whisper.cpp base.en', whisper])
  }
  const sets: [string, readonly Recording[]][] = [
    ['Kokoro', clips],
    ['flite', await spokenByFlite(clips)],
    ...(['pink', 'white'] as const).flatMap((kind) =>
      [20, 10, 5].map((db): [string, Recording[]] => [`Kokoro, ${kind} noise at ${db} dB`, noisy(kind, db)]),
    ),
  ]
  const table = [
    `| ${clips.length} commands spoken by | ${engines.map(([name]) => name).join(' | ')} |`,
    `|---|${engines.map(() => '---').join('|')}|`,
  ]
  const clean: Record<string, Accuracy> = {}
  for (const [name, set] of sets) {
    const cells: string[] = []
    for (const [engine, transcriber] of engines) {
      const accuracy = await transcribeAll(set, transcriber)
      if (name === 'Kokoro') clean[engine] = accuracy
      cells.push(`${accuracy.wrong.toFixed(1)} %`)
    }
    table.push(`| ${name} | ${cells.join(' | ')} |`)
  }
  // The kind of recording does not affect the time.
  const times = engines.map(([name]) => ms(clean[name]!.medianMs))
  table.push(`| time for one command, median | ${times.join(' | ')} |`)
  for (const [, transcriber] of engines) await transcriber.close()
  await server?.stop()
  return { table, clean }
}

/** As a microphone delivers it: 20 ms every 20 ms. */
async function speak(take: Pick<Take, 'write'>, samples: Int16Array): Promise<void> {
  const from = performance.now()
  for (let at = 0; at < samples.length;) {
    await wait(20)
    const due = Math.min(samples.length, samplesIn(performance.now() - from))
    take.write(samples.subarray(at, due))
    at = due
  }
}

/** Processor time in seconds and memory of a process; only on systems with /proc. */
function costOf(pid: number): { cpu: number; bytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { cpu: (Number(fields[11]) + Number(fields[12])) / ticks, bytes: pages * 4096 }
}

async function whileLive(): Promise<{ table: string[]; figures: Figure[] }> {
  const folder = createTempFolder()
  const speech = createSpeechProcess({ spawn: spawnChild(), clock: systemClock, onProblem: () => {} })
  const client = createRecognizerClient({
    link: speech.service('recognizer'),
    request: async () => ({ engine: 'embedded', configuration: { size: 'base' } }),
    engineName: () => 'Moonshine base',
  })
  const audio = await openSpokenAudio(folder.path, { now: Date.now })
  const recognizer = createRecognizer({
    queue: client,
    audio,
    clock: { ...systemClock, now: () => performance.now() },
  })
  const clips = recordings('commands')
  const warm = recognizer.open({ takeId: 'warm', session: 'bench' })
  warm.write(clips[0]!.samples)
  await warm.release()

  async function costDuring(work: () => Promise<void>): Promise<string> {
    if (process.platform !== 'linux') return '–'
    const before = costOf(speech.pid()!)
    const from = performance.now()
    await work()
    const after = costOf(speech.pid()!)
    const share = (100_000 * (after.cpu - before.cpu)) / (performance.now() - from)
    return `${share.toFixed(1)} % of a core, ${mb(after.bytes)}`
  }

  const table = ['| speech process | cost |', '|---|---|']
  table.push(`| not listening | ${await costDuring(() => wait(5000))} |`)
  const watch = recognizer.watch(() => {})
  const room = withNoise(new Int16Array(samplesIn(10_000)).fill(60), 'pink', 0)
  table.push(`| hands-free, a quiet room | ${await costDuring(() => speak(watch, room))} |`)
  watch.close()

  const latencies: Record<string, number[]> = {
    'after the recording’s silence': [],
    '150 ms after the last audio': [],
  }
  let count = 0
  const takes = async (name: string, cut: (samples: Int16Array) => Int16Array): Promise<void> => {
    for (const { samples } of clips) {
      const take = recognizer.open({ takeId: `take-${++count}`, session: 'bench' })
      await speak(take, cut(samples))
      const { times } = await take.release()
      latencies[name]!.push(times.recognisedAt - times.releasedAt)
      await recognizer.acknowledge(take.takeId)
    }
  }
  const [late, early] = Object.keys(latencies) as [string, string]
  table.push(`| during speech | ${await costDuring(() => takes(late, (samples) => samples))} |`)
  await takes(early, (samples) => {
    const last = samples.findLastIndex((sample) => Math.abs(sample) > 500)
    return samples.subarray(0, last + samplesIn(150))
  })
  table.push('', '| key released | transcript, median | 90th of 100 | slowest |', '|---|---|---|---|')
  const figures: Figure[] = []
  for (const [name, times] of Object.entries(latencies)) {
    table.push(`| ${name} | ${ms(median(times))} | ${ms(quantile(times, 0.9))} | ${ms(Math.max(...times))} |`)
    figures.push({
      what: `key released to transcript, median, ${name}`,
      ours: ms(median(times)),
      peer: `${FINAL_LIMIT_MS} ms limit`,
      ratio: median(times) / FINAL_LIMIT_MS,
    })
  }
  await recognizer.close()
  await speech.close()
  folder.remove()
  return { table, figures }
}

export async function benchSpeechRecognizer(): Promise<Figure[]> {
  const live = await whileLive()
  const { table, clean } = await byEngine()
  const seconds = recordings('commands').reduce((sum, { samples }) => sum + msOf(samples.length), 0) / 22_000
  const page = [
    '# Speech recognition',
    '',
    'Written by `npm run bench`. Word errors, and the time to transcribe one command, without the partial transcripts',
    `made during speech; a command lasts ${seconds.toFixed(1)} s.`,
    '',
    ...table,
    '',
    'With partial transcripts, audio arriving in real time, Moonshine base in its own process:',
    '',
    ...live.table,
    '',
  ].join('\n')
  writeFileSync(join(repository, 'bench', 'speech-recognizer.md'), page)
  const ours = clean['Moonshine base']!
  const peer = clean['whisper.cpp base.en']
  if (peer)
    live.figures.push({
      what: 'transcribing one command, Moonshine base compared with whisper.cpp base.en',
      ours: ms(ours.medianMs),
      peer: ms(peer.medianMs),
      ratio: ours.medianMs / peer.medianMs,
    })
  return live.figures
}

if (process.argv[1] === import.meta.filename) {
  for (const figure of await benchSpeechRecognizer()) process.stdout.write(`${JSON.stringify(figure)}\n`)
  process.exit(0)
}
