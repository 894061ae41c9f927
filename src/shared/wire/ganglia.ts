// The `ganglia-events` topic: what an agent sends beside its voice. Two dialects share the topic: a message with `payload` is
// enveloped, any other is flat. Both share the chunk message. See docs/protocols/ganglia.md.
import { z } from 'zod'
import { statusActions } from '../conversation.ts'

export const GANGLIA_TOPIC = 'ganglia-events'

const text = z.string()
const count = z.number().int().nonnegative()

/** Parley's additions to the flat dialect: id and timestamp as in the enveloped one, and the turn. */
const extras = {
  id: text.max(128).optional(),
  timestamp: z.number().optional(),
  turn_id: text.max(128).optional(),
  /** The artifact's id: an event with the same id is a newer state of the artifact. */
  artifact_id: text.max(128).optional(),
  /** The gateway client that caused it, if it was not the desktop. */
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

const artifactBase = {
  type: z.literal('artifact'),
  title: text.max(1024).optional(),
  ...extras,
  /** The `lk.segment_id` of the message that it belongs to. */
  segmentId: text.max(256).optional(),
}

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
  /** Fletcher's name for `file`. */
  path: text.optional(),
})

export const fileArtifactEvent = z
  .object({
    ...artifactBase,
    artifact_type: z.literal('file'),
    file: text.optional(),
    /** Fletcher's name for `file`; one of the two must be there. */
    path: text.optional(),
    content: text.optional(),
    language: text.optional(),
    size: count.optional(),
    note: text.optional(),
  })
  .refine(({ file, path }) => file !== undefined || path !== undefined, 'must have file or path')

export const searchResultsArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('search_results'),
  query: text,
  results: z.array(z.object({ file: text, line: count, content: text })),
  truncated: z.boolean().optional(),
})

/** Parley's own addition to this dialect. */
export const checklistArtifactEvent = z.object({
  ...artifactBase,
  artifact_type: z.literal('checklist'),
  entries: z.array(
    z.object({
      text,
      state: z.enum(['pending', 'in_progress', 'completed']),
      priority: z.enum(['high', 'medium', 'low']).optional(),
    }),
  ),
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
  checklistArtifactEvent,
  errorArtifactEvent,
])
export type ArtifactEvent = z.infer<typeof artifactEvent>

/** What an artifact of any kind has on the wire; the fields of its kind are in the artifact's own schema. */
export const artifactEnvelope = z.looseObject({
  ...artifactBase,
  artifact_type: text,
  file: text.optional(),
  path: text.optional(),
})
export type ArtifactEnvelope = z.infer<typeof artifactEnvelope>

export const contentEvent = z.object({ type: z.literal('content'), delta: text, ...extras })
export type ContentEvent = z.infer<typeof contentEvent>

export const gangliaEvent = z.discriminatedUnion('type', [statusEvent, artifactEvent, contentEvent])
export type GangliaEvent = z.infer<typeof gangliaEvent>

export const isStatusEvent = (event: GangliaEvent): event is StatusEvent => event.type === 'status'
export const isArtifactEvent = (event: GangliaEvent): event is ArtifactEvent => event.type === 'artifact'
export const isContentEvent = (event: GangliaEvent): event is ContentEvent => event.type === 'content'

// What Fletcher's app sends to the agent on the same topic.

export const textMessage = z.object({ type: z.literal('text_message'), text })
export const ttsMode = z.object({ type: z.literal('tts-mode'), value: z.enum(['on', 'off']) })
export const clientMessage = z.discriminatedUnion('type', [textMessage, ttsMode])
export type ClientMessage = z.infer<typeof clientMessage>

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
