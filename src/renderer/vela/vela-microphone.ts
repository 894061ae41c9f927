// The microphone while the button is held, in base64 pieces of a tenth of a second. What was said just before letting go
// is still on its way then, and is waited for.
import { base64Length, writeBase64 } from '../../core/base64.ts'
import { samplesIn } from '../../core/ears/samples.ts'
import { bytesOfSamples } from '../../core/pcm.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { fromUtf8 } from '../../core/utf8.ts'
import { createFramer } from '../audio/framer.ts'
import { createMicrophone } from '../audio/microphone.ts'
import type { TroubleKind } from '../talk/talk-troubles.ts'

const PIECE_MS = 100
/** As long as the sound takes from the microphone to here. */
const TAIL_FRAMES = 4
const TAIL_PATIENCE_MS = 250

interface Deps {
  clock: Clock
  onOpened(): void
  onPiece(chunk: string): void
  onFailed(kind: TroubleKind): void
  /** From 0 to 1. */
  onLevel(level: number): void
}

export interface VelaMicrophone {
  open(): void
  /** Calls back when all that was said has been given. */
  finish(done: () => void): void
  close(): void
}

export function base64Of(samples: Int16Array): string {
  const bytes = bytesOfSamples(samples)
  const letters = new Uint8Array(base64Length(bytes.length))
  writeBase64(bytes, letters, 0)
  return fromUtf8(letters) ?? ''
}

export function createVelaMicrophone(deps: Deps): VelaMicrophone {
  let framer = createFramer(samplesIn(PIECE_MS))
  let heard = 0
  let given = 0
  let tail: { left: number; done(): void } | null = null
  let cancelPatience: Unsubscribe = () => {}

  const microphone = createMicrophone({
    clock: deps.clock,
    chosenDevice: () => null,
    onOpened: deps.onOpened,
    onFrame(samples) {
      heard += samples.length
      for (const piece of framer.write(samples)) give(piece)
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
    cancelPatience()
    const ending = tail
    tail = null
    if (!ending) return
    // The rest is shorter than a piece; the framer gives it when it is filled up.
    const rest = heard - given
    const [last] = rest > 0 ? framer.write(new Int16Array(samplesIn(PIECE_MS) - rest)) : []
    if (last) give(last.subarray(0, rest))
    ending.done()
  }

  function close(): void {
    cancelPatience()
    tail = null
    microphone.close()
    deps.onLevel(0)
  }

  return {
    open() {
      framer = createFramer(samplesIn(PIECE_MS))
      heard = given = 0
      microphone.open()
    },
    finish(done) {
      if (tail) return
      tail = { left: TAIL_FRAMES, done }
      if (heard === 0) return end()
      cancelPatience = deps.clock.after(TAIL_PATIENCE_MS, end)
    },
    close,
  }
}

/** How loud it is to an ear, which hears in powers. */
function loudness(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += (sample / 32_768) ** 2
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-9)
  return Math.min(1, Math.max(0, (decibels + 55) / 45))
}
