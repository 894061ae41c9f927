// The real networks on the real recordings.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import { matchCodeWords } from '../../src/core/speech/hearing/code-words.ts'
import { joined, samplesOf } from '../../src/core/speech/hearing/samples.ts'
import { chooseMoonshine } from '../../src/main/speech/hearing/moonshine-engine.ts'
import { loadMoonshine, type Moonshine } from '../../src/main/speech/hearing/moonshine.ts'
import { recognizeTake } from '../../src/main/speech/hearing/recognize-take.ts'
import { loadSilero, type VoiceDetector } from '../../src/main/speech/hearing/silero.ts'
import { noise, recordings, withNoise } from '../speech-fixtures.ts'
import { wordErrors } from '../word-errors.ts'

let silero: VoiceDetector
let base: Moonshine
beforeAll(async () => {
  silero = await loadSilero()
  base = await loadMoonshine('base')
})
afterAll(async () => {
  await silero.close()
  await base.close()
})

interface Heard {
  text: string
  guesses: string[]
  began: number[]
}

const hear = (samples: Int16Array, transcriber: Moonshine = base): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const heard: Heard = { text: '', guesses: [], began: [] }
    const take = recognizeTake({
      judge: silero.follow(),
      transcriber,
      listener: {
        onActivity: ({ type, at }) => type === 'speech.began' && heard.began.push(at),
        onTranscript: (text) => heard.guesses.push(text),
        onFinished: (text) => resolve({ ...heard, text }),
        onFailed: reject,
      },
    })
    for (let at = 0; at < samples.length; at += 320) take.write(samples.subarray(at, at + 320))
    take.release()
  })

async function errorsIn(
  list: { said: string; samples: Int16Array }[],
  transcriber?: Moonshine,
): Promise<number> {
  let errors = 0
  let words = 0
  for (const { said, samples } of list) {
    const { text } = await hear(samples, transcriber)
    const counted = wordErrors(said, text)
    errors += counted.errors
    words += counted.words
  }
  return (100 * errors) / words
}

describe('Moonshine', () => {
  it('understands the commands of a developer, base', { timeout: 600_000 }, async () => {
    expect(await errorsIn(recordings('commands'))).toBeLessThanOrEqual(5)
  })

  it('understands the commands of a developer, tiny', { timeout: 600_000 }, async () => {
    const tiny = await loadMoonshine('tiny')
    expect(await errorsIn(recordings('commands'), tiny)).toBeLessThanOrEqual(10)
    await tiny.close()
  })

  it('understands window commands, most of them short', { timeout: 600_000 }, async () => {
    expect(await errorsIn(recordings('control'))).toBeLessThanOrEqual(8)
  })

  it('understands in a noisy room', { timeout: 600_000 }, async () => {
    const noisy = recordings('commands').map(({ said, samples }) => ({
      said,
      samples: withNoise(samples, 'pink', 10),
    }))
    expect(await errorsIn(noisy)).toBeLessThanOrEqual(15)
  })

  it('transcribes silence and noise as nothing', async () => {
    for (const sound of [
      new Int16Array(48_000),
      ...(['white', 'pink'] as const).map((kind) => noise(kind, 48_000)),
    ]) {
      const samples = sound instanceof Int16Array ? sound : samplesOf(sound.map((value) => value * 0.1))
      expect(await hear(samples)).toEqual({ text: '', guesses: [], began: [] })
    }
  })

  it('transcribes a long take in stretches and joins them', { timeout: 600_000 }, async () => {
    const said = recordings('commands').slice(0, 12)
    const samples = joined(said.map((one) => one.samples))
    expect(samples.length).toBeGreaterThan(30 * 16_000)
    const { text } = await hear(samples)
    const { errors, words } = wordErrors(said.map((one) => one.said).join(' '), text)
    expect((100 * errors) / words).toBeLessThanOrEqual(10)
  })

  it('stops in the middle when it is aborted', async () => {
    const stopping = new AbortController()
    const clip = recordings('commands')[0]!.samples
    const words = base.transcribe(clip, { signal: stopping.signal })
    stopping.abort()
    await expect(words).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('gives the same text from any draft', async () => {
    const { signal } = new AbortController()
    const [one, other] = recordings('commands')
    const fresh = await base.transcribe(one!.samples, { signal })
    const wrong = await base.transcribe(other!.samples, { signal })
    expect((await base.transcribe(one!.samples, { signal, draft: fresh.draft })).text).toBe(fresh.text)
    expect((await base.transcribe(one!.samples, { signal, draft: wrong.draft })).text).toBe(fresh.text)
  })

  it('measures its speed, which decides on its size', async () => {
    const ms = await base.measure(new AbortController().signal)
    expect(ms).toBeGreaterThan(1)
    expect(chooseMoonshine(200)).toBe('base')
    expect(chooseMoonshine(2000)).toBe('tiny')
  })
})

describe('Silero', () => {
  it('detects the beginning of every command without cutting the first word', async () => {
    for (const { samples } of recordings('commands').slice(0, 5)) {
      const { began } = await hear(joined([new Int16Array(16_000), samples]))
      expect(began.length).toBeGreaterThan(0)
      const loud = samples.findIndex((sample) => Math.abs(sample) > 1000)
      expect(began[0]).toBeLessThanOrEqual(16_000 + loud)
      expect(began[0]).toBeGreaterThan(16_000 + loud - 16_000)
    }
  })
})

describe('after correction to code words', () => {
  const index = indexCodeWords([
    ...[
      'parseConfig',
      'getUserById',
      'EventEmitter',
      'loginHandler',
      'UserService',
      'parseHeader',
      'RetryPolicy',
    ].map((name) => ({ name, kind: 'symbol' as const })),
    ...['session-manager.ts', 'config.ts', 'client.ts', 'package.json', 'logger.ts'].map((name) => ({
      name,
      kind: 'file' as const,
    })),
    { name: 'feature/voice-input', kind: 'branch' as const },
  ])

  it.each([
    ['commands', 0, 'session-manager.ts'],
    ['commands', 6, 'parseConfig'],
    ['commands', 7, 'loginHandler'],
    ['commands', 8, 'feature/voice-input'],
    ['commands', 10, 'EventEmitter'],
    ['commands', 13, 'UserService'],
    ['commands', 20, 'getUserById'],
    ['control', 16, 'RetryPolicy'],
    ['control', 18, 'package.json'],
    ['control', 20, 'parseHeader'],
  ] as const)('the names come right: %s %i, %s', async (folder, at, name) => {
    const { text } = await hear(recordings(folder)[at]!.samples)
    expect(matchCodeWords(text, index).text).toContain(name)
  })
})
