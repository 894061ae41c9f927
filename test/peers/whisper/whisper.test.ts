// The engine for transcription services against a real service: whisper.cpp's server.
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { systemClock } from '../../../src/main/app/clock.ts'
import { createRecognizerClient } from '../../../src/main/speech/process/recognizer-client.ts'
import { spawnChild } from '../../../src/main/speech/process/spawn-child.ts'
import { createSpeechProcess } from '../../../src/main/speech/process/speech-process.ts'
import { createTranscriptionService } from '../../../src/main/speech/hearing/transcription-service.ts'
import { provideWhisper, startWhisper, type WhisperServer } from './whisper.ts'
import { joined } from '../../../src/core/speech/hearing/samples.ts'
import { silence } from '../../fakes/sound-likeness.ts'
import { recordings } from '../../speech-fixtures.ts'
import { wordErrors } from '../../word-errors.ts'

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

  it('recognizes a developer’s commands', async (context) => {
    const service = createTranscriptionService({
      baseUrl: present(context).baseUrl,
      model: 'whisper-1',
      secret: async () => 'not looked at',
      timeoutMs: 300_000,
    })
    const { signal } = new AbortController()
    // In one request: the server takes as long for a second of audio as for half a minute.
    const commands = recordings('commands').slice(0, 3)
    const pause = silence(0.8)
    const { text } = await service.transcribe(joined(commands.flatMap(({ samples }) => [samples, pause])), {
      signal,
    })
    const { errors, words } = wordErrors(commands.map(({ said }) => said).join(' '), text)
    expect((100 * errors) / words).toBeLessThanOrEqual(10)
  })

  it('works in the speech process like the embedded recognizer', async (context) => {
    const { baseUrl } = present(context)
    const speech = createSpeechProcess({ spawn: spawnChild(), clock: systemClock, onProblem: () => {} })
    const client = createRecognizerClient({
      link: speech.service('recognizer'),
      request: async () => ({
        engine: 'service',
        configuration: { baseUrl, model: 'whisper-1', key: null, timeoutMs: 300_000 },
      }),
      engineName: () => 'whisper-1',
    })
    const text = await new Promise<string>((resolve, reject) => {
      const take = client.open(
        {
          onActivity: () => {},
          onTranscript: () => {},
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

  it('reports an address without a service', async (context) => {
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
