// The room client over a link that the test controls, with a fake clock.
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRoomClient, type RoomClient } from '../../../../src/renderer/room/room-client.ts'
import type { RoomLink, RoomListener } from '../../../../src/renderer/room/room-link.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import { createStore } from '../../../../src/renderer/store/store.ts'
import type { RoomStore } from '../../../../src/renderer/app-props.ts'
import { createFakeClock, type FakeClock } from '../../../fakes/fake-clock.ts'

interface Opening {
  listener: RoomListener
  letIn(): Promise<void>
  refuse(reason: string): Promise<void>
  /** The resume requests, and how to answer them. */
  resumed: { after: string | null }[]
  answer(last: string | null): Promise<void>
  /** The call or its answer is lost. */
  lose(): Promise<void>
  closed: boolean
}

let clock: FakeClock
let openings: Opening[]
let store: RoomStore
let client: RoomClient
let sending: () => Promise<void>

beforeEach(async () => {
  clock = createFakeClock()
  openings = []
  sending = async () => {}
  store = createStore()
  client = createRoomClient({
    openLink: (listener) =>
      new Promise((resolve, reject) => {
        let answer: (payload: string) => void = () => {}
        let fail: (error: Error) => void = () => {}
        const opening: Opening = {
          listener,
          resumed: [],
          closed: false,
          async letIn() {
            resolve(link)
            await setImmediate()
          },
          async refuse(reason) {
            reject(new Error(reason))
            await setImmediate()
          },
          async lose() {
            fail(new FaultError('room_lost', 'The connection is not well.', 'Wait.', { retryable: true }))
            await setImmediate()
          },
          async answer(last) {
            answer(JSON.stringify({ session: 's', found: true, last, events: 0 }))
            await setImmediate()
          },
        }
        const link: RoomLink = {
          identity: 'me',
          agentIdentity: 'parley',
          way: { tag: 'local' },
          sendText: () => sending(),
          call(method, payload) {
            if (method === 'parley.resume') opening.resumed.push(JSON.parse(payload) as never)
            return new Promise((settle, refuse) => {
              answer = settle
              fail = refuse
            })
          },
          sendAudio: () => {},
          close() {
            opening.closed = true
            listener.closed('This window left the room.')
          },
        }
        openings.push(opening)
      }),
    dispatch: store.dispatch,
    clock,
    newId: () => 'an id',
    random: () => 1,
    onVoice: () => {},
  })
  await setImmediate()
})

const event = (id: string): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      type: 'control',
      id,
      timestamp: 1,
      turn_id: 't',
      phrase: 'next tab',
      done: 'Next tab',
    }),
  )

const wait = async (ms: number): Promise<void> => {
  clock.advance(ms)
  await setImmediate()
}

describe('a room client', () => {
  it('reconnects with growing pauses', async () => {
    for (const pause of [250, 500, 1_000]) {
      const tried = openings.length
      await openings.at(-1)!.refuse('Nobody is there.')
      await wait(pause - 1)
      expect(openings).toHaveLength(tried)
      await wait(1)
      expect(openings).toHaveLength(tried + 1)
    }
    expect(store.get().connection).toMatchObject({ tag: 'reconnecting', attempt: 3 })
  })

  it('reports a weak connection while it is weak', async () => {
    const [first] = openings
    await first!.letIn()
    await first!.answer(null)
    first!.listener.weakened(true)
    expect(store.get().connection).toEqual({ tag: 'connected', way: { tag: 'local' }, weak: true })
    first!.listener.weakened(false)
    expect(store.get().connection).toEqual({ tag: 'connected', way: { tag: 'local' } })
    first!.listener.weakened(true)
    first!.listener.closed('The cable was pulled.')
    await wait(250)
    await openings[1]!.letIn()
    await openings[1]!.answer(null)
    expect(store.get().connection).toEqual({ tag: 'connected', way: { tag: 'local' } })
  })

  it('asks for missed events when its link or the agent’s link has recovered', async () => {
    const [first] = openings
    await first!.letIn()
    await first!.answer('event-1')
    expect(first!.resumed).toHaveLength(1)
    first!.listener.recovered()
    expect(first!.resumed.at(-1)).toMatchObject({ after: 'event-1' })
    await first!.answer('event-1')
    first!.listener.attributesChanged({ 'parley.mended': '1' })
    expect(first!.resumed).toHaveLength(3)
    first!.listener.attributesChanged({ 'parley.mended': '1' })
    expect(first!.resumed).toHaveLength(3)
  })

  it('notices when another agent continues the conversation, and only then', async () => {
    const [first] = openings
    await first!.letIn()
    await first!.answer(null)
    first!.listener.attributesChanged({ 'parley.session': 's', 'parley.answers_since': '1' })
    const { agentGeneration } = store.get()
    first!.listener.attributesChanged({ 'lk.agent.state': 'thinking' })
    first!.listener.attributesChanged({ 'parley.session': 's', 'parley.answers_since': '1' })
    expect(store.get().agentGeneration).toBe(agentGeneration)
    first!.listener.attributesChanged({ 'lk.agent.state': 'initializing' })
    first!.listener.attributesChanged({ 'parley.session': 's', 'parley.answers_since': '2' })
    expect(store.get().agentGeneration).toBe(agentGeneration + 1)
    expect(first!.closed).toBe(false)
  })

  it('asks for all missed events, whatever arrives before it could ask', async () => {
    const [first] = openings
    await first!.letIn()
    await first!.answer('event-1')
    first!.listener.data('parley-events', event('event-2'))
    first!.listener.closed('The cable was pulled.')
    await wait(250)
    const second = openings[1]!
    // A new event overtakes the missed ones.
    second.listener.data('parley-events', event('event-9'))
    await second.letIn()
    expect(second.resumed).toEqual([{ after: 'event-2' }])
  })

  it('asks again for missed events if the call was lost, and does not resume after a newer event', async () => {
    const [first] = openings
    await first!.letIn()
    await first!.answer('event-1')
    first!.listener.recovered()
    await first!.lose()
    // The window is connected all the same.
    expect(store.get().connection).toMatchObject({ tag: 'connected' })
    first!.listener.data('parley-events', event('event-9'))
    await wait(1_000)
    expect(first!.resumed.slice(-2)).toEqual([{ after: 'event-1' }, { after: 'event-1' }])
    await first!.answer('event-9')
    first!.listener.data('parley-events', event('event-10'))
    first!.listener.recovered()
    expect(first!.resumed.at(-1)).toEqual({ after: 'event-10' })
  })

  it('rejects a request at once if it could not be sent', async () => {
    const [first] = openings
    sending = () => Promise.reject(new Error('It is too much.'))
    await first!.letIn()
    await first!.answer(null)
    await expect(client.ask('show the changes')).rejects.toThrow('could not be sent')
  })

  it('ignores transcripts until it knows who the agent is', async () => {
    const [first] = openings
    const attributes = { 'lk.segment_id': 'a', 'lk.transcription_final': 'false' }
    first!.listener.textOpened({ streamId: '1', topic: 'lk.transcription', sender: 'parley', attributes })
    first!.listener.textAppended('1', 'Hello')
    expect(store.get().conversation.transcript).toEqual([])
  })

  it('joins again if the conversation moves while it is joining', async () => {
    const [first] = openings
    client.rejoin()
    await first!.letIn()
    expect(first!.closed).toBe(true)
    expect(first!.resumed).toEqual([])
    await wait(250)
    await openings[1]!.letIn()
    expect(openings[1]!.closed).toBe(false)
    expect(openings[1]!.resumed).toHaveLength(1)
  })

  it('leaves and joins again when the conversation moves later', async () => {
    const [first] = openings
    await first!.letIn()
    await first!.answer(null)
    client.rejoin()
    expect(first!.closed).toBe(true)
    await wait(250)
    expect(openings).toHaveLength(2)
  })

  it('does not reconnect after it was closed', async () => {
    client.close()
    await openings[0]!.letIn()
    expect(openings[0]!.closed).toBe(true)
    await wait(600_000)
    expect(openings).toHaveLength(1)
  })
})
