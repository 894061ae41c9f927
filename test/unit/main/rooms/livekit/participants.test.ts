import { ParticipantKind, type RemoteParticipant } from '@livekit/rtc-node'
import { beforeEach, describe, expect, it } from 'vitest'
import { createParticipants, type Participants } from '../../../../../src/main/rooms/livekit/participants.ts'
import { createFakeClock, type FakeClock } from '../../../../fakes/fake-clock.ts'

let known: Map<string, RemoteParticipant>
let clock: FakeClock
let forgotten: number
let who: Participants

beforeEach(() => {
  known = new Map()
  clock = createFakeClock()
  forgotten = 0
  who = createParticipants({ known: () => known, clock, onForgotten: () => void forgotten++ })
})

const report = (identity: string, name?: string, kind = ParticipantKind.STANDARD): void =>
  void known.set(identity, { identity, name, kind } as RemoteParticipant)

describe('the participants of a room', () => {
  it('are those the server reported, people and agents apart', () => {
    report('ada', 'Ada')
    report('bo')
    report('other-agent', 'Other', ParticipantKind.AGENT)
    expect(who.people()).toEqual([
      { identity: 'ada', name: 'Ada' },
      { identity: 'bo', name: '' },
    ])
    expect(who.agents()).toEqual(['other-agent'])
  })

  it('include callers before the server reports them, and each only once', () => {
    who.called('new')
    expect(who.people()).toEqual([{ identity: 'new', name: '' }])
    expect(who.hasCalled('new')).toBe(true)
    report('new', 'Newcomer')
    expect(who.people()).toEqual([{ identity: 'new', name: 'Newcomer' }])
    expect(who.hasCalled('new')).toBe(false)
  })

  it('do not include a caller who is never reported, which is announced', () => {
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

  it('are not waited for once they are reported, have left, or the connection ended', () => {
    who.called('reported')
    report('reported')
    who.people()
    who.called('brief')
    who.left('brief')
    expect(clock.pending()).toBe(0)
    who.called('late')
    who.close()
    expect(clock.pending()).toBe(0)
    expect(forgotten).toBe(0)
  })

  it('do not include those who left, even before they were reported', () => {
    who.called('brief')
    who.left('brief')
    expect(who.people()).toEqual([])
  })

  it('may talk unless they are agents', () => {
    expect(who.mayTalk('unknown')).toBe(true)
    report('ada')
    report('other-agent', '', ParticipantKind.AGENT)
    expect(who.mayTalk('ada')).toBe(true)
    expect(who.mayTalk('other-agent')).toBe(false)
  })
})
