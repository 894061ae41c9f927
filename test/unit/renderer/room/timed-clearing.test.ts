import { describe, expect, it } from 'vitest'
import { createTimedClearing } from '../../../../src/renderer/room/timed-clearing.ts'
import type { RoomAction } from '../../../../src/renderer/store/state.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

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

describe('timed clearing', () => {
  it('clears a status five seconds after the last one', () => {
    const { clock, clearing, dispatched } = setUp()
    clearing.after(status)
    clock.advance(4_000)
    clearing.after(status)
    clock.advance(10_000)
    expect(dispatched).toEqual([[9_000, { type: 'status.cleared' }]])
  })

  it('clears a subtitle three seconds after its text was final', () => {
    const { clock, clearing, dispatched } = setUp()
    clearing.after({ type: 'segment.closed', id: 's' })
    clock.advance(10_000)
    expect(dispatched).toEqual([[3_000, { type: 'subtitle.cleared', segmentId: 's' }]])
  })

  const pointed: RoomAction = {
    type: 'lines.pointed',
    pointed: { file: 'src/tide.ts', line: 1, endLine: 2 },
  }
  const state = (to: 'thinking' | 'idle'): RoomAction => ({ type: 'agent.state.changed', state: to })

  it('clears the pointed lines fifteen seconds after the agent has ended, not while it talks', () => {
    const { clock, clearing, dispatched } = setUp()
    clearing.after(state('thinking'))
    clearing.after(pointed)
    clock.advance(60_000)
    expect(dispatched).toEqual([])
    clearing.after(state('idle'))
    clock.advance(14_999)
    expect(dispatched).toEqual([])
    clock.advance(1)
    expect(dispatched).toEqual([[75_000, { type: 'pointed.cleared' }]])
  })

  it('keeps the pointed lines if the agent goes on', () => {
    const { clock, clearing, dispatched } = setUp()
    clearing.after(pointed)
    clock.advance(10_000)
    clearing.after(state('thinking'))
    clock.advance(60_000)
    expect(dispatched).toEqual([])
  })

  it('clears nothing after it was closed', () => {
    const { clock, clearing } = setUp()
    clearing.after(status)
    clearing.after({ type: 'segment.closed', id: 's' })
    clearing.after(pointed)
    clearing.close()
    expect(clock.pending()).toBe(0)
  })
})
