// How other participants are played, with a fake room that records its calls.
import { EventEmitter } from 'node:events'
import { RoomEvent, type Room } from 'livekit-client'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  playOtherParticipants,
  type OtherParticipants,
} from '../../../../src/renderer/room/other-participants.ts'

let asked: string[]
let canPlaybackAudio: boolean
let page: EventTarget
let room: EventEmitter
let others: OtherParticipants

const person = (name: string) => ({ setVolume: (volume: number) => asked.push(`${name} at ${volume}`) })

beforeEach(() => {
  asked = []
  canPlaybackAudio = true
  page = new EventTarget()
  room = Object.assign(new EventEmitter(), {
    remoteParticipants: new Map([['ada', person('ada')]]),
    async switchActiveDevice(kind: string, id: string) {
      asked.push(`${kind} ${id}`)
    },
    async startAudio() {
      asked.push('start')
    },
  })
  Object.defineProperty(room, 'canPlaybackAudio', { get: () => canPlaybackAudio })
  others = playOtherParticipants(room as unknown as Room, page)
})

describe('other participants', () => {
  it('play on the chosen loudspeaker at the agent’s volume, even those who join later', () => {
    others.play({ speaker: 'headphones', volume: 0.5 })
    others.started(person('bo') as never)
    others.play({ speaker: 'headphones', volume: 0 })
    others.play({ speaker: null, volume: 0 })
    expect(asked).toEqual([
      'audiooutput headphones',
      'ada at 0.5',
      'bo at 0.5',
      'ada at 0',
      'audiooutput default',
      'ada at 0',
    ])
  })

  it('play from the next click on if the browser blocks audio', () => {
    canPlaybackAudio = false
    room.emit(RoomEvent.AudioPlaybackStatusChanged)
    page.dispatchEvent(new Event('keydown'))
    page.dispatchEvent(new Event('pointerdown'))
    expect(asked).toEqual(['start'])
  })

  it('are not waited for after leaving the room', () => {
    canPlaybackAudio = false
    room.emit(RoomEvent.AudioPlaybackStatusChanged)
    others.close()
    page.dispatchEvent(new Event('pointerdown'))
    expect(asked).toEqual([])
    expect(room.listenerCount(RoomEvent.AudioPlaybackStatusChanged)).toBe(0)
  })
})
