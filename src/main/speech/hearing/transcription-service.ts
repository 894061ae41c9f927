// Transcription by any service that has OpenAI's /v1/audio/transcriptions: it receives a clip as a WAV file and returns
// text.
import { z } from 'zod'
import { HEARING_RATE } from '../../../core/speech/hearing/samples.ts'
import { wavOf } from '../../../core/speech/hearing/wav.ts'
import { parseJson } from '../../../base/parse-json.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { RecognizerEngine } from '../recognizer-engines.ts'
import { abortError, type Transcriber } from './transcriber.ts'

export interface TranscriptionServiceOptions {
  /** With or without `/v1` at its end. */
  baseUrl: string
  model: string
  /** Read at each request, and sent to the service only. */
  secret(): Promise<string | null>
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_TEXT = 100_000

const answer = z.object({ text: z.string().max(MAX_TEXT) })

export function createTranscriptionService(options: TranscriptionServiceOptions): Transcriber {
  const url = endpoint(options.baseUrl)
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS

  async function ask(clip: Int16Array, signal: AbortSignal): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([wavOf(clip, HEARING_RATE)], { type: 'audio/wav' }), 'speech.wav')
    form.set('model', options.model)
    form.set('response_format', 'json')
    // In one piece: a form that is sent in pieces cannot be aborted.
    const written = new Response(form)
    const headers = new Headers({ 'content-type': written.headers.get('content-type') ?? '' })
    const key = await options.secret()
    if (key !== null) headers.set('authorization', `Bearer ${key}`)
    const response = await fetch(url, {
      method: 'POST',
      body: await written.arrayBuffer(),
      headers,
      signal,
      // The key belongs to this service, not to where it redirects.
      redirect: 'error',
    })
    const body = await boundedText(response)
    if (!response.ok) throw refused(response.status)
    const parsed = answer.safeParse(parseJson(body))
    if (!parsed.success) throw failed('Its answer is not a transcript.')
    return parsed.data.text.replaceAll(/\s+/g, ' ').trim()
  }

  return {
    name: `${options.model} at ${url.host}`,
    guesses: false,
    async transcribe(clip, { signal }) {
      const limit = AbortSignal.timeout(timeoutMs)
      try {
        return { text: await ask(clip, AbortSignal.any([signal, limit])) }
      } catch (error) {
        if (signal.aborted) throw abortError()
        if (limit.aborted) throw failed(`It did not answer within ${Math.round(timeoutMs / 1000)} seconds.`)
        if (error instanceof FaultError) throw error
        throw failed('It could not be reached.', error)
      }
    },
    close: async () => {},
  }
}

const configuration = z.object({
  baseUrl: z.string().max(2000),
  model: z.string().max(200),
  key: z.string().max(10_000).nullable(),
  timeoutMs: z.number().int().positive().optional(),
})

export const transcriptionServiceEngine: RecognizerEngine = {
  guesses: false,
  name: ({ settings: { recognizerUrl, recognizerModel } }) =>
    URL.canParse(recognizerUrl) ? `${recognizerModel} at ${new URL(recognizerUrl).host}` : recognizerModel,
  configure({ settings: { recognizerUrl, recognizerModel }, key }) {
    if (recognizerUrl === '')
      throw new FaultError(
        'ears_unavailable',
        'The address of the transcription service is not set.',
        'Enter it in the settings, or choose the recognizer on this computer.',
      )
    return { baseUrl: recognizerUrl, model: recognizerModel, key }
  },
  async load(given) {
    const { key, baseUrl, model, timeoutMs } = configuration.parse(given)
    return createTranscriptionService({
      baseUrl,
      model,
      secret: async () => key,
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
  },
}

function endpoint(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '')
    throw new FaultError(
      'ears_unavailable',
      'The address of the transcription service is not valid.',
      'Enter an address like https://api.example.com/v1.',
    )
  const path = base.pathname.replace(/\/+$/, '')
  return new URL(`${path.endsWith('/v1') ? path : `${path}/v1`}/audio/transcriptions`, base)
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_ANSWER_BYTES) throw failed('Its answer is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refused(status: number): FaultError {
  if (status === 401 || status === 403)
    return new FaultError(
      'ears_unavailable',
      'The transcription service does not accept the key.',
      'Check its key in the settings, or choose the recognizer on this computer.',
    )
  if (status === 404)
    return new FaultError(
      'ears_unavailable',
      'The transcription service does not know this address or this model.',
      'Check its address and its model in the settings.',
    )
  if (status === 429) return failed('It received too many requests.')
  return failed(`It answered with status ${status}.`)
}

const failed = (why: string, cause?: unknown): FaultError =>
  new FaultError(
    'ears_failed',
    `The transcription service failed. ${why}`,
    'The recording is stored. Try again, or choose the recognizer on this computer.',
    { retryable: true, cause },
  )
