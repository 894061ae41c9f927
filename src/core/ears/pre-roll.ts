// The last moment before anybody knew that something was being said, so that the first word is never cut.
import { samplesIn } from './samples.ts'

export interface PreRoll {
  write(samples: Int16Array): void
  /** All that is kept, oldest first. It stays kept. */
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
      const kept = new Int16Array(count)
      const first = Math.min(count, ring.length - start)
      kept.set(ring.subarray(start, start + first))
      kept.set(ring.subarray(0, count - first), first)
      return kept
    },
    clear() {
      count = 0
    },
  }
}
