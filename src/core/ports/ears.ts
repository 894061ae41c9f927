// What hears. Sound goes in at the rate of the ears (16-bit, one channel), words come out. The real one recognises in a
// process of its own and keeps what was said on disk until somebody acknowledges it; test/fakes has one that is scripted.
import type { Fault } from '../../shared/errors.ts'
import type { ActivityChange } from '../ears/speech-activity.ts'
import type { Unsubscribe } from '../ports.ts'

/** One take may last this long and no longer. It is shown while somebody speaks. */
export const TAKE_LIMIT_MS = 5 * 60_000

export interface TakeOptions {
  /** Letters, digits, dashes and underscores: it names a file. */
  takeId: string
  /** Whose conversation it belongs to. */
  session: string
  /** Heard before the take was opened, and part of it. */
  preRoll?: Int16Array
  /** Somebody waits for the first words, as one who is being talked over: they are guessed at, even if that costs. */
  eager?: boolean
}

export type TakeEvent =
  /** Somebody began to speak, or stopped, this many samples into the take. */
  | ActivityChange
  /** The words so far, which may still change; heard up to `soundMs`. */
  | { type: 'words.guessed'; text: string; soundMs: number }
  /** It has become as long as a take may be; what is said now is not part of it. */
  | { type: 'take.limited'; limitMs: number }
  /** It cannot be recognised, however much more is said; whoever releases it hears why. */
  | { type: 'take.failed' }
  /** What hears has stopped and is being started again; nothing that was said is lost. */
  | { type: 'take.delayed'; fault: Fault }
  /** What is being said cannot be kept on disk, and would be lost with the app. */
  | { type: 'take.not_kept'; fault: Fault }

/** When things happened, in milliseconds since the epoch: where the time went. */
export interface TakeTimes {
  openedAt: number
  releasedAt: number
  recognisedAt: number
  /** How long the sound lasts. */
  soundMs: number
}

export interface FinalWords {
  takeId: string
  /** Empty where nothing was said. */
  text: string
  /** What recognised it, as people are told. */
  engine: string
  times: TakeTimes
}

export interface Take {
  readonly takeId: string
  write(samples: Int16Array): void
  onEvent(listener: (event: TakeEvent) => void): Unsubscribe
  /**
   * No more sound comes; resolves with the words, the same to whoever asks again. Rejects with a FaultError where they
   * could not be recognised: the sound is kept then, and offered by `recover` at the next start. Rejects with an
   * AbortError once the take was cancelled.
   */
  release(): Promise<FinalWords>
  /** It was not meant: nothing is recognised, nothing is kept. */
  cancel(): void
}

export interface RecoveredTake {
  takeId: string
  session: string
  startedAt: number
  soundMs: number
  /** Null where it could not be recognised this time either, empty where no words are in it. Its sound is still kept. */
  text: string | null
  /** Somebody speaks in it, whatever they say. */
  spoke: boolean
}

/** Tells when somebody speaks, without caring what. */
export interface VoiceWatch {
  write(samples: Int16Array): void
  close(): void
}

export interface Ears {
  /** What recognises, as people are told. */
  readonly engine: string
  open(options: TakeOptions): Take
  watch(listener: (change: ActivityChange) => void): VoiceWatch
  /** The words have reached the session's log, or nobody wants them: the sound is not needed any more. */
  acknowledge(takeId: string): Promise<void>
  /** Its words could not be kept: the sound stays, and is one of those that earlier runs have left. */
  leave(takeId: string): Promise<void>
  /**
   * What was said in a conversation in earlier runs and never acknowledged, oldest first, each as soon as it is recognised
   * again; or only the one that is named. It stays until it is acknowledged.
   */
  recover(session: string, takeId?: string): AsyncIterable<RecoveredTake>
  close(): Promise<void>
}

/** What a take is called on disk, and where it came from. */
export interface TakeHead {
  takeId: string
  session: string
  startedAt: number
}

export interface KeptTake extends TakeHead {
  soundMs: number
}

/** Keeps what is said until it is not needed any more. */
export interface SpokenAudio {
  begin(head: TakeHead): SpokenTake
  /** All that was kept of a take. Empty for one that is not there. */
  read(takeId: string): Promise<Int16Array>
  acknowledge(takeId: string): Promise<void>
  /** No more sound comes to it, and it was not acknowledged: from now on it is one of those that were left. */
  leave(takeId: string): Promise<void>
  /** Takes that earlier runs have left, oldest first. */
  unacknowledged(): Promise<KeptTake[]>
  close(): Promise<void>
}

export interface SpokenTake {
  /** Kept as it comes. Would survive this process as soon as the returned promise resolves. */
  append(samples: Int16Array): Promise<void>
}
