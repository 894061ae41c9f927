// What is being sent into a LiveKit room, in order. A large item is sent once the channel has taken everything before it, so
// an artifact never fills the channel's buffer and audio never waits behind it. A few small items may be under way at once,
// so that the first word of a reply does not wait for every status before it.

export interface Outgoing {
  /** Sends in turn. `bytes` is what the item holds in memory until then. `work` must keep the order itself. */
  send(bytes: number, work: () => Promise<unknown>): void
  /** Begins in turn; later items do not wait for it. */
  begin(work: () => Promise<unknown>): void
  /** Resolves once everything so far was sent. */
  drained(): Promise<void>
  /** Drops what waits. */
  close(): void
}

interface Deps {
  /** When more than this waits, nobody is reading, and a new connection is better than a full memory. */
  maxBytes: number
  onOverflow(): void
  onError(error: unknown): void
}

const SMALL_BYTES = 2_000
const MAX_UNDER_WAY = 8

/** A large item blocks the thread for a moment, so audio that is due goes first. */
const afterAudio = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function createOutgoing({ maxBytes, onOverflow, onError }: Deps): Outgoing {
  let last: Promise<unknown> = Promise.resolve()
  /** Small items under way, which nothing waits for. */
  const underWay = new Set<Promise<void>>()
  let waiting = 0
  let closed = false

  async function finish(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!closed) onError(error)
    }
  }

  function track(sending: Promise<void>): void {
    underWay.add(sending)
    void sending.then(() => underWay.delete(sending))
  }

  return {
    send(bytes, work) {
      if (closed) return
      waiting += bytes
      if (waiting > maxBytes) {
        closed = true
        return onOverflow()
      }
      const small = bytes <= SMALL_BYTES
      last = last.then(small ? undefined : afterAudio).then(() => {
        const sending = (closed ? Promise.resolve() : finish(work)).then(() => void (waiting -= bytes))
        if (!small || underWay.size >= MAX_UNDER_WAY) return sending
        track(sending)
      })
    },
    begin(work) {
      if (closed) return
      last = last.then(() => {
        if (!closed) track(finish(work))
      })
    },
    async drained() {
      await last
      await Promise.all(underWay)
    },
    close() {
      closed = true
    },
  }
}
