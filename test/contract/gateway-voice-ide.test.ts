// Document 002 over real sockets: the flow it draws, and clients that are cut off, replaced, hostile or back after a restart.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GuestEvent, House } from '../../src/core/ports/guests.ts'
import { systemClock } from '../../src/main/clock.ts'
import { createVoiceIdeWire } from '../../src/main/gateways/voice-ide/voice-ide-wire.ts'
import type { Ending, Wire } from '../../src/main/gateways/wire.ts'
import {
  parseVoiceIdeEvent,
  type VoiceIdeEvent,
  type VoiceIdeEventOf,
} from '../../src/shared/wire/voice-ide.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { connect, startGateway, type ClientInTest, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { inShort } from '../fakes/voice-ide-driver.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

const THINKING = 'convo.setState {"state":"thinking"}'
const IDLE = 'convo.setState {"state":"idle"}'
const FINAL = 'assistantSpeechFinal Hi there!'
const SPEAK = 'tts.speak {"text":"Hi there!"}'

/** A house in which the test is the brain. */
function createHouseByHand() {
  const asked: { session: string; source: string; turnId: string; text: string }[] = []
  const waiting: (() => void)[] = []
  let tell: (event: GuestEvent) => void = () => {}
  const house: House = {
    converse({ session, source }) {
      const listeners = new Set<(event: GuestEvent) => void>()
      return {
        ask(turnId, text) {
          tell = (event) => listeners.forEach((listener) => listener(event))
          asked.push({ session, source, turnId, text })
          tell({ type: 'turn.started', turnId })
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
    ears() {
      throw new Error('This wire brings words, not sound.')
    },
  }
  return {
    house,
    asked,
    untilAsked: async (count: number) => {
      while (asked.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    reply(text: string) {
      const turnId = asked.at(-1)?.turnId ?? ''
      tell({ type: 'reply.appended', turnId, delta: text })
      tell({ type: 'turn.ended', turnId, outcome: 'completed', reply: text })
    },
    show(id: string) {
      const turnId = asked.at(-1)?.turnId ?? ''
      const artifact = { kind: 'diff', id, title: 'A change', file: 'main.swift', diff: '+a' } as const
      tell({ type: 'artifact.created', turnId, artifact })
    },
  }
}

let folder: TempFolder
let brain: ReturnType<typeof createHouseByHand>
let errors: string[]
let gateway: GatewayInTest

async function startApp(): Promise<void> {
  brain = createHouseByHand()
  const wire = createVoiceIdeWire({
    house: brain.house,
    clock: systemClock,
    newId: randomUUID,
    onError: (what) => void errors.push(what),
    logFolder: folder.path,
    limits: { log: { records: 60, bytes: 1_000_000 } },
  })
  gateway = await startGateway({ wires: [wire] })
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
  /** Sends an event of this kind; its id, which is new where none is given. */
  tell(kind: object, more?: object): string
  /** The next event, which must be one. */
  hear(): Promise<VoiceIdeEvent>
  /** The next so many, in short. */
  hearInShort(count: number): Promise<string[]>
  /** Hears a call and answers it. */
  answerCall(error?: string): Promise<string>
  say(text: string): string
}

async function phone(): Promise<Phone> {
  const client = await connect(gateway.url('/events'))
  const self: Phone = {
    ...client,
    tell(kind, more = {}) {
      const event = { id: randomUUID(), timestamp: new Date().toISOString(), kind, ...more }
      client.send(JSON.stringify(event))
      return event.id
    },
    async hear() {
      const parsed = parseVoiceIdeEvent(JSON.parse(await client.next()))
      if (!parsed.ok) throw new Error('That is no event.')
      return parsed.event
    },
    async hearInShort(count) {
      const heard: string[] = []
      while (heard.length < count) heard.push(inShort(await self.hear()))
      return heard
    },
    async answerCall(error) {
      const event = (await self.hear()) as VoiceIdeEventOf<'toolCall'>
      const { callId } = event.kind.toolCall
      self.tell({ toolResult: { callId, result: error ? null : '{"ok":true}', error: error ?? null } })
      return inShort(event)
    },
    say: (text) => self.tell({ userAudioTranscriptFinal: { text } }),
  }
  return self
}

async function inSession(sessionId = 'abc123'): Promise<Phone> {
  const client = await phone()
  client.tell({ sessionStart: { sessionId } })
  return client
}

async function back(lastEventId: string | null, sessionId = 'abc123'): Promise<Phone> {
  const client = await phone()
  client.tell({ sessionReconnect: { sessionId, lastEventId } })
  return client
}

/** A turn from the words to the rest after it. */
async function wholeTurn(client: Phone, text = 'Hello'): Promise<string[]> {
  const before = brain.asked.length
  client.say(text)
  const heard = [await client.answerCall()]
  await brain.untilAsked(before + 1)
  brain.reply('Hi there!')
  heard.push(...(await client.hearInShort(1)))
  heard.push(await client.answerCall(), await client.answerCall())
  return heard
}

describe('a VoiceIDE client over a socket', () => {
  it('has the conversation that the document draws, as often as it likes', async () => {
    const client = await inSession()
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(await wholeTurn(client, 'And again')).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(brain.asked.map(({ text, source }) => ({ text, source }))).toEqual([
      { text: 'Hello', source: 'VoiceIDE client' },
      { text: 'And again', source: 'VoiceIDE client' },
    ])
    expect(errors).toEqual([])
  })

  it('is sent events with the fields of the document, in its order, and a version only if it has one', async () => {
    const plain = await inSession('plain')
    plain.say('Hello')
    const text = await plain.next()
    expect(text).toMatch(
      /^\{"id":"[\da-f-]{36}","timestamp":"\d{4}-\d\d-\d\dT[\d:.]+Z","kind":\{"toolCall":\{"callId":"/,
    )
    const versioned = await phone()
    versioned.tell({ sessionStart: { sessionId: 'versioned' } }, { protocolVersion: '2.0' })
    versioned.say('Hello')
    expect(await versioned.next()).toMatch(/^\{"protocolVersion":"2\.0","id":/)
    plain.say('Again')
    expect(await plain.hear()).not.toHaveProperty('protocolVersion')
  })

  it('is told what is wrong with a frame, and goes on', async () => {
    const client = await phone()
    client.send('{')
    client.say('Hello')
    client.tell({ userGazeMoved: { x: 1 } })
    client.tell({ sessionStart: { sessionId: 'abc123' } })
    client.send(new Uint8Array([1, 2]))
    client.tell({ assistantSpeechFinal: { text: 'I am you' } })
    client.tell({ toolResult: { callId: 'call-nobody-made', result: '{}', error: null } })
    client.tell({ error: { code: 'tts_failed', message: 'secret words' } })
    expect(await client.hearInShort(5)).toEqual([
      'error invalid_json',
      'error no_session',
      'error invalid_event',
      'error invalid_event',
      'error unknown_call',
    ])
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(errors).toEqual(['A VoiceIDE client reported an error'])
  })

  it('is closed when it sends more than any event is', async () => {
    const client = await inSession()
    client.send('x'.repeat(2 * 1024 * 1024))
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  it('sees what is made for it as cards', async () => {
    const client = await inSession()
    client.say('Change it')
    await client.answerCall()
    brain.show('one')
    const event = (await client.hear()) as VoiceIdeEventOf<'assistantUIPatch'>
    expect(JSON.parse(event.kind.assistantUIPatch.patch)).toEqual({
      op: 'add',
      path: '/cards/0',
      value: { type: 'diff', id: 'one', title: 'A change', file: 'main.swift', diff: '+a' },
    })
  })

  it('is heard while the assistant still answers, which then answers the new words', async () => {
    const client = await inSession()
    client.say('First')
    await client.answerCall()
    client.say('Second')
    await client.answerCall()
    await brain.untilAsked(2)
    brain.reply('Hi there!')
    expect(await client.hearInShort(2)).toEqual([FINAL, SPEAK])
  })

  it('has a conversation that no other session sees', async () => {
    const one = await inSession('one')
    await wholeTurn(one)
    const two = await inSession('two')
    await wholeTurn(two)
    expect(new Set(brain.asked.map(({ session }) => session)).size).toBe(2)
    const backInTwo = await back(null, 'two')
    const appended = (await backInTwo.hearInShort(4)).filter((event) => event.startsWith('convo.append'))
    expect(appended).toEqual([
      'convo.appendMessage {"role":"user","text":"Hello"}',
      'convo.appendMessage {"role":"assistant","text":"Hi there!"}',
    ])
  })

  it('is shown at the desktop with what it is doing', async () => {
    const client = await inSession()
    client.say('Hello')
    await client.hear()
    expect(gateway.guests()).toMatchObject([{ title: 'VoiceIDE client', state: 'thinking' }])
  })
})

describe('a VoiceIDE client that is cut off', () => {
  it('in the middle of a turn is told the rest when it is back, and the turn ends as it would have', async () => {
    const client = await inSession()
    client.say('Hello')
    const thinking = (await client.hear()) as VoiceIdeEventOf<'toolCall'>
    await brain.untilAsked(1)
    client.tell({ toolResult: { callId: thinking.kind.toolCall.callId, result: '{}', error: null } })
    // An answer to what follows the result says that the result has been read.
    client.tell({ toolResult: { callId: 'nobody', result: '{}', error: null } })
    const last = await client.hear()
    client.socket.terminate()
    await gateway.untilGuests(0)
    brain.show('one')
    brain.reply('Hi there!')

    const again = await back(last.id)
    expect((await again.hearInShort(2))[1]).toBe(FINAL)
    expect([await again.answerCall(), await again.answerCall()]).toEqual([SPEAK, IDLE])
    expect(await wholeTurn(again)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('is told again what it did not answer, under the same ids, and is waited for', async () => {
    const client = await inSession()
    client.say('Hello')
    const call = await client.hear()
    client.socket.terminate()
    await brain.untilAsked(1)
    brain.reply('Hi there!')
    const again = await back(null)
    const same = (await again.hear()) as VoiceIdeEventOf<'toolCall'>
    expect(same).toEqual(call)
    again.tell({ toolResult: { callId: same.kind.toolCall.callId, result: '{}', error: null } })
    expect(await again.hearInShort(2)).toEqual([FINAL, SPEAK])
  })

  it('may send again what it is not sure about: nothing happens twice', async () => {
    const client = await inSession()
    const id = client.say('Hello')
    const call = await client.hear()
    client.socket.terminate()
    const again = await back(call.id)
    again.tell({ userAudioTranscriptFinal: { text: 'Hello' } }, { id })
    again.tell({ toolResult: { callId: 'nobody', result: '{}', error: null } })
    expect(await again.hearInShort(1)).toEqual(['error unknown_call'])
    expect(brain.asked).toHaveLength(1)
  })

  it('may send at once all that it kept meanwhile', async () => {
    const client = await phone()
    client.tell({ sessionReconnect: { sessionId: 'abc123', lastEventId: null } })
    for (let n = 0; n < 3_000; n++) client.tell({ userAudioTranscriptPartial: { text: `Hello ${n}` } })
    expect(await wholeTurn(client)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('can begin without asking for what it missed, in the same conversation', async () => {
    const client = await inSession()
    await wholeTurn(client)
    client.socket.terminate()
    await gateway.untilGuests(0)
    const again = await inSession()
    expect(await wholeTurn(again)).toEqual([THINKING, FINAL, SPEAK, IDLE])
    expect(new Set(brain.asked.map(({ session }) => session)).size).toBe(1)
  })

  it('gives up its session to another connection that comes for it', async () => {
    const first = await inSession()
    await wholeTurn(first)
    const second = await inSession()
    expect(await first.closed).toMatchObject({ code: 4000 })
    expect(await wholeTurn(second)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('hears all it missed after any amount of nonsense that it sent, whichever refusal it heard last', async () => {
    const client = await inSession()
    client.say('Hello')
    const thinking = await client.hear()
    let last = thinking
    for (let n = 0; n < 200; n++) {
      client.send('{')
      last = await client.hear()
    }
    client.socket.terminate()
    await gateway.untilGuests(0)
    brain.show('one')
    for (const known of [last.id, thinking.id]) {
      const again = await back(known)
      expect((await again.hearInShort(1))[0]).toContain('"op":"add","path":"/cards/0"')
    }
  })

  it('and knows nothing any more is shown what there was, and is not made to say all of it again', async () => {
    const client = await inSession()
    await wholeTurn(client)
    client.socket.terminate()
    const again = await back(null)
    const heard = await again.hearInShort(5)
    expect(heard[0]).toBe('error snapshot_follows')
    expect(heard.filter((event) => event.startsWith('tts.speak'))).toEqual([])
    expect(heard.at(-1)).toBe(IDLE)
    expect(await wholeTurn(again)).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('is given a snapshot, and told so, where the log no longer reaches back to what it saw', async () => {
    const client = await inSession()
    client.say('Hello')
    const first = await client.hear()
    brain.show('one')
    await client.hear()
    // Nothing was said, again and again, which is kept all the same.
    for (let n = 0; n < 80; n++) client.say('')
    client.send('{')
    await client.hear()
    client.socket.terminate()
    const again = await back(first.id)
    expect(await again.hearInShort(1)).toEqual(['error snapshot_follows'])
    // The call that is still waited for, as it was.
    expect(await again.hear()).toEqual(first)
    const [empty, card, message, state] = await again.hearInShort(4)
    expect(empty).toBe('patch {"op":"add","path":"/cards","value":[]}')
    expect(card).toContain('"id":"one"')
    expect(message).toBe('convo.appendMessage {"role":"user","text":"Hello"}')
    expect(state).toBe(THINKING)
  })

  it('is known after a restart of the app, with all it was told before', async () => {
    const client = await inSession()
    client.say('Hello')
    const first = (await client.hear()) as VoiceIdeEventOf<'toolCall'>
    client.tell({ toolResult: { callId: first.kind.toolCall.callId, result: '{}', error: null } })
    await brain.untilAsked(1)
    brain.reply('Hi there!')
    await client.hear()
    await client.answerCall()
    await client.answerCall()
    client.say('And then?')
    const call = await client.hear()
    await gateway.close()
    await startApp()

    const again = await back(first.id)
    expect(await again.hearInShort(4)).toEqual([FINAL, SPEAK, IDLE, THINKING])
    expect(await again.hearInShort(1)).toEqual(['error turn_lost'])
    expect(await again.answerCall()).toBe(IDLE)
    const { callId } = (call as VoiceIdeEventOf<'toolCall'>).kind.toolCall
    again.tell({ toolResult: { callId, result: '{}', error: null } })
    expect(await wholeTurn(again, 'Once more')).toEqual([THINKING, FINAL, SPEAK, IDLE])
  })

  it('says after a restart of the app what it was still to say', async () => {
    const client = await inSession()
    client.say('Hello')
    await client.answerCall()
    await brain.untilAsked(1)
    brain.reply('Hi there!')
    const final = await client.hear()
    await client.hear()
    await gateway.close()
    await startApp()

    const again = await back(final.id)
    expect([await again.answerCall(), await again.answerCall()]).toEqual([SPEAK, IDLE])
  })
})

const wireByHand = (): Wire =>
  createVoiceIdeWire({
    house: brain.house,
    clock: systemClock,
    newId: randomUUID,
    onError: (what) => void errors.push(what),
    logFolder: folder.path,
  })

/** A connection whose every moment is the test's. */
function bySocketByHand(wire: Wire) {
  let hear: (data: string) => void = () => {}
  let end: (ending: Ending) => void = () => {}
  let rest: () => void = () => {}
  const closedWith: number[] = []
  wire.accept({
    id: 'one',
    address: 'here',
    agent: null,
    send() {},
    close(code) {
      closedWith.push(code)
      end('sent away')
    },
    onMessage: (listener) => void (hear = listener),
    onClose: (listener) => void (end = listener),
    hold: (still) => still || rest(),
    isOpen: () => true,
    confirm() {},
    describe() {},
  })
  return {
    closedWith,
    receive: (data: string) => hear(data),
    end: (ending: Ending) => end(ending),
    /** Resolves once all that it sent is dealt with. */
    allTaken: new Promise<void>((resolve) => void (rest = resolve)),
  }
}

describe('what a VoiceIDE client sent just before its connection ended', () => {
  const event = (kind: object): string =>
    JSON.stringify({ id: randomUUID(), timestamp: new Date().toISOString(), kind })
  const start = (sessionId: string): string => event({ sessionStart: { sessionId } })
  const words = (text: string): string => event({ userAudioTranscriptFinal: { text } })

  it.each([
    { how: 'goodbye', heard: ['Hello'] },
    { how: 'broken', heard: ['Hello'] },
    { how: 'sent away', heard: [] },
  ] as const)('is heard all the same, unless it was sent away: $how', async ({ how, heard }) => {
    const wire = wireByHand()
    const client = bySocketByHand(wire)
    // The session is still being read from disk when the words come, and when the connection ends.
    client.receive(start('abc123'))
    client.receive(words('Hello'))
    client.end(how)
    await client.allTaken
    expect(brain.asked.map(({ text }) => text)).toEqual(heard)
    await wire.close()
  })

  it('is not for a session that it never came into, nor for the one before', async () => {
    const wire = wireByHand()
    const client = bySocketByHand(wire)
    client.receive(start('abc123'))
    client.receive(start('another'))
    client.receive(words('Hello'))
    client.end('goodbye')
    await client.allTaken
    expect(brain.asked).toEqual([])
    await wire.close()
  })
})

describe('a VoiceIDE client that floods', () => {
  it('is closed before what it sent is more than can be held', async () => {
    const wire = wireByHand()
    const { receive, closedWith } = bySocketByHand(wire)
    const frame = ' '.repeat(1024 * 1024)
    let sent = 0
    for (; closedWith.length === 0 && sent < 100; sent++) receive(frame)
    expect(closedWith).toEqual([1008])
    expect(sent).toBeLessThan(12)
    await wire.close()
  })

  it('without the right token is each refused by an event of its own', async () => {
    const clock = createFakeClock()
    const wire = createVoiceIdeWire({
      house: brain.house,
      clock,
      newId: randomUUID,
      onError: (what) => void errors.push(what),
      logFolder: folder.path,
    })
    const locked = await startGateway({ wires: [wire], token: 'right' })
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
