// Sound as numbers. What travels and is kept is 16-bit; what is calculated with runs from -1 to 1.

/** What everything that listens works at, in samples a second. */
export const HEARING_RATE = 16_000

export const samplesIn = (ms: number, rate = HEARING_RATE): number => Math.round((ms * rate) / 1000)
export const msOf = (samples: number, rate = HEARING_RATE): number => (samples * 1000) / rate

export function floatsOf(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length)
  for (let at = 0; at < samples.length; at++) floats[at] = samples[at]! / 32_768
  return floats
}

/** Too loud is cut off, never wrapped around; what is no number at all is silence. */
export function samplesOf(floats: Float32Array): Int16Array {
  const samples = new Int16Array(floats.length)
  for (let at = 0; at < floats.length; at++) {
    const scaled = Math.round(floats[at]! * 32_768)
    samples[at] = scaled > 32_767 ? 32_767 : scaled < -32_768 ? -32_768 : scaled
  }
  return samples
}

/** Several channels as one. A channel that is shorter than the first counts as silent where it ends. */
export function mono(channels: readonly Float32Array[]): Float32Array {
  const [first] = channels
  if (first === undefined || channels.length === 1) return first ?? new Float32Array(0)
  const mixed = new Float32Array(first.length)
  for (const channel of channels) {
    const length = Math.min(channel.length, mixed.length)
    for (let at = 0; at < length; at++) mixed[at]! += channel[at]! / channels.length
  }
  return mixed
}

export function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
