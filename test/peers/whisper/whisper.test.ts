// The engine for transcription services against a real one: whisper.cpp's own server.
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { systemClock } from '../../../src/main/clock.ts'
import { createEarsClient } from '../../../src/main/speech/process/ears-client.ts'
import { spawnChild } from '../../../src/main/speech/process/spawn-child.ts'
import { createSpeechProcess } from '../../../src/main/speech/process/speech-process.ts'
import { createTranscriptionService } from '../../../src/main/speech/ears/transcription-service.ts'
import { provideWhisper, startWhisper, type WhisperServer } from './whisper.ts'
import { recordings } from '../../speech-fixtures.ts'
import { wordErrors } from '../../word-error.ts'

describe('a real whisper.cpp server', () => {
  let whisper: WhisperServer | undefined
  let missing: string | null = null
  beforeAll(async () => {
    missing = await provideWhisper()
    if (missing && process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(missing)
    if (!missing) whisper = await startWhisper({ threads: 1 })
  }, 2_400_000)
  afterAll(() => whisper?.stop())

  const present = (context: TestContext): WhisperServer => {
    if (!whisper) {
      process.stderr.write(`SKIPPED: ${missing}\n`)
      context.skip(missing ?? '')
    }
    return whisper!
  }

  it('recognises the commands of a developer', async (context) => {
    const service = createTranscriptionService({
      baseUrl: present(context).baseUrl,
      model: 'whisper-1',
      secret: async () => 'not looked at',
      timeoutMs: 300_000,
    })
    const { signal } = new AbortController()
    let errors = 0
    let words = 0
    for (const { said, samples } of recordings('commands').slice(0, 3)) {
      const { text } = await service.transcribe(samples, { signal })
      const counted = wordErrors(said, text)
      errors += counted.errors
      words += counted.words
    }
    expect((100 * errors) / words).toBeLessThanOrEqual(10)
  })

  it('is asked by the speech process as the embedded recogniser is', async (context) => {
    const { baseUrl } = present(context)
    const speech = createSpeechProcess({ spawn: spawnChild(), clock: systemClock, onProblem: () => {} })
    const client = createEarsClient({
      link: speech.service('ears'),
      engine: async () => ({ kind: 'service', baseUrl, model: 'whisper-1', key: null, timeoutMs: 300_000 }),
      engineName: () => 'whisper-1',
    })
    const text = await new Promise<string>((resolve, reject) => {
      const take = client.open(
        {
          onActivity: () => {},
          onWords: () => {},
          onDelayed: () => {},
          onFinished: resolve,
          onFailed: reject,
        },
        async () => new Int16Array(0),
      )
      const { samples } = recordings('commands')[3]!
      for (let at = 0; at < samples.length; at += 320) take.write(samples.subarray(at, at + 320))
      take.release()
    })
    expect(text).toMatch(/run the tests/i)
    await speech.close()
  })

  it('is said to have nothing at an address where there is nothing', async (context) => {
    const service = createTranscriptionService({
      baseUrl: `${present(context).baseUrl}/elsewhere`,
      model: 'whisper-1',
      secret: async () => null,
    })
    await expect(
      service.transcribe(new Int16Array(16_000), { signal: new AbortController().signal }),
    ).rejects.toMatchObject({ fault: { code: 'ears_unavailable' } })
  })
})
