// The `ganglia-events` topic: what an agent sends beside its voice. Two dialects share the topic, told apart by `payload`:
// flat (document 000) and enveloped (document 001). Both share the chunk message.
import { z } from 'zod'
import { statusActions } from '../conversation.ts'

export const GANGLIA_TOPIC = 'ganglia-events'

const text = z.string()
const count = z.number().int().nonnegative()

/** Fields the flat dialect adds to its own document: 001's id and timestamp, and which turn caused the event. */
const extras = {
  id: text.max(128).optional(),
  timestamp: z.number().optional(),
  turn_id: text.max(128).optional(),
  /** 001's name of the artifact itself: an event with the same one brings a newer state of it. */
  artifact_id: text.max(128).optional(),
  /** The wire client that caused it, when it was not this desktop. */
  source: text.max(64).optional(),
}

export const statusEvent = z.object({
  type: z.literal('status'),
  action: z.enum(statusActions),
  detail: text.max(4096).optional(),
  startedAt: z.number().optional(),
  ...extras,
})
export type StatusEvent = z.infer<typeof statusEvent>

const artifactBase = { type: z.literal('artifact'), title: text.max(1024).optional(), ...extras }

export const diffArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('diff'),
  file: text,
  diff: text,
})

export const codeArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('code'),
  language: text.optional(),
  content: text,
  file: text.optional(),
  startLine: z.number().int().positive().optional(),
  focusLine: z.number().int().positive().optional(),
})

export const markdownArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('markdown'),
  content: text,
  file: text.optional(),
})

export const fileArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('file'),
  file: text,
  content: text.optional(),
  language: text.optional(),
  size: count.optional(),
  note: text.optional(),
})

export const searchResultsArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('search_results'),
  query: text,
  results: z.array(z.object({ file: text, line: count, content: text })),
  truncated: z.boolean().optional(),
})

export const errorArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('error'),
  message: text,
  stack: text.optional(),
})

export const artifactEvent = z.discriminatedUnion('artifact_type', [
  diffArtifactEvent,
  codeArtifactEvent,
  markdownArtifactEvent,
  fileArtifactEvent,
  searchResultsArtifactEvent,
  errorArtifactEvent,
])
export type ArtifactEvent = z.infer<typeof artifactEvent>

export const contentEvent = z.object({ type: z.literal('content'), delta: text, ...extras })
export type ContentEvent = z.infer<typeof contentEvent>

export const gangliaEvent = z.discriminatedUnion('type', [statusEvent, artifactEvent, contentEvent])
export type GangliaEvent = z.infer<typeof gangliaEvent>

export const isStatusEvent = (event: GangliaEvent): event is StatusEvent => event.type === 'status'
export const isArtifactEvent = (event: GangliaEvent): event is ArtifactEvent => event.type === 'artifact'
export const isContentEvent = (event: GangliaEvent): event is ContentEvent => event.type === 'content'

// The enveloped dialect.

export const envelopedStates = ['thinking', 'searching', 'reading', 'writing', 'executing'] as const
export type EnvelopedState = (typeof envelopedStates)[number]

const envelope = { id: text.min(1).max(128), timestamp: z.number() }

export const envelopedStatus = z.object({
  ...envelope,
  type: z.literal('status'),
  payload: z.object({
    state: z.enum(envelopedStates),
    message: text.max(4096).optional(),
    metadata: z.object({ tool: text.optional(), file: text.optional() }).optional(),
  }),
})
export type EnvelopedStatus = z.infer<typeof envelopedStatus>

export const envelopedArtifact = z.object({
  ...envelope,
  type: z.literal('artifact'),
  payload: z.object({
    artifact_id: text.min(1).max(128),
    kind: z.enum(['markdown', 'code', 'diff']),
    title: text.max(1024),
    content: text,
    path: text.optional(),
  }),
})
export type EnvelopedArtifact = z.infer<typeof envelopedArtifact>

export const envelopedEvent = z.discriminatedUnion('type', [envelopedStatus, envelopedArtifact])
export type EnvelopedEvent = z.infer<typeof envelopedEvent>

/** A part of a message too large for one packet: raw bytes of its JSON, base64, in `total_chunks` parts. */
export const chunkMessage = z.object({
  type: z.literal('chunk'),
  transfer_id: text.min(1).max(128),
  chunk_index: count,
  total_chunks: z.number().int().positive(),
  data: text,
})
export type ChunkMessage = z.infer<typeof chunkMessage>

/** No packet of ours is larger than this, the chunk's own envelope included. */
export const MAX_PACKET_BYTES = 14_336
