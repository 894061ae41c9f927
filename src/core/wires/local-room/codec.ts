// Frames of the local room to bytes and back. Invalid bytes are null, never an exception.
import {
  agentFrame,
  clientFrame,
  MAX_FRAME_BYTES,
  MAX_HEADER_BYTES,
  type AgentFrame,
  type ClientFrame,
} from '../../../shared/wire/local-room.ts'
import { parseJson } from '../../../base/parse-json.ts'
import { fromUtf8, toUtf8 } from '../../../base/utf8.ts'

const NO_BODY = new Uint8Array(0)

export function encodeFrame(header: AgentFrame | ClientFrame, body: Uint8Array = NO_BODY): Uint8Array {
  const head = toUtf8(JSON.stringify(header))
  if (head.length > MAX_HEADER_BYTES)
    throw new RangeError(`The header of a room frame is too long: ${head.length} bytes.`)
  const frame = new Uint8Array(2 + head.length + body.length)
  frame[0] = head.length >> 8
  frame[1] = head.length & 255
  frame.set(head, 2)
  frame.set(body, 2 + head.length)
  if (frame.length > MAX_FRAME_BYTES) throw new RangeError(`A room frame is too long: ${frame.length} bytes.`)
  return frame
}

export interface DecodedFrame<H> {
  header: H
  body: Uint8Array
}

export const decodeAgentFrame = (frame: Uint8Array): DecodedFrame<AgentFrame> | null =>
  decode(frame, agentFrame)
export const decodeClientFrame = (frame: Uint8Array): DecodedFrame<ClientFrame> | null =>
  decode(frame, clientFrame)

interface Parser<H> {
  safeParse(value: unknown): { success: true; data: H } | { success: false }
}

function decode<H>(frame: Uint8Array, schema: Parser<H>): DecodedFrame<H> | null {
  if (frame.length < 2 || frame.length > MAX_FRAME_BYTES) return null
  const headLength = (frame[0]! << 8) | frame[1]!
  if (headLength > MAX_HEADER_BYTES || 2 + headLength > frame.length) return null
  const head = fromUtf8(frame.subarray(2, 2 + headLength))
  if (head === null) return null
  const parsed = schema.safeParse(parseJson(head))
  return parsed.success ? { header: parsed.data, body: frame.subarray(2 + headLength) } : null
}
