// Speaks replies while they are written: text deltas in, frames of 20 ms out, each with the position in the reply that
// it reaches. The next sentence is made while the current one plays. A new reply ends the one before.
import type { ReplySpeaker, SpokenFrame, SpokenReply } from '../../../core/ports/speech.ts'
import type { VoiceEngine } from '../../../core/ports/voice-engine.ts'
import {
  createLeveller,
  fadedOut,
  type Leveller,
  scaled,
} from '../../../core/speech/speaking/audio/piece-shaping.ts'
import { createFramer, frameLength, restFrames } from '../../../core/speech/speaking/audio/frames.ts'
import { placeHeard, type SpokenSpan } from '../../../core/speech/speaking/heard-text.ts'
import type { SpokenPiece } from '../../../core/speech/speaking/piece-outlet.ts'
import { createReplyReader } from '../../../core/speech/speaking/reply-reader.ts'
import { makeAudio, type PieceAudio } from './piece-audio.ts'
import { createWaker, unlessAborted } from './waiting.ts'

export interface VoiceSettings {
  voice: string
  rate: number
  /** 1 is unchanged, 0 is silent. */
  volume: number
}

export interface LiveReplySpeaker extends ReplySpeaker {
  readonly engine: VoiceEngine
  /** The volume changes at once, voice and rate with the next sentence. */
  set(settings: VoiceSettings): void
  stop(): void
}

export function createReplySpeaker(engine: VoiceEngine, initial: VoiceSettings): LiveReplySpeaker {
  let settings = initial
  let current: SpokenReply | null = null
  /** The learned loudness of each voice. */
  const levellers = new Map<string, Leveller>()

  function levellerOf(voice: string): Leveller {
    const known = levellers.get(voice) ?? createLeveller(engine.sampleRate)
    levellers.set(voice, known)
    return known
  }

  function begin(): SpokenReply {
    current?.stop()
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

    /** The next piece; null at the end of the reply. */
    async function nextPiece(): Promise<SpokenPiece | null> {
      for (;;) {
        if (stop.signal.aborted) return null
        const piece = pieces.shift()
        if (piece) return piece
        if (ended) return null
        await unlessAborted(more.wait(), stop.signal)
      }
    }

    async function nextAudio(after: Promise<void>): Promise<PieceAudio | null> {
      const piece = await nextPiece()
      if (!piece) return null
      const { voice, rate } = settings
      const leveller = levellerOf(voice)
      return makeAudio(piece, { engine, style: { voice, rate }, leveller, signal: stop.signal, after })
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

    async function* framesOf(audio: PieceAudio): AsyncGenerator<SpokenFrame> {
      const { piece, rate } = audio
      for (let rests = restFrames(piece.rest, rate); rests > 0 && !stop.signal.aborted; rests--)
        yield frame(new Int16Array(length))
      const span: SpokenSpan = { from: piece.from, to: piece.to, start: given, length: 0 }
      spans.push(span)
      // The length is unknown until all of it is made. Until then it is estimated, so that the position moves evenly.
      const guess = Math.round((piece.text.length / (CHARACTERS_A_SECOND * rate)) * engine.sampleRate)
      const measured = (samples: Int16Array): SpokenFrame => {
        const made = audio.progress()
        span.length = made.all ? made.samples : Math.max(guess, made.samples)
        return frame(samples)
      }
      const framer = createFramer(length)
      const incoming = audio.parts()[Symbol.asyncIterator]()
      for (;;) {
        const part = await unlessAborted(incoming.next(), stop.signal)
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
        let audio = await nextAudio(Promise.resolve())
        while (audio && !stop.signal.aborted) {
          const following = nextAudio(audio.made)
          yield* framesOf(audio)
          audio = await following
        }
      } finally {
        // The reader has stopped, so nothing more is needed.
        stop.abort()
        if (current === reply) current = null
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
    current = reply
    return reply
  }

  return {
    engine,
    begin,
    set: (changed) => void (settings = changed),
    stop: () => current?.stop(),
  }
}

/** About how fast people speak. */
const CHARACTERS_A_SECOND = 14
