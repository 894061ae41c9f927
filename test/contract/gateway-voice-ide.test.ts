// VoiceIDE over real sockets: the flow of a turn, and clients that are disconnected, replaced, hostile, or back after a restart.
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GuestEvent, GuestHost } from '../../src/core/ports/guests.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createVoiceIdeServer } from '../../src/main/gateways/voice-ide/voice-ide-server.ts'
import type { ClosedBy, WireServer } from '../../src/main/gateways/wire-server.ts'
import {
  parseVoiceIdeEvent,
  type VoiceIdeEvent,
  type VoiceIdeEventOf,
} from '../../src/shared/wire/voice-ide.ts'
import { bearerOf } from '../fakes/bearer.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { abyss, readAsAbyss } from '../fixtures/clients/abyss.ts'
import { connect, startGateway, type ClientInTest, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { inShort } from '../fakes/voice-ide-driver.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

const THINKING = 'convo.setState {"state":"thinking"}'
const IDLE = 'convo.setState {"state":"idle"}'
const FINAL = 'assistantSpeechFinal Hi there!'
const SPEAK = 'tts.speak {"text":"Hi there!"}'

/** A guest host in which the test is the brain. */
function createGuestHostByHand() {
  const asked: { session: string; source: string; turnId: string; text: string }[] = []
  const waiting: (() => void)[] = []
  let emit: (event: GuestEvent) => void = () => {}
  const guestHost: GuestHost = {
    converse({ session, source }) {
      const listeners = new Set<(event: GuestEvent) => void>()
      return {
        ask(turnId, text) {
          emit = (event) => listeners.forEach((listener) => listener(event))
          asked.push({ session, source, turnId, text })
          emit({ type: 'turn.started', turnId })
          for (const resolve of waiting.splice(0)) resolve()
        },
        interrupt() {},
        onEvent(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        close: () => listeners.clear(),
      }
    },
    recognizer() {
      throw new Error('This wire carries text, not audio.')
    },
  }
  return {
    guestHost,
    asked,
    untilAsked: async (count: number) => {
      while (asked.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    reply(text: string) {
      const turnId = asked.at(-1)?.turnId ?? ''
      emit({ type: 'reply.appended', turnId, delta: text })
      emit({ type: 'turn.ended', turnId, outcome: 'completed', reply: text })
    },
    show(id: string) {
      const turnId = asked.at(-1)?.turnId ?? ''
      const artifact = { kind: 'diff', id, title: 'A change', file: 'main.swift', diff: '+a' } as const
      emit({ type: 'artifact.created', turnId, artifact })
    },
  }
}

let folder: TempFolder
let brain: ReturnType<typeof createGuestHostByHand>
let errors: string[]
let gateway: GatewayInTest

async function startApp(): Promise<void> {
  brain = createGuestHostByHand()
  const wire = createVoiceIdeServer({
    guestHost: brain.guestHost,
    clock: systemClock,
    newId: randomUUID,
    onError: (what) => void errors.push(what),
    folder: folder.path,
    limits: { log: { records: 60, bytes: 1_000_000 } },
  })
  gateway = await startGateway({ servers: [wire] })
}

beforeEach(async () => {
  folder = createTempFolder()
  errors = []
  await startApp()
})
afterEach(async () => {
  await gateway.close()
  folder.remove()
})

interface Phone extends ClientInTest {
  /** Sends an event of this kind. Returns its id, which is new unless one is given. */
  emit(kind: object, more?: object): string
  /** The next event. Other frames are an error. */
  nextEvent(): Promise<VoiceIdeEvent>
  /** The next events, in short. */
  nextInShort(count: number): Promise<string[]>
  /** Receives a call and answers it. */
  answerCall(error?: string): Promise<string>
  say(text: string): string
}

async function phone(url = gateway.url('/events')): Promise<Phone> {
  const client = await connect(url)
  const self: Phone = {
    ...client,
    emit(kind, more = {}) {
      const event = { id: randomUUID(), timestamp: new Date().toISOString(), kind, ...more }
      client.send(JSON.stringify(event))
      return event.id
    },
    async nextEvent() {
      const parsed = parseVoiceIdeEvent(JSON.parse(await client.next()))
      if (!parsed.ok) throw new Error('This is not an event.')
      return parsed.event
    },
    async nextInShort(count) {
      const events: string[] = []
      while (events.length < count) events.push(inShort(await self.nextEvent()))
      return events
    },
    async answerCall(error) {
      const event = (await self.nextEvent()) as VoiceIdeEventOf<'toolCall'>
      const { callId } = event.kind.toolCall
      self.emit({ toolResult: { callId, result: error ? null : '{"ok":true}', error: error ?? null } })
      return inShort(event)
    },
    say: (text) => self.emit({ userAudioTranscriptFinal: { text } }),
  }
  return self
}

async function inSession(sessionId = 'abc123'): Promise<Phone> {
  const client = await phone()
  client.emit({ sessionStart: { sessionId } })
  return client
}

async function back(lastEventId: string | null, sessionId = 'abc123'): Promise<Phone> {
  const client = await phone()
  client.emit({ sessionReconnect: { sessionId, lastEventId } })
  return client
}

/** A turn from the request to idle. */
async function wholeTurn(client: Phone, text = 'Hello'): Promise<string[]> {
  const before = brain.asked.length
  client.say(text)
  const events = [await client.answerCall()]
  await brain.untilAsked(before + 1)
  brain.reply('Hi there!')
  events.push(...(await client.nextInShort(1)))
  events.push(await client.answerCall(), await client.answerCall())
  return events
}

describe('a VoiceIDE client over a socket', () => {
  it('has the conversation of the protocol, any number of times', async () => {
    const client = await inSession()
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(await wholeTurn(client, 'And again')).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(brain.asked.map(({ text, source }) => ({ text, source }))).toEqual([
      { text: 'Hello', source: 'VoiceIDE client' },
      { text: 'And again', source: 'VoiceIDE client' },
    ])
    expect(errors).toEqual([])
  })

  it('gets events with the fields of the protocol, in its order, and a version only if it sends one', async () => {
    const plain = await inSession('plain')
    plain.say('Hello')
    const text = await plain.next()
    expect(text).toMatch(
      /^\{"id":"[\da-f-]{36}","timestamp":"\d{4}-\d\d-\d\dT[\d:.]+Z","kind":\{"toolCall":\{"callId":"/,
    )
    const versioned = await phone()
    versioned.emit({ sessionStart: { sessionId: 'versioned' } }, { protocolVersion: '2.0' })
    versioned.say('Hello')
    expect(await versioned.next()).toMatch(/^\{"protocolVersion":"2\.0","id":/)
    plain.say('Again')
    expect(await plain.nextEvent()).not.toHaveProperty('protocolVersion')
  })

  it('learns what is wrong with a frame, and continues', async () => {
    const client = await phone()
    client.send('{')
    client.say('Hello')
    client.emit({ userGazeMoved: { x: 1 } })
    client.emit({ sessionStart: { sessionId: 'abc123' } })
    client.send(new Uint8Array([1, 2]))
    client.emit({ assistantSpeechFinal: { text: 'I am you' } })
    client.emit({ toolResult: { callId: 'call-nobody-made', result: '{}', error: null } })
    client.emit({ error: { code: 'tts_failed', message: 'secret words' } })
    expect(await client.nextInShort(5)).toEqual([
      'error invalid_json',
      'error no_session',
      'error invalid_event',
      'error invalid_event',
      'error unknown_call',
    ])
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(errors).toEqual(['A VoiceIDE client reported an error'])
  })

  it('is closed when it sends more than the longest event', async () => {
    const client = await inSession()
    client.send('x'.repeat(2 * 1024 * 1024))
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  it('gets artifacts as cards', async () => {
    const client = await inSession()
    client.say('Change it')
    await client.answerCall()
    brain.show('one')
    const event = (await client.nextEvent()) as VoiceIdeEventOf<'assistantUIPatch'>
    expect(JSON.parse(event.kind.assistantUIPatch.patch)).toEqual({
      op: 'add',
      path: '/cards/0',
      value: { type: 'diff', id: 'one', title: 'A change', file: 'main.swift', diff: '+a' },
    })
  })

  it('can interrupt a reply with a new request, which is then answered', async () => {
    const client = await inSession()
    client.say('First')
    await client.answerCall()
    client.say('Second')
    await client.answerCall()
    await brain.untilAsked(2)
    brain.reply('Hi there!')
    expect(await client.nextInShort(2)).toEqual([FINAL, SPEAK])
  })

  it('has a conversation that no other session sees', async () => {
    const one = await inSession('one')
    await wholeTurn(one)
    const two = await inSession('two')
    await wholeTurn(two)
    expect(new Set(brain.asked.map(({ session }) => session)).size).toBe(2)
    const backInTwo = await back(null, 'two')
    const appended = (await backInTwo.nextInShort(4)).filter((event) => event.startsWith('convo.append'))
    expect(appended).toEqual([
      'convo.appendMessage {"role":"user","text":"Hello"}',
      'convo.appendMessage {"role":"assistant","text":"Hi there!"}',
    ])
  })

  it('is shown on the desktop with what it is doing', async () => {
    const client = await inSession()
    client.say('Hello')
    await client.nextEvent()
    expect(gateway.guests()).toMatchObject([{ title: 'VoiceIDE client', state: 'thinking' }])
  })
})

describe('a VoiceIDE client that is disconnected', () => {
  it('during a turn gets the rest when it reconnects, and the turn ends as usual', async () => {
    const client = await inSession()
    client.say('Hello')
    const thinking = (await client.nextEvent()) as VoiceIdeEventOf<'toolCall'>
    await brain.untilAsked(1)
    client.emit({ toolResult: { callId: thinking.kind.toolCall.callId, result: '{}', error: null } })
    // An answer to what follows the result proves that the result was read.
    client.emit({ toolResult: { callId: 'nobody', result: '{}', error: null } })
    const last = await client.nextEvent()
    client.socket.terminate()
    await gateway.untilGuests(0)
    brain.show('one')
    brain.reply('Hi there!')

    const again = await back(last.id)
    expect((await again.nextInShort(2))[1]).toBe(FINAL)
    expect([await again.answerCall(), await again.answerCall()]).toEqual([SPEAK, IDLE])
    expect(await wholeTurn(again)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('gets unanswered calls again, with the same ids, and the turn waits for it', async () => {
    const client = await inSession()
    client.say('Hello')
    const call = await client.nextEvent()
    client.socket.terminate()
    await brain.untilAsked(1)
    brain.reply('Hi there!')
    const again = await back(null)
    const same = (await again.nextEvent()) as VoiceIdeEventOf<'toolCall'>
    expect(same).toEqual(call)
    again.emit({ toolResult: { callId: same.kind.toolCall.callId, result: '{}', error: null } })
    expect(await again.nextInShort(2)).toEqual([FINAL, SPEAK])
  })

  it('may send again what may be lost: nothing happens twice', async () => {
    const client = await inSession()
    const id = client.say('Hello')
    const call = await client.nextEvent()
    client.socket.terminate()
    const again = await back(call.id)
    again.emit({ userAudioTranscriptFinal: { text: 'Hello' } }, { id })
    again.emit({ toolResult: { callId: 'nobody', result: '{}', error: null } })
    expect(await again.nextInShort(1)).toEqual(['error unknown_call'])
    expect(brain.asked).toHaveLength(1)
  })

  it('may send everything at once that it stored in the meantime', async () => {
    const client = await phone()
    client.emit({ sessionReconnect: { sessionId: 'abc123', lastEventId: null } })
    for (let n = 0; n < 3_000; n++) client.emit({ userAudioTranscriptPartial: { text: `Hello ${n}` } })
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('can start without asking for what it missed, in the same conversation', async () => {
    const client = await inSession()
    await wholeTurn(client)
    client.socket.terminate()
    await gateway.untilGuests(0)
    const again = await inSession()
    expect(await wholeTurn(again)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(new Set(brain.asked.map(({ session }) => session)).size).toBe(1)
  })

  it('loses its session to another connection that reconnects to it', async () => {
    const first = await inSession()
    await wholeTurn(first)
    const second = await inSession()
    expect(await first.closed).toMatchObject({ code: 4000 })
    expect(await wholeTurn(second)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('gets all it missed after any number of invalid frames, whichever refusal it received last', async () => {
    const client = await inSession()
    client.say('Hello')
    const thinking = await client.nextEvent()
    let last = thinking
    for (let n = 0; n < 200; n++) {
      client.send('{')
      last = await client.nextEvent()
    }
    client.socket.terminate()
    await gateway.untilGuests(0)
    brain.show('one')
    for (const known of [last.id, thinking.id]) {
      const again = await back(known)
      expect((await again.nextInShort(1))[0]).toContain('"op":"add","path":"/cards/0"')
    }
  })

  it('and has lost its state gets a snapshot, and does not have to speak everything again', async () => {
    const client = await inSession()
    await wholeTurn(client)
    client.socket.terminate()
    const again = await back(null)
    const events = await again.nextInShort(5)
    expect(events[0]).toBe('error snapshot_follows')
    expect(events.filter((event) => event.startsWith('tts.speak'))).toEqual([])
    expect(events.at(-1)).toBe(IDLE)
    expect(await wholeTurn(again)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('gets a snapshot, and learns so, if the log no longer reaches back to its last event', async () => {
    const client = await inSession()
    client.say('Hello')
    const first = await client.nextEvent()
    brain.show('one')
    await client.nextEvent()
    // Many empty transcripts, which are logged, too.
    for (let n = 0; n < 80; n++) client.say('')
    client.send('{')
    await client.nextEvent()
    client.socket.terminate()
    const again = await back(first.id)
    expect(await again.nextInShort(1)).toEqual(['error snapshot_follows'])
    // The awaited call, unchanged.
    expect(await again.nextEvent()).toEqual(first)
    const [empty, card, message, state] = await again.nextInShort(4)
    expect(empty).toBe('patch {"op":"add","path":"/cards","value":[]}')
    expect(card).toContain('"id":"one"')
    expect(message).toBe('convo.appendMessage {"role":"user","text":"Hello"}')
    expect(state).toBe(THINKING)
  })

  it('is known after a restart of the app, with all earlier events', async () => {
    const client = await inSession()
    client.say('Hello')
    const first = (await client.nextEvent()) as VoiceIdeEventOf<'toolCall'>
    client.emit({ toolResult: { callId: first.kind.toolCall.callId, result: '{}', error: null } })
    await brain.untilAsked(1)
    brain.reply('Hi there!')
    await client.nextEvent()
    await client.answerCall()
    await client.answerCall()
    client.say('And then?')
    const call = await client.nextEvent()
    await gateway.close()
    await startApp()

    const again = await back(first.id)
    expect(await again.nextInShort(4)).toEqual([FINAL, SPEAK, IDLE, THINKING])
    expect(await again.nextInShort(1)).toEqual(['error turn_lost'])
    expect(await again.answerCall()).toBe(IDLE)
    const { callId } = (call as VoiceIdeEventOf<'toolCall'>).kind.toolCall
    again.emit({ toolResult: { callId, result: '{}', error: null } })
    expect(await wholeTurn(again, 'Once more')).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('speaks after a restart of the app what it had not spoken yet', async () => {
    const client = await inSession()
    client.say('Hello')
    await client.answerCall()
    await brain.untilAsked(1)
    brain.reply('Hi there!')
    const final = await client.nextEvent()
    await client.nextEvent()
    await gateway.close()
    await startApp()

    const again = await back(final.id)
    expect([await again.answerCall(), await again.answerCall()]).toEqual([SPEAK, IDLE])
  })
})

const wireByHand = (): WireServer =>
  createVoiceIdeServer({
    guestHost: brain.guestHost,
    clock: systemClock,
    newId: randomUUID,
    onError: (what) => void errors.push(what),
    folder: folder.path,
  })

/** A connection that the test controls step by step. */
function bySocketByHand(wire: WireServer) {
  let deliver: (data: string) => void = () => {}
  let end: (ending: ClosedBy) => void = () => {}
  let rest: () => void = () => {}
  const closedWith: number[] = []
  wire.accept({
    id: 'one',
    device: { id: 'device', name: 'Device', isShared: false },
    mayApprove: () => false,
    address: 'here',
    agent: null,
    send() {},
    close(code) {
      closedWith.push(code)
      end('gateway')
    },
    onMessage: (listener) => void (deliver = listener),
    onClose: (listener) => void (end = listener),
    pause: (still) => still || rest(),
    isOpen: () => true,
    confirm() {},
    describe() {},
  })
  return {
    closedWith,
    receive: (data: string) => deliver(data),
    end: (ending: ClosedBy) => end(ending),
    /** Resolves when everything that it sent was handled. */
    allTaken: new Promise<void>((resolve) => void (rest = resolve)),
  }
}

describe('what a VoiceIDE client sent just before its connection ended', () => {
  const event = (kind: object): string =>
    JSON.stringify({ id: randomUUID(), timestamp: new Date().toISOString(), kind })
  const start = (sessionId: string): string => event({ sessionStart: { sessionId } })
  const words = (text: string): string => event({ userAudioTranscriptFinal: { text } })

  it.each([
    { how: 'guest', events: ['Hello'] },
    { how: 'network', events: ['Hello'] },
    { how: 'gateway', events: [] },
  ] as const)('is answered, unless the gateway closed the connection: $how', async ({ how, events }) => {
    const wire = wireByHand()
    const client = bySocketByHand(wire)
    // The session is still being read from disk when the request arrives, and when the connection ends.
    client.receive(start('abc123'))
    client.receive(words('Hello'))
    client.end(how)
    await client.allTaken
    expect(brain.asked.map(({ text }) => text)).toEqual(events)
    await wire.close()
  })

  it('does not go to a session that it never joined, nor to the previous one', async () => {
    const wire = wireByHand()
    const client = bySocketByHand(wire)
    client.receive(start('abc123'))
    client.receive(start('another'))
    client.receive(words('Hello'))
    client.end('guest')
    await client.allTaken
    expect(brain.asked).toEqual([])
    await wire.close()
  })
})

describe('a VoiceIDE client that floods', () => {
  it('is closed before its frames need too much memory', async () => {
    const wire = wireByHand()
    const { receive, closedWith } = bySocketByHand(wire)
    const frame = ' '.repeat(1024 * 1024)
    let sent = 0
    for (; closedWith.length === 0 && sent < 100; sent++) receive(frame)
    expect(closedWith).toEqual([1008])
    expect(sent).toBeLessThan(12)
    await wire.close()
  })

  it('without the right token gets one refusal for each connection', async () => {
    const clock = createFakeClock()
    const wire = createVoiceIdeServer({
      guestHost: brain.guestHost,
      clock,
      newId: randomUUID,
      onError: (what) => void errors.push(what),
      folder: folder.path,
    })
    const locked = await startGateway({ servers: [wire], token: 'right' })
    const refused = async (): Promise<VoiceIdeEvent> => {
      const client = await connect(locked.url('/events', 'wrong'))
      const event = JSON.parse(await client.next()) as VoiceIdeEvent
      expect((await client.closed).code).toBe(4001)
      return event
    }
    const first = await refused()
    clock.advance(1000)
    const second = await refused()
    expect([inShort(first), inShort(second)]).toEqual(['error unauthorized', 'error unauthorized'])
    expect(second.id).not.toBe(first.id)
    expect(Date.parse(second.timestamp) - Date.parse(first.timestamp)).toBe(1000)
    await locked.close()
  })
})

describe('a VoiceIDE session', () => {
  const shared = { isShared: true }
  const bearers = {
    mine: bearerOf('mine'),
    theirs: bearerOf('theirs'),
    everybody: bearerOf('local', shared),
  }
  type Token = keyof typeof bearers
  let sessionsOf: GatewayInTest

  async function startWithTokens(): Promise<void> {
    brain = createGuestHostByHand()
    sessionsOf = await startGateway({ servers: [newWire()], token: 'unused', bearers })
  }
  const newWire = (): WireServer =>
    createVoiceIdeServer({
      guestHost: brain.guestHost,
      clock: systemClock,
      newId: randomUUID,
      onError: (what) => void errors.push(what),
      folder: folder.path,
    })
  beforeEach(startWithTokens)
  afterEach(() => sessionsOf.close())

  const comes = (token: Token): Promise<Phone> => phone(sessionsOf.url('/events', token))
  async function begins(token: Token, resumable = false): Promise<Phone> {
    const client = await comes(token)
    client.emit({ sessionStart: { sessionId: 'abc123', ...(resumable ? { resumable } : {}) } })
    return client
  }
  async function resumes(token: Token, resumeSecret?: string, sessionId = 'abc123'): Promise<Phone> {
    const client = await comes(token)
    const secret = resumeSecret === undefined ? {} : { resumeSecret }
    client.emit({ sessionReconnect: { sessionId, lastEventId: null, ...secret } })
    return client
  }
  async function secretOf(client: Phone): Promise<string> {
    const { kind } = (await client.nextEvent()) as VoiceIdeEventOf<'sessionStarted'>
    expect(kind.sessionStarted).toMatchObject({ sessionId: 'abc123' })
    expect(kind.sessionStarted.resumeSecret.length).toBeGreaterThanOrEqual(22)
    return kind.sessionStarted.resumeSecret
  }
  const UNKNOWN = 'error unknown_session'

  it('is resumed with its secret, also after a restart, and the secret is not on disk', async () => {
    const client = await begins('everybody', true)
    const secret = await secretOf(client)
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    client.socket.terminate()
    await client.closed
    const again = await resumes('everybody', secret)
    expect(inShort(await again.nextEvent())).toBe('error snapshot_follows')
    await sessionsOf.close()
    await startWithTokens()
    const later = await resumes('everybody', secret)
    expect(inShort(await later.nextEvent())).toBe('error snapshot_follows')
    for (const file of await readdir(folder.path))
      expect(await readFile(join(folder.path, file), 'utf8')).not.toContain(secret)
  })

  it('is not resumed with its id alone, with the same shared token or with another', async () => {
    const client = await begins('everybody', true)
    const secret = await secretOf(client)
    await wholeTurn(client)
    const intruders = [
      await resumes('everybody'),
      await resumes('everybody', 'a guess'),
      await resumes('theirs', secret),
      await resumes('theirs', 'a guess'),
    ]
    // The answer is the same as for a session that never existed.
    const nothing = await resumes('everybody', secret, 'never-begun')
    const kindOf = (event: VoiceIdeEvent): unknown => event.kind
    const expected = kindOf(await nothing.nextEvent())
    for (const intruder of intruders) {
      expect(kindOf(await intruder.nextEvent())).toEqual(expected)
      intruder.say('What did they say?')
      expect(await intruder.nextInShort(1)).toEqual(['error no_session'])
    }
    expect(expected).toMatchObject({ error: { code: 'unknown_session' } })
    // The owner of the session is not affected.
    expect(await wholeTurn(client, 'And again')).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('of another device may have the same id and has nothing else in common', async () => {
    const client = await begins('mine')
    await wholeTurn(client)
    const other = await begins('theirs')
    await wholeTurn(other, 'Hello, too')
    expect(new Set(brain.asked.map(({ session }) => session)).size).toBe(2)
    const again = await resumes('theirs')
    expect((await again.nextInShort(1))[0]).toBe('error snapshot_follows')
    // The first one still exists.
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(JSON.stringify(await again.nextEvent())).not.toContain('"Hello"')
  })

  it('of a device with its own token is resumed without a secret, as in the protocol', async () => {
    const client = await begins('mine')
    client.say('Hello')
    expect(inShort(await client.nextEvent())).toBe(THINKING)
    client.socket.terminate()
    await client.closed
    const again = await resumes('mine')
    expect(inShort(await again.nextEvent())).toBe(THINKING)
  })

  it('of a shared token without a secret is new each time, and leaves nothing behind', async () => {
    const first = await begins('everybody')
    await wholeTurn(first)
    const second = await begins('everybody')
    await wholeTurn(second)
    expect(new Set(brain.asked.map(({ session }) => session)).size).toBe(2)
    expect(await wholeTurn(first)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(await (await resumes('everybody')).nextInShort(1)).toEqual([UNKNOWN])
    await sessionsOf.close()
    expect(await readdir(folder.path)).toEqual([])
  })

  it('that was stored before sessions belonged to devices belongs to no device', async () => {
    const name = createHash('sha256').update('abc123').digest('hex').slice(0, 40)
    const record = { type: 'said', id: 'c1', text: 'the old secret plan' }
    await writeFile(join(folder.path, `${name}.jsonl`), `${JSON.stringify(record)}\n`)
    expect(await (await resumes('everybody', name)).nextInShort(1)).toEqual([UNKNOWN])
    const own = await resumes('mine')
    own.say('Hello')
    expect(inShort(await own.nextEvent())).toBe(THINKING)
  })
})

describe('Abyss, with its typed envelope', () => {
  async function abyssPhone() {
    const client = await connect(gateway.url('/events'))
    const send = (event: object): void => client.send(JSON.stringify(event))
    return {
      ...client,
      emit: send,
      async nextEvent() {
        const text = await client.next()
        const event = readAsAbyss(text)
        if (!event) throw new Error(`Abyss would drop ${text}`)
        return event
      },
    }
  }

  it('has a whole turn in its own envelope, and stores no token of another service', async () => {
    const client = await abyssPhone()
    client.emit(abyss.sessionStart)
    client.emit(abyss.pairRequest)
    client.emit(abyss.transcriptPartial)
    client.emit(abyss.transcriptFinal('said-1', 'Hello'))
    const answered = async (): Promise<string> => {
      const { type, payload, sessionId, protocolVersion } = await client.nextEvent()
      expect([type, sessionId, protocolVersion]).toEqual(['tool.call', abyss.sessionId, 1])
      client.emit(abyss.toolResult(`result-${String(payload['callId'])}`, String(payload['callId'])))
      return `${String(payload['name'])} ${String(payload['arguments'])}`
    }
    expect(await answered()).toBe('convo.setState {"state":"thinking"}')
    await brain.untilAsked(1)
    brain.reply('Hi there!')
    const final = await client.nextEvent()
    expect([final.type, final.payload]).toEqual(['assistant.speech.final', { text: 'Hi there!' }])
    expect(await answered()).toBe('tts.speak {"text":"Hi there!"}')
    client.emit(abyss.outputInterrupted)
    expect(await answered()).toBe('convo.setState {"state":"idle"}')
    expect(brain.asked.map(({ text }) => text)).toEqual(['Hello'])
    const [log] = await readdir(folder.path)
    expect(await readFile(join(folder.path, log!), 'utf8')).not.toContain('gho_')
    expect(errors).toEqual([])
  })

  it('starts its session again after a broken connection and is answered as before', async () => {
    const first = await abyssPhone()
    first.emit(abyss.sessionStart)
    first.emit(abyss.transcriptFinal('said-1', 'Hello'))
    expect((await first.nextEvent()).type).toBe('tool.call')
    const second = await abyssPhone()
    second.emit(abyss.sessionStart)
    expect((await second.nextEvent()).type).toBe('tool.call')
    expect((await first.closed).code).toBe(4000)
  })

  it('is refused in its own envelope, also if a frame is not an event at all', async () => {
    const client = await abyssPhone()
    client.emit(abyss.transcriptFinal('said-1', 'Hello'))
    expect((await client.nextEvent()).payload).toMatchObject({ code: 'no_session' })
    client.emit({ ...abyss.sessionStart, payload: {}, sessionId: null })
    expect((await client.nextEvent()).payload).toMatchObject({
      code: 'invalid_event',
      message: expect.stringContaining('payload.sessionId'),
    })
    client.send('{')
    expect((await client.nextEvent()).payload).toMatchObject({ code: 'invalid_json' })
    // The documented envelope is answered in its own form again.
    client.emit({ id: 'x', timestamp: 'now', kind: { userAudioTranscriptFinal: { text: 'Hello' } } })
    expect(parseVoiceIdeEvent(JSON.parse(await client.next()))).toMatchObject({ ok: true })
  })
})
