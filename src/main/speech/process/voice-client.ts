// The voices in the speech process. A sentence that was being spoken when the process died is not repeated: half a sentence
// twice is worse than half a sentence.
import type { AbortSignalLike } from '../../../core/ports/clock.ts'
import type { VoiceEngine } from '../../../core/ports/voice-engine.ts'
import { FaultError } from '../../../shared/errors.ts'
import { fromVoice, type ToVoice } from './messages.ts'
import type { ServiceLink } from './speech-process.ts'

interface SpokenAudio {
  samples: Int16Array
  sampleRate: number
}

export interface VoiceClient {
  /** Ends early, without a fault, when the signal aborts. Throws a FaultError when the voice fails. */
  speak(
    engine: string,
    text: string,
    options: { voice: string; rate: number },
    signal: AbortSignalLike,
  ): AsyncGenerator<SpokenAudio>
}

interface Speech {
  pieces: SpokenAudio[]
  ended: boolean
  error: FaultError | undefined
  changed(): void
}

export function createVoiceClient(link: ServiceLink): VoiceClient {
  const speeches = new Map<number, Speech>()
  let lastId = 0
  let up = false

  const post = (message: ToVoice): void => link.post(message)
  /** Requests made while the process was starting. */
  let waiting: ToVoice[] = []

  link.onStarted(() => {
    up = true
    for (const message of waiting.splice(0)) post(message)
  })
  link.onStopped((fault, gaveUp) => {
    const unsent = new Set(waiting.map(({ speech }) => speech))
    up = false
    if (gaveUp) waiting = []
    for (const [id, speech] of speeches) {
      if (!gaveUp && unsent.has(id)) continue
      speech.error = fault
      speech.changed()
    }
  })
  link.onMessage((raw) => {
    const parsed = fromVoice.safeParse(raw)
    const speech = parsed.success ? speeches.get(parsed.data.speech) : undefined
    if (!parsed.success || !speech) return
    const message = parsed.data
    if (message.type === 'audio')
      speech.pieces.push({ samples: message.samples, sampleRate: message.sampleRate })
    else if (message.type === 'ended') speech.ended = true
    else {
      const { code, message: text, remedy, retryable } = message.fault
      speech.error = new FaultError(code, text, remedy, { retryable })
    }
    speech.changed()
  })

  return {
    async *speak(engine, text, { voice, rate }, signal) {
      if (signal.aborted) return
      const id = ++lastId
      const speech: Speech = { pieces: [], ended: false, error: undefined, changed: () => {} }
      speeches.set(id, speech)
      const stop = (): void => speech.changed()
      signal.addEventListener('abort', stop, { once: true })
      link.wake()
      const request: ToVoice = { type: 'speak', speech: id, engine, text, voice, rate }
      if (up) post(request)
      else waiting.push(request)
      let taken = 0
      try {
        while (!signal.aborted) {
          const piece = speech.pieces.shift()
          if (piece) {
            post({ type: 'taken', speech: id, pieces: ++taken })
            yield piece
          } else if (speech.error) throw speech.error
          else if (speech.ended) return
          else
            await new Promise<void>((resolve) => {
              speech.changed = resolve
            })
        }
      } finally {
        signal.removeEventListener('abort', stop)
        speeches.delete(id)
        waiting = waiting.filter((one) => one.speech !== id)
        if (!speech.ended) post({ type: 'stop', speech: id })
      }
    },
  }
}

type Description = Pick<VoiceEngine, 'id' | 'name' | 'sampleRate' | 'voices'>

/** An engine of the speech process as the voice engine that the app speaks with. */
export function createHostedVoice(client: VoiceClient, description: Description): VoiceEngine {
  const speak: VoiceEngine['speak'] = async function* (text, style, signal) {
    for await (const { samples } of client.speak(description.id, text, style, signal)) yield samples
  }
  return {
    ...description,
    speak,
    async prepare(style) {
      for await (const _ of speak('Ready.', style, new AbortController().signal)) continue
    },
    // The process outlives the engine.
    close: async () => {},
  }
}
