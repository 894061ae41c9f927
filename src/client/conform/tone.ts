// A sound in which nobody says anything.
import { bytesOfSamples } from '../../core/pcm.ts'
import { HEARING_RATE } from '../../core/ears/samples.ts'

const HERTZ = 440
const LOUD = 8_000

/** As PCM, 16 kHz. */
export const toneOf = (seconds: number): Uint8Array =>
  bytesOfSamples(
    Int16Array.from({ length: seconds * HEARING_RATE }, (_, at) =>
      Math.round(LOUD * Math.sin((2 * Math.PI * HERTZ * at) / HEARING_RATE)),
    ),
  )
