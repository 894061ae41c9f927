// What the listener and the servers of the wires know of each other.
import type { GuestHost } from '../../core/ports/guests.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { GatewayWire } from '../../shared/wire/gateway.ts'

export interface GuestAddress {
  /** The remote address, as the desktop shows it. */
  address: string
  /** The User-Agent header, if any. */
  agent: string | null
}

/** Who closed a connection. After `network`, nobody knows which frames have arrived. */
export type ClosedBy = 'guest' | 'gateway' | 'network'

/** The device of a connection. Its sessions belong to it: no other device may resume them. */
export interface GuestDevice {
  readonly id: string
  readonly name: string
  /** Several clients may use this token, or access is open: its connections may be different users. */
  readonly isShared: boolean
}

/** The connection of an accepted guest. */
export interface GuestSocket extends GuestAddress {
  /** Unique among all connections of this run. */
  readonly id: string
  readonly device: GuestDevice
  /** Whether this device may approve its own requests. The owner can change it at any time. */
  mayApprove(): boolean
  /** Sends a text frame, unless the socket is closed. A guest that does not read is disconnected. */
  send(text: string): void
  /** Closes the connection and ignores later frames. A guest that does not answer is disconnected. */
  close(code: number, reason: string): void
  /** Stops or continues reading from the guest. */
  pause(paused: boolean): void
  /** Whether a frame can still arrive: false from the start of a close. */
  isOpen(): boolean
  /** Calls back when the guest has everything sent before; never if the connection ends first. */
  confirm(done: () => void): void
  onMessage(listener: (data: string | Uint8Array) => void): void
  /** Called once. */
  onClose(listener: (ending: ClosedBy) => void): void
  /** Says what the guest is doing, for the desktop, such as "listening". */
  describe(state: string): void
}

/** The gateway's side of one wire. */
export interface WireServer {
  readonly wire: GatewayWire
  /** A longer frame closes the connection with 1009. Frames that the protocol itself refuses must be shorter. */
  readonly maxFrameBytes: number
  /** The frame to send before a guest without the right token is closed with 4001; null for none. */
  refusal(): string | null
  /** A guest has connected and shown its token. */
  accept(socket: GuestSocket): void
  close(): Promise<void>
}

/** What every server gets. */
export interface WireServerDeps {
  guestHost: GuestHost
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
  /** A folder of this wire alone, for what must outlive a restart. It may not exist yet. */
  folder: string
}
