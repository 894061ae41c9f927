// The audio of one piece of a reply, made before it is needed: trimmed, levelled and faded at both ends.
import type { VoiceEngine, VoiceStyle } from '../../../core/ports/voice-engine.ts'
import {
  createSilenceTrimmer,
  fadedIn,
  fadedOut,
  type Leveller,
} from '../../../core/speech/speaking/audio/piece-shaping.ts'
import type { SpokenPiece } from '../../../core/speech/speaking/piece-outlet.ts'
import { createWaker } from './waiting.ts'

const FADE_SECONDS = 0.004

export interface PieceAudio {
  readonly piece: SpokenPiece
  readonly rate: number
  /** Resolves once all of it is made; never rejects. */
  readonly made: Promise<void>
  /** How many samples are made, and whether that is all. */
  progress(): { samples: number; all: boolean }
  /** The audio in parts, as they are made. Throws the engine's error. */
  parts(): AsyncIterable<Int16Array>
}

/** Begins once the piece before is made, so that it does not slow that one down. */
export function makeAudio(
  piece: SpokenPiece,
  deps: {
    engine: VoiceEngine
    style: VoiceStyle
    leveller: Leveller
    signal: AbortSignal
    after: Promise<void>
  },
): PieceAudio {
  const { engine, style, leveller, signal, after } = deps
  const fade = Math.round(engine.sampleRate * FADE_SECONDS)
  const ready: Int16Array[] = []
  let failed: { error: unknown } | null = null
  let done = false
  const waker = createWaker()

  /** Each part waits for the next one, because only the last part fades out. */
  let last: Int16Array | null = null
  let begun = false
  let count = 0
  function add(samples: Int16Array): void {
    if (samples.length === 0) return
    count += samples.length
    if (last) ready.push(last)
    last = begun ? samples : fadedIn(samples, fade)
    begun = true
    waker.wake()
  }

  async function make(): Promise<void> {
    await after
    const trimmer = createSilenceTrimmer(engine.sampleRate)
    try {
      for await (const samples of engine.speak(piece.text, style, signal))
        add(leveller.level(trimmer.push(samples)))
      add(leveller.level(trimmer.end()))
    } catch (error) {
      failed = { error }
    }
    if (last) ready.push(fadedOut(last, fade))
    done = true
    waker.wake()
  }

  return {
    piece,
    rate: style.rate,
    made: make(),
    progress: () => ({ samples: count, all: done }),
    async *parts() {
      for (;;) {
        const part = ready.shift()
        if (part) yield part
        else if (done) break
        else await waker.wait()
      }
      if (failed) throw failed.error
    },
  }
}
