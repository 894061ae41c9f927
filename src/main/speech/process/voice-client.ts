// A voice that is in the speech process. What it was saying when that died is not said again: half a sentence twice is
// worse than half a sentence.
import type { AbortSignalLike } from '../../../core/ports.ts'
import { FaultError } from '../../../shared/errors.ts'
import { fromVoice, type ToVoice } from './messages.ts'
import type { ServiceLink } from './speech-process.ts'

export interface SpokenPiece {
  samples: Int16Array
  sampleRate: number
}

export interface VoiceClient {
  /** Ends early, without a fault, once the signal says so. Throws a FaultError where the voice fails. */
  speak(
    engine: string,
    text: string,
    options: { voice: string; rate: number },
    signal: AbortSignalLike,
  ): AsyncGenerator<SpokenPiece>
}

interface Speech {
  pieces: SpokenPiece[]
  ended: boolean
  error: FaultError | undefined
  changed(): void
}

export function createVoiceClient(link: ServiceLink): VoiceClient {
  const speeches = new Map<number, Speech>()
  let lastId = 0
  let up = false

  const post = (message: ToVoice): void => link.post(message)
  /** Asked for while the process was starting. */
  let waiting: ToVoice[] = []

  link.onStarted(() => {
    up = true
    for (const message of waiting.splice(0)) post(message)
  })
  link.onStopped((fault, givenUp) => {
    const unheard = new Set(waiting.map(({ speech }) => speech))
    up = false
    if (givenUp) waiting = []
    for (const [id, speech] of speeches) {
      if (!givenUp && unheard.has(id)) continue
      speech.error = fault
      speech.changed()
    }
  })
  link.onMessage((message) => {
    const parsed = fromVoice.safeParse(message)
    const speech = parsed.success ? speeches.get(parsed.data.speech) : undefined
    if (!parsed.success || !speech) return
    const said = parsed.data
    if (said.type === 'sound') speech.pieces.push({ samples: said.samples, sampleRate: said.sampleRate })
    else if (said.type === 'ended') speech.ended = true
    else {
      const { code, message: words, remedy, retryable } = said.fault
      speech.error = new FaultError(code, words, remedy, { retryable })
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
      const asked: ToVoice = { type: 'speak', speech: id, engine, text, voice, rate }
      if (up) post(asked)
      else waiting.push(asked)
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
