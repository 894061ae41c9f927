// Small blocks of sound, handed on as larger ones, all in one piece of memory.

export interface Gathering {
  write(block: Float32Array): void
}

/** `use` must be done with what it is given when it returns: the next is written over it. */
export function createGathering(size: number, use: (sound: Float32Array) => void): Gathering {
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
