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
  /** How to stop listening to each track of everybody, the one that was opened last at the end. */
  const heard = new Map<string, Map<string, () => void>>()

  function left(identity: string): void {
    for (const stop of heard.get(identity)?.values() ?? []) stop()
    heard.delete(identity)
    microphones.closed(identity)
  }

  return {
    opened(track, { sid = '', source }, from) {
      if (track.kind !== TrackKind.KIND_AUDIO || !MICROPHONES.has(source)) return
      const theirs = heard.get(from) ?? new Map<string, () => void>()
      heard.set(from, theirs)
      theirs.get(sid)?.()
      theirs.delete(sid)
      microphones.opened(from)
      // Who changes devices may open the next before closing the last: two at once would be heard as a muddle of both.
      const isNewest = (): boolean => [...theirs.keys()].at(-1) === sid
      const stop = listen(track, (samples) => {
        if (isNewest()) microphones.heard(from, samples, HEARING_RATE)
      })
      theirs.set(sid, stop)
    },
    closed({ sid = '' }, from) {
      const theirs = heard.get(from)
      if (!theirs?.has(sid)) return
      theirs.get(sid)?.()
      theirs.delete(sid)
      if (theirs.size === 0) left(from)
    },
    left,
    speaking: microphones.speaking,
    close() {
      for (const theirs of heard.values()) for (const stop of theirs.values()) stop()
      heard.clear()
    },
  }
}
