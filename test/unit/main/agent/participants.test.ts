import { describe, expect, it } from 'vitest'
import { createParticipants } from '../../../../src/main/agent/participants.ts'
import { createFakeRoom } from '../../../fakes/fake-room.ts'

const said = (turnId: string) =>
  ({ type: 'transcript.updated', turnId, segmentId: `${turnId}-user`, text: 'hello', final: true }) as const

const by = (identity: string) => ({ identity, startedAt: 7, handsFree: false })

describe('the participants of a room', () => {
  it('knows the speaker of a turn by identity and by name', () => {
    const room = createFakeRoom(['ada'])
    room.names = { ada: 'Ada' }
    const participants = createParticipants(room)
    participants.noteSpeaker('t1', by('ada'))
    expect(participants.identityOf('t1')).toBe('ada')
    expect(participants.withSpeakerName(said('t1'))).toEqual({ ...said('t1'), speaker: 'Ada' })
  })

  it('has no name for the owner and for an unknown speaker', () => {
    const participants = createParticipants(createFakeRoom(['window']))
    participants.noteSpeaker('t1', by('window'))
    expect(participants.withSpeakerName(said('t1'))).toEqual(said('t1'))
    expect(participants.withSpeakerName(said('t2'))).toEqual(said('t2'))
    expect(participants.identityOf('t2')).toBe('user')
  })

  it('has no names in a room without names', () => {
    const { nameOf: _, ...nameless } = createFakeRoom(['window'])
    const participants = createParticipants(nameless)
    participants.noteSpeaker('t1', by('window'))
    expect(participants.withSpeakerName(said('t1'))).toEqual(said('t1'))
  })

  it('lets a turn approve by the role of its speaker, and never by an unknown one', () => {
    const room = createFakeRoom(['ada', 'bo'])
    room.roles = { ada: 'approver', bo: 'participant' }
    const participants = createParticipants(room)
    participants.noteSpeaker('t1', by('ada'))
    participants.noteSpeaker('t2', by('bo'))
    expect(participants.sourceOf('t1')).toEqual({ role: 'approver', startedAt: 7, handsFree: false })
    expect(participants.sourceOf('t2').role).toBe('participant')
    // The role can change between the utterance and its use.
    room.roles = {}
    expect(participants.sourceOf('t1').role).toBe('owner')
    expect(participants.sourceOf('t3').role).toBe('participant')
  })

  it('knows who shows a typed text already, unless that is a window of the owner', () => {
    const room = createFakeRoom(['ada', 'bo', 'window'])
    room.roles = { ada: 'participant', bo: 'approver', window: 'owner' }
    const participants = createParticipants(room)
    for (const identity of ['ada', 'bo', 'window'])
      participants.noteSpeaker(`${identity} typed`, { ...by(identity), typed: true })
    participants.noteSpeaker('ada spoke', by('ada'))
    expect(participants.identityOf('ada typed')).toBe('ada')
    expect(participants.alreadyShownBy('ada typed')).toBe('ada')
    expect(participants.alreadyShownBy('bo typed')).toBe('bo')
    expect(participants.alreadyShownBy('window typed')).toBeUndefined()
    expect(participants.alreadyShownBy('ada spoke')).toBeUndefined()
    expect(participants.alreadyShownBy('of another time')).toBeUndefined()
  })

  it('takes the last speaker of a turn', () => {
    const participants = createParticipants(createFakeRoom())
    participants.noteSpeaker('t1', by('ada'))
    participants.noteSpeaker('t1', by('bo'))
    expect(participants.identityOf('t1')).toBe('bo')
  })

  it('remembers the speakers of two hundred turns', () => {
    const participants = createParticipants(createFakeRoom())
    for (let turn = 0; turn <= 200; turn++) participants.noteSpeaker(`t${turn}`, by('ada'))
    expect(participants.identityOf('t0')).toBe('user')
    expect(participants.identityOf('t1')).toBe('ada')
    expect(participants.identityOf('t200')).toBe('ada')
  })
})
