// The newest audio, stored so that the first word of an utterance is never cut.
import { samplesIn } from './samples.ts'

export interface PreRoll {
  write(samples: Int16Array): void
  /** All stored audio, oldest first. It stays stored. */
  read(): Int16Array
  clear(): void
}

export const PRE_ROLL_MS = 400

export function createPreRoll(ms: number = PRE_ROLL_MS): PreRoll {
  const ring = new Int16Array(samplesIn(ms))
  let end = 0
  let count = 0
  return {
    write(samples) {
      const last = samples.subarray(Math.max(0, samples.length - ring.length))
      const first = Math.min(last.length, ring.length - end)
      ring.set(last.subarray(0, first), end)
      ring.set(last.subarray(first), 0)
      end = (end + last.length) % ring.length
      count = Math.min(ring.length, count + last.length)
    },
    read() {
      const start = (end - count + ring.length) % ring.length
      const stored = new Int16Array(count)
      const first = Math.min(count, ring.length - start)
      stored.set(ring.subarray(start, start + first))
      stored.set(ring.subarray(0, count - first), first)
      return stored
    },
    clear() {
      count = 0
    },
  }
}
