// What the listener and the three protocols know of each other.

export interface GuestAddress {
  /** Where it comes from, as people are told. */
  address: string
  /** What it calls itself, where it does: the User-Agent. */
  agent: string | null
}

/**
 * How a connection ended: by a close of theirs; by one of ours; or without a word, so that nobody knows what of all that was
 * on its way has arrived.
 */
export type Ending = 'goodbye' | 'sent away' | 'broken'

/** A guest's connection, after it was let in. */
export interface GuestSocket extends GuestAddress {
  /** Unique among all connections of this run. */
  readonly id: string
  /** Sends a text frame; nothing happens once the socket is closed. One that does not read is cut off. */
  send(text: string): void
  /** Nothing that still comes from it is heard. One that does not answer this is cut off. */
  close(code: number, reason: string): void
  /** While it is held still, no more is read from it than was on its way. */
  hold(still: boolean): void
  /** Whether what is sent now can arrive; from the first word of a close it cannot, however long the close takes. */
  isOpen(): boolean
  /** Calls back once the other side has all that was sent before; never, where the connection ends first. */
  confirm(done: () => void): void
  onMessage(listener: (data: string | Uint8Array) => void): void
  /** Called once, whoever closed it. */
  onClose(listener: (ending: Ending) => void): void
  /** What the guest is doing, for the desktop: a word or two such as "listening". */
  describe(state: string): void
}

/** One of the protocols that guests speak. */
export interface Wire {
  readonly id: 'g2' | 'vela' | 'voice-ide'
  /** What the desktop calls a guest of this kind. */
  readonly title: string
  /** The path a client connects to. */
  readonly path: string
  /** A longer frame closes the connection with 1009. What the protocol itself refuses must be shorter. */
  readonly maxFrameBytes: number
  /** What is sent before a guest without the right token is closed with 4001, in the protocol's own words; null for nothing. */
  refusal(): string | null
  /** A guest has come, and may speak. */
  accept(socket: GuestSocket): void
  close(): Promise<void>
}
