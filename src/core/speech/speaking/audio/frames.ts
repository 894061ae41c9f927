// Audio in frames of one length, and the pauses between pieces.

export const FRAME_SECONDS = 0.02

export const frameLength = (sampleRate: number): number => Math.round(sampleRate * FRAME_SECONDS)

export interface Framer {
  push(samples: Int16Array): Int16Array<ArrayBuffer>[]
  /** The last frame, filled with silence; nothing where none was begun. */
  end(): Int16Array<ArrayBuffer>[]
}

export function createFramer(length: number): Framer {
  let frame = new Int16Array(length)
  let filled = 0
  return {
    push(samples) {
      const frames: Int16Array<ArrayBuffer>[] = []
      for (let at = 0; at < samples.length;) {
        const part = samples.subarray(at, at + length - filled)
        frame.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < length) break
        frames.push(frame)
        frame = new Int16Array(length)
        filled = 0
      }
      return frames
    },
    end() {
      if (filled === 0) return []
      const last = frame
      frame = new Int16Array(length)
      filled = 0
      return [last]
    },
  }
}

/** The pause before a piece, by what ended before it. */
const RESTS_MS: Readonly<Record<'none' | 'clause' | 'sentence' | 'block', number>> = {
  none: 0,
  clause: 80,
  sentence: 220,
  block: 380,
}

/** Faster speech pauses less. */
export const restFrames = (rest: keyof typeof RESTS_MS, rate: number): number =>
  Math.round(RESTS_MS[rest] / rate / (FRAME_SECONDS * 1000))
