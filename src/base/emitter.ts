// A list of listeners. Use it wherever an object has an `onX(listener)` that returns a function to unsubscribe.

export interface Emitter<Args extends unknown[]> {
  on(listener: (...args: Args) => void): () => void
  /** Calls the listeners in the order in which they subscribed. One that unsubscribes meanwhile is not called any more. */
  emit(...args: Args): void
  clear(): void
  readonly size: number
}

export function createEmitter<Args extends unknown[]>(): Emitter<Args> {
  // Wrapped, so that the same function subscribed twice is called twice.
  const listeners = new Set<{ call(...args: Args): void }>()
  return {
    on(listener) {
      const entry = { call: listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    emit(...args) {
      // A copy: a listener that subscribes another one must not make this call go on for ever.
      const now = [...listeners]
      for (const entry of now) if (listeners.has(entry)) entry.call(...args)
    },
    clear: () => listeners.clear(),
    get size() {
      return listeners.size
    },
  }
}
