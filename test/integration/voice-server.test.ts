import { afterEach, describe, expect, it } from 'vitest'
import type { VoiceEngine } from '../../src/core/ports/voice-engine.ts'
import { createServerVoice } from '../../src/main/speech/speaking/server-voice.ts'
import { FaultError, type Fault } from '../../src/shared/errors.ts'
import { startSpeechServer, type SpeechAnswer, type SpeechServer } from '../fakes/speech-server.ts'

const made: { server: SpeechServer; engine: VoiceEngine }[] = []
afterEach(async () => {
  for (const { server, engine } of made.splice(0)) {
    await engine.close()
    await server.close()
  }
})

async function start(answer?: SpeechAnswer, path = '/v1/', timeoutMs = 120_000) {
  const server = await startSpeechServer(answer)
  const engine = createServerVoice({
    baseUrl: `${server.url}${path}`,
    model: 'tone-1',
    voices: ['low', 'high'],
    secret: () => Promise.resolve('the-key'),
    timeoutMs,
  })
  made.push({ server, engine })
  return { server, engine }
}

async function samplesOf(engine: VoiceEngine, text = 'All tests pass.'): Promise<number> {
  let count = 0
  for await (const part of engine.speak(text, { voice: 'high', rate: 1 }, new AbortController().signal))
    count += part.length
  return count
}

const faultOf = (engine: VoiceEngine): Promise<Fault | null> =>
  samplesOf(engine).then(
    () => null,
    (error: unknown) => (error instanceof FaultError ? error.fault : null),
  )

describe('a voice on a server', () => {
  it('receives OpenAI’s request with the key, with and without the version in its address', async () => {
    for (const path of ['', '/', '/v1', '/v1/']) {
      const { server, engine } = await start(undefined, path)
      await samplesOf(engine)
      expect(server.requests).toEqual([
        {
          path: '/v1/audio/speech',
          key: 'Bearer the-key',
          body: { model: 'tone-1', input: 'All tests pass.', voice: 'high', response_format: 'wav' },
        },
      ])
    }
  })

  it('is resampled to one rate, whatever its own is', async () => {
    const { engine } = await start()
    const seconds = (await samplesOf(engine)) / engine.sampleRate
    expect(seconds).toBeCloseTo(('All tests pass.'.length * 800) / 16_000, 2)
  })

  it('may send samples without a header', async () => {
    const { engine } = await start((response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.alloc(48_001, 1))
    })
    expect(await samplesOf(engine)).toBe(24_000)
  })

  it('plays while it is still being sent', async () => {
    let finish = (): void => undefined
    const { engine } = await start((response, wav) => {
      response.writeHead(200, { 'content-type': 'audio/wav' })
      response.write(wav.subarray(0, 8_000))
      finish = () => void response.end(wav.subarray(8_000))
    })
    const speaking = engine.speak('All tests pass.', { voice: 'low', rate: 1 }, new AbortController().signal)
    const parts = speaking[Symbol.asyncIterator]()
    const first = await parts.next()
    expect(first.done).toBe(false)
    finish()
    while (!(await parts.next()).done);
  })

  it.each([
    [401, 'voice_unavailable'],
    [404, 'voice_unavailable'],
    [429, 'voice_failed'],
    [500, 'voice_failed'],
  ])('that answers with %i fails as %s', async (status, code) => {
    const { engine } = await start(
      (response) => void response.writeHead(status).end('{"error":"the-key leaked"}'),
    )
    const fault = await faultOf(engine)
    expect(fault?.code).toBe(code)
    expect(JSON.stringify(fault)).not.toContain('the-key')
  })

  it.each<[string, SpeechAnswer]>([
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['another coding', (response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3')],
    ['nothing', (response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end()],
    ['a broken header', (response) => response.writeHead(200).end(`RIFF....WAVE${'x'.repeat(8_000)}`)],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'content-type': 'audio/wav' }).write(Buffer.alloc(100))
        setImmediate(() => response.destroy())
      },
    ],
    ['another address', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'audio without an end',
      (response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
          response.once('drain', more)
        }
        response.writeHead(200, { 'content-type': 'audio/pcm' })
        more()
      },
    ],
  ])('that answers with %s fails with a fault', async (_, answer) => {
    const { engine } = await start(answer)
    expect((await faultOf(engine))?.code).toBe('voice_failed')
  })

  it('that does not answer is given up', async () => {
    const { engine } = await start(() => undefined, '/v1', 50)
    expect((await faultOf(engine))?.message).toContain('did not answer')
  })

  it('that cannot be reached fails with a fault', async () => {
    const { server, engine } = await start()
    await server.close()
    expect((await faultOf(engine))?.message).toContain('could not be reached')
  })

  it.each(['', 'nonsense', 'file:///etc/passwd', 'https://user:word@example.com'])(
    'refuses the address %j',
    (baseUrl) => {
      expect(() =>
        createServerVoice({ baseUrl, model: 'm', voices: [], secret: () => Promise.resolve(null) }),
      ).toThrow(FaultError)
    },
  )
})
