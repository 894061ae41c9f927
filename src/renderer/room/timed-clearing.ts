// A subtitle disappears three seconds after its text was final, a status five seconds after the last one, and the lines the
// agent pointed at fifteen seconds after it has ended.
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import type { RoomAction } from '../store/state.ts'

const SUBTITLE_MS = 3_000
const STATUS_MS = 5_000
const POINTED_MS = 15_000

export interface TimedClearing {
  /** Schedules what a dispatched action makes necessary. */
  after(action: RoomAction): void
  close(): void
}

export function createTimedClearing(clock: Clock, dispatch: (action: RoomAction) => void): TimedClearing {
  let cancelStatus: Unsubscribe = () => {}
  let cancelSubtitle: Unsubscribe = () => {}
  let cancelPointed: Unsubscribe = () => {}
  let isIdle = true
  let hasPointed = false
  return {
    after(action) {
      if (action.type === 'status.shown') {
        cancelStatus()
        cancelStatus = clock.after(STATUS_MS, () => dispatch({ type: 'status.cleared' }))
      }
      if (action.type === 'agent.state.changed') isIdle = action.state === 'idle'
      if (action.type === 'lines.pointed') hasPointed = true
      if (hasPointed && (action.type === 'agent.state.changed' || action.type === 'lines.pointed')) {
        cancelPointed()
        if (isIdle)
          cancelPointed = clock.after(POINTED_MS, () => {
            hasPointed = false
            dispatch({ type: 'pointed.cleared' })
          })
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
      cancelPointed()
    },
  }
}
