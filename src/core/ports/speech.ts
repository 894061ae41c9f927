// What the agent needs to listen and to speak.
import type { CodeWordIndex } from '../speech/hearing/code-word-index.ts'
import type { Recognizer } from './recognizer.ts'

export interface Speech {
  /** Null while it is being loaded or is turned off. */
  recognizer(): Recognizer | null
  /** Null while it is being loaded or is turned off. */
  speaker(): ReplySpeaker | null
  /** How long a pause ends an utterance, when hands-free. */
  pauseMs(): number
  /** The names in the workspace, for corrections. */
  names(): CodeWordIndex
}

export interface SpokenFrame {
  samples: Int16Array
  sampleRate: number
  /** How many samples of this reply came before this frame. */
  at: number
  /** The place in the reply that is reached when this frame has been played. */
  place: number
}

export interface SpokenReply {
  append(delta: string): void
  /** No more text for now, as while a tool runs: speaks what seems to be a whole sentence. */
  pause(): void
  end(): void
  /** To be read once, at the pace of playback. Ends after the last word, or at once when stopped. */
  frames(): AsyncIterable<SpokenFrame>
  /** At most one more frame comes, which fades out. */
  stop(): void
  /** The place in the reply that is reached after so many played samples. */
  heard(played: number): number
}

/** Starting a reply ends the previous one. */
export interface ReplySpeaker {
  begin(): SpokenReply
}
