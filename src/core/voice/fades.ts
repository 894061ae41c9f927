// Sound that begins or ends in the middle of a wave clicks. A few milliseconds of fading and it does not.

/** Grows out of silence over its first samples. */
export function fadedIn(samples: Int16Array, over: number): Int16Array {
  const most = Math.min(over, samples.length)
  return Int16Array.from(samples, (sample, index) =>
    index < most ? Math.round((sample * index) / most) : sample,
  )
}

/** Dies away over its last samples. */
export function fadedOut(samples: Int16Array, over: number): Int16Array {
  const most = Math.min(over, samples.length)
  const from = samples.length - most
  return Int16Array.from(samples, (sample, index) =>
    index < from ? sample : Math.round((sample * (samples.length - 1 - index)) / most),
  )
}

/** Louder or softer, going from one to the other evenly; 1 is as it is. */
export function scaled(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === 1 && to === 1) return samples
  return Int16Array.from(samples, (sample, index) => {
    const gain = from + ((to - from) * index) / samples.length
    return Math.max(-32_768, Math.min(32_767, Math.round(sample * gain)))
  })
}
