import { describe, expect, it } from 'vitest'
import { createSpeakers } from '../../../../src/main/agent/speakers.ts'
import { createFakeRoom } from '../../../fakes/fake-room.ts'

const said = (turnId: string) =>
  ({ type: 'transcript.updated', turnId, segmentId: `${turnId}-user`, text: 'hello', final: true }) as const

describe('who said what', () => {
  it('is whoever spoke in the turn, by identity and by name', () => {
    const room = createFakeRoom(['ada'])
    room.names = { ada: 'Ada' }
    const speakers = createSpeakers(room)
    speakers.spoke('t1', 'ada')
    expect(speakers.identityOf('t1')).toBe('ada')
    expect(speakers.named(said('t1'))).toEqual({ ...said('t1'), speaker: 'Ada' })
  })

  it('has no name where it is the owner, or nobody knows', () => {
    const speakers = createSpeakers(createFakeRoom(['window']))
    speakers.spoke('t1', 'window')
    expect(speakers.named(said('t1'))).toEqual(said('t1'))
    expect(speakers.named(said('t2'))).toEqual(said('t2'))
    expect(speakers.identityOf('t2')).toBe('user')
  })

  it('has no name in a room without names', () => {
    const { nameOf: _, ...nameless } = createFakeRoom(['window'])
    const speakers = createSpeakers(nameless)
    speakers.spoke('t1', 'window')
    expect(speakers.named(said('t1'))).toEqual(said('t1'))
  })

  it('is the last one who spoke in it', () => {
    const speakers = createSpeakers(createFakeRoom())
    speakers.spoke('t1', 'ada')
    speakers.spoke('t1', 'bo')
    expect(speakers.identityOf('t1')).toBe('bo')
  })

  it('is remembered for two hundred turns, and no longer', () => {
    const speakers = createSpeakers(createFakeRoom())
    for (let turn = 0; turn <= 200; turn++) speakers.spoke(`t${turn}`, 'ada')
    expect(speakers.identityOf('t0')).toBe('user')
    expect(speakers.identityOf('t1')).toBe('ada')
    expect(speakers.identityOf('t200')).toBe('ada')
  })
})
