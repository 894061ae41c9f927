// A phone with G2 glasses at the gateway, over real sockets (docs/protocols/g2.md).
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Bearer } from '../../src/main/gateways/devices.ts'
import { createG2Server } from '../../src/main/gateways/g2/g2-server.ts'
import type { RecognizerState } from '../../src/core/ports/guests.ts'
import { MAX_PCM_FRAME_BYTES } from '../../src/core/wires/g2/read-frame.ts'
import { MAX_ASK_CHARACTERS } from '../../src/shared/conversation.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { bearerOf } from '../fakes/bearer.ts'
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts'
import { createG2AppScreen, g2AppOpens, g2AppSends } from '../fixtures/clients/g2-app.ts'
import { brainFault, createFakeGuestHost } from '../fakes/fake-guest-host.ts'
import { connect, startGateway, type ClientInTest, type GatewayInTest } from '../fakes/gateway-in-test.ts'

const running: GatewayInTest[] = []
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.close()
})

interface Options {
  token?: string
  bearers?: Record<string, Bearer>
  ears?: RecognizerState
}

/** A gateway for glasses. Its clock stands still; that of the listener does not. */
async function started({ token, bearers = {}, ears }: Options = {}) {
  const guestHost = createFakeGuestHost(ears === undefined ? {} : { ears })
  const clock = createFakeClock()
  const errors: string[] = []
  let ids = 0
  const wire = createG2Server({
    guestHost,
    clock,
    newId: () => `turn-${++ids}`,
    onError: (what) => void errors.push(what),
  })
  const gateway = await startGateway({ servers: [wire], bearers, ...(token === undefined ? {} : { token }) })
  running.push(gateway)
  return { guestHost, clock, errors, gateway, phone: () => connect(gateway.url('/', token)) }
}

const START = '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}'
const STOP = '{"type":"stop_audio"}'
/** The close code 1000 in a close frame. */
const GOODBYE = '\x03\xe8'
const CONNECTED = '{"type":"connected","version":"1.0"}'
const END = '{"type":"end"}'
const status = (name: string): string => `{"type":"status","status":"${name}"}`
const delta = (words: string): string => JSON.stringify({ type: 'assistant', delta: words })
const text = (message: string): string => JSON.stringify({ type: 'text', message })

/** A short WebSocket frame with a mask of zeros. */
const maskedFrame = (kind: number, content: string): Buffer =>
  Buffer.from([0x80 | kind, 0x80 | content.length, 0, 0, 0, 0, ...Buffer.from(content, 'latin1')])

async function expectFrames(phone: ClientInTest, ...frames: string[]): Promise<void> {
  for (const frame of frames) expect(await phone.next()).toBe(frame)
}
async function refused(phone: ClientInTest, code: string, state: string): Promise<void> {
  expect(JSON.parse(await phone.next())).toMatchObject({ type: 'error', code })
  await expectFrames(phone, status(state))
}

/** Frames are handled in order: when a refused one is answered, so is everything before it. */
async function allTaken(phone: ClientInTest, state: string): Promise<void> {
  phone.send('{}')
  await refused(phone, 'INVALID_FRAME', state)
}

describe('a connection', () => {
  it('is accepted with the token, in the address or as the first frame', async () => {
    const { gateway } = await started({ token: 'my_secret' })
    const byAddress = await connect(gateway.url('/', 'my_secret'))
    await expectFrames(byAddress, CONNECTED)
    const byFrame = await connect(gateway.url('/'))
    byFrame.send('{"type":"auth","token":"my_secret"}')
    await expectFrames(byFrame, CONNECTED)
    expect((await byAddress.closed).code).toBe(4000)
  })

  it('is refused with another token or none: AUTH_FAILED, and closed with 4001', async () => {
    const { gateway, guestHost } = await started({ token: 'my_secret' })
    const wrong = await connect(gateway.url('/', 'guess'))
    const missing = await connect(gateway.url('/'))
    missing.send(text('let me in'))
    const lying = await connect(gateway.url('/'))
    lying.send('{"type":"auth","token":"guess"}')
    for (const phone of [wrong, missing, lying]) {
      expect(JSON.parse(await phone.next())).toEqual({
        type: 'error',
        detail: 'The token is wrong or missing',
        code: 'AUTH_FAILED',
      })
      expect(await phone.closed).toEqual({ code: 4001, reason: 'Unauthorized' })
    }
    expect(guestHost.conversations).toEqual([])
  })
})

describe('a phone of another device', () => {
  it('replaces the first, and gets nothing of its request', async () => {
    const { gateway, guestHost } = await started({
      token: 'mine',
      bearers: { theirs: bearerOf('theirs') },
    })
    const mine = await connect(gateway.url('/', 'mine'))
    await expectFrames(mine, CONNECTED)
    mine.send(text('What is my secret?'))
    await expectFrames(mine, status('thinking'))
    const asked = guestHost.conversation()
    await asked.nextAsk()
    const theirs = await connect(gateway.url('/', 'theirs'))
    expect((await mine.closed).code).toBe(4000)
    await expectFrames(theirs, CONNECTED)
    asked.reply('It is 42.')
    asked.end()
    theirs.send(text('And what is mine?'))
    await expectFrames(theirs, status('thinking'))
    expect(guestHost.conversations).toHaveLength(2)
    // The answer is stored for the phone that asked.
    const again = await connect(gateway.url('/', 'mine'))
    expect((await theirs.closed).code).toBe(4000)
    const received = [await again.next()]
    while (!received.at(-1)!.includes('"end"')) received.push(await again.next())
    expect(received.join()).toContain('It is 42.')
  })
})

describe('a phone', () => {
  it('speaks and types the example of the protocol, byte for byte', async () => {
    const { guestHost, phone: connectPhone } = await started()
    const phone = await connectPhone()
    await expectFrames(phone, CONNECTED)
    expect(guestHost.wakes).toBe(1)

    phone.send(START)
    await expectFrames(phone, status('recording'))
    const samples = Int16Array.from({ length: 2048 }, (_, index) => index - 1024)
    for (let count = 0; count < 3; count++) phone.send(new Uint8Array(samples.buffer))
    phone.send(STOP)
    await expectFrames(phone, status('transcribing'))
    expect(guestHost.take().samples()).toEqual(Int16Array.from([...samples, ...samples, ...samples]))
    guestHost.take().understand('What is the capital of France?')
    await expectFrames(
      phone,
      '{"type":"transcription","text":"What is the capital of France?"}',
      status('thinking'),
    )
    const conversation = guestHost.conversation()
    expect([conversation.source, (await conversation.nextAsk()).text]).toEqual([
      'G2 glasses',
      'What is the capital of France?',
    ])
    expect(guestHost.take().acknowledged).toBe(true)
    conversation.status('thinking')
    conversation.reply('The capital', ' of France', ' is Paris.')
    conversation.end()
    await expectFrames(
      phone,
      status('streaming'),
      delta('The capital'),
      delta(' of France'),
      delta(' is Paris.'),
    )
    await expectFrames(phone, END, status('idle'))

    phone.send('{"type":"text","message":"What is 2+2?"}')
    expect((await conversation.nextAsk()).text).toBe('What is 2+2?')
    conversation.reply('4')
    conversation.end()
    await expectFrames(phone, status('thinking'), status('streaming'), delta('4'), END, status('idle'))

    phone.send(STOP)
    await expectFrames(
      phone,
      '{"type":"error","detail":"Cannot stop audio — not recording","code":"INVALID_STATE"}',
      status('idle'),
    )
    expect(guestHost.conversations).toHaveLength(1)
  })

  it('may send a frame in fragments', async () => {
    const { guestHost, phone: connectPhone } = await started()
    const phone = await connectPhone()
    await expectFrames(phone, CONNECTED)
    const sent = START
    phone.socket.send(sent.slice(0, 9), { fin: false })
    phone.socket.send(sent.slice(9, 40), { fin: false })
    phone.socket.send(sent.slice(40), { fin: true })
    await expectFrames(phone, status('recording'))
    // A sample that is split by a fragment stays one sample.
    phone.socket.send(new Uint8Array([1, 2, 3]), { fin: false, binary: true })
    phone.socket.send(new Uint8Array([4]), { fin: true, binary: true })
    phone.send(STOP)
    await expectFrames(phone, status('transcribing'))
    expect(guestHost.take().samples()).toEqual(Int16Array.from([0x0201, 0x0403]))
  })

  it('gets a status while the recognizer loads, and when it is ready', async () => {
    const { guestHost, phone: connectPhone } = await started({ ears: 'loading' })
    const phone = await connectPhone()
    await expectFrames(phone, CONNECTED, status('loading'))
    phone.send(START)
    await refused(phone, 'INVALID_STATE', 'loading')
    guestHost.setEars('ready')
    await expectFrames(phone, status('idle'))
  })

  it('gets the reason if there is no recognizer', async () => {
    const { guestHost, phone: connectPhone, errors } = await started({ ears: 'off' })
    const phone = await connectPhone()
    phone.send(START)
    await expectFrames(
      phone,
      CONNECTED,
      '{"type":"error","detail":"Nothing can hear. Turn speech on in the settings.","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    )
    expect([guestHost.takes, errors]).toEqual([[], []])
  })

  it('is refused invalid frames and stays connected, but a frame above the limit ends the connection', async () => {
    const { phone: connectPhone } = await started()
    const phone = await connectPhone()
    await expectFrames(phone, CONNECTED)
    for (const bad of ['not json', '{"type":"text"}', text('x'.repeat(MAX_ASK_CHARACTERS + 1))]) {
      phone.send(bad)
      await refused(phone, 'INVALID_FRAME', 'idle')
    }
    phone.send(new Uint8Array(960_002))
    await refused(phone, 'INVALID_FRAME', 'idle')
    // The longest message, with every character escaped.
    phone.send(`{"type":"text","message":"${'\\u20ac'.repeat(MAX_ASK_CHARACTERS)}"}`)
    await expectFrames(phone, status('thinking'))
    phone.send(new Uint8Array(1024 * 1024 + 1))
    expect((await phone.closed).code).toBe(1009)
  })
})

describe('an audio frame that is too long', () => {
  it('is refused up to the limit of a connection, and the recording continues', async () => {
    const { guestHost, phone: connectPhone } = await started()
    const phone = await connectPhone()
    phone.send(START)
    await expectFrames(phone, CONNECTED, status('recording'))
    for (const bytes of [MAX_PCM_FRAME_BYTES + 2, 1024 * 1024]) {
      phone.send(new Uint8Array(bytes))
      await refused(phone, 'INVALID_FRAME', 'recording')
    }
    phone.send(new Uint8Array(640))
    phone.send(STOP)
    await expectFrames(phone, status('transcribing'))
    expect(guestHost.take().samples()).toHaveLength(320)
  })
})

describe('an error', () => {
  it('has the code of its kind: the recognizer, the brain, and unexpected errors', async () => {
    const { guestHost, phone: connectPhone, errors } = await started()
    const phone = await connectPhone()
    await expectFrames(phone, CONNECTED)
    const speaks = async (): Promise<void> => {
      phone.send(START)
      phone.send(new Uint8Array(640))
      phone.send(STOP)
      await expectFrames(phone, status('recording'), status('transcribing'))
    }
    await speaks()
    guestHost.take().fail(new FaultError('ears_failed', 'It broke.', 'Say it again.'))
    await expectFrames(
      phone,
      '{"type":"error","detail":"It broke. Say it again.","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    )
    expect(errors).toEqual([])
    await speaks()
    guestHost.take().fail(new Error('x is not a function'))
    await refused(phone, 'INTERNAL_ERROR', 'idle')
    expect(errors).toEqual(['transcribing a take of the glasses'])

    phone.send(text('go'))
    await guestHost.conversation().nextAsk()
    guestHost.conversation().fail(brainFault)
    await expectFrames(
      phone,
      status('thinking'),
      '{"type":"error","detail":"The agent failed. Ask again.","code":"OPENCLAW_ERROR"}',
      status('idle'),
    )

    guestHost.conversation().ask = () => {
      throw new Error('not as promised')
    }
    phone.send(text('go'))
    await expectFrames(phone, status('thinking'))
    await refused(phone, 'INTERNAL_ERROR', 'idle')
    expect(errors.at(-1)).toBe('turn.ask for the glasses')
  })

  it('ends a recording that cannot be transcribed while the user still speaks', async () => {
    const { guestHost, phone: connectPhone } = await started()
    const phone = await connectPhone()
    phone.send(START)
    phone.send(new Uint8Array(640))
    await expectFrames(phone, CONNECTED, status('recording'))
    await allTaken(phone, 'recording')
    guestHost.take().tell({ type: 'take.failed' })
    guestHost.take().fail(new FaultError('ears_failed', 'It broke.', 'Say it again.'))
    await expectFrames(phone, status('transcribing'))
    await refused(phone, 'TRANSCRIPTION_FAILED', 'idle')
  })

  it('is a TIMEOUT after a minute of transcribing, and after two minutes without an event of the brain', async () => {
    const { guestHost, clock, phone: connectPhone } = await started()
    const phone = await connectPhone()
    phone.send(START)
    phone.send(new Uint8Array(640))
    phone.send(STOP)
    await expectFrames(phone, CONNECTED, status('recording'), status('transcribing'))
    clock.advance(29_000)
    clock.advance(1_000)
    await expectFrames(phone, '{"type":"ping"}')
    phone.send('{"type":"pong"}')
    await allTaken(phone, 'transcribing')
    clock.advance(30_000)
    await refusedOrPing(phone, 'TIMEOUT')
    guestHost.take().understand('too late')
    phone.send('{"type":"pong"}')
    phone.send(text('go'))
    await expectFrames(phone, status('thinking'))
    expect(guestHost.conversation().asks.map((ask) => ask.text)).toEqual(['go'])
    for (let beat = 0; beat < 3; beat++) await pinged(clock, phone, 'thinking')
    guestHost.conversation().status('searching_files')
    for (let beat = 0; beat < 3; beat++) await pinged(clock, phone, 'thinking')
    expect(guestHost.conversation().running).not.toBeNull()
    clock.advance(30_000)
    await refusedOrPing(phone, 'TIMEOUT')
    expect(guestHost.conversation().running).toBeNull()
  })
})

/** Half a minute passes, and the phone answers. */
async function pinged(clock: FakeClock, phone: ClientInTest, state: string): Promise<void> {
  clock.advance(30_000)
  await expectFrames(phone, '{"type":"ping"}')
  phone.send('{"type":"pong"}')
  await allTaken(phone, state)
}

/** A ping is due at the same moment; either may be first. */
async function refusedOrPing(phone: ClientInTest, code: string): Promise<void> {
  const frames = [await phone.next(), await phone.next(), await phone.next()]
  const [error, after] = frames.filter((frame) => frame !== '{"type":"ping"}')
  expect(JSON.parse(error ?? '')).toMatchObject({ type: 'error', code })
  expect(after).toBe(status('idle'))
}

describe('the heartbeat', () => {
  it('connectPhone every half minute, and a phone that does not answer within ten seconds is disconnected', async () => {
    const { clock, gateway, phone: connectPhone } = await started()
    const phone = await connectPhone()
    await expectFrames(phone, CONNECTED)
    await pinged(clock, phone, 'idle')
    await pinged(clock, phone, 'idle')
    clock.advance(30_000)
    await expectFrames(phone, '{"type":"ping"}')
    clock.advance(9_999)
    expect(gateway.guests()).toHaveLength(1)
    clock.advance(1)
    expect(await phone.closed).toEqual({ code: 4002, reason: 'No pong' })
    await gateway.untilGuests(0)
    // No phone is connected: only the timer of the stored frames is left.
    expect(clock.pending()).toBe(1)
    clock.advance(5 * 60_000)
    expect(clock.pending()).toBe(0)
  })
})

describe('one phone after another', () => {
  it('the new one replaces the old one, and the session continues with it', async () => {
    const { guestHost, gateway, phone: connectPhone } = await started()
    const first = await connectPhone()
    await expectFrames(first, CONNECTED)
    first.send(text('count'))
    await guestHost.conversation().nextAsk()
    guestHost.conversation().reply('One, ')
    await expectFrames(first, status('thinking'), status('streaming'), delta('One, '))
    // A phone confirms frames by answering a WebSocket ping. One may be on its way; the next one is for this frame.
    for (let round = 0; round < 3; round++) await allTaken(first, 'streaming')
    const second = await connectPhone()
    await expectFrames(second, CONNECTED, status('streaming'))
    expect(await first.closed).toEqual({ code: 4000, reason: 'Replaced by a new connection' })
    await gateway.untilGuests(1)
    guestHost.conversation().reply('two.')
    guestHost.conversation().end()
    await expectFrames(second, delta('two.'), END, status('idle'))
    await expect(first.next()).rejects.toThrow('closed')
  })

  it('a phone that replaces another gets nothing of a turn that has ended, and finds the reply in the history', async () => {
    const { guestHost, gateway, phone: connectPhone } = await started()
    // It never confirms a frame.
    const first = await connect(gateway.url('/'), { autoPong: false })
    first.send(text('count'))
    await guestHost.conversation().nextAsk()
    guestHost.conversation().reply('One, two.')
    guestHost.conversation().end()
    const second = await connectPhone()
    second.send('{"type":"status_request"}')
    await expectFrames(second, CONNECTED)
    expect(JSON.parse(await second.next())).toEqual({
      type: 'history',
      entries: [
        { role: 'user', text: 'count', ts: expect.any(Number) },
        { role: 'assistant', text: 'One, two.', ts: expect.any(Number) },
      ],
    })
    await expectFrames(second, status('idle'))
    await expect(first.closed).resolves.toMatchObject({ code: 4000 })
  })

  it('a session reset ends the conversation and starts another, with another name for the agent', async () => {
    const { guestHost, phone: connectPhone } = await started()
    const phone = await connectPhone()
    phone.send(text('remember this'))
    await guestHost.conversation().nextAsk()
    guestHost.conversation().end()
    await expectFrames(phone, CONNECTED, status('thinking'), END, status('idle'))
    phone.send('{"type":"reset_session"}')
    await expectFrames(phone, '{"type":"session_reset","reason":"user_request"}')
    phone.send(text('what was it?'))
    await expectFrames(phone, status('thinking'))
    const [old, fresh, ...more] = guestHost.conversations
    expect([old?.closed, fresh?.closed, more.length]).toEqual([true, false, 0])
    expect(fresh?.session).not.toBe(old?.session)
    expect(fresh?.asks.map(({ text: words }) => words)).toEqual(['what was it?'])
    fresh?.reply('I do not know.')
    fresh?.end()
    await expectFrames(phone, status('streaming'), delta('I do not know.'), END, status('idle'))
  })

  it('a reply continues while no phone is connected, and is stored for it', async () => {
    const { guestHost, gateway, phone: connectPhone } = await started()
    const first = await connectPhone()
    first.send(text('count'))
    await guestHost.conversation().nextAsk()
    await expectFrames(first, CONNECTED, status('thinking'))
    first.socket.terminate()
    await gateway.untilGuests(0)
    guestHost.conversation().reply('One, ', 'two, ')
    const second = await connectPhone()
    await expectFrames(second, CONNECTED, status('streaming'), delta('One, two, '))
    await second.close()
    await gateway.untilGuests(0)
    guestHost.conversation().reply('three.')
    guestHost.conversation().end()
    const third = await connectPhone()
    await expectFrames(third, CONNECTED, status('streaming'), delta('three.'), END, status('idle'))
  })

  it('a reply is stored from the close frame of a phone on, however long its connection takes to end', async () => {
    const { guestHost, gateway, phone: connectPhone } = await started()
    // A client that does not end its connection after the close.
    const wire = createConnection({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true })
    let received = ''
    wire.on('data', (bytes) => (received += bytes.toString('latin1')))
    wire.write(
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
    while (!received.includes(CONNECTED)) await once(wire, 'data')
    wire.write(maskedFrame(0x1, text('count')))
    await guestHost.conversation().nextAsk()
    wire.write(maskedFrame(0x8, GOODBYE))
    while (!received.endsWith(`\x88\x02${GOODBYE}`)) await once(wire, 'data')
    guestHost.conversation().reply('One, ')
    wire.destroy()
    await gateway.untilGuests(0)
    guestHost.conversation().reply('two.')
    const second = await connectPhone()
    await expectFrames(second, CONNECTED, status('streaming'), delta('One, two.'))
  })

  it('a reply is not sent after five minutes', async () => {
    const { guestHost, clock, gateway, phone: connectPhone } = await started()
    const first = await connectPhone()
    first.send(text('count'))
    await guestHost.conversation().nextAsk()
    await first.close()
    await gateway.untilGuests(0)
    guestHost.conversation().reply('One.')
    guestHost.conversation().end()
    clock.advance(5 * 60_000)
    const second = await connectPhone()
    await expectFrames(second, CONNECTED)
    second.send(STOP)
    await refused(second, 'INVALID_STATE', 'idle')
  })

  it('a phone that disconnects while speaking has asked nothing, and its audio is stored', async () => {
    const { guestHost, gateway, phone: connectPhone } = await started()
    const first = await connectPhone()
    first.send(START)
    first.send(new Uint8Array(6400))
    await expectFrames(first, CONNECTED, status('recording'))
    await allTaken(first, 'recording')
    first.socket.terminate()
    await guestHost.take().whenReleased()
    guestHost.take().understand('delete the files')
    await gateway.untilGuests(0)
    const second = await connectPhone()
    await expectFrames(second, CONNECTED)
    expect(await second.next()).toContain('so nothing was asked')
    await expectFrames(second, status('idle'))
    expect(guestHost.take().acknowledged).toBe(false)
    second.send(text('list the files'))
    expect((await guestHost.conversation().nextAsk()).text).toBe('list the files')
  })
})

describe('the desktop', () => {
  it('sees which guests are connected and what they are doing', async () => {
    const { gateway, phone: connectPhone } = await started()
    const phone = await connectPhone()
    await expectFrames(phone, CONNECTED)
    expect(gateway.guests()).toMatchObject([{ title: 'G2 glasses', state: 'ready' }])
    phone.send(START)
    await expectFrames(phone, status('recording'))
    expect(gateway.guests()).toMatchObject([{ state: 'listening' }])
  })

  it('leaves nothing behind when it stops: no timer, no turn, and unfinished audio is stored', async () => {
    const { guestHost, clock, gateway, phone: connectPhone } = await started()
    const phone = await connectPhone()
    phone.send(START)
    phone.send(new Uint8Array(640))
    await expectFrames(phone, CONNECTED, status('recording'))
    await allTaken(phone, 'recording')
    const closed = once(phone.socket, 'close')
    await gateway.close()
    running.splice(0)
    await closed
    expect(clock.pending()).toBe(0)
    expect(guestHost.conversation().closed).toBe(true)
    expect([guestHost.take().state, guestHost.take().acknowledged]).toEqual(['left', false])
  })
})

describe('the current G2 app', () => {
  async function opens(gateway: GatewayInTest) {
    const phone = await connect(gateway.url('/'))
    for (const frame of g2AppOpens('my_secret')) phone.send(frame)
    const screen = createG2AppScreen()
    const receive = async (count: number): Promise<string[]> => {
      const seen: string[] = []
      while (seen.length < count) seen.push(screen.show(await phone.next()))
      return seen
    }
    return { phone, screen, receive }
  }

  it('speaks, reconnects to its transcript during a reply, and starts a new session', async () => {
    const { guestHost, gateway } = await started({ token: 'my_secret' })
    const first = await opens(gateway)
    expect(await first.receive(2)).toEqual(['connected', 'status idle'])
    first.phone.send(g2AppSends.tapToSpeak)
    expect(await first.receive(1)).toEqual(['status recording'])
    first.phone.send(new Uint8Array(4096))
    first.phone.send(g2AppSends.tapToStop)
    await guestHost.take().whenReleased()
    guestHost.take().understand('Count to three.')
    await guestHost.conversation().nextAsk()
    guestHost.conversation().reply('One, ')
    expect(await first.receive(5)).toEqual([
      'status transcribing',
      'transcription',
      'status thinking',
      'status streaming',
      'assistant',
    ])

    const second = await opens(gateway)
    while (second.screen.shown().length < 2) await second.receive(1)
    guestHost.conversation().reply('two, three.')
    guestHost.conversation().end()
    for (let last = ''; last !== 'end';) last = (await second.receive(1))[0] ?? ''
    expect(second.screen.shown()).toEqual(['user: Count to three.', 'assistant: One, two, three.'])
    expect(await second.receive(1)).toEqual(['status idle'])

    second.phone.send(g2AppSends.doubleTap)
    expect(await second.receive(1)).toEqual(['session_reset'])
    expect(second.screen.shown()).toEqual([])
    const third = await opens(gateway)
    expect(await third.receive(2)).toEqual(['connected', 'status idle'])
    expect(third.screen.shown()).toEqual([])
  })
})
