// The Vela wire with a fake socket and guest host: what each connection does to the recognizer and the brain.
import { describe, expect, it } from 'vitest'
import { createVelaServer } from '../../../../../src/main/gateways/vela/vela-server.ts'
import type { ClosedBy, GuestSocket } from '../../../../../src/main/gateways/wire-server.ts'
import { FaultError } from '../../../../../src/shared/errors.ts'
import { velaServerEvent, velaWire } from '../../../../../src/shared/wire/vela.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'
import { createFakeGuestHost } from '../../../../fakes/fake-guest-host.ts'

function connected() {
  const clock = createFakeClock()
  const guestHost = createFakeGuestHost()
  const errors: string[] = []
  let ids = 0
  const wire = createVelaServer({
    guestHost,
    clock,
    newId: () => `id-${++ids}`,
    onError: (what, error) => errors.push(`${what}: ${String(error)}`),
  })
  function connect() {
    const sent: unknown[] = []
    const states: string[] = []
    const closed: number[] = []
    let hear: (data: string | Uint8Array) => void = () => {}
    let leave: (ending: ClosedBy) => void = () => {}
    const socket: GuestSocket = {
      id: 'socket',
      device: { id: 'device', name: 'Device', isShared: false },
      mayApprove: () => false,
      address: '127.0.0.1',
      agent: null,
      send: (text) => sent.push(JSON.parse(text)),
      close: (code) => closed.push(code),
      onMessage: (listener) => (hear = listener),
      onClose: (listener) => (leave = listener),
      pause() {},
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
      leave: () => leave('network'),
      raw: (data: string | Uint8Array) => hear(data),
      send: (type: string, payload: unknown = {}) => hear(JSON.stringify({ type, payload })),
      append: (chunk = 'AQACAA==') =>
        hear(JSON.stringify({ type: 'input_audio.append', payload: { chunk } })),
    }
  }
  return { guestHost, clock, wire, errors, connect }
}

const settledNow = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a mocked guest', () => {
  it('has its own session, and uses neither recognizer nor brain', () => {
    const { connect, clock, guestHost } = connected()
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
    expect(guestHost).toMatchObject({ wakes: 0, conversations: [], takes: [] })
  })

  it('gets event after event as time passes, and a cancel stops the timer', () => {
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

  it('gets an error for a binary frame, and continues', () => {
    const { connect } = connected()
    const guest = connect()
    guest.said()
    guest.raw(Uint8Array.of(1, 2, 3))
    guest.append('x')
    expect(guest.said().slice(0, 2)).toEqual(['error(invalid_message)', 'session.state(listening)'])
  })

  it('leaves no timer when it disconnects, nor when the wire is closed', async () => {
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

  it('is transcribed, asked and answered', async () => {
    const { guest, guestHost } = live()
    expect(guestHost).toMatchObject({ wakes: 1, conversations: [] })
    guest.append()
    guest.append('AwA=')
    const take = guestHost.take()
    take.tell({ type: 'words.guessed', text: 'show', soundMs: 10 })
    guest.send('input_audio.commit')
    expect(guest.said()).toEqual(['session.state(listening)', 'transcript.partial(show)'])
    take.understand('show me')
    await settledNow()
    expect(take).toMatchObject({ session: 'vela:id-1', acknowledged: true })
    expect([...take.samples()]).toEqual([1, 2, 3])
    expect(guest.said()).toEqual(['transcript.final(show me)', 'session.state(thinking)'])
    const conversation = guestHost.conversation()
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
    guestHost.take().understand('and now')
    await settledNow()
    expect(conversation.asks.map(({ text }) => text)).toEqual(['show me', 'and now'])
    expect(new Set(conversation.asks.map(({ turnId }) => turnId)).size).toBe(2)
    expect(guestHost.conversations).toHaveLength(1)
  })

  it('can cancel while it talks, and while it is transcribed', async () => {
    const { guest, guestHost } = live()
    guest.append()
    guest.send('response.cancel')
    guest.append()
    guest.send('input_audio.commit')
    guest.send('response.cancel')
    await settledNow()
    expect(guestHost.takes.map((take) => take.state)).toEqual(['cancelled', 'cancelled'])
    expect(guest.said()).toEqual([
      'session.state(listening)',
      'session.state(idle)',
      'session.state(listening)',
      'session.state(idle)',
    ])
    expect(guestHost.conversations).toEqual([])
  })

  it('stops the brain when it cancels, and is idle at once', async () => {
    const { guest, guestHost } = live()
    guest.append()
    guest.send('input_audio.commit')
    guestHost.take().understand('go')
    await settledNow()
    guestHost.conversation().reply('Well, ')
    guest.said()
    guest.send('response.cancel')
    expect(guestHost.conversation().running).toBeNull()
    expect(guest.said()).toEqual(['session.state(idle)'])
  })

  it('can talk while the recognizer loads, and gets its answer when it is ready', async () => {
    const { guest, guestHost } = live()
    guestHost.setEars('loading')
    guest.append()
    guest.append()
    guest.send('input_audio.commit')
    expect(guestHost.wakes).toBe(2)
    expect(guestHost.take().samples().length).toBeGreaterThan(0)
    expect(guest.said()).toEqual(['session.state(listening)'])
    guestHost.setEars('ready')
    guestHost.take().understand('go')
    await settledNow()
    guestHost.conversation().reply('Gone.')
    guestHost.conversation().end()
    expect(guest.said()).toEqual([
      'transcript.final(go)',
      'session.state(thinking)',
      'session.state(speaking)',
      'response.text.delta(Gone.)',
      'response.completed',
      'session.state(idle)',
    ])
    expect(guestHost.take().acknowledged).toBe(true)
  })

  it('learns why it cannot be transcribed, and its audio stays on disk', async () => {
    const { guest, guestHost } = live()
    guestHost.setEars('off')
    guest.append()
    guestHost.setEars('ready')
    guest.append()
    guest.send('input_audio.commit')
    guestHost.take().fail(new FaultError('ears_failed', 'It broke.', 'Again.', { retryable: true }))
    await settledNow()
    expect(guestHost.take()).toMatchObject({ state: 'failed', acknowledged: false })
    expect(guest.said()).toEqual([
      'error(ears_off)',
      'session.state(listening)',
      'error(ears_failed)',
      'session.state(idle)',
    ])
  })

  it('learns that the recognizer stopped just when it starts to talk', () => {
    const { guestHost, connect } = connected()
    const { recognizer } = guestHost
    guestHost.recognizer = (session) => ({ ...recognizer(session), state: () => 'ready' })
    guestHost.setEars('off')
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

  it('leaves nothing running when it disconnects, and what it said is stored', async () => {
    const { guest, connect, guestHost } = live()
    guest.append()
    guest.leave()
    // The take is neither cancelled nor acknowledged.
    expect([guestHost.take().state, guestHost.take().acknowledged]).toEqual(['left', false])
    const other = connect()
    other.send('session.start', { pipeline: 'live' })
    other.append()
    other.send('input_audio.commit')
    guestHost.take().understand('go')
    await settledNow()
    other.leave()
    expect(guestHost.conversation()).toMatchObject({ running: null, closed: true })
  })

  it('does not affect others when the guest host fails', () => {
    const { guestHost, connect, errors } = connected()
    const good = connect()
    guestHost.recognizer = () => {
      throw new Error('no recognizer')
    }
    const guest = connect()
    guest.send('session.start', { pipeline: 'live' })
    expect(errors).toEqual(['a Vela guest could not be answered: Error: no recognizer'])
    expect(guest.closed).toEqual([1011])
    good.said()
    good.append('x')
    expect(good.said()).toHaveLength(2)
  })
})

it('without the token gets an error in the format of Vela', () => {
  const { wire } = connected()
  expect(velaServerEvent.parse(JSON.parse(wire.refusal()!))).toMatchObject({
    payload: { code: 'unauthorized', retryable: false },
  })
  expect(wire.wire).toBe(velaWire)
})
