// A flood over a real socket, on each wire of a gateway with all three: every frame gets its answer, other clients are served in
// the meantime, and memory does not grow.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createG2Server } from '../../src/main/gateways/g2/g2-server.ts'
import { createVelaServer } from '../../src/main/gateways/vela/vela-server.ts'
import { createVoiceIdeServer } from '../../src/main/gateways/voice-ide/voice-ide-server.ts'
import type { VoiceIdeEvent, VoiceIdeEventOf } from '../../src/shared/wire/voice-ide.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createFakeGuestHost } from '../fakes/fake-guest-host.ts'
import { connect, startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { TRANSCRIPT, instantGuestHost, REPLIED } from '../fakes/instant-guest-host.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { g2Exchanges, g2Word, velaExchanges, velaWord, type Exchange } from './generated-frames.ts'

const FRAMES = 20_000
/** What a flood may leave behind: about a hundred bytes of each frame. */
const LEFT_BEHIND = 2 * 1024 * 1024

/** Valid frames, and turns of about fifteen frames each. */
const MEANT = 20_000
const TURNS = 300

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let gateway: GatewayInTest
let folder: TempFolder
beforeAll(async () => {
  folder = createTempFolder()
  const onError = (): void => {}
  // Their clock stands still, so that no ping has to be answered behind the flood.
  const common = { guestHost: createFakeGuestHost(), clock: createFakeClock(), newId: randomUUID, onError }
  gateway = await startGateway({
    servers: [
      createG2Server(common),
      createVelaServer(common),
      createVoiceIdeServer({ ...common, folder: folder.path }),
    ],
  })
})
afterAll(async () => {
  await gateway.close()
  folder.remove()
})

/** A few random bytes, different each time and the same in every run. */
function* garbage(): Generator<string> {
  let seed = 1
  for (;;) {
    seed = (seed * 48_271) % 2_147_483_647
    yield `{"type":"${seed.toString(36)}`
    yield `[${seed}]`
    yield `${seed} is no frame`
    yield '{"type":"nothing of the sort","payload":{}}'
  }
}

/** Sends so many frames as fast as they are read, and counts the answers until all have arrived. */
async function flood(
  path: string,
  frames: number,
  isAnswer: (text: string) => boolean,
  first?: string,
): Promise<number> {
  const socket = new WebSocket(gateway.url(path), { perMessageDeflate: false })
  await once(socket, 'open')
  let answers = 0
  const all = new Promise<void>((resolve, reject) => {
    socket.on('close', () => reject(new Error('It was cut off.')))
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (isAnswer(text) && ++answers === frames) resolve()
    })
  })
  const source = garbage()
  if (first !== undefined) socket.send(first)
  for (let sent = 0; sent < frames; sent++) {
    const text = source.next().value as string
    // Each thousand waits until the previous one was sent.
    if (sent % 1_000 === 999) await new Promise<void>((resolve) => socket.send(text, () => resolve()))
    else socket.send(text)
  }
  await all
  socket.removeAllListeners('close')
  socket.terminate()
  return answers
}

const protocols = [
  ['g2', '/', (text: string) => text.includes('"type":"error"') && text.includes('INVALID_FRAME')],
  ['vela', '/ws', (text: string) => /"code":"invalid_(json|message)"/.test(text)],
  ['voice-ide', '/events', (text: string) => /"code":"invalid_(json|event)"/.test(text)],
] as const

describe(`a flood of ${FRAMES.toLocaleString('en')} frames that are none`, () => {
  const started = JSON.stringify({
    id: 'start',
    timestamp: '2025-01-15T10:30:00.000Z',
    kind: { sessionStart: { sessionId: 'flooded' } },
  })
  it.each([...protocols, ['voice-ide in a session', '/events', protocols[2][2], started] as const])(
    'gets an answer to each from %s, and leaves nothing behind',
    { timeout: 300_000 },
    async (_, path, isAnswer, first?: string) => {
      await flood(path, 4_000, isAnswer, first)
      collect()
      const before = process.memoryUsage().heapUsed
      expect(await flood(path, FRAMES, isAnswer, first)).toBe(FRAMES)
      await gateway.untilGuests(0)
      collect()
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(LEFT_BEHIND)
    },
  )

  it('does not delay other clients', { timeout: 300_000 }, async () => {
    expect(await servedDuring(gateway, flood('/ws', FRAMES / 2, protocols[1][2]))).toBeGreaterThan(10)
  })
})

/** How often another client was served in the meantime. */
async function servedDuring(by: GatewayInTest, flooding: Promise<unknown>): Promise<number> {
  const guest = await connect(by.url('/ws'))
  expect(await guest.next()).toContain('session.ready')
  await guest.next()
  const flooded = new AbortController()
  void flooding.catch(() => {}).finally(() => flooded.abort())
  let rounds = 0
  try {
    while (!flooded.signal.aborted) {
      guest.send('{"type":"session.start","payload":{}}')
      expect(await guest.next()).toContain('session.ready')
      await guest.next()
      rounds++
    }
    await flooding
  } finally {
    await guest.close()
  }
  return rounds
}

describe('a flood of valid frames', () => {
  let answering: GatewayInTest
  beforeAll(async () => {
    // Their clock stands still, so that the answer to a frame depends only on the frames before it.
    const common = {
      guestHost: instantGuestHost,
      clock: createFakeClock(),
      newId: randomUUID,
      onError: () => {},
    }
    answering = await startGateway({
      servers: [
        createG2Server(common),
        createVelaServer(common),
        createVoiceIdeServer({ ...common, folder: folder.path }),
      ],
    })
  })
  afterAll(() => answering.close())

  interface Wire {
    path: string
    greeting: readonly string[]
    exchanges(): Generator<Exchange, never>
    wordOf(text: string): string
  }

  /** Sends so many as fast as they are read; every answer must be the expected one. */
  async function exchanged({ path, greeting, exchanges, wordOf }: Wire, frames: number): Promise<number> {
    const socket = new WebSocket(answering.url(path), { perMessageDeflate: false })
    const due = [...greeting]
    let answered = 0
    let sent = 0
    let isSent = false
    const all = new Promise<void>((resolve, reject) => {
      socket.on('close', () => reject(new Error('It was cut off.')))
      socket.on('message', (data: Buffer) => {
        const word = wordOf(data.toString('utf8'))
        const expected = due[answered++]
        if (word !== expected) reject(new Error(`answer ${answered} was ${word}, not ${expected}`))
        else if (isSent && answered === due.length) resolve()
      })
    })
    all.catch(() => {})
    await once(socket, 'open')
    const source = exchanges()
    // Until no turn runs, so that the next client gets nothing of it.
    for (let isIdle = false; sent < frames || !isIdle; sent++) {
      const { frame, answers } = source.next().value
      due.push(...answers)
      isIdle = answers.at(-1)?.endsWith(' idle') ?? false
      if (sent % 1_000 === 999) await new Promise<void>((resolve) => socket.send(frame, () => resolve()))
      else socket.send(frame)
    }
    isSent = true
    try {
      if (answered < due.length) await all
    } finally {
      socket.removeAllListeners('close')
      // With a close: after a broken connection, frames are sent again.
      if (socket.readyState === WebSocket.OPEN) {
        socket.close()
        await once(socket, 'close')
      }
    }
    return sent
  }

  const floods: [string, Wire][] = [
    ['g2', { path: '/', greeting: ['connected'], exchanges: g2Exchanges, wordOf: g2Word }],
    [
      'vela',
      {
        path: '/ws',
        greeting: ['session.ready', 'session.state idle'],
        exchanges: () => velaExchanges(TRANSCRIPT),
        wordOf: velaWord,
      },
    ],
  ]
  it.each(floods)(
    'gets the right answers from %s, with other clients served, and leaves nothing behind',
    { timeout: 300_000 },
    async (_, wire) => {
      await exchanged(wire, 2_000)
      collect()
      const before = process.memoryUsage().heapUsed
      expect(await servedDuring(answering, exchanged(wire, MEANT))).toBeGreaterThan(10)
      await answering.untilGuests(0)
      collect()
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(LEFT_BEHIND)
    },
  )

  it(
    'gets the right answers from voice-ide in each turn, with other clients served, and leaves nothing behind',
    { timeout: 300_000 },
    async () => {
      await conversed('warm', 50)
      collect()
      const before = process.memoryUsage().heapUsed
      expect(await servedDuring(answering, conversed('flooded', TURNS))).toBeGreaterThan(10)
      await answering.untilGuests(0)
      collect()
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(LEFT_BEHIND)
    },
  )

  /** Turns in which the client sends more than it has to; each step must be the right one. */
  async function conversed(sessionId: string, turns: number): Promise<void> {
    const client = await connect(answering.url('/events'))
    const event = (kind: object): string =>
      JSON.stringify({ id: randomUUID(), timestamp: '2025-01-15T10:30:00.000Z', kind })
    const result = (callId: string): string =>
      event({ toolResult: { callId, result: '{"ok":true}', error: null } })
    const next = async (): Promise<VoiceIdeEvent> => JSON.parse(await client.next()) as VoiceIdeEvent
    /** Answers the next call twice, and another one in between. */
    async function answer(name: string, given: object): Promise<void> {
      const { kind } = await next()
      expect(kind).toMatchObject({ toolCall: { name, arguments: JSON.stringify(given) } })
      const mine = result((kind as VoiceIdeEventOf<'toolCall'>['kind']).toolCall.callId)
      for (const frame of [event({ userDanced: {} }), result(randomUUID()), mine, mine]) client.send(frame)
      expect((await next()).kind).toMatchObject({ error: { code: 'unknown_call' } })
    }
    client.send(event({ sessionStart: { sessionId } }))
    for (let turn = 0; turn < turns; turn++) {
      const request = event({ userAudioTranscriptFinal: { text: `What is ${turn} and two?` } })
      client.send(event({ userAudioTranscriptPartial: { text: 'What' } }))
      client.send(request)
      client.send(request)
      await answer('convo.setState', { state: 'thinking' })
      expect((await next()).kind).toEqual({ assistantSpeechFinal: { text: REPLIED } })
      await answer('tts.speak', { text: REPLIED })
      await answer('convo.setState', { state: 'idle' })
    }
    await client.close()
  }
})
