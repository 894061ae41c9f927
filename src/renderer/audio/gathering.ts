// Joins small blocks of audio into larger ones, in one buffer.

export interface Gathering {
  write(block: Float32Array): void
}

/** `use` must finish with the buffer before it returns, because the next block overwrites it. */
export function createGathering(size: number, use: (block: Float32Array) => void): Gathering {
  const gathered = new Float32Array(size)
  let filled = 0
  return {
    write(block) {
      let at = 0
      while (at < block.length) {
        const part = Math.min(block.length - at, size - filled)
        gathered.set(part === block.length ? block : block.subarray(at, at + part), filled)
        filled += part
        at += part
        if (filled < size) return
        filled = 0
        use(gathered)
      }
    },
  }
}
