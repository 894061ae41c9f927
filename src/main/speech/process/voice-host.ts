// Voices inside the speech process. They are faster than real time, so they may only run a little ahead.
import { faultOf, FaultError } from '../../../shared/errors.ts'
import { toVoice, type FromVoice, type ToVoice } from './messages.ts'
import type { ServiceHost } from './recognizer-host.ts'

export interface HostedVoice {
  readonly sampleRate: number
  speak(
    text: string,
    options: { voice: string; rate: number },
    signal: AbortSignal,
  ): AsyncIterable<Int16Array>
}

/** By id. Created when first needed. */
export type HostedVoices = Readonly<Record<string, () => HostedVoice>>

interface Deps {
  say(message: FromVoice): void
  voices: HostedVoices
}

/** Pieces that may be under way before the app confirms that it took some. */
const MAX_AHEAD = 64
const MAX_SPEECHES = 64
/** One message holds no more samples. */
const MAX_PIECE = 48_000

interface Speech {
  stopping: AbortController
  sent: number
  taken: number
  /** Called when the app took some, or the speech is stopped. */
  resume(): void
}

export function createVoiceHost({ say, voices }: Deps): ServiceHost {
  const created = new Map<string, HostedVoice>()
  const speeches = new Map<number, Speech>()

  function voiceOf(id: string): HostedVoice {
    const create = Object.hasOwn(voices, id) ? voices[id] : undefined
    if (!create)
      throw new FaultError('bad_request', `There is no voice engine called ${id}.`, 'Choose another voice.')
    const voice = created.get(id) ?? create()
    created.set(id, voice)
    return voice
  }

  async function send(id: number, speech: Speech, { engine, text, voice, rate }: Speak): Promise<void> {
    const { signal } = speech.stopping
    const speaker = voiceOf(engine)
    const { sampleRate } = speaker
    for await (const audio of speaker.speak(text, { voice, rate }, signal)) {
      for (let at = 0; at < audio.length && !signal.aborted; at += MAX_PIECE) {
        say({ type: 'audio', speech: id, samples: audio.slice(at, at + MAX_PIECE), sampleRate })
        speech.sent++
      }
      while (speech.sent - speech.taken >= MAX_AHEAD && !signal.aborted)
        await new Promise<void>((resolve) => {
          speech.resume = resolve
        })
      if (signal.aborted) return
    }
  }

  async function speak(message: Speak): Promise<void> {
    const id = message.speech
    if (speeches.has(id) || speeches.size >= MAX_SPEECHES) return
    const speech: Speech = { stopping: new AbortController(), sent: 0, taken: 0, resume: () => {} }
    speeches.set(id, speech)
    try {
      await send(id, speech, message)
      say({ type: 'ended', speech: id })
    } catch (error) {
      say(
        speech.stopping.signal.aborted
          ? { type: 'ended', speech: id }
          : { type: 'failed', speech: id, fault: faultOf(error) },
      )
    } finally {
      speeches.delete(id)
    }
  }

  function obey(message: ToVoice): void {
    if (message.type === 'speak') return void speak(message)
    const speech = speeches.get(message.speech)
    if (!speech) return
    if (message.type === 'taken') speech.taken = Math.max(speech.taken, message.pieces)
    else speech.stopping.abort()
    speech.resume()
  }

  return {
    receive(message) {
      const parsed = toVoice.safeParse(message)
      if (parsed.success) obey(parsed.data)
    },
  }
}

type Speak = ToVoice & { type: 'speak' }
