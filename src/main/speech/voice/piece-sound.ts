// The sound of one piece of a reply, made ahead of its time: trimmed, levelled, its edges faded, ready to be taken.
import type { VoiceEngine, VoiceStyle } from '../../../core/ports/voice.ts'
import { fadedIn, fadedOut } from '../../../core/voice/fades.ts'
import type { Leveller } from '../../../core/voice/loudness.ts'
import type { SpokenPiece } from '../../../core/voice/piece-outlet.ts'
import { createSilenceTrimmer } from '../../../core/voice/silence.ts'
import { createWaker } from './waker.ts'

const FADE_SECONDS = 0.004

export interface PieceSound {
  readonly piece: SpokenPiece
  readonly rate: number
  /** Settles, and never fails, once all of it is made. */
  readonly made: Promise<void>
  /** How many samples of it are made, and whether that is all. */
  progress(): { samples: number; all: boolean }
  /** Its parts, as they are made. Throws what the engine threw. */
  parts(): AsyncIterable<Int16Array>
}

/** Begins once what goes before is made, so that a piece nobody waits for yet slows none down that somebody does. */
export function makeSound(
  piece: SpokenPiece,
  deps: {
    engine: VoiceEngine
    style: VoiceStyle
    leveller: Leveller
    signal: AbortSignal
    after: Promise<void>
  },
): PieceSound {
  const { engine, style, leveller, signal, after } = deps
  const fade = Math.round(engine.sampleRate * FADE_SECONDS)
  const ready: Int16Array[] = []
  let failed: { error: unknown } | null = null
  let done = false
  const waker = createWaker()

  /** A part is held back until the next one comes, since only the last is faded out. */
  let last: Int16Array | null = null
  let begun = false
  let count = 0
  function give(samples: Int16Array): void {
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
        give(leveller.level(trimmer.push(samples)))
      give(leveller.level(trimmer.end()))
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
