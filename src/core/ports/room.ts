// The agent's side of a room, whatever the transport: local, LiveKit or both.
import type { ParticipantRole } from '../../shared/authorization.ts'
import type { Unsubscribe } from './clock.ts'

export interface TextStreamWriter {
  write(text: string): void
  close(): void
}

export interface TextStreamOptions {
  topic: string
  attributes: Record<string, string>
  /** Who says it; the agent when absent. */
  senderIdentity?: string
  /** Only to this participant; to everyone when absent. */
  to?: string
  /** To everyone except this participant, who has the text already. */
  except?: string
}

export interface RpcCall {
  caller: string
  payload: string
}

export interface Room {
  readonly agentIdentity: string
  publishData(topic: string, bytes: Uint8Array, options?: { to?: string }): void
  streamText(options: TextStreamOptions): TextStreamWriter
  /** Sends a frame of the agent's voice: 16-bit samples, one channel. */
  publishAudio(samples: Int16Array, sampleRate: number): void
  /** Drops audio of the agent's voice that was sent and not played yet. Parley's own windows do so themselves. */
  silence?(): void
  /** Attributes of the agent that every participant sees, such as `lk.agent.state`. */
  setAttributes(attributes: Record<string, string>): void
  participants(): string[]
  /** Whether a participant is only cut off for now, as while their connection is being repaired. */
  mayBeAway?(identity: string): boolean
  /** A participant's name; null for the owner and for unknown participants. */
  nameOf?(identity: string): string | null
  /** What a participant may do; an unknown one is a plain participant. */
  roleOf(identity: string): ParticipantRole
  /** Resolves once this participant has read enough for more to be sent. */
  drained(identity: string): Promise<void>
  /** Calls back with each complete text that a participant sends on this topic. */
  onText(topic: string, listener: (text: string, from: string) => void): Unsubscribe
  /** Answers calls by participants. A thrown FaultError reaches the caller as its code and message. */
  onRpc(method: string, handler: (call: RpcCall) => Promise<string> | string): Unsubscribe
  onAudio(listener: (samples: Int16Array, sampleRate: number, from: string) => void): Unsubscribe
  /**
   * Whose open microphone the agent hears from now on, in rooms where participants talk without a call; null for nobody's.
   * Calls back at once while somebody is heard.
   */
  onTalker?(listener: (identity: string | null) => void): Unsubscribe
  /** Somebody entered, or was there when the agent came back, and has seen nothing of the conversation. */
  onNewcomer?(listener: (identity: string) => void): Unsubscribe
  close(): void
}
