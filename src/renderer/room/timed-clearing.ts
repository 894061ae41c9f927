// A subtitle goes three seconds after its words were final, a status five seconds after it was the last.
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import type { RoomAction } from '../store/state.ts'

const SUBTITLE_MS = 3_000
const STATUS_MS = 5_000

export interface TimedClearing {
  /** Looks at an action that was just dispatched, and plans what it makes necessary. */
  after(action: RoomAction): void
  close(): void
}

export function createTimedClearing(clock: Clock, dispatch: (action: RoomAction) => void): TimedClearing {
  let cancelStatus: Unsubscribe = () => {}
  let cancelSubtitle: Unsubscribe = () => {}
  return {
    after(action) {
      if (action.type === 'status.shown') {
        cancelStatus()
        cancelStatus = clock.after(STATUS_MS, () => dispatch({ type: 'status.cleared' }))
      }
      if (action.type === 'segment.closed') {
        const { id } = action
        cancelSubtitle()
        cancelSubtitle = clock.after(SUBTITLE_MS, () => dispatch({ type: 'subtitle.cleared', segmentId: id }))
      }
    },
    close() {
      cancelStatus()
      cancelSubtitle()
    },
  }
}
