// The microphone while the button is held, in base64 chunks of a tenth of a second. At the release it waits for audio that
// is still on its way.
import { base64Length, writeBase64 } from '../../base/base64.ts'
import { samplesIn } from '../../core/speech/hearing/samples.ts'
import { bytesOfSamples } from '../../core/speech/pcm.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { fromUtf8 } from '../../base/utf8.ts'
import { createFramer } from '../../core/speech/speaking/audio/frames.ts'
import { createMicrophone } from '../audio/microphone.ts'
import type { ProblemKind } from '../talk/talk-problems.ts'

const PIECE_MS = 100
/** The delay from the microphone to here. */
const TAIL_FRAMES = 4
const TAIL_TIMEOUT_MS = 250

interface Deps {
  clock: Clock
  onOpened(): void
  onPiece(chunk: string): void
  onFailed(kind: ProblemKind): void
  /** From 0 to 1. */
  onLevel(level: number): void
}

export interface VelaMicrophone {
  open(): void
  /** Calls back when all audio was delivered. */
  finish(done: () => void): void
  close(): void
}

export function base64Of(samples: Int16Array): string {
  const bytes = bytesOfSamples(samples)
  const characters = new Uint8Array(base64Length(bytes.length))
  writeBase64(bytes, characters, 0)
  return fromUtf8(characters) ?? ''
}

export function createVelaMicrophone(deps: Deps): VelaMicrophone {
  let framer = createFramer(samplesIn(PIECE_MS))
  let captured = 0
  let given = 0
  let tail: { left: number; done(): void } | null = null
  let cancelTimeout: Unsubscribe = () => {}

  const microphone = createMicrophone({
    clock: deps.clock,
    chosenDevice: () => null,
    onOpened: deps.onOpened,
    onFrame(samples) {
      captured += samples.length
      for (const piece of framer.push(samples)) give(piece)
      deps.onLevel(loudness(samples))
      if (tail && --tail.left <= 0) end()
    },
    onFailed(kind) {
      end()
      deps.onFailed(kind)
    },
    onStalled: () => deps.onFailed('suspended'),
  })

  function give(piece: Int16Array): void {
    given += piece.length
    deps.onPiece(base64Of(piece))
  }

  function end(): void {
    cancelTimeout()
    const ending = tail
    tail = null
    if (!ending) return
    // The rest is shorter than a chunk. Padding makes the framer deliver it.
    const rest = captured - given
    const [last] = rest > 0 ? framer.push(new Int16Array(samplesIn(PIECE_MS) - rest)) : []
    if (last) give(last.subarray(0, rest))
    ending.done()
  }

  function close(): void {
    cancelTimeout()
    tail = null
    microphone.close()
    deps.onLevel(0)
  }

  return {
    open() {
      framer = createFramer(samplesIn(PIECE_MS))
      captured = given = 0
      microphone.open()
    },
    finish(done) {
      if (tail) return
      tail = { left: TAIL_FRAMES, done }
      if (captured === 0) return end()
      cancelTimeout = deps.clock.after(TAIL_TIMEOUT_MS, end)
    },
    close,
  }
}

/** Loudness from 0 to 1 on a logarithmic scale, as people perceive it. */
function loudness(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += (sample / 32_768) ** 2
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-9)
  return Math.min(1, Math.max(0, (decibels + 55) / 45))
}
