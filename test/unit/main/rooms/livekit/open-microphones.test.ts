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
    onSound: (samples, _rate, from) => heard.push(`${from} ${samples[0]}`),
    onTalker: (identity) => heard.push(`now ${identity}`),
  })
})

const say = (identity: string, ...frames: number[]): void => {
  for (const frame of frames) microphones.heard(identity, Int16Array.of(frame), 16_000)
}

describe('open microphones', () => {
  it('of one person are simply heard', () => {
    microphones.opened('ada')
    say('ada', 1, 2)
    expect(heard).toEqual(['now ada', 'ada 1', 'ada 2'])
  })

  it('of two: the first goes on until the other one speaks and it does not', () => {
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

  it('give the first word too: what was said before the server noticed', () => {
    microphones.opened('ada')
    microphones.opened('bo')
    // A second of it, in frames of ten milliseconds, and no more.
    say('bo', ...Array.from({ length: 130 }, (_, at) => at))
    microphones.speaking(['bo'])
    expect(heard.slice(1)).toEqual(['now bo', ...Array.from({ length: 100 }, (_, at) => `bo ${at + 30}`)])
  })

  it('are nobody’s when the last one closes', () => {
    microphones.opened('ada')
    microphones.closed('ada')
    say('ada', 1)
    expect(heard).toEqual(['now ada', 'now null'])
  })

  it('go over to who is left when the talker closes', () => {
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

  it('of nobody else are changed by people who speak without one, or by silence', () => {
    microphones.opened('ada')
    microphones.speaking(['somebody'])
    microphones.speaking([])
    microphones.closed('somebody')
    say('somebody', 1)
    expect(heard).toEqual(['now ada'])
  })

  it('that open twice are open once', () => {
    microphones.opened('ada')
    microphones.opened('ada')
    say('ada', 1)
    expect(heard).toEqual(['now ada', 'ada 1'])
  })
})
