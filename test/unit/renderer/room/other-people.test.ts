// How other people in a LiveKit room are heard, with a room that writes down what it is asked for.
import { EventEmitter } from 'node:events'
import { RoomEvent, type Room } from 'livekit-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { hearOtherPeople, type OtherPeople } from '../../../../src/renderer/room/other-people.ts'

let asked: string[]
let canPlaybackAudio: boolean
let page: EventTarget
let room: EventEmitter
let others: OtherPeople

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
  others = hearOtherPeople(room as unknown as Room, page)
})

describe('other people', () => {
  it('are heard by the loudspeaker that was chosen, as loud as the agent, also those who come later', () => {
    others.hear({ speaker: 'headphones', volume: 0.5 })
    others.came(person('bo') as never)
    others.hear({ speaker: 'headphones', volume: 0 })
    others.hear({ speaker: null, volume: 0 })
    expect(asked).toEqual([
      'audiooutput headphones',
      'ada at 0.5',
      'bo at 0.5',
      'ada at 0',
      'audiooutput default',
      'ada at 0',
    ])
  })

  it('are heard from the next click on, where the browser keeps the page silent until then', () => {
    canPlaybackAudio = false
    room.emit(RoomEvent.AudioPlaybackStatusChanged)
    page.dispatchEvent(new Event('keydown'))
    page.dispatchEvent(new Event('pointerdown'))
    expect(asked).toEqual(['start'])
  })

  it('are not waited for any more once the room is left', () => {
    canPlaybackAudio = false
    room.emit(RoomEvent.AudioPlaybackStatusChanged)
    others.close()
    page.dispatchEvent(new Event('pointerdown'))
    expect(asked).toEqual([])
    expect(room.listenerCount(RoomEvent.AudioPlaybackStatusChanged)).toBe(0)
  })
})
