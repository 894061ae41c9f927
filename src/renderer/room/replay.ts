// What is told again, to a window that is new or was away or asks for older things, comes as if it happened now. Its
// artifacts are held until the last of them is there and shown together: the window draws the newest, not each on the way.
import type { RoomAction } from '../store/state.ts'

type Arrival = Extract<RoomAction, { type: 'artifact.arrived' }>

type Telling = 'missed' | 'recent' | 'earlier'

export interface Replay {
  /** What was `missed`, the `recent` things that are still in tabs, or `earlier` ones for the history. */
  begin(what: Telling): void
  /** Something came: told again, or new meanwhile. */
  take(action: RoomAction): void
  /** All of it came, or no more will: what was held is shown. */
  end(): void
  isUnderWay(): boolean
  /** How many artifacts of this conversation have come. */
  artifacts(): number
  /** Another conversation: nothing held belongs to it. */
  forget(): void
}

export function createReplay(dispatch: (action: RoomAction) => void): Replay {
  let telling: Telling | null = null
  let count = 0
  let held: Arrival[] = []
  let newest = -Infinity

  return {
    begin(what) {
      telling = what
    },
    take(action) {
      // What is held until it is all there need not begin.
      if (action.type === 'artifact.begun' && telling !== null) return
      if (action.type !== 'artifact.arrived') return dispatch(action)
      const isOld = action.shown.at <= newest
      newest = Math.max(newest, action.shown.at)
      count++
      if (telling === 'missed') held.push(action)
      else if (telling === 'recent' && isOld) held.push({ ...action, place: 'behind' })
      else if (telling === 'earlier' && isOld) held.push({ ...action, place: 'history' })
      else dispatch(action)
    },
    end() {
      const shown = held
      telling = null
      held = []
      // Those that go behind the others do so from the newest to the oldest.
      const behind = shown.filter(({ place }) => place === 'behind').toReversed()
      for (const action of behind) dispatch(action)
      for (const action of shown) if (action.place !== 'behind') dispatch(action)
    },
    isUnderWay: () => telling !== null,
    artifacts: () => count,
    forget() {
      held = []
      newest = -Infinity
      count = 0
    },
  }
}
