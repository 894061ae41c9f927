// Samples as they come, in frames of one size.

export interface Framer {
  write(samples: Int16Array): Int16Array<ArrayBuffer>[]
}

export function createFramer(size: number): Framer {
  let frame = new Int16Array(size)
  let filled = 0
  return {
    write(samples) {
      const whole: Int16Array<ArrayBuffer>[] = []
      let at = 0
      while (at < samples.length) {
        const part = samples.subarray(at, at + size - filled)
        frame.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < size) continue
        whole.push(frame)
        frame = new Int16Array(size)
        filled = 0
      }
      return whole
    },
  }
}
