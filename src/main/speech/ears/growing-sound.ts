// Sound that is still being made, kept in one piece that doubles when it is full.

export interface GrowingSound {
  readonly length: number
  append(samples: Int16Array): void
  slice(from: number, to: number): Int16Array
}

export function createGrowingSound(): GrowingSound {
  let kept = new Int16Array(1 << 16)
  let length = 0
  return {
    get length() {
      return length
    },
    append(samples) {
      if (length + samples.length > kept.length) {
        const larger = new Int16Array(Math.max(kept.length * 2, length + samples.length))
        larger.set(kept.subarray(0, length))
        kept = larger
      }
      kept.set(samples, length)
      length += samples.length
    },
    slice: (from, to) => kept.slice(from, Math.min(to, length)),
  }
}
