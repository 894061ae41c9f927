// The agent's voice from a LiveKit track, as frames like those of the local room, so that one player plays, silences and
// measures both. Between two replies the track carries silence, which is not passed on.
import { samplesOf } from '../../core/speech/hearing/samples.ts'

declare global {
  /** Only in Chromium, so the DOM types lack it. */
  var MediaStreamTrackProcessor: new (options: { track: MediaStreamTrack }) => {
    readable: ReadableStream<AudioData>
  }
}

interface Deps {
  isSpeaking(): boolean
  onVoice(samples: Int16Array, sampleRate: number): void
}

/** Samples below this are silence; codecs do not keep it at zero. */
const SILENT = 64
/** Silence this soon after the voice belongs to it. */
const TRAIL_MS = 300

export function tapVoice(track: MediaStreamTrack, { isSpeaking, onVoice }: Deps): () => void {
  // A browser decodes only a track that is played, so this plays it muted.
  const player = new Audio()
  player.muted = true
  player.srcObject = new MediaStream([track])
  player.play().catch(() => {})
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader()
  let trailMs = 0

  function receive(audio: AudioData): void {
    const floats = new Float32Array(audio.numberOfFrames)
    audio.copyTo(floats, { planeIndex: 0, format: 'f32-planar' })
    const samples = samplesOf(floats)
    const ms = (audio.numberOfFrames / audio.sampleRate) * 1000
    if (samples.some((sample) => Math.abs(sample) > SILENT)) trailMs = TRAIL_MS
    else if (trailMs > 0 && !isSpeaking()) trailMs -= ms
    if (trailMs > 0) onVoice(samples, audio.sampleRate)
  }

  void (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      receive(value)
      value.close()
    }
    // A track that fails has ended.
  })().catch(() => {})
  return () => {
    reader.cancel().catch(() => {})
    player.srcObject = null
  }
}
