// Words from any service that has OpenAI's /v1/audio/transcriptions: a clip goes up as a WAV file, text comes back.
import { z } from 'zod'
import { HEARING_RATE } from '../../../core/ears/samples.ts'
import { wavOf } from '../../../core/ears/wav.ts'
import { parseJson } from '../../../core/parse-json.ts'
import { FaultError } from '../../../shared/errors.ts'
import { abortError, type Transcriber } from './transcriber.ts'

export interface TranscriptionServiceOptions {
  /** With or without the `/v1` at its end. */
  baseUrl: string
  model: string
  /** Asked for at each request, and told to nobody but the service. */
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
    // In one piece: a form that is sent piece by piece does not bear being stopped in the middle.
    const written = new Response(form)
    const headers = new Headers({ 'content-type': written.headers.get('content-type') ?? '' })
    const key = await options.secret()
    if (key !== null) headers.set('authorization', `Bearer ${key}`)
    const response = await fetch(url, {
      method: 'POST',
      body: await written.arrayBuffer(),
      headers,
      signal,
      // A key is for the service it was given for, not for wherever that sends us.
      redirect: 'error',
    })
    const body = await boundedText(response)
    if (!response.ok) throw refused(response.status)
    const parsed = answer.safeParse(parseJson(body))
    if (!parsed.success) throw failed('It answered with something that is not a transcription.')
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

function endpoint(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '')
    throw new FaultError(
      'ears_unavailable',
      'The address of the transcription service is not one.',
      'Put in an address like https://api.example.com/v1.',
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
      'Look at its key in the settings, or choose the embedded recogniser.',
    )
  if (status === 404)
    return new FaultError(
      'ears_unavailable',
      'The transcription service has nothing at this address, or not this model.',
      'Look at its address and its model in the settings.',
    )
  if (status === 429) return failed('It has had too many requests.')
  return failed(`It answered with status ${status}.`)
}

const failed = (why: string, cause?: unknown): FaultError =>
  new FaultError(
    'ears_failed',
    `The transcription service failed. ${why}`,
    'What you said is kept. Try again, or choose the embedded recogniser.',
    { retryable: true, cause },
  )
