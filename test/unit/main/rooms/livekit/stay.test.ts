// Joining a room that does not let us in as it should: with a room of LiveKit's library that does what the test says.
import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { ParticipantKind, RoomEvent, TrackKind, TrackSource, type Room } from '@livekit/rtc-node'
import { beforeEach, expect, it } from 'vitest'
import { joinRoom, type Stay, type StayListener } from '../../../../../src/main/rooms/livekit/stay.ts'
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

const listener: StayListener = {
  text: () => {},
  sound: () => {},
  talker: () => {},
  people: () => {},
  interrupted: () => {},
  anotherAgent: () => {},
  ended: () => {},
  problem: () => {},
}

const join = (): Promise<Stay> =>
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
      listen() {
        listening++
        return () => void listening--
      },
    },
  )

it('A room that lets the agent in only after it was given up has no ghost of it, whatever fails on the way', async () => {
  const stay = join()
  limit.abort()
  await expect(stay).rejects.toThrow('It took too long.')
  room.letIn()
  await setImmediate()
  expect(room.isIn).toBe(false)
})

it('A room in which the voice cannot be heard is left, and nobody in it is listened to any more', async () => {
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
