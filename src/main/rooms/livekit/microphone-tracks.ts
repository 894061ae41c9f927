// The tracks of people's microphones while they are open. Other audio, such as that of a shared screen, is not speech.
import { AudioStream, TrackKind, TrackSource, type RemoteTrack } from '@livekit/rtc-node'
import { HEARING_RATE } from '../../../core/speech/hearing/samples.ts'
import { createOpenMicrophones } from './open-microphones.ts'
import type { PreConnectAudio } from './pre-connect-audio.ts'

interface Publication {
  sid?: string | undefined
  source?: TrackSource | undefined
  info?: { audioFeatures: readonly number[] } | undefined
}

interface Deps {
  onAudio(samples: Int16Array, sampleRate: number, from: string): void
  /** Whose open microphone is heard from now on. */
  onTalker(identity: string | null): void
  /** Puts the audio of a track after what was recorded before the track was there. */
  after: PreConnectAudio['after']
  read: typeof readTrack
}

export interface MicrophoneTracks {
  opened(track: RemoteTrack, publication: Publication, from: string): void
  closed(publication: Publication, from: string): void
  left(identity: string): void
  /** Those who speak now, the loudest first. */
  speaking(identities: readonly string[]): void
  close(): void
}

/** Some frontends do not name the source of a track. It is a microphone then, because screen sharing is always named. */
const MICROPHONES: ReadonlySet<TrackSource | undefined> = new Set([
  TrackSource.SOURCE_MICROPHONE,
  TrackSource.SOURCE_UNKNOWN,
])

export function createMicrophoneTracks({ onAudio, onTalker, after, read }: Deps): MicrophoneTracks {
  const microphones = createOpenMicrophones({ onAudio, onTalker })
  /** How to stop reading each track of each participant, the newest track last. */
  const stops = new Map<string, Map<string, () => void>>()

  function left(identity: string): void {
    for (const stop of stops.get(identity)?.values() ?? []) stop()
    stops.delete(identity)
    microphones.closed(identity)
  }

  return {
    opened(track, publication, from) {
      const { sid = '', source } = publication
      if (track.kind !== TrackKind.KIND_AUDIO || !MICROPHONES.has(source)) return
      const theirs = stops.get(from) ?? new Map<string, () => void>()
      stops.set(from, theirs)
      theirs.get(sid)?.()
      theirs.delete(sid)
      microphones.opened(from)
      // A participant who changes devices may open the next track before closing the last. Both at once would be mixed up.
      const isNewest = (): boolean => [...theirs.keys()].at(-1) === sid
      // Set first: a recording may arrive before the track is read.
      theirs.set(sid, () => {})
      const write = after(publication, from, (samples, rate) => {
        if (isNewest()) microphones.received(from, samples, rate)
      })
      theirs.set(sid, read(track, write))
    },
    closed({ sid = '' }, from) {
      const theirs = stops.get(from)
      if (!theirs?.has(sid)) return
      theirs.get(sid)?.()
      theirs.delete(sid)
      if (theirs.size === 0) left(from)
    },
    left,
    speaking: microphones.speaking,
    close() {
      for (const theirs of stops.values()) for (const stop of theirs.values()) stop()
      stops.clear()
    },
  }
}

/** As short as LiveKit makes them. */
const FRAME_MS = 10

/** Reads the audio of a track until the returned function is called or the track ends. */
export function readTrack(track: RemoteTrack, onAudio: (samples: Int16Array) => void): () => void {
  const stream = new AudioStream(track, { sampleRate: HEARING_RATE, numChannels: 1, frameSizeMs: FRAME_MS })
  const reader = stream.getReader()
  let closed = false
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || closed) return
      onAudio(value.data)
    }
    // An error ends the track.
  })().catch(() => {})
  return () => {
    closed = true
    reader.cancel().catch(() => {})
  }
}
