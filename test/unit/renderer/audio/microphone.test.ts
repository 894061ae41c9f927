// The microphone on a page with fake devices.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMicrophone } from '../../../../src/renderer/audio/microphone.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

vi.mock('../../../../src/renderer/audio/capture-worklet.ts?worker&url', () => ({ default: 'capture.js' }))

class FakePort extends EventTarget {
  start(): void {}
}
class FakeTrack extends EventTarget {
  label = 'Microphone'
  stopped = false
  getSettings = () => ({ sampleRate: 48_000 })
  stop(): void {
    this.stopped = true
  }
}

let port = new FakePort()
let contexts: unknown[] = []
let tracks: FakeTrack[] = []
let wanted: unknown[] = []

beforeEach(() => {
  contexts = []
  tracks = []
  wanted = []
  vi.stubGlobal(
    'AudioContext',
    class {
      sampleRate = 48_000
      audioWorklet = { addModule: async () => {} }
      constructor(options: unknown) {
        contexts.push(options)
      }
      createMediaStreamSource = () => ({ connect: () => {} })
      resume = async () => {}
      close = async () => {}
    },
  )
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      port = (port = new FakePort())
    },
  )
  vi.stubGlobal('navigator', {
    mediaDevices: {
      async getUserMedia({ audio }: { audio: { deviceId?: { exact: string } } }) {
        const track = new FakeTrack()
        tracks.push(track)
        wanted.push(audio.deviceId?.exact ?? null)
        return { getAudioTracks: () => [track], getTracks: () => [track] }
      },
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function start() {
  const clock = createFakeClock()
  const reported: string[] = []
  let chosen: string | null = null
  const microphone = createMicrophone({
    clock,
    chosenDevice: () => chosen,
    onOpened: (name) => reported.push(`opened ${name}`),
    onFrame: () => {},
    onFailed: (kind) => reported.push(`failed ${kind}`),
    onStalled: () => reported.push('stalled'),
  })
  const frame = (): void =>
    void port.dispatchEvent(new MessageEvent('message', { data: new Int16Array(320) }))
  async function open(): Promise<void> {
    microphone.open()
    clock.advance(0)
    await settled()
  }
  return { clock, reported, microphone, frame, open, choose: (id: string) => (chosen = id) }
}

test('opening needs no speaker, and wakes no more often than there are frames', async () => {
  const { open } = start()
  await open()
  expect(contexts).toEqual([{ latencyHint: 0.02, sinkId: { type: 'none' } }])
})

test('a microphone without audio is reported once, with one timer however much arrives', async () => {
  const { open, frame, clock, reported } = start()
  await open()
  for (let at = 0; at < 100; at++) {
    frame()
    clock.advance(20)
    expect(clock.pending()).toBe(1)
  }
  expect(reported).toEqual(['opened Microphone'])
  clock.advance(1400)
  expect(reported).toEqual(['opened Microphone'])
  clock.advance(10_000)
  expect(reported).toEqual(['opened Microphone', 'stalled'])
  frame()
  clock.advance(2000)
  expect(reported).toEqual(['opened Microphone', 'stalled', 'stalled'])
})

test('a device that is chosen while another one opens is used, and the other is released', async () => {
  const { clock, microphone, frame, reported, choose } = start()
  microphone.open()
  clock.advance(0)
  choose('headset')
  microphone.open()
  clock.advance(0)
  await settled()
  expect(wanted).toEqual([null, 'headset'])
  expect(tracks.map(({ stopped }) => stopped)).toEqual([true, false])
  frame()
  expect(reported).toEqual(['opened Microphone'])
  microphone.close()
  expect(tracks[1]!.stopped).toBe(true)
  expect(clock.pending()).toBe(0)
})
