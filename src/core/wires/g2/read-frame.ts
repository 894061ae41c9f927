// Reads a phone's frame: a valid frame, or why it is invalid. The session decides whether it fits the current state.
import { MAX_ASK_CHARACTERS } from '../../../shared/conversation.ts'
import { G2_PCM, g2Inbound, type G2Inbound } from '../../../shared/wire/g2.ts'
import { parseJson } from '../../../base/parse-json.ts'

const BYTES_PER_SECOND = G2_PCM.sampleRate * G2_PCM.channels * G2_PCM.sampleWidth

/** A microphone sends many small frames; none is longer than half a minute. */
export const MAX_PCM_FRAME_BYTES = 30 * BYTES_PER_SECOND

/** The size of so many milliseconds of audio. */
export const pcmBytesOf = (ms: number): number => (ms / 1000) * BYTES_PER_SECOND

type Frame = G2Inbound | { type: 'pcm'; bytes: Uint8Array }

export function readG2Frame(data: string | Uint8Array): Frame | { type: 'invalid'; detail: string } {
  const frame = typeof data === 'string' ? readText(data) : readPcm(data)
  return typeof frame === 'string' ? { type: 'invalid', detail: frame } : frame
}

function readPcm(bytes: Uint8Array): Frame | string {
  if (bytes.length % G2_PCM.sampleWidth !== 0) return 'The audio frame ends in the middle of a sample'
  if (bytes.length > MAX_PCM_FRAME_BYTES)
    return `The audio frame is too long — at most ${MAX_PCM_FRAME_BYTES} bytes`
  return { type: 'pcm', bytes }
}

function readText(text: string): Frame | string {
  const value = parseJson(text)
  if (value === undefined) return 'The frame is not JSON'
  const parsed = g2Inbound.safeParse(value)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0]
    return field === undefined || field === 'type'
      ? 'The frame is of no known type'
      : `The frame has no valid "${String(field)}"`
  }
  const frame = parsed.data
  if (frame.type === 'start_audio') {
    const { sampleRate, channels, sampleWidth } = G2_PCM
    if (frame.sampleRate !== sampleRate || frame.channels !== channels || frame.sampleWidth !== sampleWidth)
      return `Audio must be ${sampleRate} Hz, ${channels} channel, ${sampleWidth} bytes per sample`
  }
  if (frame.type === 'text') {
    if (frame.message.trim() === '') return 'The message is empty'
    if (frame.message.length > MAX_ASK_CHARACTERS)
      return `The message is too long — at most ${MAX_ASK_CHARACTERS} characters`
  }
  return frame
}
