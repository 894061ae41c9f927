// A voice on a server with OpenAI's POST /v1/audio/speech. The server streams the audio in its answer.
import { createResampler, MAX_RATE, MIN_RATE } from '../../../core/speech/hearing/resample.ts'
import { floatsOf, samplesOf } from '../../../core/speech/hearing/samples.ts'
import { samplesOfBytes } from '../../../core/speech/pcm.ts'
import { boundedRate, type VoiceEngine } from '../../../core/ports/voice-engine.ts'
import { createTimeStretch } from '../../../core/speech/speaking/audio/time-stretch.ts'
import { waveFormat } from '../../../core/speech/hearing/wav.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { VoiceEngineEntry } from '../voice-engines.ts'

export interface ServerVoiceOptions {
  /** With or without `/v1` at its end. */
  baseUrl: string
  model: string
  voices: readonly string[]
  /** Read at each request, and sent to the server only. */
  secret(): Promise<string | null>
  /** The longest wait for the first audio, and from one part to the next. */
  timeoutMs?: number
}

/** OpenAI's rate, for answers without a header. */
const SAMPLE_RATE = 24_000
const DEFAULT_TIMEOUT_MS = 15_000
const MAX_TEXT = 4_000
/** A minute of two channels at 48 kHz; a sentence takes seconds. */
const MAX_BYTES = 60 * 48_000 * 4

export function createServerVoice(options: ServerVoiceOptions): VoiceEngine {
  const url = endpoint(options.baseUrl)
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const voices = options.voices.length > 0 ? options.voices : ['alloy']
  const closed = new AbortController()

  async function ask(text: string, voice: string, signal: AbortSignal): Promise<Response> {
    const headers = new Headers({ 'content-type': 'application/json', accept: 'audio/wav' })
    const key = await options.secret()
    if (key !== null) headers.set('authorization', `Bearer ${key}`)
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: options.model, input: text, voice, response_format: 'wav' }),
      signal,
      // The key belongs to this server, not to where it redirects.
      redirect: 'error',
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw refused(response.status)
    }
    return response
  }

  /** The samples in the answer at SAMPLE_RATE, as they arrive. */
  async function* audioOf(response: Response, alive: () => void): AsyncGenerator<Int16Array> {
    const type = response.headers.get('content-type') ?? ''
    if (/json|text|mpeg|ogg|opus|aac|flac/i.test(type))
      throw failed(`It answered with ${type.split(';', 1)[0] ?? 'another type'} instead of audio.`)
    let pending: Buffer = Buffer.alloc(0)
    let shape: { channels: number; write(samples: Int16Array): Int16Array; end(): Int16Array } | null = null
    let total = 0
    for await (const part of response.body ?? []) {
      alive()
      total += part.length
      if (total > MAX_BYTES) throw failed('Its answer is too long.')
      pending = pending.length === 0 ? Buffer.from(part) : Buffer.concat([pending, part])
      if (!shape) {
        const format =
          pending.subarray(0, 4).toString('latin1') === 'RIFF' ? waveFormat(pending) : bare(pending)
        if (format === 'more') continue
        if (format === null) throw failed('Its audio format is not supported.')
        shape = { channels: format.channels, ...atOurRate(format.sampleRate) }
        pending = pending.subarray(format.dataAt)
      }
      const whole = pending.length - (pending.length % (shape.channels * 2))
      yield shape.write(oneChannel(pending.subarray(0, whole), shape.channels))
      pending = Buffer.from(pending.subarray(whole))
    }
    if (!shape) throw failed('Its answer has no audio.')
    yield shape.end()
  }

  return {
    id: 'server',
    name: `${options.model} at ${url.host}`,
    sampleRate: SAMPLE_RATE,
    voices: voices.map((id) => ({ id, name: id })),
    async *speak(text, { voice, rate }, signal) {
      const sentence = text.slice(0, MAX_TEXT)
      if (signal.aborted || !/[\p{L}\p{N}]/u.test(sentence)) return
      const stop = new AbortController()
      const end = (): void => stop.abort()
      signal.addEventListener('abort', end, { once: true })
      let late = false
      let timer: NodeJS.Timeout | undefined
      const alive = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          late = true
          stop.abort()
        }, timeoutMs)
      }
      const stretch = createTimeStretch(SAMPLE_RATE, boundedRate(rate))
      try {
        alive()
        const chosen = voices.includes(voice) ? voice : (voices[0] ?? 'alloy')
        const response = await ask(sentence, chosen, AbortSignal.any([stop.signal, closed.signal]))
        for await (const samples of audioOf(response, alive)) {
          const paced = stretch.push(samples)
          // Time in which the audio plays does not count against the server.
          clearTimeout(timer)
          if (signal.aborted) return
          if (paced.length > 0) yield paced
          if (signal.aborted) return
          alive()
        }
        const last = stretch.end()
        if (last.length > 0) yield last
      } catch (error) {
        if (signal.aborted) return
        if (late) throw failed(`It did not answer within ${Math.round(timeoutMs / 1000)} seconds.`)
        if (error instanceof FaultError) throw error
        throw failed(closed.signal.aborted ? 'It was closed.' : 'It could not be reached.', error)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        stop.abort()
      }
    },
    prepare: () => Promise.resolve(),
    close() {
      closed.abort()
      return Promise.resolve()
    },
  }
}

export const serverVoiceEntry: VoiceEngineEntry = {
  open({ settings, key }) {
    const { voiceUrl, voiceModel, voiceName } = settings()
    return createServerVoice({
      baseUrl: voiceUrl,
      model: voiceModel,
      voices: voiceName === '' ? [] : [voiceName],
      // When the address has changed meanwhile, the key may belong to the new one.
      secret: async () => (settings().voiceUrl === voiceUrl ? key() : null),
    })
  },
}

/** Samples without a header. */
const bare = (bytes: Buffer): { sampleRate: number; channels: number; dataAt: number } | 'more' =>
  bytes.length < 4 ? 'more' : { sampleRate: SAMPLE_RATE, channels: 1, dataAt: 0 }

function atOurRate(rate: number): { write(samples: Int16Array): Int16Array; end(): Int16Array } {
  if (rate < MIN_RATE || rate > MAX_RATE)
    throw failed(`Its audio has ${rate} samples a second, which is not supported.`)
  if (rate === SAMPLE_RATE) return { write: (samples) => samples, end: () => new Int16Array(0) }
  const resampler = createResampler(rate, SAMPLE_RATE)
  return {
    write: (samples) => samplesOf(resampler.write(floatsOf(samples))),
    end: () => samplesOf(resampler.end()),
  }
}

function oneChannel(bytes: Buffer, channels: number): Int16Array {
  const samples = samplesOfBytes(bytes) ?? new Int16Array(0)
  if (channels === 1) return samples
  return Int16Array.from({ length: samples.length / 2 }, (_, at) =>
    Math.round(((samples[at * 2] ?? 0) + (samples[at * 2 + 1] ?? 0)) / 2),
  )
}

function endpoint(baseUrl: string): URL {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '')
    throw new FaultError(
      'voice_unavailable',
      'The address of the voice server is not valid.',
      'Enter an address like https://api.example.com/v1.',
    )
  const path = base.pathname.replace(/\/+$/, '')
  return new URL(`${path.endsWith('/v1') ? path : `${path}/v1`}/audio/speech`, base)
}

function refused(status: number): FaultError {
  if (status === 401 || status === 403)
    return new FaultError(
      'voice_unavailable',
      'The voice server does not accept the key.',
      'Check its key in the settings, or choose the built-in voice.',
    )
  if (status === 400 || status === 404 || status === 422)
    return new FaultError(
      'voice_unavailable',
      'The voice server does not know this address, model or voice.',
      'Check its address, its model and its voice in the settings.',
    )
  if (status === 429) return failed('It received too many requests.')
  return failed(`It answered with status ${status}.`)
}

const failed = (why: string, cause?: unknown): FaultError =>
  new FaultError(
    'voice_failed',
    `The voice server failed. ${why}`,
    'The reply is on the screen. Try again, or choose the built-in voice.',
    { retryable: true, cause },
  )
