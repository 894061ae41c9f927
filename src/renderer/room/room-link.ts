// The window's side of a room. The local room and LiveKit each have one.
import { FaultError } from '../../shared/errors.ts'
import type { OthersPlayback, SharedMicrophone } from '../app-props.ts'
import type { LinkWay } from '../store/state.ts'

export interface IncomingText {
  streamId: string
  topic: string
  sender: string
  attributes: Record<string, string>
}

export interface RoomListener {
  data(topic: string, bytes: Uint8Array): void
  textOpened(stream: IncomingText): void
  textAppended(streamId: string, text: string): void
  textClosed(streamId: string): void
  attributesChanged(attributes: Record<string, string>): void
  audio(samples: Int16Array, sampleRate: number): void
  /** The link has become weak, or has recovered from it. */
  weakened(weak: boolean): void
  /** The link was interrupted and has recovered: what was sent meanwhile may be missing. */
  recovered(): void
  /** The link closed; the reason is a plain sentence. This is the last call. */
  closed(reason: string): void
}

export interface RoomLink {
  readonly identity: string
  readonly agentIdentity: string
  readonly way: LinkWay
  /** Rejects only if the text certainly was not sent. */
  sendText(topic: string, text: string): Promise<void>
  /** Calls a method of the agent. Rejects with a FaultError, or with an Error if the link closes first. */
  call(method: string, payload: string): Promise<string>
  sendAudio(samples: Int16Array, sampleRate: number): void
  /** Lets other participants hear the microphone; absent in a room without others. */
  shareMicrophone?(shared: SharedMicrophone): void
  /** Plays other participants; absent in a room without others. */
  playOthers?(playback: OthersPlayback): void
  close(): void
}

/** The next step for a failed call whose error names none. */
export const DEFAULT_REMEDY = 'Try again.'

/** Whether a call or its answer was lost on the way, so that the agent has not refused it. */
export const isUndelivered = (error: unknown): boolean =>
  error instanceof FaultError && error.fault.code === 'room_lost'

/** Resolves when the window has joined the room. */
export type OpenLink = (listener: RoomListener) => Promise<RoomLink>
