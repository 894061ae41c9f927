// The tracks of people's microphones, for as long as they are open. What else somebody sends, such as the sound of a screen
// they share, is not what they say.
import { TrackKind, TrackSource, type RemoteTrack } from '@livekit/rtc-node'
import { HEARING_RATE } from '../../../core/ears/samples.ts'
import { createOpenMicrophones } from './open-microphones.ts'
import { hearTrack } from './track-sound.ts'

interface Publication {
  sid?: string | undefined
  source?: TrackSource | undefined
}

interface Deps {
  onSound(samples: Int16Array, sampleRate: number, from: string): void
  /** Whose open microphone is heard from now on. */
  onTalker(identity: string | null): void
  /** Handed in for tests; listens to the track for real otherwise. */
  listen?: typeof hearTrack
}

export interface MicrophoneTracks {
  opened(track: RemoteTrack, publication: Publication, from: string): void
  closed(publication: Publication, from: string): void
  left(identity: string): void
  /** Those who speak now, the loudest first. */
  speaking(identities: readonly string[]): void
  close(): void
}

/** Some frontends do not say what they send; it is a microphone then, since those who share a screen say so. */
const MICROPHONES: ReadonlySet<TrackSource | undefined> = new Set([
  TrackSource.SOURCE_MICROPHONE,
  TrackSource.SOURCE_UNKNOWN,
])

export function createMicrophoneTracks({ onSound, onTalker, listen = hearTrack }: Deps): MicrophoneTracks {
  const microphones = createOpenMicrophones({ onSound, onTalker })
  const heard = new Map<string, () => void>()

  return {
    opened(track, { sid = '', source }, from) {
      if (track.kind !== TrackKind.KIND_AUDIO || !MICROPHONES.has(source)) return
      heard.get(sid)?.()
      microphones.opened(from)
      heard.set(
        sid,
        listen(track, (samples) => microphones.heard(from, samples, HEARING_RATE)),
      )
    },
    closed({ sid = '' }, from) {
      if (!heard.has(sid)) return
      heard.get(sid)?.()
      heard.delete(sid)
      microphones.closed(from)
    },
    left: microphones.closed,
    speaking: microphones.speaking,
    close() {
      for (const stop of heard.values()) stop()
      heard.clear()
    },
  }
}
