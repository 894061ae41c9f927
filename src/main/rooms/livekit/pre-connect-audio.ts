// What people said while they were still connecting. LiveKit's clients record it and send it to the agent as a byte stream.
// It belongs before the audio of the track it was recorded from, and is heard once. Apps send plain samples, browsers a WebM
// or MP4 recording.
import type { ByteStreamReader } from '@livekit/rtc-node'
import { z } from 'zod'
import { HEARING_RATE } from '../../../core/speech/hearing/samples.ts'
import { samplesOfBytes } from '../../../core/speech/pcm.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'

export const PRE_CONNECT_TOPIC = 'lk.agent.pre-connect-audio-buffer'

/** LiveKit's number for a track whose beginning comes as a recording; the library does not export a name for it. */
const PRE_CONNECT_BUFFER = 6

/** Decodes a recording in a container to samples of one channel at HEARING_RATE. */
export type DecodeRecording = (recording: Uint8Array) => Promise<Int16Array>

type OnAudio = (samples: Int16Array, sampleRate: number) => void

interface Deps {
  clock: Clock
  /** Absent where nothing can decode one. */
  decode?: DecodeRecording | undefined
  onProblem(what: string, fields: Record<string, unknown>): void
}

/** The used part of LiveKit's reader. */
export type RecordingReader = Pick<ByteStreamReader, 'close'> &
  AsyncIterable<Uint8Array> & { info: { attributes?: Record<string, string> } }

interface Publication {
  sid?: string | undefined
  info?: { audioFeatures: readonly number[] } | undefined
}

export interface PreConnectAudio {
  received(reader: RecordingReader, from: string): Promise<void>
  /** Puts the audio of a track after its recording, if there is one. */
  after(publication: Publication, from: string, onAudio: OnAudio): (samples: Int16Array) => void
  left(identity: string): void
  close(): void
}

/** LiveKit's clients record ten seconds at most. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_SECONDS = 30
const MAX_RECEIVE_MS = 15_000
/** How long the audio of a track waits for its recording. A later recording would be out of order. */
const MAX_WAIT_MS = 5_000
/** How many participants may be sending a recording, or have sent one whose track is not there yet. */
const MAX_RECORDINGS = 16
const FRAME_SECONDS = 0.01

const attributesOf = z.object({
  trackId: z.string().min(1).max(128),
  sampleRate: z.coerce.number().int().min(8_000).max(192_000),
  channels: z.coerce.number().int().min(1).max(2),
})
type About = z.infer<typeof attributesOf>

interface Audio {
  samples: Int16Array
  sampleRate: number
}

interface Recording {
  trackId: string
  /** A second recording of the same track is refused. */
  isReceived: boolean
  /** Null until it arrived or the wait is over. */
  result: { audio: Audio | null } | null
  /** Passes on the recording and the audio held back since. */
  deliver: (() => void) | null
  cancel: Unsubscribe
}

export function createPreConnectAudio({ clock, decode, onProblem }: Deps): PreConnectAudio {
  /** The newest one of each participant. */
  const recordings = new Map<string, Recording>()

  function recordingOf(trackId: string, from: string): Recording | null {
    const known = recordings.get(from)
    if (known?.trackId === trackId) return known
    if (!known && recordings.size >= MAX_RECORDINGS) return null
    if (known) settle(known, null)
    const recording: Recording = {
      trackId,
      isReceived: false,
      result: null,
      deliver: null,
      cancel: () => {},
    }
    recordings.set(from, recording)
    return recording
  }

  function settle(recording: Recording, audio: Audio | null): void {
    if (recording.result) return
    recording.cancel()
    recording.result = { audio }
    recording.deliver?.()
  }

  async function read(reader: RecordingReader, recording: Recording): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    let size = 0
    const cancel = clock.after(MAX_RECEIVE_MS, () => void reader.close())
    try {
      // Leaving the loop closes the reader.
      for await (const piece of reader) {
        size += piece.length
        if (size > MAX_BYTES) throw new Error('The recording is too large.')
        if (recording.result) throw new Error('The recording came too late.')
        pieces.push(piece)
      }
    } finally {
      cancel()
    }
    return Buffer.concat(pieces)
  }

  async function audioOf(bytes: Uint8Array, about: About): Promise<Audio> {
    const audio = isContainer(bytes)
      ? { samples: await decodeContainer(bytes), sampleRate: HEARING_RATE }
      : { samples: oneChannel(bytes, about.channels), sampleRate: about.sampleRate }
    // The end of what was said matters most.
    return { ...audio, samples: audio.samples.slice(-MAX_SECONDS * audio.sampleRate) }
  }

  async function decodeContainer(bytes: Uint8Array): Promise<Int16Array> {
    if (!decode) throw new Error('Only the desktop app can decode the recordings of browsers.')
    return decode(bytes)
  }

  return {
    async received(reader, from) {
      const about = attributesOf.safeParse(reader.info.attributes)
      const recording = about.success ? recordingOf(about.data.trackId, from) : null
      if (!about.success || !recording || recording.isReceived || recording.result) {
        onProblem('audio from before the connection was refused', { pii: { from } })
        return reader.close()
      }
      recording.isReceived = true
      try {
        settle(recording, await audioOf(await read(reader, recording), about.data))
      } catch (error) {
        settle(recording, null)
        onProblem('audio from before the connection was lost', { pii: { from, error: String(error) } })
      }
    },

    after({ sid = '', info }, from, onAudio) {
      const live: OnAudio = (samples) => onAudio(samples, HEARING_RATE)
      const isAnnounced = info?.audioFeatures.includes(PRE_CONNECT_BUFFER) === true
      const isThere = recordings.get(from)?.trackId === sid
      const recording = isAnnounced || isThere ? recordingOf(sid, from) : null
      // A track that was muted and opened again has had its recording already.
      if (!recording || (recording.result && recording.deliver))
        return (samples) => live(samples, HEARING_RATE)
      const held: Int16Array[] = []
      let isDelivered = false
      recording.deliver = () => {
        isDelivered = true
        const { audio } = recording.result!
        recording.result = { audio: null }
        if (audio) for (const frame of framesOf(audio)) onAudio(frame, audio.sampleRate)
        for (const samples of held.splice(0)) live(samples, HEARING_RATE)
      }
      if (recording.result) recording.deliver()
      else {
        recording.cancel()
        recording.cancel = clock.after(MAX_WAIT_MS, () => settle(recording, null))
      }
      return (samples) => void (isDelivered ? live(samples, HEARING_RATE) : held.push(samples))
    },

    left(identity) {
      recordings.get(identity)?.cancel()
      recordings.delete(identity)
    },

    close() {
      for (const { cancel } of recordings.values()) cancel()
      recordings.clear()
    },
  }
}

/** WebM, Ogg and MP4 have a signature; anything else is plain samples. */
function isContainer(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  return head.startsWith('\x1aE\xdf\xa3') || head.startsWith('OggS') || head.slice(4) === 'ftyp'
}

function oneChannel(bytes: Uint8Array, channels: number): Int16Array {
  const samples = samplesOfBytes(bytes.subarray(0, bytes.length - (bytes.length % (2 * channels))))!
  if (channels === 1) return samples
  return Int16Array.from(
    { length: samples.length / 2 },
    (_, at) => (samples[2 * at]! + samples[2 * at + 1]!) >> 1,
  )
}

/** As short as the frames of a track. */
function* framesOf({ samples, sampleRate }: Audio): Generator<Int16Array> {
  const length = Math.round(sampleRate * FRAME_SECONDS)
  for (let at = 0; at < samples.length; at += length) yield samples.subarray(at, at + length)
}
