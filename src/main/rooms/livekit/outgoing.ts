// What is on its way into a LiveKit room, one thing after the other: each is handed over once the channel has taken the
// one before it, so a large artifact never fills the channel's buffer and sound is never kept waiting behind it.

export interface Outgoing {
  /** Sends it in its turn. `bytes` is how much it holds on to until then. */
  send(bytes: number, work: () => Promise<unknown>): void
  /** Resolves once everything sent so far is on its way. */
  drained(): Promise<void>
  /** What still waits is not sent any more. */
  close(): void
}

interface Deps {
  /** More than this waiting, and nobody is reading: it is better to come back than to keep on filling the memory. */
  mostBytes: number
  onOverflow(): void
  onError(error: unknown): void
}

export function createOutgoing({ mostBytes, onOverflow, onError }: Deps): Outgoing {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let closed = false

  return {
    send(bytes, work) {
      if (closed) return
      waiting += bytes
      if (waiting > mostBytes) {
        closed = true
        return onOverflow()
      }
      last = last.then(async () => {
        try {
          if (!closed) await work()
        } catch (error) {
          if (!closed) onError(error)
        } finally {
          waiting -= bytes
        }
      })
    },
    async drained() {
      await last
    },
    close() {
      closed = true
    },
  }
}
