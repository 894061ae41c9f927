import { ParticipantKind, type RemoteParticipant } from '@livekit/rtc-node'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWhoIsThere, type WhoIsThere } from '../../../../../src/main/rooms/livekit/who-is-there.ts'
import { createFakeClock, type FakeClock } from '../../../../fakes/fake-clock.ts'

let known: Map<string, RemoteParticipant>
let clock: FakeClock
let forgotten: number
let who: WhoIsThere

beforeEach(() => {
  known = new Map()
  clock = createFakeClock()
  forgotten = 0
  who = createWhoIsThere({ known: () => known, clock, onForgotten: () => void forgotten++ })
})

const told = (identity: string, name?: string, kind = ParticipantKind.STANDARD): void =>
  void known.set(identity, { identity, name, kind } as RemoteParticipant)

describe('who is in the room', () => {
  it('is whoever the server told of, people and agents apart', () => {
    told('ada', 'Ada')
    told('bo')
    told('other-agent', 'Other', ParticipantKind.AGENT)
    expect(who.people()).toEqual([
      { identity: 'ada', name: 'Ada' },
      { identity: 'bo', name: '' },
    ])
    expect(who.agents()).toEqual(['other-agent'])
  })

  it('is whoever called, before the server tells of them, and only once afterwards', () => {
    who.called('new')
    expect(who.people()).toEqual([{ identity: 'new', name: '' }])
    expect(who.hasCalled('new')).toBe(true)
    told('new', 'Newcomer')
    expect(who.people()).toEqual([{ identity: 'new', name: 'Newcomer' }])
    expect(who.hasCalled('new')).toBe(false)
  })

  it('is not somebody who called and was never told of, and that is told', () => {
    who.called('ghost')
    clock.advance(10_000)
    who.called('ghost')
    clock.advance(14_000)
    expect(who.people()).toHaveLength(1)
    expect(forgotten).toBe(0)
    clock.advance(1_000)
    expect(who.people()).toEqual([])
    expect(forgotten).toBe(1)
  })

  it('is not waited for any longer once it was told of, has left, or the stay is over', () => {
    who.called('told')
    told('told')
    who.people()
    who.called('brief')
    who.left('brief')
    expect(clock.pending()).toBe(0)
    who.called('late')
    who.close()
    expect(clock.pending()).toBe(0)
    expect(forgotten).toBe(0)
  })

  it('is not who left, even before they were told of', () => {
    who.called('brief')
    who.left('brief')
    expect(who.people()).toEqual([])
  })

  it('may talk unless it turns out to be an agent', () => {
    expect(who.mayTalk('unknown')).toBe(true)
    told('ada')
    told('other-agent', '', ParticipantKind.AGENT)
    expect(who.mayTalk('ada')).toBe(true)
    expect(who.mayTalk('other-agent')).toBe(false)
  })
})
