// A person's side of a room, whatever carries it. The local room and LiveKit each have one.

import { FaultError } from '../../shared/errors.ts'
import type { OthersHeard, SharedMicrophone } from '../app-props.ts'
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
  /** The link has become weak, or is not any more. */
  weakened(weak: boolean): void
  /** The link broke and was mended by itself: what was sent meanwhile may be missing. */
  mended(): void
  /** The link is gone; the reason is a plain sentence. Nothing more comes after it. */
  closed(reason: string): void
}

export interface RoomLink {
  /** Who this window is in the room, and who the agent is. */
  readonly identity: string
  readonly agentIdentity: string
  readonly way: LinkWay
  /** Rejects where it is certain that it did not go out. */
  sendText(topic: string, text: string): Promise<void>
  /** Asks the agent something. Rejects with a FaultError, or with an Error when the link closes first. */
  call(method: string, payload: string): Promise<string>
  sendAudio(samples: Int16Array, sampleRate: number): void
  /** Lets other people in the room hear; absent where there are none. */
  shareMicrophone?(shared: SharedMicrophone): void
  /** How other people are heard; absent where there are none. */
  hearOthers?(how: OthersHeard): void
  close(): void
}

/** What to do about a call that failed, where the wire told only what happened. */
export const UNTOLD_REMEDY = 'Try again.'

/** It did not get to the agent, who therefore has not refused it; or the answer did not get here. */
export const isUndelivered = (error: unknown): boolean =>
  error instanceof FaultError && error.fault.code === 'room_lost'

/** Opens a link; it resolves once the room let us in. */
export type OpenLink = (listener: RoomListener) => Promise<RoomLink>
