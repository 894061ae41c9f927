// Holds the state and tells who is interested. Listeners are told once per frame at most by whoever subscribes through
// React; the store itself never drops or delays an action.
import { reduce } from './reduce.ts'
import { initialState, type RoomAction, type RoomState } from './state.ts'

export interface Store {
  get(): RoomState
  subscribe(listener: () => void): () => void
  dispatch(action: RoomAction): void
}

export function createStore(): Store {
  let state = initialState
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispatch(action) {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
  }
}
