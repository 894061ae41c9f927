// Sound in frames of 20 ms, whatever parts it comes in.

export const FRAME_SECONDS = 0.02

export const frameLength = (sampleRate: number): number => Math.round(sampleRate * FRAME_SECONDS)

export interface Framer {
  push(samples: Int16Array): Int16Array[]
  /** The last frame, filled up with silence; nothing where none was begun. */
  end(): Int16Array[]
}

export function createFramer(sampleRate: number): Framer {
  const length = frameLength(sampleRate)
  let frame = new Int16Array(length)
  let filled = 0
  return {
    push(samples) {
      const frames: Int16Array[] = []
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

/** How long the voice rests, by what went before. */
const RESTS_MS: Readonly<Record<'none' | 'clause' | 'sentence' | 'block', number>> = {
  none: 0,
  clause: 80,
  sentence: 220,
  block: 380,
}

/** Faster speech rests less. */
export const restFrames = (rest: keyof typeof RESTS_MS, rate: number): number =>
  Math.round(RESTS_MS[rest] / rate / (FRAME_SECONDS * 1000))
