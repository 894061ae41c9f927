import { ParticipantKind, type RemoteParticipant } from '@livekit/rtc-node'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWhoIsThere, type WhoIsThere } from '../../../../../src/main/rooms/livekit/who-is-there.ts'

let known: Map<string, RemoteParticipant>
let now: number
let who: WhoIsThere

beforeEach(() => {
  known = new Map()
  now = 0
  who = createWhoIsThere(
    () => known,
    () => now,
  )
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

  it('is not somebody who called and was never told of', () => {
    who.called('ghost')
    now = 15_001
    expect(who.people()).toEqual([])
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
