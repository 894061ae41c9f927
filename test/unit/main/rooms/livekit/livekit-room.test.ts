// A LiveKit room whose connections begin and end as the test says, with a clock that the test moves.
import { setImmediate } from 'node:timers/promises'
import { DisconnectReason } from '@livekit/rtc-node'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLiveKitRoom, type LiveKitRoom } from '../../../../../src/main/rooms/livekit/livekit-room.ts'
import type { Joining, RoomConnection } from '../../../../../src/main/rooms/livekit/room-connection.ts'
import { FaultError } from '../../../../../src/shared/errors.ts'
import type { RoomStatus } from '../../../../../src/shared/room-status.ts'
import { createFakeClock, type FakeClock } from '../../../../fakes/fake-clock.ts'

const URL = 'ws://127.0.0.1:7880'

interface Attempt {
  joining: Joining
  letIn(others?: string[]): Promise<void>
  refuse(error: unknown): Promise<void>
  /** What was asked of the connection, in order. */
  asked: string[]
  left: boolean
}

let clock: FakeClock
let attempts: Attempt[]
let statuses: RoomStatus[]
let problems: string[]
let putOut: string[]
let isTaken: (() => Promise<boolean>) | null
let peopleThere: (() => Promise<string[]>) | null
let admission: () => Promise<{ url: string; token: string }>
let room: LiveKitRoom
let people: { identity: string; name: string }[]

beforeEach(() => {
  people = [
    { identity: 'ada', name: 'Ada' },
    { identity: 'bo', name: '' },
  ]
  clock = createFakeClock()
  attempts = []
  statuses = []
  problems = []
  putOut = []
  isTaken = null
  peopleThere = null
  admission = async () => ({ url: URL, token: 'a token' })
})

function join(joining: Joining): Promise<RoomConnection> {
  return new Promise((resolve, reject) => {
    const attempt: Attempt = {
      joining,
      async letIn(others = []) {
        resolve(stayOf(attempt, others))
        await setImmediate()
      },
      async refuse(error) {
        reject(error as Error)
        await setImmediate()
      },
      asked: [],
      left: false,
    }
    attempts.push(attempt)
  })
}

const stayOf = (attempt: Attempt, others: string[]): RoomConnection => ({
  identity: 'parley',
  publishData: (topic, _bytes, to) => void attempt.asked.push(`data ${topic} ${to ?? 'all'}`),
  streamText({ attributes }) {
    attempt.asked.push(`open ${JSON.stringify(attributes)}`)
    return {
      write: (text) => void attempt.asked.push(`write ${text}`),
      close: () => void attempt.asked.push('close'),
    }
  },
  publishAudio: () => void attempt.asked.push('say'),
  silence: () => void attempt.asked.push('silence'),
  setAttributes: (attributes) => void attempt.asked.push(`attributes ${JSON.stringify(attributes)}`),
  subscribe: (topic) => void attempt.asked.push(`hear ${topic}`),
  answer: (method) => void attempt.asked.push(`answer ${method}`),
  stopAnswering: (method) => void attempt.asked.push(`do not answer ${method}`),
  people: () => people,
  otherAgents: () => others,
  drained: async () => {},
  async leave() {
    attempt.left = true
  },
})

async function open(): Promise<Attempt> {
  room = createLiveKitRoom({
    url: URL,
    room: 'harbour',
    admission: () => admission(),
    ...(isTaken && { isTaken: () => isTaken!() }),
    ...(peopleThere && { peopleThere: () => peopleThere!() }),
    putOut: async (identity) => void putOut.push(identity),
    roleOf: (identity) => (identity === 'window-1' ? 'owner' : 'participant'),
    clock,
    random: () => 1,
    onStatus: (status) => statuses.push(status),
    onProblem: (what) => problems.push(what),
    join,
  })
  await setImmediate()
  return attempts[0]!
}

const states = (): string[] =>
  statuses.map((status) => (status.tag === 'livekit' ? status.state : status.tag))

const wait = async (ms: number): Promise<void> => {
  clock.advance(ms)
  await setImmediate()
}

describe('a LiveKit room', () => {
  it('is joined, and reports who is there', async () => {
    const attempt = await open()
    expect(room.status()).toMatchObject({ state: 'joining', people: [] })
    await attempt.letIn()
    expect(room.status()).toEqual({
      tag: 'livekit',
      state: 'in',
      url: URL,
      room: 'harbour',
      people: [
        { identity: 'ada', name: 'Ada', role: 'participant' },
        { identity: 'bo', name: '', role: 'participant' },
      ],
      fault: null,
    })
    expect(room.participants()).toEqual(['ada', 'bo'])
    expect(room.nameOf!('ada')).toBe('Ada')
    expect(room.nameOf!('bo')).toBe('bo')
    expect(room.nameOf!('window-1')).toBeNull()
    // A name that only looks like a window's belongs to somebody else.
    expect(room.nameOf!('window-2')).toBe('window-2')
    expect(room.roleOf('window-2')).toBe('participant')
  })

  it('reports every newcomer once, and again after they or the agent came back', async () => {
    const first = await open()
    const came: string[] = []
    room.onNewcomer!((identity) => came.push(identity))
    await first.letIn()
    expect(came).toEqual(['ada', 'bo'])
    const { listener } = first.joining
    people = [{ identity: 'bo', name: 'Bo' }]
    listener.people()
    people = [...people, { identity: 'cy', name: 'Cy' }, { identity: 'ada', name: 'Ada' }]
    listener.people()
    listener.people()
    expect(came.splice(0)).toEqual(['ada', 'bo', 'cy', 'ada'])
    listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    await wait(500)
    await attempts[1]!.letIn()
    expect(came).toEqual(['bo', 'cy', 'ada'])
  })

  it('is tried again with growing pauses while nobody answers', async () => {
    await open()
    for (const pause of [500, 1_000, 2_000, 4_000]) {
      await attempts.at(-1)!.refuse(new Error('Connection refused'))
      expect(room.status()).toMatchObject({ state: 'waiting', fault: { code: 'room_absent' } })
      const tried = attempts.length
      await wait(pause - 1)
      expect(attempts).toHaveLength(tried)
      await wait(1)
      expect(attempts).toHaveLength(tried + 1)
    }
    for (let round = 0; round < 20; round++) {
      await attempts.at(-1)!.refuse(new Error('Connection refused'))
      await wait(Math.min(8_000 * 2 ** round, 130_000))
    }
    expect(attempts).toHaveLength(25)
  })

  it('is joined again after the connection ended, soon if it had lasted for a while', async () => {
    const first = await open()
    await first.letIn()
    await wait(10_000)
    first.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    expect(room.status()).toMatchObject({ state: 'waiting', people: [], fault: { code: 'room_lost' } })
    await wait(500)
    await attempts[1]!.letIn()
    expect(states()).toEqual(['joining', 'in', 'waiting', 'joining', 'in'])
  })

  it('that disconnects the agent at once is tried less and less often', async () => {
    await open()
    for (const pause of [500, 1_000, 2_000]) {
      const attempt = attempts.at(-1)!
      await attempt.letIn()
      attempt.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
      const tried = attempts.length
      await wait(pause - 1)
      expect(attempts).toHaveLength(tried)
      await wait(1)
    }
    expect(attempts).toHaveLength(4)
  })

  it('that refuses is not tried again until somebody asks for it', async () => {
    const attempt = await open()
    await attempt.refuse(new Error('signal failure: 401 Unauthorized'))
    expect(room.status()).toMatchObject({ state: 'refused', fault: { code: 'room_refused' } })
    await wait(600_000)
    expect(attempts).toHaveLength(1)
    room.retry()
    await setImmediate()
    await attempts[1]!.letIn()
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
  })

  it('whose token cannot be fetched reports why, and tries again or not', async () => {
    admission = async () => {
      throw new FaultError('room_refused', 'The endpoint answered 503.', 'Wait.', { retryable: true })
    }
    await open()
    expect(room.status()).toMatchObject({
      state: 'waiting',
      fault: { message: 'The endpoint answered 503.' },
    })
    admission = async () => {
      throw new FaultError('room_refused', 'The endpoint answered 401.', 'Check.', { retryable: false })
    }
    await wait(500)
    expect(room.status()).toMatchObject({
      state: 'refused',
      fault: { message: 'The endpoint answered 401.' },
    })
  })

  it('is at the address that comes with the token', async () => {
    admission = async () => ({ url: 'wss://elsewhere', token: 'x' })
    const attempt = await open()
    expect(attempt.joining).toMatchObject({ url: 'wss://elsewhere', token: 'x' })
    expect(room.status()).toMatchObject({ url: 'wss://elsewhere' })
  })

  it('is tried at once on request, and not twice', async () => {
    const attempt = await open()
    room.retry()
    await setImmediate()
    expect(attempts).toHaveLength(1)
    await attempt.refuse(new Error('Connection refused'))
    room.retry()
    await setImmediate()
    expect(attempts).toHaveLength(2)
    await wait(40_000)
    expect(attempts).toHaveLength(2)
    await attempts[1]!.letIn()
    await wait(600_000)
    room.retry()
    await setImmediate()
    expect(attempts).toHaveLength(2)
  })

  it('that neither admits nor refuses is given up after a while and tried again, also on request', async () => {
    const attempt = await open()
    await wait(44_999)
    expect(room.status()).toMatchObject({ state: 'joining' })
    expect(attempt.joining.givenUp.aborted).toBe(false)
    await wait(1)
    expect(room.status()).toMatchObject({ state: 'waiting', fault: { code: 'room_absent' } })
    expect(attempt.joining.givenUp.aborted).toBe(true)
    room.retry()
    await setImmediate()
    expect(attempts).toHaveLength(2)
    await attempts[1]!.letIn()
    expect(room.status()).toMatchObject({ state: 'in' })
  })

  it('that admits the agent too late is left again, and the next attempt goes on', async () => {
    const late = await open()
    await wait(45_500)
    await attempts[1]!.letIn()
    await late.letIn()
    expect(late.left).toBe(true)
    late.joining.listener.ended(DisconnectReason.CLIENT_INITIATED)
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
    expect(attempts[1]!.left).toBe(false)
  })

  it('whose token never arrives is given up too', async () => {
    admission = () => new Promise(() => {})
    await open()
    await wait(45_000)
    expect(room.status()).toMatchObject({ state: 'waiting' })
  })

  it('whose connection ended reports nothing any more, while the next one goes on', async () => {
    const first = await open()
    const heard: unknown[] = []
    room.onTalker!((identity) => heard.push(identity))
    room.onText('chat', (text) => heard.push(text))
    room.onAudio(() => heard.push('audio'))
    await first.letIn()
    first.joining.listener.ended('overflow')
    await wait(500)
    await attempts[1]!.letIn()
    const [reported, before] = [statuses.length, heard.length]
    const { listener } = first.joining
    listener.interrupted(true)
    listener.people()
    listener.talker('ada')
    listener.text('chat', 'hello', 'ada')
    listener.audio(new Int16Array(1), 16_000, 'ada')
    listener.anotherAgent('other-agent')
    listener.ended(DisconnectReason.CLIENT_INITIATED)
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
    expect(statuses).toHaveLength(reported)
    expect(heard).toHaveLength(before)
    expect(putOut).toEqual([])
  })

  it('with another agent is left again, with the name of that agent', async () => {
    const attempt = await open()
    await attempt.letIn(['other-agent'])
    expect(attempt.left).toBe(true)
    expect(room.status()).toMatchObject({
      state: 'refused',
      fault: { code: 'room_taken', message: expect.stringContaining('other-agent') },
    })
    expect(states()).toEqual(['joining', 'refused'])
  })

  it('removes another agent that joins', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.anotherAgent('other-agent')
    expect(putOut).toEqual(['other-agent'])
    expect(room.status()).toMatchObject({ state: 'in' })
    expect(problems).toEqual(['another agent joined the room'])
  })

  it('with another Parley is not joined until that one has left', async () => {
    isTaken = async () => true
    await open()
    expect(attempts).toEqual([])
    expect(room.status()).toMatchObject({
      state: 'waiting',
      fault: {
        code: 'room_taken',
        message: 'Another Parley is already in the room.',
        remedy: expect.stringContaining('Close the other one'),
      },
    })
    isTaken = async () => false
    await wait(500)
    await attempts[0]!.letIn()
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
  })

  it('is joined when the server does not say who is there, which is logged', async () => {
    isTaken = async () => {
      throw new Error('fetch failed')
    }
    const attempt = await open()
    await attempt.letIn()
    expect(room.status()).toMatchObject({ state: 'in' })
    expect(problems).toEqual(['the server did not say who is in the room'])
  })

  it('in which another Parley replaced this one is joined again once that one has left', async () => {
    isTaken = async () => false
    const attempt = await open()
    await attempt.letIn()
    isTaken = async () => true
    attempt.joining.listener.ended(DisconnectReason.DUPLICATE_IDENTITY)
    expect(room.status()).toMatchObject({ state: 'waiting', fault: { code: 'room_taken' } })
    await wait(500)
    expect(attempts).toHaveLength(1)
    isTaken = async () => false
    await wait(1_000)
    expect(attempts).toHaveLength(2)
  })

  it('in which another Parley replaced this one is given up where the server cannot be asked, until somebody asks for it', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.ended(DisconnectReason.DUPLICATE_IDENTITY)
    expect(room.status()).toMatchObject({ state: 'refused', fault: { code: 'room_taken' } })
    await wait(600_000)
    expect(attempts).toHaveLength(1)
  })

  it('that disconnects while it is being joined is left and joined once more, not twice', async () => {
    const attempt = await open()
    attempt.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    await attempt.letIn()
    expect(attempt.left).toBe(true)
    expect(room.status()).toMatchObject({ state: 'waiting', fault: { code: 'room_lost' } })
    await wait(500)
    attempts[1]!.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    await attempts[1]!.refuse(new Error('the room is gone'))
    expect(room.status()).toMatchObject({ state: 'waiting', fault: { code: 'room_lost' } })
    await wait(600_000)
    expect(attempts).toHaveLength(3)
  })

  it('reports when it is interrupted and when it is back', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.interrupted(true)
    expect(room.status()).toMatchObject({ state: 'interrupted', fault: { code: 'room_lost' } })
    attempt.joining.listener.interrupted(false)
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
  })
})

describe('subscriptions in a LiveKit room', () => {
  it('are active once it is joined, also those made meanwhile', async () => {
    const opening = open()
    room.onText('chat', () => {})
    room.setAttributes({ state: 'idle' })
    const attempt = await opening
    expect([...attempt.joining.topics]).toEqual(['chat'])
    expect(attempt.joining.attributes).toEqual({ state: 'idle' })
    room.onText('late', () => {})
    room.onRpc('echo', () => '')
    room.setAttributes({ state: 'thinking' })
    await attempt.letIn()
    expect(attempt.asked).toEqual([
      'hear chat',
      'hear late',
      'answer echo',
      'attributes {"state":"thinking"}',
    ])
  })

  it('are active again after it was joined again, without those that ended', async () => {
    const attempt = await open()
    const stop = room.onRpc('echo', () => '')
    room.onRpc('other', () => '')
    await attempt.letIn()
    stop()
    expect(attempt.asked).toContain('do not answer echo')
    attempt.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    await wait(500)
    await attempts[1]!.letIn()
    expect(attempts[1]!.asked.filter((asked) => asked.startsWith('answer'))).toEqual(['answer other'])
  })

  it('keep the last handler when the previous one is removed', async () => {
    const attempt = await open()
    await attempt.letIn()
    const stop = room.onRpc('echo', () => 'old')
    room.onRpc('echo', () => 'new')
    stop()
    expect(attempt.asked).not.toContain('do not answer echo')
  })

  it('do nothing and harm nothing while it is not joined', async () => {
    await open()
    room.publishData('t', new Uint8Array(1))
    room.publishAudio(new Int16Array(1), 16_000)
    room.silence!()
    const writer = room.streamText({ topic: 't', attributes: {} })
    writer.write('x')
    writer.close()
    await room.drained('ada')
    expect(room.participants()).toEqual([])
  })

  it('repeat a reply that was cut off on the next connection, as the same segment', async () => {
    const first = await open()
    await first.letIn()
    const writer = room.streamText({ topic: 't', attributes: { segment: 's1' } })
    writer.write('Before. ')
    first.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    writer.write('Meanwhile. ')
    await wait(500)
    await attempts[1]!.letIn()
    writer.write('After.')
    writer.close()
    const text = ({ asked }: Attempt): string[] => asked.filter((what) => /^(open|write|close)/.test(what))
    expect(text(first)).toEqual(['open {"segment":"s1"}', 'write Before. '])
    expect(text(attempts[1]!)).toEqual([
      'open {"segment":"s1","parley.replay":"true"}',
      'write Before. Meanwhile. ',
      'write After.',
      'close',
    ])
  })

  it('report no talker any more when the connection ends', async () => {
    const attempt = await open()
    const heard: unknown[] = []
    room.onTalker!((identity) => heard.push(identity))
    room.onText('chat', (text, from) => heard.push(`${from}: ${text}`))
    await attempt.letIn()
    attempt.joining.listener.talker('ada')
    attempt.joining.listener.text('chat', 'hello', 'ada')
    attempt.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    expect(heard).toEqual(['ada', 'ada: hello', null])
  })

  it('report the current talker to a later subscriber, and nothing to one that ended', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.talker('ada')
    const heard: unknown[] = []
    const withdraw = room.onTalker!((identity) => heard.push(identity))
    expect(heard).toEqual(['ada'])
    withdraw()
    attempt.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    room.onTalker!((identity) => heard.push(identity))
    expect(heard).toEqual(['ada'])
  })

  it('report no talker any more when the room could not be joined after all', async () => {
    const attempt = await open()
    const heard: unknown[] = []
    room.onTalker!((identity) => heard.push(identity))
    attempt.joining.listener.talker('ada')
    await attempt.refuse(new Error('The voice could not be published.'))
    expect(heard).toEqual(['ada', null])
  })
})

describe('leaving a LiveKit room', () => {
  it('ends all attempts and reports', async () => {
    const attempt = await open()
    await attempt.letIn()
    await room.leave()
    expect(attempt.left).toBe(true)
    const reported = statuses.length
    attempt.joining.listener.people()
    room.retry()
    await wait(600_000)
    expect(attempts).toHaveLength(1)
    expect(statuses).toHaveLength(reported)
    expect(clock.pending()).toBe(0)
  })

  it('while it is being joined leaves no connection behind', async () => {
    const attempt = await open()
    const left = room.leave()
    await attempt.letIn()
    await left
    expect(attempt.left).toBe(true)
    expect(states()).toEqual(['joining'])
  })

  it('while the token is being fetched joins nothing', async () => {
    let give: (admission: { url: string; token: string }) => void = () => {}
    admission = () => new Promise((resolve) => (give = resolve))
    await open()
    const left = room.leave()
    give({ url: URL, token: 'late' })
    await left
    expect(attempts).toEqual([])
  })

  it('while it waits for the next attempt ends the wait', async () => {
    const attempt = await open()
    await attempt.refuse(new Error('Connection refused'))
    await room.leave()
    await wait(600_000)
    expect(attempts).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })
})

describe('the state of an agent at rest', () => {
  const published = ({ asked }: Attempt): unknown[] =>
    asked.flatMap((one) => (one.startsWith('attributes ') ? [JSON.parse(one.slice(11))] : []))
  const state = (shown: string, activity: string): Record<string, string> => ({
    'lk.agent.state': shown,
    'parley.agent_activity': activity,
  })

  it('is listening while anybody else is in the room, and idle in an empty one', async () => {
    const opening = open()
    room.setAttributes({ 'lk.agent.state': 'idle', other: 'x' })
    const attempt = await opening
    // Participants who are already there must not see anything else first.
    expect(attempt.joining.attributes).toEqual({ ...state('listening', 'idle'), other: 'x' })
    people = []
    await attempt.letIn()
    expect(published(attempt)).toEqual([{ ...state('idle', 'idle'), other: 'x' }])
    people = [{ identity: 'ada', name: 'Ada' }]
    attempt.joining.listener.people()
    people = [...people, { identity: 'bo', name: '' }]
    attempt.joining.listener.people()
    people = []
    attempt.joining.listener.people()
    expect(published(attempt).slice(1)).toEqual([
      { ...state('listening', 'idle'), other: 'x' },
      { ...state('idle', 'idle'), other: 'x' },
    ])
  })

  it('is the real state while the agent works, and listening after a turn', async () => {
    const attempt = await open()
    await attempt.letIn()
    for (const doing of ['listening', 'thinking', 'speaking', 'idle', 'initializing'])
      room.setAttributes({ 'lk.agent.state': doing })
    room.setAttributes({ other: 'x' })
    expect(published(attempt).slice(1)).toEqual([
      state('listening', 'listening'),
      state('thinking', 'thinking'),
      state('speaking', 'speaking'),
      state('listening', 'idle'),
      state('initializing', 'initializing'),
      { ...state('initializing', 'initializing'), other: 'x' },
    ])
  })
})

describe('a room that its server closed because it was empty', () => {
  const closeEmpty = async (): Promise<void> => {
    const attempt = await open()
    people = []
    await attempt.letIn()
    attempt.joining.listener.ended(DisconnectReason.ROOM_CLOSED)
  }

  it('is no fault, and is joined again once somebody is there', async () => {
    let there: string[] = []
    let asked = 0
    peopleThere = async () => (asked++, there)
    await closeEmpty()
    expect(room.status()).toMatchObject({ state: 'empty', fault: null, people: [] })
    expect(states()).toEqual(['joining', 'in', 'empty'])
    for (let look = 0; look < 100; look++) await wait(5_000)
    expect(asked).toBe(100)
    expect(attempts).toHaveLength(1)
    there = ['ada']
    await wait(5_000)
    expect(attempts).toHaveLength(2)
    await attempts[1]!.letIn()
    expect(states()).toEqual(['joining', 'in', 'empty', 'joining', 'in'])
    expect(problems).toEqual([])
  })

  it('is not joined where the server cannot be asked, and at once on request', async () => {
    await closeEmpty()
    await wait(3_600_000)
    expect(attempts).toHaveLength(1)
    expect(clock.pending()).toBe(0)
    room.retry()
    await setImmediate()
    expect(attempts).toHaveLength(2)
  })

  it('is checked again after the server did not answer or has no such room', async () => {
    const answers = [Promise.reject(new Error('no such room')), Promise.resolve(['ada'])]
    answers[0]!.catch(() => {})
    peopleThere = () => answers.shift()!
    await closeEmpty()
    await wait(5_000)
    expect(room.status()).toMatchObject({ state: 'empty', fault: null })
    await wait(5_000)
    expect(attempts).toHaveLength(2)
  })

  it('is not joined any more after it was left', async () => {
    let answer = (_there: string[]): void => {}
    peopleThere = () => new Promise((resolve) => (answer = resolve))
    await closeEmpty()
    await wait(5_000)
    await room.leave()
    answer(['ada'])
    await wait(600_000)
    expect(attempts).toHaveLength(1)
  })

  it('is lost and joined again where people were in it', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.ended(DisconnectReason.ROOM_DELETED)
    expect(room.status()).toMatchObject({ state: 'waiting', fault: { code: 'room_lost' } })
  })
})

describe('a room that does not report newcomers', () => {
  it('is left and joined again, and then reports nothing more', async () => {
    peopleThere = async () => ['ada', 'bo', 'cy']
    const first = await open()
    await first.letIn()
    await wait(10_000)
    expect(states()).toEqual(['joining', 'in'])
    await wait(10_000)
    expect(first.left).toBe(true)
    expect(problems).toEqual(['the room reports nobody who came; joining again'])
    await wait(500)
    expect(attempts).toHaveLength(2)
    await attempts[1]!.letIn()
    first.joining.listener.interrupted(true)
    expect(states()).toEqual(['joining', 'in', 'waiting', 'joining', 'in'])
  })

  it('is not left again and again for a participant who is never reported', async () => {
    peopleThere = async () => ['a recorder']
    await (await open()).letIn()
    for (const pause of [10_000, 10_000, 500]) await wait(pause)
    await attempts[1]!.letIn()
    for (let look = 0; look < 8; look++) await wait(10_000)
    expect(attempts).toHaveLength(2)
    expect(attempts[1]!.left).toBe(false)
  })

  it('is only slow where it reports them before the next check', async () => {
    const reports = [['ada', 'cy'], ['ada', 'dee'], ['ada'], ['bo'], ['bo'], ['bo']]
    peopleThere = async () => reports.shift()!
    await (await open()).letIn()
    for (let look = 0; look < 6; look++) await wait(10_000)
    expect(states()).toEqual(['joining', 'in'])
    expect(reports).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('is checked again after it reconnected, and not blamed when the server does not answer', async () => {
    let asked = 0
    peopleThere = () => {
      asked++
      return Promise.reject(new Error('no answer'))
    }
    const first = await open()
    await first.letIn()
    for (let look = 0; look < 8; look++) await wait(10_000)
    expect(asked).toBe(6)
    first.joining.listener.interrupted(true)
    first.joining.listener.interrupted(false)
    for (let look = 0; look < 8; look++) await wait(10_000)
    expect(asked).toBe(12)
    expect(first.left).toBe(false)
  })
})
