// Turns a clip into text, with any engine.

export interface Transcription {
  text: string
  /** Given back to the engine when the same clip has grown. */
  draft?: readonly number[]
}

export interface TranscribeOptions {
  signal: AbortSignal
  draft?: readonly number[] | undefined
  /** Awaited between two steps, so that more urgent work goes first. */
  giveWay?: () => Promise<void>
}

export interface Transcriber {
  /** As the user sees it. */
  readonly name: string
  /**
   * Whether it is worth asking while the user still speaks. A service that is paid by the minute is asked once, when a
   * stretch of speech has ended.
   */
  readonly guesses: boolean
  /** `clip` has 16-bit samples at HEARING_RATE. Rejects with an AbortError when the signal aborts. */
  transcribe(clip: Int16Array, options: TranscribeOptions): Promise<Transcription>
  close(): Promise<void>
}

export function abortError(): Error {
  return new DOMException('Stopped.', 'AbortError')
}

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
