import { beforeEach, describe, expect, it } from 'vitest'
import {
  createOpenMicrophones,
  type OpenMicrophones,
} from '../../../../../src/main/rooms/livekit/open-microphones.ts'

let microphones: OpenMicrophones
let heard: string[]

beforeEach(() => {
  heard = []
  microphones = createOpenMicrophones({
    onAudio: (samples, _rate, from) => heard.push(`${from} ${samples[0]}`),
    onTalker: (identity) => heard.push(`now ${identity}`),
  })
})

const say = (identity: string, ...frames: number[]): void => {
  for (const frame of frames) microphones.received(identity, Int16Array.of(frame), 16_000)
}

describe('open microphones', () => {
  it('of one person are always heard', () => {
    microphones.opened('ada')
    say('ada', 1, 2)
    expect(heard).toEqual(['now ada', 'ada 1', 'ada 2'])
  })

  it('of two switch when the other one speaks and the first does not', () => {
    microphones.opened('ada')
    microphones.opened('bo')
    say('ada', 1)
    say('bo', 2)
    microphones.speaking(['bo', 'ada'])
    say('ada', 3)
    expect(heard).toEqual(['now ada', 'ada 1', 'ada 3'])
    microphones.speaking(['bo'])
    say('ada', 4)
    say('bo', 5)
    expect(heard.slice(3)).toEqual(['now bo', 'bo 2', 'bo 5'])
  })

  it('include the first word, from before the server noticed', () => {
    microphones.opened('ada')
    microphones.opened('bo')
    // One second of it in frames of ten milliseconds, and no more.
    say('bo', ...Array.from({ length: 130 }, (_, at) => at))
    microphones.speaking(['bo'])
    expect(heard.slice(1)).toEqual(['now bo', ...Array.from({ length: 100 }, (_, at) => `bo ${at + 30}`)])
  })

  it('have no talker after the last one closes', () => {
    microphones.opened('ada')
    microphones.closed('ada')
    say('ada', 1)
    expect(heard).toEqual(['now ada', 'now null'])
  })

  it('switch to the remaining one when the talker closes', () => {
    microphones.opened('ada')
    microphones.opened('bo')
    say('bo', 7)
    microphones.closed('ada')
    expect(heard).toEqual(['now ada', 'now bo', 'bo 7'])
  })

  it('of several others wait for one of them to speak when the talker closes', () => {
    for (const who of ['ada', 'bo', 'cy']) microphones.opened(who)
    microphones.closed('ada')
    say('bo', 1)
    expect(heard).toEqual(['now ada', 'now null'])
    microphones.speaking(['cy', 'bo'])
    expect(heard.at(-1)).toBe('now cy')
  })

  it('are not switched by people without one, or by silence', () => {
    microphones.opened('ada')
    microphones.speaking(['somebody'])
    microphones.speaking([])
    microphones.closed('somebody')
    say('somebody', 1)
    expect(heard).toEqual(['now ada'])
  })

  it('opened twice are open once', () => {
    microphones.opened('ada')
    microphones.opened('ada')
    say('ada', 1)
    expect(heard).toEqual(['now ada', 'ada 1'])
  })
})
