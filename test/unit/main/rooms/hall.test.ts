import { describe, expect, it } from 'vitest'
import { createHall } from '../../../../src/main/rooms/hall.ts'
import { createFakeRoom } from '../../../fakes/fake-room.ts'

function hallOf(here = createFakeRoom(['window']), away = createFakeRoom(['ada', 'bo'])) {
  const hall = createHall('parley')
  const leaveHere = hall.admit(here)
  const leaveAway = hall.admit(away)
  return { hall, here, away, leaveHere, leaveAway }
}

describe('several rooms as one', () => {
  it('are all told what is meant for everyone, and hold everyone', () => {
    const { hall, here, away } = hallOf()
    hall.publishData('t', Uint8Array.of(1))
    const writer = hall.streamText({ topic: 'x', attributes: {} })
    writer.write('hello')
    writer.close()
    hall.publishAudio(Int16Array.of(3), 24_000)
    hall.silence!()
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
    expect(hall.participants()).toEqual(['window', 'ada', 'bo'])
  })

  it('leave what is meant for one participant to the room they are in', async () => {
    const { hall, here, away } = hallOf()
    hall.publishData('t', Uint8Array.of(1), { to: 'ada' })
    hall.streamText({ topic: 'x', attributes: {}, to: 'ada' }).write('psst')
    await hall.drained('ada')
    expect(here.sent).toEqual([])
    expect(away.sent).toEqual([
      ['data', 't', [1], 'ada'],
      ['text', 'x', 'ada'],
      ['write', 'psst'],
      ['drained', 'ada'],
    ])
  })

  it('have nothing to do for somebody who has left', async () => {
    const { hall, here, away } = hallOf()
    hall.publishData('t', Uint8Array.of(1), { to: 'gone' })
    hall.streamText({ topic: 'x', attributes: {}, to: 'gone' }).close()
    await hall.drained('gone')
    expect([...here.sent, ...away.sent]).toEqual([])
  })

  it('are heard alike: what is typed, asked and said in any of them', async () => {
    const { hall, here, away } = hallOf()
    const heard: unknown[] = []
    hall.onText('chat', (text, from) => heard.push([text, from]))
    hall.onRpc('echo', ({ caller, payload }) => `${caller}: ${payload}`)
    hall.onAudio((samples, _rate, from) => heard.push([samples.length, from]))
    hall.onTalker!((identity) => heard.push(identity))
    here.type('chat', 'a', 'window')
    away.type('chat', 'b', 'ada')
    away.sound(new Int16Array(5), 'ada')
    away.talker('ada')
    expect(heard).toEqual([['a', 'window'], ['b', 'ada'], [5, 'ada'], 'ada'])
    expect(await away.call('echo', { caller: 'ada', payload: '1' })).toBe('ada: 1')
    expect(await here.call('echo', { caller: 'window', payload: '2' })).toBe('window: 2')
  })

  it('that are admitted later are wanted the same things of, and know what is known of the agent', () => {
    const { hall } = hallOf()
    const heard: string[] = []
    hall.onText('chat', (text) => heard.push(text))
    hall.setAttributes({ state: 'idle', session: 's' })
    hall.setAttributes({ state: 'thinking' })
    const late = createFakeRoom(['late'])
    hall.admit(late)
    late.type('chat', 'hello', 'late')
    expect(heard).toEqual(['hello'])
    expect(late.attributes).toEqual({ state: 'thinking', session: 's' })
  })

  it('are left with nothing of ours once they are dismissed', () => {
    const { hall, away, leaveAway } = hallOf()
    hall.onText('chat', () => {})
    hall.onRpc('echo', () => '')
    hall.onAudio(() => {})
    const stop = hall.onTalker!(() => {})
    expect(away.wishes()).toBe(4)
    leaveAway()
    expect(away.wishes()).toBe(0)
    hall.publishData('t', Uint8Array.of(1))
    expect(away.sent).toEqual([])
    expect(hall.participants()).toEqual(['window'])
    // Withdrawn afterwards, and dismissed again: nothing is there to go wrong.
    stop()
    leaveAway()
  })

  it('hear no more of what nobody wants any longer, those to come included', () => {
    const { hall, here } = hallOf()
    const stops = [hall.onText('chat', () => {}), hall.onRpc('echo', () => ''), hall.onAudio(() => {})]
    for (const stop of stops) stop()
    const late = createFakeRoom()
    hall.admit(late)
    expect(here.wishes() + late.wishes()).toBe(0)
  })

  it('know the names of their people, and the owner’s window by none', () => {
    const { hall, away } = hallOf()
    away.names = { ada: 'Ada' }
    // A room that makes a name of whatever it is asked for.
    away.nameOf = (identity) => away.names[identity] ?? identity
    expect(hall.nameOf!('ada')).toBe('Ada')
    expect(hall.nameOf!('somebody new')).toBe('somebody new')
    expect(hall.nameOf!('window')).toBeNull()
  })

  it('close together', () => {
    const { hall, here, away } = hallOf()
    hall.close()
    expect([here.sent, away.sent]).toEqual([[['closed']], [['closed']]])
  })
})
