// The agent's voice out of a track, as frames like those of the local room, so that it is played, silenced and counted in
// one place. Between two voices a track goes on in silence, which is nobody's voice.
import { samplesOf } from '../../core/ears/samples.ts'

declare global {
  /** Chromium's; not in the standard's types. */
  var MediaStreamTrackProcessor: new (options: { track: MediaStreamTrack }) => {
    readable: ReadableStream<AudioData>
  }
}

interface Deps {
  isSpeaking(): boolean
  onVoice(samples: Int16Array, sampleRate: number): void
}

/** Below this a track is silent, whatever its codec makes of silence. */
const SILENT = 64
/** So much of the silence after a voice is still its own. */
const TRAIL_MS = 300

export function tapVoice(track: MediaStreamTrack, { isSpeaking, onVoice }: Deps): () => void {
  // A browser decodes what somebody plays; nobody needs to hear it here.
  const player = new Audio()
  player.muted = true
  player.srcObject = new MediaStream([track])
  player.play().catch(() => {})
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader()
  let trailMs = 0

  function hear(sound: AudioData): void {
    const floats = new Float32Array(sound.numberOfFrames)
    sound.copyTo(floats, { planeIndex: 0, format: 'f32-planar' })
    const samples = samplesOf(floats)
    const ms = (sound.numberOfFrames / sound.sampleRate) * 1000
    if (samples.some((sample) => Math.abs(sample) > SILENT)) trailMs = TRAIL_MS
    else if (trailMs > 0 && !isSpeaking()) trailMs -= ms
    if (trailMs > 0) onVoice(samples, sound.sampleRate)
  }

  void (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      hear(value)
      value.close()
    }
    // A track that ends in an error has ended.
  })().catch(() => {})
  return () => {
    reader.cancel().catch(() => {})
    player.srcObject = null
  }
}
