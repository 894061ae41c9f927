import { TrackKind, TrackSource, type RemoteTrack } from '@livekit/rtc-node'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createMicrophoneTracks,
  type MicrophoneTracks,
} from '../../../../../src/main/rooms/livekit/microphone-tracks.ts'

type Send = (samples: Int16Array) => void

const audio = { kind: TrackKind.KIND_AUDIO } as RemoteTrack
const video = { kind: TrackKind.KIND_VIDEO } as RemoteTrack
const microphone = { sid: 'TR_mic', source: TrackSource.SOURCE_MICROPHONE }
const screen = { sid: 'TR_screen', source: TrackSource.SOURCE_SCREENSHARE_AUDIO }

let listening: Send[]
let saidBefore: Int16Array | null
let heard: string[]
let talkers: (string | null)[]
let tracks: MicrophoneTracks

beforeEach(() => {
  listening = []
  saidBefore = null
  heard = []
  talkers = []
  tracks = createMicrophoneTracks({
    onAudio: (samples, _rate, from) => heard.push(`${from} ${samples[0]}`),
    onTalker: (identity) => talkers.push(identity),
    after(_publication, _from, onAudio) {
      if (saidBefore) onAudio(saidBefore, 24_000)
      return (samples) => onAudio(samples, 16_000)
    },
    read(_track, onSamples) {
      listening.push(onSamples)
      return () => void listening.splice(listening.indexOf(onSamples), 1)
    },
  })
})

describe('the tracks of people’s microphones', () => {
  it('are read, and the audio of a shared screen is not', () => {
    tracks.opened(audio, screen, 'ada')
    expect(talkers).toEqual([])
    tracks.opened(audio, microphone, 'ada')
    tracks.opened(audio, screen, 'ada')
    tracks.opened(video, { sid: 'TR_camera', source: TrackSource.SOURCE_CAMERA }, 'ada')
    expect(listening).toHaveLength(1)
    listening[0]!(Int16Array.of(7))
    expect(heard).toEqual(['ada 7'])
  })

  it('follow what was recorded before the connection', () => {
    saidBefore = Int16Array.of(5)
    tracks.opened(audio, microphone, 'ada')
    listening[0]!(Int16Array.of(7))
    expect(heard).toEqual(['ada 5', 'ada 7'])
    expect(talkers).toEqual(['ada'])
  })

  it('stay open when the screen is not shared any more', () => {
    tracks.opened(audio, microphone, 'ada')
    tracks.opened(audio, screen, 'ada')
    tracks.closed(screen, 'ada')
    listening[0]!(Int16Array.of(7))
    expect(heard).toEqual(['ada 7'])
    expect(talkers).toEqual(['ada'])
  })

  it('include tracks without a source', () => {
    tracks.opened(audio, { sid: 'TR_any', source: TrackSource.SOURCE_UNKNOWN }, 'ada')
    expect(talkers).toEqual(['ada'])
  })

  it('may overlap when a device changes: only the newest is heard', () => {
    tracks.opened(audio, microphone, 'ada')
    const [last] = listening
    tracks.opened(audio, { ...microphone, sid: 'TR_headset' }, 'ada')
    last!(Int16Array.of(1))
    listening[1]!(Int16Array.of(2))
    tracks.closed(microphone, 'ada')
    listening[0]!(Int16Array.of(3))
    expect(heard).toEqual(['ada 2', 'ada 3'])
    expect(talkers).toEqual(['ada'])
  })

  it('are closed when their participant has left without closing them', () => {
    tracks.opened(audio, microphone, 'ada')
    tracks.left('ada')
    expect(listening).toEqual([])
    expect(talkers).toEqual(['ada', null])
    tracks.opened(audio, microphone, 'ada')
    listening[0]!(Int16Array.of(7))
    expect(heard).toEqual(['ada 7'])
  })

  it('are closed one by one, and all at the end', () => {
    tracks.opened(audio, microphone, 'ada')
    tracks.closed(microphone, 'ada')
    expect(listening).toEqual([])
    tracks.opened(audio, microphone, 'ada')
    tracks.close()
    expect(listening).toEqual([])
    expect(talkers).toEqual(['ada', null, 'ada'])
  })
})
