// The agent's voice as a track of a LiveKit room, published as a microphone so that any frontend plays it.
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  TrackPublishOptions,
  TrackSource,
  type LocalParticipant,
  type LocalTrackPublication,
} from '@livekit/rtc-node'
import { createResampler, type Resampler } from '../../../core/ears/resample.ts'
import { floatsOf, samplesOf } from '../../../core/ears/samples.ts'

/** What the track carries, whatever voice speaks. */
const TRACK_RATE = 48_000
/** Longer than the voice is ever ahead of the ear. */
const QUEUE_MS = 2_000

export interface VoiceTrack {
  /** Known once the room has taken the track; another one when the SDK has made the connection anew. */
  sid(): string | null
  publish(to: LocalParticipant): Promise<void>
  say(samples: Int16Array, sampleRate: number): void
  /** Silence, now: what was not played yet is dropped. */
  silence(): void
  close(): Promise<void>
}

export function createVoiceTrack(onError: (error: unknown) => void): VoiceTrack {
  const source = new AudioSource(TRACK_RATE, 1, QUEUE_MS)
  const track = LocalAudioTrack.createAudioTrack('voice', source)
  let resampler: { rate: number; use: Resampler } | null = null
  let publication: LocalTrackPublication | null = null
  let last: Promise<unknown> = Promise.resolve()
  /** Frames of a voice that was silenced meanwhile are not played. */
  let generation = 0
  let closed = false

  function atTrackRate(samples: Int16Array, sampleRate: number): Int16Array {
    if (sampleRate === TRACK_RATE) return samples
    if (resampler?.rate !== sampleRate)
      resampler = { rate: sampleRate, use: createResampler(sampleRate, TRACK_RATE) }
    return samplesOf(resampler.use.write(floatsOf(samples)))
  }

  return {
    sid: () => publication?.sid ?? null,
    async publish(to) {
      publication = await to.publishTrack(
        track,
        new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }),
      )
    },
    say(samples, sampleRate) {
      const sound = atTrackRate(samples, sampleRate)
      if (sound.length === 0 || closed) return
      const mine = generation
      last = last.then(async () => {
        if (mine !== generation) return
        await source.captureFrame(new AudioFrame(sound, TRACK_RATE, 1, sound.length))
      })
      last = last.catch(onError)
    },
    silence() {
      generation++
      resampler = null
      if (!closed) source.clearQueue()
    },
    async close() {
      if (closed) return
      closed = true
      generation++
      await track.close()
    },
  }
}
