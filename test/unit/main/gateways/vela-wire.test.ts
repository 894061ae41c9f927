// Vela's wire with a socket and a house made by hand: what each connection does to what hears and answers.
import { describe, expect, it } from 'vitest'
import { createVelaWire } from '../../../../src/main/gateways/vela/vela-wire.ts'
import type { Ending, GuestSocket } from '../../../../src/main/gateways/wire.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import { velaServerEvent } from '../../../../src/shared/wire/vela.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'
import { createFakeHouse } from '../../../fakes/fake-house.ts'

function connected() {
  const clock = createFakeClock()
  const house = createFakeHouse()
  const errors: string[] = []
  let ids = 0
  const wire = createVelaWire({
    house,
    clock,
    newId: () => `id-${++ids}`,
    onError: (what, error) => errors.push(`${what}: ${String(error)}`),
  })
  function connect() {
    const sent: unknown[] = []
    const states: string[] = []
    const closed: number[] = []
    let hear: (data: string | Uint8Array) => void = () => {}
    let leave: (ending: Ending) => void = () => {}
    const socket: GuestSocket = {
      id: 'socket',
      address: '127.0.0.1',
      agent: null,
      send: (text) => sent.push(JSON.parse(text)),
      close: (code) => closed.push(code),
      onMessage: (listener) => (hear = listener),
      onClose: (listener) => (leave = listener),
      hold() {},
      isOpen: () => true,
      confirm() {},
      describe: (state) => states.push(state),
    }
    wire.accept(socket)
    const said = (): string[] =>
      sent.splice(0).map((frame) => {
        const event = velaServerEvent.parse(frame)
        const values = Object.values(event.payload).slice(0, 1)
        return values.length > 0 ? `${event.type}(${String(values[0])})` : event.type
      })
    return {
      said,
      states,
      closed,
      leave: () => leave('broken'),
      raw: (data: string | Uint8Array) => hear(data),
      send: (type: string, payload: unknown = {}) => hear(JSON.stringify({ type, payload })),
      append: (chunk = 'AQACAA==') =>
        hear(JSON.stringify({ type: 'input_audio.append', payload: { chunk } })),
    }
  }
  return { house, clock, wire, errors, connect }
}

const settledNow = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a mocked guest', () => {
  it('has a session of its own, and touches neither ears nor brain', () => {
    const { connect, clock, house } = connected()
    const one = connect()
    const other = connect()
    expect(one.said()).toEqual(['session.ready(id-1)', 'session.state(idle)'])
    expect(other.said()).toEqual(['session.ready(id-2)', 'session.state(idle)'])
    one.send('mocked.turn.trigger')
    one.send('mocked.turn.trigger')
    clock.advance(10_000)
    expect(one.said().slice(0, 3)).toEqual([
      'session.state(listening)',
      'error(mocked_turn_in_flight)',
      'transcript.final([mocked user] What is the current mocked vertical slice?)',
    ])
    expect(one.states).toEqual(['idle', 'listening', 'thinking', 'speaking', 'idle'])
    other.append('x')
    other.send('input_audio.commit')
    clock.advance(10_000)
    expect(other.said()).toHaveLength(9)
    expect(house).toMatchObject({ wakes: 0, conversations: [], takes: [] })
  })

  it('is answered event by event as time passes, and a cancel stops the timer', () => {
    const { connect, clock } = connected()
    const guest = connect()
    guest.said()
    guest.send('mocked.turn.trigger')
    expect(guest.said()).toEqual(['session.state(listening)'])
    clock.advance(40)
    expect(guest.said()).toHaveLength(1)
    expect(clock.pending()).toBe(1)
    guest.send('response.cancel')
    expect(clock.pending()).toBe(0)
    clock.advance(10_000)
    expect(guest.said()).toEqual(['session.state(idle)'])
  })

  it('is refused binary frames, and goes on', () => {
    const { connect } = connected()
    const guest = connect()
    guest.said()
    guest.raw(Uint8Array.of(1, 2, 3))
    guest.append('x')
    expect(guest.said().slice(0, 2)).toEqual(['error(invalid_message)', 'session.state(listening)'])
  })

  it('leaves no timer behind when it goes, nor when the wire is closed', async () => {
    const { connect, clock, wire } = connected()
    const one = connect()
    const other = connect()
    one.send('mocked.turn.trigger')
    other.send('mocked.turn.trigger')
    one.leave()
    expect(clock.pending()).toBe(1)
    one.send('mocked.turn.trigger')
    expect(clock.pending()).toBe(1)
    await wire.close()
    expect(clock.pending()).toBe(0)
  })
})

describe('a live guest', () => {
  function live() {
    const all = connected()
    const guest = all.connect()
    guest.send('session.start', { pipeline: 'live' })
    guest.said()
    return { ...all, guest }
  }

  it('is heard, asked for and answered', async () => {
    const { guest, house } = live()
    expect(house).toMatchObject({ wakes: 1, conversations: [] })
    guest.append()
    guest.append('AwA=')
    const take = house.take()
    take.tell({ type: 'words.guessed', text: 'show', soundMs: 10 })
    guest.send('input_audio.commit')
    expect(guest.said()).toEqual(['session.state(listening)', 'transcript.partial(show)'])
    take.understand('show me')
    await settledNow()
    expect(take).toMatchObject({ session: 'vela:id-1', acknowledged: true })
    expect([...take.samples()]).toEqual([1, 2, 3])
    expect(guest.said()).toEqual(['transcript.final(show me)', 'session.state(thinking)'])
    const conversation = house.conversation()
    expect(conversation).toMatchObject({ session: 'vela:id-1', source: 'Vela' })
    conversation.status('thinking')
    conversation.reply('Here.')
    conversation.end()
    expect(guest.said()).toEqual([
      'session.state(speaking)',
      'response.text.delta(Here.)',
      'response.completed',
      'session.state(idle)',
    ])
    guest.append()
    guest.send('input_audio.commit')
    house.take().understand('and now')
    await settledNow()
    expect(conversation.asks.map(({ text }) => text)).toEqual(['show me', 'and now'])
    expect(new Set(conversation.asks.map(({ turnId }) => turnId)).size).toBe(2)
    expect(house.conversations).toHaveLength(1)
  })

  it('stops being heard when it cancels while it talks, and while its words are made out', async () => {
    const { guest, house } = live()
    guest.append()
    guest.send('response.cancel')
    guest.append()
    guest.send('input_audio.commit')
    guest.send('response.cancel')
    await settledNow()
    expect(house.takes.map((take) => take.state)).toEqual(['cancelled', 'cancelled'])
    expect(guest.said()).toEqual([
      'session.state(listening)',
      'session.state(idle)',
      'session.state(listening)',
      'session.state(idle)',
    ])
    expect(house.conversations).toEqual([])
  })

  it('stops the brain when it cancels, and is idle at once', async () => {
    const { guest, house } = live()
    guest.append()
    guest.send('input_audio.commit')
    house.take().understand('go')
    await settledNow()
    house.conversation().reply('Well, ')
    guest.said()
    guest.send('response.cancel')
    expect(house.conversation().running).toBeNull()
    expect(guest.said()).toEqual(['session.state(idle)'])
  })

  it('is told why it cannot be heard, and sound that could not be made out is left for later', async () => {
    const { guest, house } = live()
    house.setEars('loading')
    guest.append()
    expect(house.wakes).toBe(2)
    house.setEars('off')
    guest.append()
    house.setEars('ready')
    guest.append()
    guest.send('input_audio.commit')
    house.take().fail(new FaultError('ears_failed', 'It broke.', 'Again.', { retryable: true }))
    await settledNow()
    expect(house.take()).toMatchObject({ state: 'failed', acknowledged: false })
    expect(guest.said()).toEqual([
      'error(ears_loading)',
      'error(ears_off)',
      'session.state(listening)',
      'error(ears_failed)',
      'session.state(idle)',
    ])
  })

  it('is told when the ears go away in the very moment it begins to talk', () => {
    const { house, connect } = connected()
    const { ears } = house
    house.ears = (session) => ({ ...ears(session), state: () => 'ready' })
    house.setEars('off')
    const guest = connect()
    guest.send('session.start', { pipeline: 'live' })
    guest.said()
    guest.append()
    expect(guest.said()).toEqual([
      'session.state(listening)',
      'error(ears_unavailable)',
      'session.state(idle)',
    ])
  })

  it('leaves nothing under way when it goes, and what it said is kept', async () => {
    const { guest, connect, house } = live()
    guest.append()
    guest.leave()
    // What was said is neither thrown away nor taken for answered.
    expect([house.take().state, house.take().acknowledged]).toEqual(['left', false])
    const other = connect()
    other.send('session.start', { pipeline: 'live' })
    other.append()
    other.send('input_audio.commit')
    house.take().understand('go')
    await settledNow()
    other.leave()
    expect(house.conversation()).toMatchObject({ running: null, closed: true })
  })

  it('is alone in its trouble when the house breaks', () => {
    const { house, connect, errors } = connected()
    const good = connect()
    house.ears = () => {
      throw new Error('no ears at all')
    }
    const guest = connect()
    guest.send('session.start', { pipeline: 'live' })
    expect(errors).toEqual(['a Vela guest could not be answered: Error: no ears at all'])
    expect(guest.closed).toEqual([1011])
    good.said()
    good.append('x')
    expect(good.said()).toHaveLength(2)
  })
})

it('names the token to whoever has it not, in its own words', () => {
  const { wire } = connected()
  expect(velaServerEvent.parse(JSON.parse(wire.refusal()!))).toMatchObject({
    payload: { code: 'unauthorized', retryable: false },
  })
  expect(wire).toMatchObject({ id: 'vela', path: '/ws' })
})
