// What turns a clip of sound into words, whichever engine does it.

export interface Transcription {
  text: string
  /** What the engine would like to be given back when the same clip has grown. */
  draft?: readonly number[]
}

export interface TranscribeOptions {
  signal: AbortSignal
  draft?: readonly number[] | undefined
  /** Awaited between two steps of the work: what is more urgent goes first. */
  giveWay?: () => Promise<void>
}

export interface Transcriber {
  /** As people are told. */
  readonly name: string
  /**
   * Whether it is worth asking while somebody still speaks. A service that is paid for by the minute is asked once, when
   * a stretch has ended.
   */
  readonly guesses: boolean
  /** 16-bit samples at the rate of the ears. Rejects with an AbortError once the signal says so. */
  transcribe(clip: Int16Array, options: TranscribeOptions): Promise<Transcription>
  close(): Promise<void>
}

export function abortError(): Error {
  return new DOMException('Stopped.', 'AbortError')
}

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
