// Events that the agent replays, to a window that is new, was away or asks for earlier ones, look like new ones. Their
// artifacts are held until the last has arrived, so that the window draws the newest and not each one on the way.
import type { RoomAction } from '../store/state.ts'

type Arrival = Extract<RoomAction, { type: 'artifact.arrived' }>

type ReplayKind = 'missed' | 'recent' | 'earlier'

export interface Replay {
  /** Events that were `missed`, `recent` ones that are still in tabs, or `earlier` ones for the history. */
  begin(kind: ReplayKind): void
  /** An action of a replayed event, or of a new one meanwhile. */
  take(action: RoomAction): void
  /** The replay is over: shows what was held. */
  end(): void
  isUnderWay(): boolean
  /** How many artifacts of this conversation have arrived. */
  artifacts(): number
  /** The conversation is another one. */
  forget(): void
}

export function createReplay(dispatch: (action: RoomAction) => void): Replay {
  let kind: ReplayKind | null = null
  let count = 0
  let held: Arrival[] = []
  let newest = -Infinity

  return {
    begin(next) {
      kind = next
    },
    take(action) {
      // An artifact that will be held is not shown from its beginning.
      if (action.type === 'artifact.started' && kind !== null) return
      // The agent pointed at something back then; now it would only turn the user's view away.
      if (action.type === 'lines.pointed' && kind !== null) return
      if (action.type === 'review.moved' && kind !== null) return dispatch({ ...action, isReplayed: true })
      if (action.type !== 'artifact.arrived') return dispatch(action)
      const isOld = action.shown.at <= newest
      newest = Math.max(newest, action.shown.at)
      count++
      if (kind === 'missed') held.push(action)
      else if (kind === 'recent' && isOld) held.push({ ...action, place: 'behind' })
      else if (kind === 'earlier' && isOld) held.push({ ...action, place: 'history' })
      else dispatch(action)
    },
    end() {
      const shown = held
      kind = null
      held = []
      // Each tab goes behind the previous one, so the newest comes first.
      const behind = shown.filter(({ place }) => place === 'behind').toReversed()
      for (const action of behind) dispatch(action)
      for (const action of shown) if (action.place !== 'behind') dispatch(action)
    },
    isUnderWay: () => kind !== null,
    artifacts: () => count,
    forget() {
      held = []
      newest = -Infinity
      count = 0
    },
  }
}
