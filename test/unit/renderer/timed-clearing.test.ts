import { describe, expect, it } from 'vitest'
import { createTimedClearing } from '../../../src/renderer/room/timed-clearing.ts'
import type { RoomAction } from '../../../src/renderer/store/state.ts'
import { createFakeClock } from '../../fakes/fake-clock.ts'

function setUp() {
  const clock = createFakeClock(0)
  const dispatched: [number, RoomAction][] = []
  const clearing = createTimedClearing(clock, (action) => dispatched.push([clock.now(), action]))
  return { clock, dispatched, clearing }
}
const status: RoomAction = {
  type: 'status.shown',
  status: { action: 'thinking', detail: null, startedAt: 0 },
}

describe('what goes by itself', () => {
  it('is a status, five seconds after the last one', () => {
    const { clock, clearing, dispatched } = setUp()
    clearing.after(status)
    clock.advance(4_000)
    clearing.after(status)
    clock.advance(10_000)
    expect(dispatched).toEqual([[9_000, { type: 'status.cleared' }]])
  })

  it('is a subtitle, three seconds after its words were final', () => {
    const { clock, clearing, dispatched } = setUp()
    clearing.after({ type: 'segment.closed', id: 's' })
    clock.advance(10_000)
    expect(dispatched).toEqual([[3_000, { type: 'subtitle.cleared', segmentId: 's' }]])
  })

  it('is nothing once closed', () => {
    const { clock, clearing } = setUp()
    clearing.after(status)
    clearing.after({ type: 'segment.closed', id: 's' })
    clearing.close()
    expect(clock.pending()).toBe(0)
  })
})
