// What a phone sends, read: a frame that is right, or the words in which it is refused. Whether it fits the moment is not
// asked here.
import { MAX_ASK_CHARACTERS } from '../../shared/conversation.ts'
import { G2_PCM, g2Inbound, type G2Inbound } from '../../shared/wire/g2.ts'
import { parseJson } from '../parse-json.ts'

const BYTES_PER_SECOND = G2_PCM.sampleRate * G2_PCM.channels * G2_PCM.sampleWidth

/** A microphone sends many small frames; one of more than half a minute is none of its frames. */
export const MAX_PCM_FRAME_BYTES = 30 * BYTES_PER_SECOND

/** The sound of this many milliseconds. */
export const pcmBytesOf = (ms: number): number => (ms / 1000) * BYTES_PER_SECOND

type Frame = G2Inbound | { type: 'pcm'; bytes: Uint8Array }

/** A frame, or why it is none. */
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
