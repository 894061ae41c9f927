// What both agents are measured with: the same words heard, the same replies, the same voice, all of it at once.

/** The voice is made at this rate, which is the one LiveKit's library sends. */
export const VOICE_RATE = 24_000
const PIECE_MS = 100
const MS_A_CHARACTER = 25
const LOUD = 500

/** What every sound that is loud is heard as. */
export const WORDS_HEARD = 'show me the harbour'
/** Asks for a reply that goes on until somebody stops it. */
export const ASK_FOR_LONG = 'tell me all about the harbour'
const SHORT_REPLY = 'Here it is.'
const LONG_REPLY = 'The harbour opens at six in the morning, and closes when the last boat is in. '.repeat(20)

export const replyTo = (text: string): string => (text === ASK_FOR_LONG ? LONG_REPLY : SHORT_REPLY)

export const isLoud = (samples: Int16Array): boolean => samples.some((sample) => Math.abs(sample) > LOUD)

/** An engine is a process or a server of its own: it never answers before whoever asks has done what they were at. */
export const elsewhere = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A tone as long as the text, in pieces. */
export function* toneOf(text: string): Generator<Int16Array> {
  const pieces = Math.ceil((text.length * MS_A_CHARACTER) / PIECE_MS)
  const length = (VOICE_RATE * PIECE_MS) / 1000
  for (let piece = 0; piece < pieces; piece++)
    yield Int16Array.from({ length }, (_, at) =>
      Math.round(6_000 * Math.sin((2 * Math.PI * 440 * (piece * length + at)) / VOICE_RATE)),
    )
}

/** Sound this long without anybody in it is a pause. */
const PAUSE_MS = 100

/** Tells when somebody begins to speak and when they pause. */
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
