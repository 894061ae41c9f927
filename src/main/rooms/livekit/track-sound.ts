// The sound of one track, in frames as the ears want them, until it is closed or the track is gone.
import { AudioStream, type RemoteTrack } from '@livekit/rtc-node'
import { HEARING_RATE } from '../../../core/ears/samples.ts'

/** As short as they come: whoever listens is not kept waiting for more of it. */
const FRAME_MS = 10

export function hearTrack(track: RemoteTrack, onSound: (samples: Int16Array) => void): () => void {
  const stream = new AudioStream(track, { sampleRate: HEARING_RATE, numChannels: 1, frameSizeMs: FRAME_MS })
  const reader = stream.getReader()
  let closed = false
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || closed) return
      onSound(value.data)
    }
    // A track that ends in an error has ended.
  })().catch(() => {})
  return () => {
    closed = true
    reader.cancel().catch(() => {})
  }
}
