// Loads one thing at a time, and next only the newest request made meanwhile, so that a key held down loads two things
// and not fifty.

export interface LatestOnly<Key> {
  want(key: Key): void
  /** Drops the result of a load under way. */
  close(): void
}

interface Deps<Key, Value> {
  load(key: Key): Promise<Value>
  /** Called once for each loaded key. */
  loaded(key: Key, value: Value): void
  failed(key: Key, error: unknown): void
}

export function createLatestOnly<Key, Value>({ load, loaded, failed }: Deps<Key, Value>): LatestOnly<Key> {
  let loading = false
  let next: { key: Key } | null = null
  let closed = false

  async function begin(key: Key): Promise<void> {
    loading = true
    try {
      const value = await load(key)
      if (!closed) loaded(key, value)
    } catch (error) {
      if (!closed) failed(key, error)
    } finally {
      loading = false
    }
    const waiting = next
    next = null
    if (waiting && !closed) void begin(waiting.key)
  }

  return {
    want(key) {
      if (closed) return
      if (loading) next = { key }
      else void begin(key)
    },
    close() {
      closed = true
      next = null
    },
  }
}
