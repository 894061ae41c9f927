// Holds the state and notifies listeners after each change.
import { createEmitter } from '../../base/emitter.ts'
import type { RoomStore } from '../app-props.ts'
import { reduce } from './reduce.ts'
import { initialState } from './state.ts'

export function createStore(): RoomStore {
  let state = initialState
  const changed = createEmitter<[]>()
  return {
    get: () => state,
    subscribe: changed.on,
    dispatch(action) {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      changed.emit()
    },
  }
}
