// The room without a server. It carries what a LiveKit room carries (data by topic, text streams with attributes,
// audio, attributes, calls) between the app and its windows, over a message port or a WebSocket.
// A frame is: two bytes of header length (big-endian), the header as JSON, then the body as raw bytes.
import { z } from 'zod'

export const MAX_HEADER_BYTES = 16_384
export const MAX_FRAME_BYTES = 1_048_576

const topic = z.string().min(1).max(128)
const streamId = z.string().min(1).max(64)
const callId = z.string().min(1).max(64)
const identity = z.string().min(1).max(128)
const attributes = z.record(z.string().max(128), z.string().max(4096))
const sampleRate = z.number().int().min(8_000).max(192_000)

export const welcome = z.object({ kind: z.literal('welcome'), identity, agentIdentity: identity, attributes })
export const data = z.object({ kind: z.literal('data'), topic })
export const textOpen = z.object({
  kind: z.literal('text.open'),
  streamId,
  topic,
  sender: identity,
  attributes,
})
export const textChunk = z.object({ kind: z.literal('text.chunk'), streamId })
export const textClose = z.object({ kind: z.literal('text.close'), streamId })
export const attributesChanged = z.object({ kind: z.literal('attributes'), attributes })
export const rpcAnswer = z.object({
  kind: z.literal('rpc.answer'),
  callId,
  ok: z.boolean(),
  code: z.string().max(64).optional(),
  /** What to do about the error. */
  remedy: z.string().max(1024).optional(),
})
export const audio = z.object({ kind: z.literal('audio'), sampleRate })

/** A bundle contains no bundle. */
export const bundle = z.object({ kind: z.literal('bundle') })

export const agentFrame = z.discriminatedUnion('kind', [
  welcome,
  data,
  textOpen,
  textChunk,
  textClose,
  attributesChanged,
  rpcAnswer,
  audio,
  bundle,
])
export type AgentFrame = z.infer<typeof agentFrame>

export const text = z.object({ kind: z.literal('text'), topic })
export const rpcCall = z.object({ kind: z.literal('rpc.call'), callId, method: z.string().min(1).max(128) })

export const clientFrame = z.discriminatedUnion('kind', [text, rpcCall, audio])
export type ClientFrame = z.infer<typeof clientFrame>
