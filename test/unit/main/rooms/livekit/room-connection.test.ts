// Joining a room that does not admit the agent as it should, with a fake of LiveKit's room.
import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { ParticipantKind, RoomEvent, TrackKind, TrackSource, type Room } from '@livekit/rtc-node'
import { beforeEach, expect, it } from 'vitest'
import {
  joinRoom,
  type RoomConnection,
  type RoomConnectionListener,
} from '../../../../../src/main/rooms/livekit/room-connection.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'

class FakeRoom extends EventEmitter {
  isIn = false
  remoteParticipants = new Map()
  localParticipant = {
    setAttributes: async (): Promise<void> => {},
    publishTrack: async (): Promise<never> => {
      throw new Error('The track is closed.')
    },
  }
  registerByteStreamHandler(): void {}
  letIn = (): void => {}
  connect(): Promise<void> {
    return new Promise((resolve) => {
      this.letIn = () => {
        this.isIn = true
        resolve()
      }
    })
  }
  async disconnect(): Promise<void> {
    this.isIn = false
  }
}

let limit: AbortController
let room: FakeRoom
let listening: number

beforeEach(() => {
  limit = new AbortController()
  room = new FakeRoom()
  listening = 0
})

const listener: RoomConnectionListener = {
  text: () => {},
  audio: () => {},
  talker: () => {},
  people: () => {},
  interrupted: () => {},
  anotherAgent: () => {},
  ended: () => {},
  problem: () => {},
}

const join = (): Promise<RoomConnection> =>
  joinRoom(
    {
      url: 'ws://127.0.0.1:1',
      token: 'a token',
      attributes: {},
      topics: [],
      clock: createFakeClock(),
      givenUp: limit.signal,
      listener,
    },
    {
      room: room as unknown as Room,
      read() {
        listening++
        return () => void listening--
      },
    },
  )

it('A room that admits the agent only after it gave up has no connection of it left, whatever fails on the way', async () => {
  const stay = join()
  limit.abort()
  await expect(stay).rejects.toThrow('It took too long.')
  room.letIn()
  await setImmediate()
  expect(room.isIn).toBe(false)
})

it('A room in which the voice cannot be published is left, and no track is read any more', async () => {
  const stay = join()
  room.letIn()
  const microphone = { sid: 'TR_mic', source: TrackSource.SOURCE_MICROPHONE, muted: false }
  const ada = { identity: 'ada', kind: ParticipantKind.STANDARD, attributes: {} }
  const opened = (): void =>
    void room.emit(RoomEvent.TrackSubscribed, { kind: TrackKind.KIND_AUDIO }, microphone, ada)
  opened()
  expect(listening).toBe(1)
  await expect(stay).rejects.toThrow('The track is closed.')
  expect(room.isIn).toBe(false)
  expect(listening).toBe(0)
  opened()
  expect(listening).toBe(0)
})
