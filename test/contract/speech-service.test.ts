// The engine for transcription services, with a service that misbehaves.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readWav } from '../../src/core/speech/hearing/wav.ts'
import { createTranscriptionService } from '../../src/main/speech/hearing/transcription-service.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, response, Buffer.concat(parts)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const service = (baseUrl: string, options: { key?: string | null; timeoutMs?: number } = {}) =>
  createTranscriptionService({
    baseUrl,
    model: 'some-model',
    secret: async () => options.key ?? null,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  })
const clip = Int16Array.from({ length: 1600 }, (_, at) => at)
const { signal } = new AbortController()

describe('a transcription service', () => {
  it('receives a WAV file, the model and the key, and returns the text', async () => {
    let asked: { url?: string | undefined; key?: string | undefined; body: Buffer } | undefined
    const baseUrl = await serve((request, response, body) => {
      asked = { url: request.url, key: request.headers.authorization, body }
      response.end(JSON.stringify({ text: ' run the\n tests ', language: 'en' }))
    })
    expect(await service(baseUrl, { key: 'sesame' }).transcribe(clip, { signal })).toEqual({
      text: 'run the tests',
    })
    expect(asked?.url).toBe('/v1/audio/transcriptions')
    expect(asked?.key).toBe('Bearer sesame')
    const { body } = asked!
    expect(body.toString('latin1')).toContain('some-model')
    expect(readWav(body.subarray(body.indexOf('RIFF')))).toEqual({ samples: clip, rate: 16_000 })
  })

  it('is found with and without the version in its address', async () => {
    const urls: (string | undefined)[] = []
    const baseUrl = await serve((request, response) => {
      urls.push(request.url)
      response.end('{"text":""}')
    })
    for (const path of ['', '/', '/v1', '/v1/', '/openai/v1'])
      await service(baseUrl + path).transcribe(clip, { signal })
    const usual = '/v1/audio/transcriptions'
    expect(urls).toEqual([usual, usual, usual, usual, `/openai${usual}`])
  })

  it.each([
    [401, 'ears_unavailable', /key/],
    [403, 'ears_unavailable', /key/],
    [404, 'ears_unavailable', /address/],
    [429, 'ears_failed', /too many/],
    [500, 'ears_failed', /500/],
  ])('that answers with %i counts as %s', async (status, code, words) => {
    const baseUrl = await serve((_, response) => {
      response.statusCode = status
      response.end('{"error":{"message":"secret details"}}')
    })
    const error = await service(baseUrl, { key: 'sesame' })
      .transcribe(clip, { signal })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ fault: { code, message: expect.stringMatching(words) as string } })
    expect((error as Error).message).not.toMatch(/sesame|secret details/)
  })

  it.each(['', 'null', '{"text":7}', '<html>', '[]'])('that answers with %j has failed', async (body) => {
    const baseUrl = await serve((_, response) => response.end(body))
    await expect(service(baseUrl).transcribe(clip, { signal })).rejects.toMatchObject({
      fault: { code: 'ears_failed', retryable: true },
    })
  })

  it('that never stops answering is cut off', async () => {
    const baseUrl = await serve((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write(' '.repeat(65_536), () => setImmediate(more))
      }
      more()
    })
    await expect(service(baseUrl).transcribe(clip, { signal })).rejects.toMatchObject({
      fault: { code: 'ears_failed', message: expect.stringMatching(/too long/) as string },
    })
  })

  it('that does not answer is given up after a timeout, and can be aborted before', async () => {
    const asked = { count: 0 }
    const baseUrl = await serve(() => asked.count++)
    await expect(service(baseUrl, { timeoutMs: 50 }).transcribe(clip, { signal })).rejects.toMatchObject({
      fault: { code: 'ears_failed' },
    })
    const stopping = new AbortController()
    const words = service(baseUrl).transcribe(clip, { signal: stopping.signal })
    stopping.abort()
    await expect(words).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('that redirects does not receive the key elsewhere', async () => {
    let heard = 0
    const elsewhere = await serve((_, response) => {
      heard++
      response.end('{"text":"stolen"}')
    })
    const baseUrl = await serve((_, response) => {
      response.writeHead(307, { location: `${elsewhere}/v1/audio/transcriptions` })
      response.end()
    })
    await expect(service(baseUrl, { key: 'sesame' }).transcribe(clip, { signal })).rejects.toMatchObject({
      fault: { code: 'ears_failed' },
    })
    expect(heard).toBe(0)
  })

  it.each(['', 'nonsense', 'ftp://example.com', 'file:///etc/passwd', 'http://user:pass@example.com'])(
    'refuses the address %j',
    (baseUrl) => {
      expect(() => service(baseUrl)).toThrow(
        expect.objectContaining({
          fault: expect.objectContaining({ code: 'ears_unavailable' }) as object,
        }) as Error,
      )
    },
  )
})
