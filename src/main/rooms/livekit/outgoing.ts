// What is on its way into a LiveKit room, in order: what is large is handed over once the channel has taken what came before
// it, so an artifact never fills the channel's buffer and sound is never kept waiting behind it. A few small things may be
// under way at once, so that the first word of a reply does not wait for every status before it.

export interface Outgoing {
  /** Sends it in its turn. `bytes` is how much it holds on to until then. What takes it must keep the order itself. */
  send(bytes: number, work: () => Promise<unknown>): void
  /** Begins it in its turn, and keeps nothing waiting that comes after it. */
  begin(work: () => Promise<unknown>): void
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

const SMALL_BYTES = 2_000
const MOST_UNDER_WAY = 8

/** Handing much over takes a moment in which nothing else is done; what is about to sound comes first. */
const afterSound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function createOutgoing({ mostBytes, onOverflow, onError }: Deps): Outgoing {
  let last: Promise<unknown> = Promise.resolve()
  /** Things under way that nothing waits for. */
  const begun = new Set<Promise<void>>()
  let waiting = 0
  let closed = false

  async function finish(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!closed) onError(error)
    }
  }

  function letBe(sending: Promise<void>): void {
    begun.add(sending)
    void sending.then(() => begun.delete(sending))
  }

  return {
    send(bytes, work) {
      if (closed) return
      waiting += bytes
      if (waiting > mostBytes) {
        closed = true
        return onOverflow()
      }
      const small = bytes <= SMALL_BYTES
      last = last.then(small ? undefined : afterSound).then(() => {
        const sending = (closed ? Promise.resolve() : finish(work)).then(() => void (waiting -= bytes))
        if (!small || begun.size >= MOST_UNDER_WAY) return sending
        letBe(sending)
      })
    },
    begin(work) {
      if (closed) return
      last = last.then(() => {
        if (!closed) letBe(finish(work))
      })
    },
    async drained() {
      await last
      await Promise.all(begun)
    },
    close() {
      closed = true
    },
  }
}
