// What people said while they were connecting, as LiveKit's clients send it.
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { bytesOfSamples } from '../../../../../src/core/speech/pcm.ts'
import {
  createPreConnectAudio,
  type PreConnectAudio,
  type RecordingReader,
} from '../../../../../src/main/rooms/livekit/pre-connect-audio.ts'
import { createFakeClock, type FakeClock } from '../../../../fakes/fake-clock.ts'

const MEGABYTE = 1024 * 1024
const pcm = { trackId: 'TR_1', sampleRate: '24000', channels: '1' }
const announced = { sid: 'TR_1', info: { audioFeatures: [6] } }

let clock: FakeClock
let problems: string[]
let heard: string[]
let closed: number
let decode: ((recording: Uint8Array) => Promise<Int16Array>) | undefined
let preConnect: PreConnectAudio

beforeEach(() => {
  clock = createFakeClock()
  problems = []
  heard = []
  closed = 0
  decode = undefined
  preConnect = createPreConnectAudio({
    clock,
    decode: (recording) => decode!(recording),
    onProblem: (what) => problems.push(what),
  })
})

function readerOf(attributes: Record<string, string>, pieces: Iterable<Uint8Array>): RecordingReader {
  return {
    info: { attributes },
    async close() {
      closed++
    },
    async *[Symbol.asyncIterator]() {
      try {
        for (const piece of pieces) yield piece
      } finally {
        closed++
      }
    },
  }
}

const samples = (...values: number[]): Uint8Array => bytesOfSamples(Int16Array.from(values))
const send = (attributes: Record<string, string>, ...pieces: Uint8Array[]): Promise<void> =>
  preConnect.received(readerOf(attributes, pieces), 'ada')
const open = (publication: Parameters<PreConnectAudio['after']>[0] = announced) =>
  preConnect.after(publication, 'ada', (audio, rate) => heard.push(`${[...audio].join(',')} at ${rate}`))
const live = Int16Array.of(9)

describe('audio from before the connection', () => {
  it('comes before the track, which waits for it', async () => {
    const hear = open()
    hear(live)
    expect(heard).toEqual([])
    await send(pcm, samples(1, 2), samples(3))
    hear(live)
    expect(heard).toEqual(['1,2,3 at 24000', '9 at 16000', '9 at 16000'])
    expect(clock.pending()).toBe(0)
  })

  it('comes at once where it arrived before its track', async () => {
    await send(pcm, samples(1))
    const hear = open({ sid: 'TR_1' })
    hear(live)
    expect(heard).toEqual(['1 at 24000', '9 at 16000'])
  })

  it('comes once: not again when it is sent again, nor when the track is opened again', async () => {
    await send(pcm, samples(1))
    open()
    await send(pcm, samples(2))
    open()(live)
    expect(heard).toEqual(['1 at 24000', '9 at 16000'])
    expect(problems).toEqual(['audio from before the connection was refused'])
  })

  it('comes in frames as short as those of a track, with two channels mixed into one', async () => {
    open()
    const stereo = Array.from({ length: 241 }, (_, at) => [at, at + 2]).flat()
    await send({ ...pcm, channels: '2' }, samples(...stereo))
    expect(heard.map((frame) => frame.split(',').length)).toEqual([240, 1])
    expect(heard[1]).toBe('241 at 24000')
  })

  it('is decoded when it is a recording of a browser', async () => {
    const webm = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4)
    decode = async (recording) => Int16Array.of(recording.length)
    open()
    await send({ ...pcm, sampleRate: '48000' }, webm.subarray(0, 3), webm.subarray(3))
    expect(heard).toEqual(['8 at 16000'])
  })

  it('does not delay the track when it cannot be decoded', async () => {
    decode = () => Promise.reject(new Error('no recording'))
    const hear = open()
    hear(live)
    await send(pcm, Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3))
    expect(heard).toEqual(['9 at 16000'])
    expect(problems).toEqual(['audio from before the connection was lost'])
  })

  it('delays the track only briefly when it does not arrive, and is dropped after that', async () => {
    const hear = open()
    hear(live)
    clock.advance(4_999)
    expect(heard).toEqual([])
    clock.advance(1)
    await send(pcm, samples(1))
    expect(heard).toEqual(['9 at 16000'])
    expect(problems).toHaveLength(1)
  })

  it('is not waited for when it was not announced', () => {
    open({ sid: 'TR_1', info: { audioFeatures: [] } })(live)
    expect(heard).toEqual(['9 at 16000'])
  })

  it('belongs to its track and its sender', async () => {
    await preConnect.received(readerOf(pcm, [samples(1)]), 'bo')
    await send({ ...pcm, trackId: 'TR_2' }, samples(2))
    const hear = open()
    clock.advance(5_000)
    hear(live)
    expect(heard).toEqual(['9 at 16000'])
  })

  it('is refused with invalid attributes', async () => {
    for (const wrong of [
      {},
      { ...pcm, trackId: '' },
      { ...pcm, trackId: 'x'.repeat(200) },
      { ...pcm, sampleRate: '0' },
      { ...pcm, sampleRate: 'fast' },
      { ...pcm, channels: '9' },
    ])
      await send(wrong as Record<string, string>, samples(1))
    expect(problems).toEqual(Array.from({ length: 6 }, () => 'audio from before the connection was refused'))
    expect(closed).toBe(6)
  })

  it('is bounded in size, length, time and number of senders', async () => {
    open()
    const piece = new Uint8Array(MEGABYTE)
    await send(pcm, ...Array.from({ length: 11 }, () => piece))
    expect(problems).toEqual(['audio from before the connection was lost'])
    expect(heard).toEqual([])

    const long = new Int16Array(40 * 8_000)
    await send({ trackId: 'TR_2', sampleRate: '8000', channels: '1' }, bytesOfSamples(long))
    open({ sid: 'TR_2' })
    expect(heard).toHaveLength(3_000)

    let stop = (): void => {}
    const endless: RecordingReader = {
      info: { attributes: { ...pcm, trackId: 'TR_3' } },
      close: async () => stop(),
      async *[Symbol.asyncIterator]() {
        yield samples(1)
        await new Promise<void>((resolve) => (stop = resolve))
      },
    }
    const receiving = preConnect.received(endless, 'ada')
    await setImmediate()
    clock.advance(15_000)
    await receiving

    for (let at = 0; at < 30; at++) await preConnect.received(readerOf(pcm, [samples(1)]), `guest-${at}`)
    expect(problems.filter((what) => what.endsWith('refused'))).toHaveLength(15)
  })

  it('is dropped when they leave or the connection ends', async () => {
    await send(pcm, samples(1))
    preConnect.left('ada')
    open()
    preConnect.close()
    expect(clock.pending()).toBe(0)
    expect(heard).toEqual([])
  })
})
