import { describe, expect, it } from 'vitest'
import { createCompositeRoom } from '../../../../src/main/rooms/composite-room.ts'
import { createFakeRoom } from '../../../fakes/fake-room.ts'

function startRooms(here = createFakeRoom(['window']), away = createFakeRoom(['ada', 'bo'])) {
  const room = createCompositeRoom('parley')
  const leaveHere = room.admit(here)
  const leaveAway = room.admit(away)
  return { room, here, away, leaveHere, leaveAway }
}

describe('several rooms as one', () => {
  it('all receive what is for everyone, and have everyone’s participants', () => {
    const { room, here, away } = startRooms()
    room.publishData('t', Uint8Array.of(1))
    const writer = room.streamText({ topic: 'x', attributes: {} })
    writer.write('hello')
    writer.close()
    room.publishAudio(Int16Array.of(3), 24_000)
    room.silence!()
    const all = [
      ['data', 't', [1], undefined],
      ['text', 'x', undefined],
      ['write', 'hello'],
      ['close'],
      ['audio', [3], 24_000],
      ['silence'],
    ]
    expect(here.sent).toEqual(all)
    expect(away.sent).toEqual(all)
    expect(room.participants()).toEqual(['window', 'ada', 'bo'])
  })

  it('leave what is for one participant to that participant’s room', async () => {
    const { room, here, away } = startRooms()
    room.publishData('t', Uint8Array.of(1), { to: 'ada' })
    room.streamText({ topic: 'x', attributes: {}, to: 'ada' }).write('psst')
    await room.drained('ada')
    expect(here.sent).toEqual([])
    expect(away.sent).toEqual([
      ['data', 't', [1], 'ada'],
      ['text', 'x', 'ada'],
      ['write', 'psst'],
      ['drained', 'ada'],
    ])
  })

  it('do nothing for a participant who has left', async () => {
    const { room, here, away } = startRooms()
    room.publishData('t', Uint8Array.of(1), { to: 'gone' })
    room.streamText({ topic: 'x', attributes: {}, to: 'gone' }).close()
    await room.drained('gone')
    expect([...here.sent, ...away.sent]).toEqual([])
  })

  it('deliver texts, calls and audio alike', async () => {
    const { room, here, away } = startRooms()
    const heard: unknown[] = []
    room.onText('chat', (text, from) => heard.push([text, from]))
    room.onRpc('echo', ({ caller, payload }) => `${caller}: ${payload}`)
    room.onAudio((samples, _rate, from) => heard.push([samples.length, from]))
    room.onTalker!((identity) => heard.push(identity))
    here.type('chat', 'a', 'window')
    away.type('chat', 'b', 'ada')
    away.sound(new Int16Array(5), 'ada')
    away.talker('ada')
    expect(heard).toEqual([['a', 'window'], ['b', 'ada'], [5, 'ada'], 'ada'])
    expect(await away.call('echo', { caller: 'ada', payload: '1' })).toBe('ada: 1')
    expect(await here.call('echo', { caller: 'window', payload: '2' })).toBe('window: 2')
  })

  it('that are added later get the subscriptions and the attributes', () => {
    const { room } = startRooms()
    const heard: string[] = []
    room.onText('chat', (text) => heard.push(text))
    room.setAttributes({ state: 'idle', session: 's' })
    room.setAttributes({ state: 'thinking' })
    const late = createFakeRoom(['late'])
    room.admit(late)
    late.type('chat', 'hello', 'late')
    expect(heard).toEqual(['hello'])
    expect(late.attributes).toEqual({ state: 'thinking', session: 's' })
  })

  it('lose all subscriptions when they are removed', () => {
    const { room, away, leaveAway } = startRooms()
    room.onText('chat', () => {})
    room.onRpc('echo', () => '')
    room.onAudio(() => {})
    const stop = room.onTalker!(() => {})
    expect(away.listenerCount()).toBe(4)
    leaveAway()
    expect(away.listenerCount()).toBe(0)
    room.publishData('t', Uint8Array.of(1))
    expect(away.sent).toEqual([])
    expect(room.participants()).toEqual(['window'])
    // Ending a subscription or removing a room twice does no harm.
    stop()
    leaveAway()
  })

  it('lose a subscription that ended, later rooms too', () => {
    const { room, here } = startRooms()
    const stops = [room.onText('chat', () => {}), room.onRpc('echo', () => ''), room.onAudio(() => {})]
    for (const stop of stops) stop()
    const late = createFakeRoom()
    room.admit(late)
    expect(here.listenerCount() + late.listenerCount()).toBe(0)
  })

  it('know the names of their people, but not of the owner’s window', () => {
    const { room, away } = startRooms()
    away.names = { ada: 'Ada' }
    // A room that has a name for every identity.
    away.nameOf = (identity) => away.names[identity] ?? identity
    expect(room.nameOf!('ada')).toBe('Ada')
    expect(room.nameOf!('somebody new')).toBe('somebody new')
    expect(room.nameOf!('window')).toBeNull()
  })

  it('give a stranger with the identity of a window in another room the lower role', () => {
    const { room, here, away } = startRooms()
    expect(room.roleOf('window')).toBe('owner')
    away.people = ['window']
    away.roles = { window: 'participant' }
    expect(here.people).toContain('window')
    expect(room.roleOf('window')).toBe('participant')
    expect(room.roleOf('nobody')).toBe('participant')
  })

  it('close together', () => {
    const { room, here, away } = startRooms()
    room.close()
    expect([here.sent, away.sent]).toEqual([[['closed']], [['closed']]])
  })
})
