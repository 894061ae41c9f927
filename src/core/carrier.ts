// A pipe for frames of bytes: a message port, a WebSocket, or in tests a pair of queues. Frames arrive whole and in order.
export interface Carrier {
  send(frame: Uint8Array): void
  /** Resolves once the other side has read most of what was sent, or is gone; at once where nobody can tell. */
  drained?(): Promise<void>
  onFrame(listener: (frame: Uint8Array) => void): void
  /** Called once, when the other side went away or this side closed; the reason is a plain sentence. */
  onClose(listener: (reason: string) => void): void
  close(reason?: string): void
}
