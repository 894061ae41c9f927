// The engines that both measured agents use: the same transcripts, replies and voice, all without delay.

/** The voice's sample rate, which is the one LiveKit's library sends. */
export const VOICE_RATE = 24_000
const PIECE_MS = 100
const MS_PER_CHARACTER = 25
const MIN_VOICE_SAMPLE = 500

/** The transcript of every utterance. */
export const TRANSCRIPT = 'show me the harbour'
/** Asks for a reply that lasts until somebody stops it. */
export const REQUEST_LONG_REPLY = 'tell me all about the harbour'
const SHORT_REPLY = 'Here it is.'
const LONG_REPLY = 'The harbour opens at six in the morning, and closes when the last boat is in. '.repeat(20)

export const replyTo = (text: string): string => (text === REQUEST_LONG_REPLY ? LONG_REPLY : SHORT_REPLY)

export const isLoud = (samples: Int16Array): boolean =>
  samples.some((sample) => Math.abs(sample) > MIN_VOICE_SAMPLE)

/** A real engine is another process or a server: it never answers before the caller's current task ends. */
export const afterCurrentTask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A tone as long as the text takes to speak, in pieces. */
export function* toneOf(text: string): Generator<Int16Array> {
  const pieces = Math.ceil((text.length * MS_PER_CHARACTER) / PIECE_MS)
  const length = (VOICE_RATE * PIECE_MS) / 1000
  for (let piece = 0; piece < pieces; piece++)
    yield Int16Array.from({ length }, (_, at) =>
      Math.round(6_000 * Math.sin((2 * Math.PI * 440 * (piece * length + at)) / VOICE_RATE)),
    )
}

/** Silence this long is a pause. */
const PAUSE_MS = 100

/** Reports when somebody starts to speak and when they pause. */
export function createGate(sampleRate: number): (samples: Int16Array) => 'began' | 'paused' | null {
  let speaking = false
  let quiet = 0
  return (samples) => {
    quiet = isLoud(samples) ? 0 : quiet + samples.length
    const began = !speaking && quiet === 0
    const paused = speaking && quiet >= (sampleRate * PAUSE_MS) / 1000
    if (began) speaking = true
    if (paused) speaking = false
    return began ? 'began' : paused ? 'paused' : null
  }
}
