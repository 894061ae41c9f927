// Turns speech into text. Audio goes in at 16 kHz (16-bit, one channel). The real recognizer runs in a separate process
// and stores each take on disk until it is acknowledged; test/fakes has a scripted one.
import type { Fault } from '../../shared/errors.ts'
import type { ActivityChange } from '../speech/hearing/speech-activity.ts'
import type { Unsubscribe } from './clock.ts'

/** The longest take. Windows show it while the user talks. */
export const TAKE_LIMIT_MS = 5 * 60_000

export interface TakeOptions {
  /** Letters, digits, dashes and underscores: it names a file. */
  takeId: string
  /** The id of its conversation. */
  session: string
  /** Audio from before the take was opened that belongs to it. */
  preRoll?: Int16Array
  /** Partial transcripts come early, whatever they cost: the user may be talking over the agent. */
  eager?: boolean
}

export type TakeEvent =
  /** Somebody began or stopped to speak, so many samples into the take. */
  | ActivityChange
  /** The partial transcript of the first `soundMs`. */
  | { type: 'words.guessed'; text: string; soundMs: number }
  /** It has reached the limit; later audio is not part of it. */
  | { type: 'take.limited'; limitMs: number }
  /** It cannot be transcribed; `release` says why. */
  | { type: 'take.failed' }
  /** The recognizer crashed and is being restarted; no audio is lost. */
  | { type: 'take.delayed'; fault: Fault }
  /** It cannot be stored on disk, and would be lost in a crash. */
  | { type: 'take.not_stored'; fault: Fault }

/** Milliseconds since the epoch. */
export interface TakeTimes {
  openedAt: number
  releasedAt: number
  recognisedAt: number
  /** The length of the audio. */
  soundMs: number
}

export interface FinalTranscript {
  takeId: string
  /** Empty where nothing was said. */
  text: string
  /** The engine's name, as shown to users. */
  engine: string
  times: TakeTimes
}

export interface Take {
  readonly takeId: string
  write(samples: Int16Array): void
  onEvent(listener: (event: TakeEvent) => void): Unsubscribe
  /**
   * No more audio comes; resolves with the transcript, each time with the same. Rejects with a FaultError where it could
   * not be transcribed: the audio stays, and `recover` offers it at the next start. Rejects with an AbortError once the
   * take was cancelled.
   */
  release(): Promise<FinalTranscript>
  /** Nothing is transcribed and nothing is stored. */
  cancel(): void
}

export interface RecoveredTake {
  takeId: string
  session: string
  startedAt: number
  soundMs: number
  /** Null where it could not be transcribed this time either, empty where it has no words. The audio stays. */
  text: string | null
  /** It contains speech, whether or not words were recognized. */
  spoke: boolean
}

/** Detects when somebody speaks. */
export interface VoiceWatch {
  write(samples: Int16Array): void
  close(): void
}

export interface Recognizer {
  /** The engine's name, as shown to users. */
  readonly engine: string
  open(options: TakeOptions): Take
  watch(listener: (change: ActivityChange) => void): VoiceWatch
  /** The transcript is in the journal, or nobody wants it: the audio can be deleted. */
  acknowledge(takeId: string): Promise<void>
  /** The transcript could not be stored: the audio stays, and can be recovered. */
  leave(takeId: string): Promise<void>
  /**
   * The unacknowledged takes of a conversation from earlier runs, or only one of them: oldest first, each as soon as it is
   * transcribed. They stay until they are acknowledged.
   */
  recover(session: string, takeId?: string): AsyncIterable<RecoveredTake>
  close(): Promise<void>
}

export interface TakeHead {
  takeId: string
  session: string
  startedAt: number
}

export interface StoredTake extends TakeHead {
  soundMs: number
}

/** Stores takes until they are acknowledged. */
export interface SpokenAudio {
  begin(head: TakeHead): SpokenTake
  /** Empty for a take that does not exist. */
  read(takeId: string): Promise<Int16Array>
  acknowledge(takeId: string): Promise<void>
  /** No more audio comes, and it was not acknowledged: from now on it can be recovered. */
  leave(takeId: string): Promise<void>
  /** Takes that can be recovered, oldest first. */
  unacknowledged(): Promise<StoredTake[]>
  close(): Promise<void>
}

export interface SpokenTake {
  /** The audio survives a crash of this process once the promise resolves. */
  append(samples: Int16Array): Promise<void>
}
