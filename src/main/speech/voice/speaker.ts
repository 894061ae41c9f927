// Speaks replies while they are written: text in by deltas, frames of 20 ms out, each with the place in the reply it
// reaches. The next sentence is made while one is taken. One voice speaks at a time: a new reply ends the one before.
import type { Speaker as Speaking, SpokenFrame, SpokenReply } from '../../../core/ports/speaker.ts'
import type { VoiceEngine } from '../../../core/ports/voice.ts'
import { fadedOut, scaled } from '../../../core/voice/fades.ts'
import { createFramer, frameLength, restFrames } from '../../../core/voice/frames.ts'
import { placeHeard, type SpokenSpan } from '../../../core/voice/heard-text.ts'
import { createLeveller, type Leveller } from '../../../core/voice/loudness.ts'
import type { SpokenPiece } from '../../../core/voice/piece-outlet.ts'
import { createReplyReader } from '../../../core/voice/reply-reader.ts'
import { makeSound, type PieceSound } from './piece-sound.ts'
import { stopped } from './stopped.ts'
import { createWaker } from './waker.ts'

export interface VoiceSettings {
  voice: string
  rate: number
  /** 1 is as it is, 0 is silent. */
  volume: number
}

export interface Speaker extends Speaking {
  readonly engine: VoiceEngine
  /** Volume changes at once, voice and rate with the next sentence. */
  set(settings: VoiceSettings): void
  stop(): void
}

export function createSpeaker(engine: VoiceEngine, initial: VoiceSettings): Speaker {
  let settings = initial
  let speaking: SpokenReply | null = null
  /** What is known of the loudness of each voice. */
  const levellers = new Map<string, Leveller>()

  function levellerOf(voice: string): Leveller {
    const known = levellers.get(voice) ?? createLeveller(engine.sampleRate)
    levellers.set(voice, known)
    return known
  }

  function begin(): SpokenReply {
    speaking?.stop()
    const stop = new AbortController()
    const reader = createReplyReader()
    const pieces: SpokenPiece[] = []
    const spans: SpokenSpan[] = []
    let ended = false
    const more = createWaker()

    function take(found: SpokenPiece[]): void {
      pieces.push(...found)
      more.wake()
    }

    /** The next piece there is to say; null when there will be none. */
    async function nextPiece(): Promise<SpokenPiece | null> {
      for (;;) {
        if (stop.signal.aborted) return null
        const piece = pieces.shift()
        if (piece) return piece
        if (ended) return null
        await stopped(more.wait(), stop.signal)
      }
    }

    async function nextSound(after: Promise<void>): Promise<PieceSound | null> {
      const piece = await nextPiece()
      if (!piece) return null
      const { voice, rate } = settings
      const leveller = levellerOf(voice)
      return makeSound(piece, { engine, style: { voice, rate }, leveller, signal: stop.signal, after })
    }

    const length = frameLength(engine.sampleRate)
    let given = 0
    let gain = settings.volume

    function frame(samples: Int16Array): SpokenFrame {
      const at = given
      given += samples.length
      const louder = scaled(samples, gain, settings.volume)
      gain = settings.volume
      return { samples: louder, sampleRate: engine.sampleRate, at, place: placeHeard(spans, given) }
    }

    async function* framesOf(sound: PieceSound): AsyncGenerator<SpokenFrame> {
      const { piece, rate } = sound
      for (let rests = restFrames(piece.rest, rate); rests > 0 && !stop.signal.aborted; rests--)
        yield frame(new Int16Array(length))
      const span: SpokenSpan = { from: piece.from, to: piece.to, start: given, length: 0 }
      spans.push(span)
      // How long it will be is not known until it is made; until then a guess, so that the place moves evenly.
      const guess = Math.round((piece.text.length / (CHARACTERS_A_SECOND * rate)) * engine.sampleRate)
      const measured = (samples: Int16Array): SpokenFrame => {
        const made = sound.progress()
        span.length = made.all ? made.samples : Math.max(guess, made.samples)
        return frame(samples)
      }
      const framer = createFramer(engine.sampleRate)
      const incoming = sound.parts()[Symbol.asyncIterator]()
      for (;;) {
        const part = await stopped(incoming.next(), stop.signal)
        if (!part || part.done) break
        for (const one of framer.push(part.value)) {
          if (stop.signal.aborted) return yield measured(fadedOut(one, length))
          yield measured(one)
        }
      }
      if (!stop.signal.aborted) for (const one of framer.end()) yield measured(one)
    }

    async function* frames(): AsyncGenerator<SpokenFrame> {
      try {
        let sound = await nextSound(Promise.resolve())
        while (sound && !stop.signal.aborted) {
          const following = nextSound(sound.made)
          yield* framesOf(sound)
          sound = await following
        }
      } finally {
        // Whoever stops reading wants no more made.
        stop.abort()
        if (speaking === reply) speaking = null
      }
    }

    const reply: SpokenReply = {
      append: (delta) => take(reader.push(delta)),
      pause: () => take(reader.pause()),
      end() {
        if (ended) return
        ended = true
        take(reader.end())
      },
      frames,
      stop: () => stop.abort(),
      heard: (played) => placeHeard(spans, Math.min(played, given)),
    }
    speaking = reply
    return reply
  }

  return {
    engine,
    begin,
    set: (changed) => void (settings = changed),
    stop: () => speaking?.stop(),
  }
}

/** About how fast people speak. */
const CHARACTERS_A_SECOND = 14
