// Staying in a LiveKit room, with a room that lets in and throws out as the test says, and a clock that stands still.
import { setImmediate } from 'node:timers/promises'
import { DisconnectReason } from '@livekit/rtc-node'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLiveKitRoom, type LiveKitRoom } from '../../../../../src/main/rooms/livekit/livekit-room.ts'
import type { Joining, Stay } from '../../../../../src/main/rooms/livekit/stay.ts'
import { FaultError } from '../../../../../src/shared/errors.ts'
import type { RoomStatus } from '../../../../../src/shared/room-status.ts'
import { createFakeClock, type FakeClock } from '../../../../fakes/fake-clock.ts'

const URL = 'ws://127.0.0.1:7880'

interface Attempt {
  joining: Joining
  letIn(others?: string[]): Promise<void>
  refuse(error: unknown): Promise<void>
  /** What was asked of the stay, in order. */
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

beforeEach(() => {
  clock = createFakeClock()
  attempts = []
  statuses = []
  problems = []
  putOut = []
  isTaken = null
  peopleThere = null
  admission = async () => ({ url: URL, token: 'a token' })
})

function join(joining: Joining): Promise<Stay> {
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

const stayOf = (attempt: Attempt, others: string[]): Stay => ({
  identity: 'parley',
  publishData: (topic, _bytes, to) => void attempt.asked.push(`data ${topic} ${to ?? 'all'}`),
  streamText({ attributes }) {
    attempt.asked.push(`open ${JSON.stringify(attributes)}`)
    return {
      write: (text) => void attempt.asked.push(`write ${text}`),
      close: () => void attempt.asked.push('close'),
    }
  },
  say: () => void attempt.asked.push('say'),
  silence: () => void attempt.asked.push('silence'),
  setAttributes: (attributes) => void attempt.asked.push(`attributes ${JSON.stringify(attributes)}`),
  hear: (topic) => void attempt.asked.push(`hear ${topic}`),
  answer: (method) => void attempt.asked.push(`answer ${method}`),
  dontAnswer: (method) => void attempt.asked.push(`do not answer ${method}`),
  people: () => [
    { identity: 'ada', name: 'Ada' },
    { identity: 'bo', name: '' },
  ],
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

describe('a LiveKit room that is kept', () => {
  it('is joined, and tells who is there', async () => {
    const attempt = await open()
    expect(room.status()).toMatchObject({ state: 'joining', people: [] })
    await attempt.letIn()
    expect(room.status()).toEqual({
      tag: 'livekit',
      state: 'in',
      url: URL,
      room: 'harbour',
      people: [
        { identity: 'ada', name: 'Ada' },
        { identity: 'bo', name: '' },
      ],
      fault: null,
    })
    expect(room.participants()).toEqual(['ada', 'bo'])
    expect(room.nameOf!('ada')).toBe('Ada')
    expect(room.nameOf!('bo')).toBe('bo')
    expect(room.nameOf!('window-1')).toBeNull()
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

  it('is joined again after it ended, soon if we had been there for a while', async () => {
    const first = await open()
    await first.letIn()
    await wait(10_000)
    first.joining.listener.ended(DisconnectReason.SERVER_SHUTDOWN)
    expect(room.status()).toMatchObject({ state: 'waiting', people: [], fault: { code: 'room_lost' } })
    await wait(500)
    await attempts[1]!.letIn()
    expect(states()).toEqual(['joining', 'in', 'waiting', 'joining', 'in'])
  })

  it('that lets us in and throws us out at once is asked less and less often', async () => {
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

  it('that refuses is not tried again until somebody says so', async () => {
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

  it('whose token cannot be had says why, and waits for it or not', async () => {
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

  it('is where the token says it is', async () => {
    admission = async () => ({ url: 'wss://elsewhere', token: 'x' })
    const attempt = await open()
    expect(attempt.joining).toMatchObject({ url: 'wss://elsewhere', token: 'x' })
    expect(room.status()).toMatchObject({ url: 'wss://elsewhere' })
  })

  it('is tried at once when somebody says so, and not twice', async () => {
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

  it('that neither lets in nor refuses is given up after a while and tried again, and “Try again” works', async () => {
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

  it('that lets us in only after it was given up is left again, and what is meanwhile goes on', async () => {
    const late = await open()
    await wait(45_500)
    await attempts[1]!.letIn()
    await late.letIn()
    expect(late.left).toBe(true)
    late.joining.listener.ended(DisconnectReason.CLIENT_INITIATED)
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
    expect(attempts[1]!.left).toBe(false)
  })

  it('whose token never comes is given up too', async () => {
    admission = () => new Promise(() => {})
    await open()
    await wait(45_000)
    expect(room.status()).toMatchObject({ state: 'waiting' })
  })

  it('that is over tells nothing of its own any more, while the next one goes on', async () => {
    const first = await open()
    const heard: unknown[] = []
    room.onTalker!((identity) => heard.push(identity))
    room.onText('chat', (text) => heard.push(text))
    room.onAudio(() => heard.push('sound'))
    await first.letIn()
    first.joining.listener.ended('overflow')
    await wait(500)
    await attempts[1]!.letIn()
    const [told, before] = [statuses.length, heard.length]
    const { listener } = first.joining
    listener.interrupted(true)
    listener.people()
    listener.talker('ada')
    listener.text('chat', 'hello', 'ada')
    listener.sound(new Int16Array(1), 16_000, 'ada')
    listener.anotherAgent('other-agent')
    listener.ended(DisconnectReason.CLIENT_INITIATED)
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
    expect(statuses).toHaveLength(told)
    expect(heard).toHaveLength(before)
    expect(putOut).toEqual([])
  })

  it('in which another agent is already is left again, and it is said whose', async () => {
    const attempt = await open()
    await attempt.letIn(['other-agent'])
    expect(attempt.left).toBe(true)
    expect(room.status()).toMatchObject({
      state: 'refused',
      fault: { code: 'room_taken', message: expect.stringContaining('other-agent') },
    })
    expect(states()).toEqual(['joining', 'refused'])
  })

  it('into which another agent comes puts that one out', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.anotherAgent('other-agent')
    expect(putOut).toEqual(['other-agent'])
    expect(room.status()).toMatchObject({ state: 'in' })
    expect(problems).toEqual(['another agent came into the room'])
  })

  it('in which another Parley is already is not joined; it is looked again until that one has gone', async () => {
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

  it('is joined where it cannot be found out who is there, which is put on record', async () => {
    isTaken = async () => {
      throw new Error('fetch failed')
    }
    const attempt = await open()
    await attempt.letIn()
    expect(room.status()).toMatchObject({ state: 'in' })
    expect(problems).toEqual(['who is in the room could not be found out'])
  })

  it('in which another Parley took our place is gone back to once that one has left', async () => {
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

  it('is given up to another Parley that took our place where nobody can look who is there, until somebody says otherwise', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.ended(DisconnectReason.DUPLICATE_IDENTITY)
    expect(room.status()).toMatchObject({ state: 'refused', fault: { code: 'room_taken' } })
    await wait(600_000)
    expect(attempts).toHaveLength(1)
  })

  it('that ends before we are quite in is left and joined once more, not twice', async () => {
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

  it('says when it is interrupted, and when it is not any more', async () => {
    const attempt = await open()
    await attempt.letIn()
    attempt.joining.listener.interrupted(true)
    expect(room.status()).toMatchObject({ state: 'interrupted', fault: { code: 'room_lost' } })
    attempt.joining.listener.interrupted(false)
    expect(room.status()).toMatchObject({ state: 'in', fault: null })
  })
})

describe('what the agent wants of a LiveKit room', () => {
  it('is there once it is joined, also what was wanted on the way in', async () => {
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

  it('is there again after it was joined again, without what was withdrawn', async () => {
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

  it('keeps the handler that came last, whoever withdraws the one before it', async () => {
    const attempt = await open()
    await attempt.letIn()
    const stop = room.onRpc('echo', () => 'old')
    room.onRpc('echo', () => 'new')
    stop()
    expect(attempt.asked).not.toContain('do not answer echo')
  })

  it('goes nowhere, and does no harm, while it is not joined', async () => {
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

  it('is told whole in the next stay where one ended in the middle of a reply, as the same segment', async () => {
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

  it('hears nobody’s microphone any more when the room ends', async () => {
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

  it('tells a conversation that begins later whose microphone is heard, and nothing of one that was closed', async () => {
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

  it('hears nobody’s microphone any more either when the room could not be joined after all', async () => {
    const attempt = await open()
    const heard: unknown[] = []
    room.onTalker!((identity) => heard.push(identity))
    attempt.joining.listener.talker('ada')
    await attempt.refuse(new Error('The voice could not be published.'))
    expect(heard).toEqual(['ada', null])
  })
})

describe('leaving a LiveKit room', () => {
  it('leaves it, and nothing is tried or told any more', async () => {
    const attempt = await open()
    await attempt.letIn()
    await room.leave()
    expect(attempt.left).toBe(true)
    const told = statuses.length
    attempt.joining.listener.people()
    room.retry()
    await wait(600_000)
    expect(attempts).toHaveLength(1)
    expect(statuses).toHaveLength(told)
    expect(clock.pending()).toBe(0)
  })

  it('while it is being joined leaves no ghost', async () => {
    const attempt = await open()
    const left = room.leave()
    await attempt.letIn()
    await left
    expect(attempt.left).toBe(true)
    expect(states()).toEqual(['joining'])
  })

  it('while the token is on its way joins nothing at all', async () => {
    let give: (admission: { url: string; token: string }) => void = () => {}
    admission = () => new Promise((resolve) => (give = resolve))
    await open()
    const left = room.leave()
    give({ url: URL, token: 'late' })
    await left
    expect(attempts).toEqual([])
  })

  it('while it waits for the next try ends the waiting', async () => {
    const attempt = await open()
    await attempt.refuse(new Error('Connection refused'))
    await room.leave()
    await wait(600_000)
    expect(attempts).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })
})

describe('a room that tells of nobody who comes', () => {
  it('is left and joined anew, and says no more', async () => {
    peopleThere = async () => ['ada', 'bo', 'cy']
    const first = await open()
    await first.letIn()
    await wait(10_000)
    expect(states()).toEqual(['joining', 'in'])
    await wait(10_000)
    expect(first.left).toBe(true)
    expect(problems).toEqual(['the room told of nobody who came; it is joined anew'])
    await wait(500)
    expect(attempts).toHaveLength(2)
    await attempts[1]!.letIn()
    first.joining.listener.interrupted(true)
    expect(states()).toEqual(['joining', 'in', 'waiting', 'joining', 'in'])
  })

  it('is not left again and again for somebody whom nobody is ever told of', async () => {
    peopleThere = async () => ['a recorder']
    await (await open()).letIn()
    for (const pause of [10_000, 10_000, 500]) await wait(pause)
    await attempts[1]!.letIn()
    for (let look = 0; look < 8; look++) await wait(10_000)
    expect(attempts).toHaveLength(2)
    expect(attempts[1]!.left).toBe(false)
  })

  it('is only slow where it tells of them before the next look', async () => {
    const told = [['ada', 'cy'], ['ada', 'dee'], ['ada'], ['bo'], ['bo'], ['bo']]
    peopleThere = async () => told.shift()!
    await (await open()).letIn()
    for (let look = 0; look < 6; look++) await wait(10_000)
    expect(states()).toEqual(['joining', 'in'])
    expect(told).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('is watched again once its connection was mended, and nobody is accused by a server that does not answer', async () => {
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
