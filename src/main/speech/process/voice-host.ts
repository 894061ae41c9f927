// Voices inside the speech process. They make sound faster than it is heard, so they are only let run ahead a little.
import { faultOf, FaultError } from '../../../shared/errors.ts'
import type { ServiceHost } from './ears-host.ts'
import { toVoice, type FromVoice, type ToVoice } from './messages.ts'

/** What a voice must be to be hosted here. */
export interface HostedVoice {
  /** Of the sound it makes, in samples a second. */
  readonly sampleRate: number
  speak(
    text: string,
    options: { voice: string; rate: number },
    signal: AbortSignal,
  ): AsyncIterable<Int16Array>
}

/** By the name they are asked for. Loaded when they are first needed. */
export type HostedVoices = Readonly<Record<string, () => Promise<HostedVoice>>>

interface Deps {
  say(message: FromVoice): void
  voices: HostedVoices
}

/** Pieces that may be on their way before the other side says that it took some. */
const AHEAD = 64
const MAX_SPEECHES = 64
/** Larger pieces are cut: one message holds so much. */
const MAX_PIECE = 48_000

interface Speech {
  stopping: AbortController
  sent: number
  taken: number
  /** Called when some were taken. */
  goOn(): void
}

export function createVoiceHost({ say, voices }: Deps): ServiceHost {
  const loaded = new Map<string, Promise<HostedVoice>>()
  const speeches = new Map<number, Speech>()

  function voiceNamed(name: string): Promise<HostedVoice> {
    const load = Object.hasOwn(voices, name) ? voices[name] : undefined
    if (!load)
      return Promise.reject(
        new FaultError('bad_request', `There is no voice engine called ${name}.`, 'Choose another voice.'),
      )
    const voice = loaded.get(name) ?? load()
    loaded.set(name, voice)
    // What failed to load is tried again by the next who needs it.
    voice.catch(() => loaded.delete(name))
    return voice
  }

  async function speak({
    speech: id,
    engine,
    text,
    voice,
    rate,
  }: ToVoice & { type: 'speak' }): Promise<void> {
    if (speeches.has(id) || speeches.size >= MAX_SPEECHES) return
    const speech: Speech = { stopping: new AbortController(), sent: 0, taken: 0, goOn: () => {} }
    const { signal } = speech.stopping
    speeches.set(id, speech)
    try {
      const speaker = await voiceNamed(engine)
      for await (const sound of speaker.speak(text, { voice, rate }, signal)) {
        for (let at = 0; at < sound.length && !signal.aborted; at += MAX_PIECE) {
          say({
            type: 'sound',
            speech: id,
            samples: sound.slice(at, at + MAX_PIECE),
            sampleRate: speaker.sampleRate,
          })
          speech.sent++
        }
        while (speech.sent - speech.taken >= AHEAD && !signal.aborted)
          await new Promise<void>((resolve) => {
            speech.goOn = resolve
          })
        if (signal.aborted) break
      }
      say({ type: 'ended', speech: id })
    } catch (error) {
      say(
        signal.aborted
          ? { type: 'ended', speech: id }
          : { type: 'failed', speech: id, fault: faultOf(error) },
      )
    } finally {
      speeches.delete(id)
    }
  }

  function obey(message: ToVoice): void {
    switch (message.type) {
      case 'speak':
        return void speak(message)
      case 'taken': {
        const speech = speeches.get(message.speech)
        if (!speech) return
        speech.taken = Math.max(speech.taken, message.pieces)
        return speech.goOn()
      }
      case 'stop': {
        const speech = speeches.get(message.speech)
        speech?.stopping.abort()
        return speech?.goOn()
      }
    }
  }

  return {
    hear(message) {
      const parsed = toVoice.safeParse(message)
      if (parsed.success) obey(parsed.data)
    },
  }
}
