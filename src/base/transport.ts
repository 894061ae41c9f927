// A pipe for frames of bytes: a message port, a WebSocket, or in tests a pair of queues. Frames arrive whole and in order.
export interface Transport {
  send(frame: Uint8Array): void
  /** Resolves once the other side has read most of what was sent, or has closed; at once if the transport cannot know. */
  drained?(): Promise<void>
  onFrame(listener: (frame: Uint8Array) => void): void
  /** Called once, when either side closed; the reason is a plain sentence. */
  onClose(listener: (reason: string) => void): void
  close(reason?: string): void
}
