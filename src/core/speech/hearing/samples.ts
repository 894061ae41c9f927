// Audio as numbers: 16-bit where it is sent or stored, from -1 to 1 where it is computed with.

/** The sample rate of all recognition, in samples a second. */
export const HEARING_RATE = 16_000

export const samplesIn = (ms: number, rate = HEARING_RATE): number => Math.round((ms * rate) / 1000)
export const msOf = (samples: number, rate = HEARING_RATE): number => (samples * 1000) / rate

export function floatsOf(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length)
  for (let at = 0; at < samples.length; at++) floats[at] = samples[at]! / 32_768
  return floats
}

/** Clips what is too loud; NaN becomes silence. */
export function samplesOf(floats: Float32Array): Int16Array {
  const samples = new Int16Array(floats.length)
  for (let at = 0; at < floats.length; at++) {
    const scaled = Math.round(floats[at]! * 32_768)
    samples[at] = scaled > 32_767 ? 32_767 : scaled < -32_768 ? -32_768 : scaled
  }
  return samples
}

/** Mixes several channels into one. A channel shorter than the first is silent after its end. */
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
