// A phone with G2 glasses at the gateway, over real sockets (document 004).
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createG2Wire } from '../../src/main/gateways/g2/g2-wire.ts'
import type { EarsState } from '../../src/core/ports/guests.ts'
import { MAX_PCM_FRAME_BYTES } from '../../src/core/guests/g2-inbound.ts'
import { MAX_ASK_CHARACTERS } from '../../src/shared/conversation.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts'
import { brainFault, createFakeHouse } from '../fakes/fake-house.ts'
import { connect, startGateway, type ClientInTest, type GatewayInTest } from '../fakes/gateway-in-test.ts'

const running: GatewayInTest[] = []
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.close()
})

/** A gateway for glasses. Its clock stands still; that of the listener does not. */
async function started({ token, ears }: { token?: string; ears?: EarsState } = {}) {
  const house = createFakeHouse(ears === undefined ? {} : { ears })
  const clock = createFakeClock()
  const errors: string[] = []
  let ids = 0
  const wire = createG2Wire({
    house,
    clock,
    newId: () => `turn-${++ids}`,
    onError: (what) => void errors.push(what),
  })
  const gateway = await startGateway({ wires: [wire], ...(token === undefined ? {} : { token }) })
  running.push(gateway)
  return { house, clock, errors, gateway, phone: () => connect(gateway.url('/', token)) }
}

const START = '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}'
const STOP = '{"type":"stop_audio"}'
/** What a close frame has for its code, 1000. */
const GOODBYE = '\x03\xe8'
const CONNECTED = '{"type":"connected","version":"1.0"}'
const END = '{"type":"end"}'
const status = (name: string): string => `{"type":"status","status":"${name}"}`
const delta = (words: string): string => JSON.stringify({ type: 'assistant', delta: words })
const text = (message: string): string => JSON.stringify({ type: 'text', message })

/** A short frame of WebSocket itself, masked with nothing. */
const maskedFrame = (kind: number, content: string): Buffer =>
  Buffer.from([0x80 | kind, 0x80 | content.length, 0, 0, 0, 0, ...Buffer.from(content, 'latin1')])

async function hears(phone: ClientInTest, ...frames: string[]): Promise<void> {
  for (const frame of frames) expect(await phone.next()).toBe(frame)
}
async function refused(phone: ClientInTest, code: string, state: string): Promise<void> {
  expect(JSON.parse(await phone.next())).toMatchObject({ type: 'error', code })
  await hears(phone, status(state))
}

/** Frames are taken in order: once one that is refused is answered, so is all that was sent before it. */
async function allTaken(phone: ClientInTest, state: string): Promise<void> {
  phone.send('{}')
  await refused(phone, 'INVALID_FRAME', state)
}

describe('who comes in', () => {
  it('is whoever shows the token, in the address or as the first frame', async () => {
    const { gateway } = await started({ token: 'my_secret' })
    const byAddress = await connect(gateway.url('/', 'my_secret'))
    await hears(byAddress, CONNECTED)
    const byFrame = await connect(gateway.url('/'))
    byFrame.send('{"type":"auth","token":"my_secret"}')
    await hears(byFrame, CONNECTED)
    expect((await byAddress.closed).code).toBe(4000)
  })

  it('is not who shows another or none: AUTH_FAILED, and closed with 4001', async () => {
    const { gateway, house } = await started({ token: 'my_secret' })
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
    expect(house.conversations).toEqual([])
  })
})

describe('a phone', () => {
  it('speaks and types through the document’s example, byte for byte', async () => {
    const { house, phone: comes } = await started()
    const phone = await comes()
    await hears(phone, CONNECTED)
    expect(house.wakes).toBe(1)

    phone.send(START)
    await hears(phone, status('recording'))
    const samples = Int16Array.from({ length: 2048 }, (_, index) => index - 1024)
    for (let count = 0; count < 3; count++) phone.send(new Uint8Array(samples.buffer))
    phone.send(STOP)
    await hears(phone, status('transcribing'))
    expect(house.take().samples()).toEqual(Int16Array.from([...samples, ...samples, ...samples]))
    house.take().understand('What is the capital of France?')
    await hears(phone, '{"type":"transcription","text":"What is the capital of France?"}', status('thinking'))
    const conversation = house.conversation()
    expect([conversation.source, (await conversation.nextAsk()).text]).toEqual([
      'G2 glasses',
      'What is the capital of France?',
    ])
    expect(house.take().acknowledged).toBe(true)
    conversation.status('thinking')
    conversation.reply('The capital', ' of France', ' is Paris.')
    conversation.end()
    await hears(phone, status('streaming'), delta('The capital'), delta(' of France'), delta(' is Paris.'))
    await hears(phone, END, status('idle'))

    phone.send('{"type":"text","message":"What is 2+2?"}')
    expect((await conversation.nextAsk()).text).toBe('What is 2+2?')
    conversation.reply('4')
    conversation.end()
    await hears(phone, status('thinking'), status('streaming'), delta('4'), END, status('idle'))

    phone.send(STOP)
    await hears(
      phone,
      '{"type":"error","detail":"Cannot stop audio — not recording","code":"INVALID_STATE"}',
      status('idle'),
    )
    expect(house.conversations).toHaveLength(1)
  })

  it('may send a frame in fragments', async () => {
    const { house, phone: comes } = await started()
    const phone = await comes()
    await hears(phone, CONNECTED)
    const sent = START
    phone.socket.send(sent.slice(0, 9), { fin: false })
    phone.socket.send(sent.slice(9, 40), { fin: false })
    phone.socket.send(sent.slice(40), { fin: true })
    await hears(phone, status('recording'))
    // A sample that is cut in two by a fragment is still one.
    phone.socket.send(new Uint8Array([1, 2, 3]), { fin: false, binary: true })
    phone.socket.send(new Uint8Array([4]), { fin: true, binary: true })
    phone.send(STOP)
    await hears(phone, status('transcribing'))
    expect(house.take().samples()).toEqual(Int16Array.from([0x0201, 0x0403]))
  })

  it('is told while the recogniser loads, and when it is ready', async () => {
    const { house, phone: comes } = await started({ ears: 'loading' })
    const phone = await comes()
    await hears(phone, CONNECTED, status('loading'))
    phone.send(START)
    await refused(phone, 'INVALID_STATE', 'loading')
    house.setEars('ready')
    await hears(phone, status('idle'))
  })

  it('gets the reason in words where nothing can hear', async () => {
    const { house, phone: comes, errors } = await started({ ears: 'off' })
    const phone = await comes()
    phone.send(START)
    await hears(
      phone,
      CONNECTED,
      '{"type":"error","detail":"Nothing can hear. Turn speech on in the settings.","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    )
    expect([house.takes, errors]).toEqual([[], []])
  })

  it('is refused what is wrong and stays, but a frame beyond all bounds ends it', async () => {
    const { phone: comes } = await started()
    const phone = await comes()
    await hears(phone, CONNECTED)
    for (const bad of ['not json', '{"type":"text"}', text('x'.repeat(MAX_ASK_CHARACTERS + 1))]) {
      phone.send(bad)
      await refused(phone, 'INVALID_FRAME', 'idle')
    }
    phone.send(new Uint8Array(960_002))
    await refused(phone, 'INVALID_FRAME', 'idle')
    // The longest message there may be, every character of it escaped.
    phone.send(`{"type":"text","message":"${'\\u20ac'.repeat(MAX_ASK_CHARACTERS)}"}`)
    await hears(phone, status('thinking'))
    phone.send(new Uint8Array(1024 * 1024 + 1))
    expect((await phone.closed).code).toBe(1009)
  })
})

describe('a piece of sound that is too long', () => {
  it('is refused up to the most that a connection carries, and what is being recorded goes on', async () => {
    const { house, phone: comes } = await started()
    const phone = await comes()
    phone.send(START)
    await hears(phone, CONNECTED, status('recording'))
    for (const bytes of [MAX_PCM_FRAME_BYTES + 2, 1024 * 1024]) {
      phone.send(new Uint8Array(bytes))
      await refused(phone, 'INVALID_FRAME', 'recording')
    }
    phone.send(new Uint8Array(640))
    phone.send(STOP)
    await hears(phone, status('transcribing'))
    expect(house.take().samples()).toHaveLength(320)
  })
})

describe('what goes wrong', () => {
  it('is told in the code of its kind: the recogniser, the brain, and what nobody foresaw', async () => {
    const { house, phone: comes, errors } = await started()
    const phone = await comes()
    await hears(phone, CONNECTED)
    const speaks = async (): Promise<void> => {
      phone.send(START)
      phone.send(new Uint8Array(640))
      phone.send(STOP)
      await hears(phone, status('recording'), status('transcribing'))
    }
    await speaks()
    house.take().fail(new FaultError('ears_failed', 'It broke.', 'Say it again.'))
    await hears(
      phone,
      '{"type":"error","detail":"It broke. Say it again.","code":"TRANSCRIPTION_FAILED"}',
      status('idle'),
    )
    expect(errors).toEqual([])
    await speaks()
    house.take().fail(new Error('x is not a function'))
    await refused(phone, 'INTERNAL_ERROR', 'idle')
    expect(errors).toEqual(['recognising what the glasses heard'])

    phone.send(text('go'))
    await house.conversation().nextAsk()
    house.conversation().fail(brainFault)
    await hears(
      phone,
      status('thinking'),
      '{"type":"error","detail":"The agent failed. Ask again.","code":"OPENCLAW_ERROR"}',
      status('idle'),
    )

    house.conversation().ask = () => {
      throw new Error('not as promised')
    }
    phone.send(text('go'))
    await hears(phone, status('thinking'))
    await refused(phone, 'INTERNAL_ERROR', 'idle')
    expect(errors.at(-1)).toBe('turn.ask for the glasses')
  })

  it('ends a recording that cannot be recognised while somebody still speaks', async () => {
    const { house, phone: comes } = await started()
    const phone = await comes()
    phone.send(START)
    phone.send(new Uint8Array(640))
    await hears(phone, CONNECTED, status('recording'))
    await allTaken(phone, 'recording')
    house.take().tell({ type: 'take.failed' })
    house.take().fail(new FaultError('ears_failed', 'It broke.', 'Say it again.'))
    await hears(phone, status('transcribing'))
    await refused(phone, 'TRANSCRIPTION_FAILED', 'idle')
  })

  it('is a TIMEOUT after a minute of recognising, and after two in which the brain said nothing', async () => {
    const { house, clock, phone: comes } = await started()
    const phone = await comes()
    phone.send(START)
    phone.send(new Uint8Array(640))
    phone.send(STOP)
    await hears(phone, CONNECTED, status('recording'), status('transcribing'))
    clock.advance(29_000)
    clock.advance(1_000)
    await hears(phone, '{"type":"ping"}')
    phone.send('{"type":"pong"}')
    await allTaken(phone, 'transcribing')
    clock.advance(30_000)
    await refusedOrPing(phone, 'TIMEOUT')
    house.take().understand('too late')
    phone.send('{"type":"pong"}')
    phone.send(text('go'))
    await hears(phone, status('thinking'))
    expect(house.conversation().asks.map((ask) => ask.text)).toEqual(['go'])
    for (let beat = 0; beat < 3; beat++) await pinged(clock, phone, 'thinking')
    house.conversation().status('searching_files')
    for (let beat = 0; beat < 3; beat++) await pinged(clock, phone, 'thinking')
    expect(house.conversation().running).not.toBeNull()
    clock.advance(30_000)
    await refusedOrPing(phone, 'TIMEOUT')
    expect(house.conversation().running).toBeNull()
  })
})

/** Half a minute passes, and the phone answers. */
async function pinged(clock: FakeClock, phone: ClientInTest, state: string): Promise<void> {
  clock.advance(30_000)
  await hears(phone, '{"type":"ping"}')
  phone.send('{"type":"pong"}')
  await allTaken(phone, state)
}

/** A ping falls on the same moment; which of the two is first does not matter. */
async function refusedOrPing(phone: ClientInTest, code: string): Promise<void> {
  const frames = [await phone.next(), await phone.next(), await phone.next()]
  const [error, after] = frames.filter((frame) => frame !== '{"type":"ping"}')
  expect(JSON.parse(error ?? '')).toMatchObject({ type: 'error', code })
  expect(after).toBe(status('idle'))
}

describe('the heartbeat', () => {
  it('comes every half minute, and a phone that does not answer within ten seconds is closed', async () => {
    const { clock, gateway, phone: comes } = await started()
    const phone = await comes()
    await hears(phone, CONNECTED)
    await pinged(clock, phone, 'idle')
    await pinged(clock, phone, 'idle')
    clock.advance(30_000)
    await hears(phone, '{"type":"ping"}')
    clock.advance(9_999)
    expect(gateway.guests()).toHaveLength(1)
    clock.advance(1)
    expect(await phone.closed).toEqual({ code: 4002, reason: 'No pong' })
    await gateway.untilGuests(0)
    // Nobody is there: nothing is left to wait for but the end of what is kept.
    expect(clock.pending()).toBe(1)
    clock.advance(5 * 60_000)
    expect(clock.pending()).toBe(0)
  })
})

describe('one phone after another', () => {
  it('the newcomer takes the place of the old one, and the session goes on with it', async () => {
    const { house, gateway, phone: comes } = await started()
    const first = await comes()
    await hears(first, CONNECTED)
    first.send(text('count'))
    await house.conversation().nextAsk()
    house.conversation().reply('One, ')
    await hears(first, status('thinking'), status('streaming'), delta('One, '))
    // What a phone has it shows by answering a ping of WebSocket itself: one may be under way, the next is for this.
    for (let round = 0; round < 3; round++) await allTaken(first, 'streaming')
    const second = await comes()
    await hears(second, CONNECTED, status('streaming'))
    expect(await first.closed).toEqual({ code: 4000, reason: 'Replaced by a new connection' })
    await gateway.untilGuests(1)
    house.conversation().reply('two.')
    house.conversation().end()
    await hears(second, delta('two.'), END, status('idle'))
    await expect(first.next()).rejects.toThrow('closed')
  })

  it('a phone whose network was gone without a word finds the reply that never arrived', async () => {
    const { house, gateway, phone: comes } = await started()
    // Whatever it is sent, it never shows to have it.
    const first = await connect(gateway.url('/'), { autoPong: false })
    first.send(text('count'))
    await house.conversation().nextAsk()
    house.conversation().reply('One, two.')
    house.conversation().end()
    const second = await comes()
    await hears(second, CONNECTED, status('streaming'), delta('One, two.'), END, status('idle'))
    await expect(first.closed).resolves.toMatchObject({ code: 4000 })
  })

  it('a reply goes on while nobody is there, and waits for who comes back', async () => {
    const { house, gateway, phone: comes } = await started()
    const first = await comes()
    first.send(text('count'))
    await house.conversation().nextAsk()
    await hears(first, CONNECTED, status('thinking'))
    first.socket.terminate()
    await gateway.untilGuests(0)
    house.conversation().reply('One, ', 'two, ')
    const second = await comes()
    await hears(second, CONNECTED, status('streaming'), delta('One, two, '))
    await second.close()
    await gateway.untilGuests(0)
    house.conversation().reply('three.')
    house.conversation().end()
    const third = await comes()
    await hears(third, CONNECTED, status('streaming'), delta('three.'), END, status('idle'))
  })

  it('a reply waits from the moment a phone says goodbye, however long its connection takes to close', async () => {
    const { house, gateway, phone: comes } = await started()
    // A client by hand, which does not hang up when its goodbye is answered.
    const wire = createConnection({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true })
    let heard = ''
    wire.on('data', (bytes) => (heard += bytes.toString('latin1')))
    wire.write(
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
    while (!heard.includes(CONNECTED)) await once(wire, 'data')
    wire.write(maskedFrame(0x1, text('count')))
    await house.conversation().nextAsk()
    wire.write(maskedFrame(0x8, GOODBYE))
    while (!heard.endsWith(`\x88\x02${GOODBYE}`)) await once(wire, 'data')
    house.conversation().reply('One, ')
    wire.destroy()
    await gateway.untilGuests(0)
    house.conversation().reply('two.')
    const second = await comes()
    await hears(second, CONNECTED, status('streaming'), delta('One, two.'))
  })

  it('is not told after five minutes', async () => {
    const { house, clock, gateway, phone: comes } = await started()
    const first = await comes()
    first.send(text('count'))
    await house.conversation().nextAsk()
    await first.close()
    await gateway.untilGuests(0)
    house.conversation().reply('One.')
    house.conversation().end()
    clock.advance(5 * 60_000)
    const second = await comes()
    await hears(second, CONNECTED)
    second.send(STOP)
    await refused(second, 'INVALID_STATE', 'idle')
  })

  it('who is cut off while speaking has said nothing that is carried out, and what was said is kept', async () => {
    const { house, gateway, phone: comes } = await started()
    const first = await comes()
    first.send(START)
    first.send(new Uint8Array(6400))
    await hears(first, CONNECTED, status('recording'))
    await allTaken(first, 'recording')
    first.socket.terminate()
    await house.take().whenReleased()
    house.take().understand('delete the files')
    await gateway.untilGuests(0)
    const second = await comes()
    await hears(second, CONNECTED)
    expect(await second.next()).toContain('so nothing was asked')
    await hears(second, status('idle'))
    expect(house.take().acknowledged).toBe(false)
    second.send(text('list the files'))
    expect((await house.conversation().nextAsk()).text).toBe('list the files')
  })
})

describe('the desktop', () => {
  it('sees who is there and what they are doing', async () => {
    const { gateway, phone: comes } = await started()
    const phone = await comes()
    await hears(phone, CONNECTED)
    expect(gateway.guests()).toMatchObject([{ title: 'G2 glasses', state: 'ready' }])
    phone.send(START)
    await hears(phone, status('recording'))
    expect(gateway.guests()).toMatchObject([{ state: 'listening' }])
  })

  it('that stops leaves nothing behind: no timer, no turn, and what was being said is kept', async () => {
    const { house, clock, gateway, phone: comes } = await started()
    const phone = await comes()
    phone.send(START)
    phone.send(new Uint8Array(640))
    await hears(phone, CONNECTED, status('recording'))
    await allTaken(phone, 'recording')
    const gone = once(phone.socket, 'close')
    await gateway.close()
    running.splice(0)
    await gone
    expect(clock.pending()).toBe(0)
    expect(house.conversation().closed).toBe(true)
    expect([house.take().state, house.take().acknowledged]).toEqual(['left', false])
  })
})
