// Loads whatever is wanted last. One thing is loaded at a time; what is wanted meanwhile waits, and only the newest of
// it is loaded next, so that a key held down asks for two things and not for fifty.

export interface LatestOnly<Key> {
  want(key: Key): void
  /** What is still under way is told to nobody. */
  close(): void
}

interface Deps<Key, Value> {
  load(key: Key): Promise<Value>
  /** Told once for each key that was loaded. */
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
