// The agent's voice as a track of a LiveKit room, published as a microphone so that every frontend plays it.
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  TrackPublishOptions,
  TrackSource,
  type LocalParticipant,
  type LocalTrackPublication,
} from '@livekit/rtc-node'
import { createTaskQueue } from '../../../base/task-queue.ts'
import { createResampler, type Resampler } from '../../../core/speech/hearing/resample.ts'
import { floatsOf, samplesOf } from '../../../core/speech/hearing/samples.ts'

const TRACK_RATE = 48_000
/** Longer than the voice is ever ahead of what is heard. */
const QUEUE_MS = 2_000

export interface VoiceTrack {
  /** Known once the track is published. Changes when LiveKit's SDK reconnects. */
  sid(): string | null
  publish(to: LocalParticipant): Promise<void>
  publishAudio(samples: Int16Array, sampleRate: number): void
  /** Drops what was not played yet. */
  silence(): void
  close(): Promise<void>
}

export function createVoiceTrack(onError: (error: unknown) => void): VoiceTrack {
  const source = new AudioSource(TRACK_RATE, 1, QUEUE_MS)
  const track = LocalAudioTrack.createAudioTrack('voice', source)
  const frames = createTaskQueue()
  let resampler: { rate: number; use: Resampler } | null = null
  let publication: LocalTrackPublication | null = null
  /** Counts silences: frames from before the last one are not played. */
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
    publishAudio(samples, sampleRate) {
      const audio = atTrackRate(samples, sampleRate)
      if (audio.length === 0 || closed) return
      const mine = generation
      const play = async (): Promise<void> => {
        if (mine === generation) await source.captureFrame(new AudioFrame(audio, TRACK_RATE, 1, audio.length))
      }
      frames.run(play).catch(onError)
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
