// The flat dialect of `ganglia-events`. Its objects also carry the enveloped dialect's id and timestamp.
import type { Artifact } from '../../../shared/artifacts.ts'
import type { RecordedEvent } from '../../../shared/conversation.ts'
import { agentSegment } from '../../conversation/conversation-state.ts'
import {
  artifactEnvelope,
  contentEvent,
  statusEvent,
  type ArtifactEnvelope,
  type ArtifactEvent,
  type GangliaEvent,
} from '../../../shared/wire/ganglia.ts'
import { kinds } from '../../artifacts/kinds/kinds.ts'
import type { ReceivedMessage } from './received.ts'

/** The flat message of an event, or null for an event this wire does not carry. */
export function encodeFlat(record: RecordedEvent): GangliaEvent | null {
  const { event } = record
  const extras = { id: record.id, timestamp: record.at }
  if (event.type === 'status.changed') {
    return {
      type: 'status',
      action: event.action,
      ...(event.detail === undefined ? {} : { detail: event.detail }),
      startedAt: event.startedAt,
      ...extras,
      turn_id: event.turnId,
    }
  }
  if (event.type === 'artifact.created') {
    const { source } = event
    const about = {
      ...extras,
      turn_id: event.turnId,
      artifact_id: event.artifact.id,
      // A guest's messages are not in this room's transcript.
      ...(source === undefined ? { segmentId: agentSegment(event.turnId) } : { source }),
    }
    return encodeArtifact(event.artifact, about)
  }
  if (event.type === 'reply.appended')
    return { type: 'content', delta: event.delta, ...extras, turn_id: event.turnId }
  return null
}

function encodeArtifact(artifact: Artifact, about: object): ArtifactEvent {
  const { kind, id: _, ...rest } = artifact
  // The short fields come first, so that a receiver knows what a long artifact is before all of it has arrived.
  // Each kind has the same fields on the wire as inside Parley.
  return { type: 'artifact', artifact_type: kind, ...about, ...rest } as ArtifactEvent
}

/** The message in a flat object, or null if it is none. `fallbackId` names an artifact that came without an id. */
export function decodeFlat(value: unknown, fallbackId: () => string): ReceivedMessage | null {
  const status = statusEvent.safeParse(value)
  if (status.success) {
    const { action, detail = null, startedAt = null } = status.data
    return { type: 'status', action, detail, startedAt, ...aboutOf(status.data) }
  }
  const content = contentEvent.safeParse(value)
  if (content.success) return { type: 'content', delta: content.data.delta, ...aboutOf(content.data) }
  const event = artifactEnvelope.safeParse(value)
  if (!event.success) return null
  const artifact = decodeArtifact(event.data, fallbackId)
  return artifact && { type: 'artifact', artifact, ...aboutOf(event.data) }
}

type Extras = Pick<GangliaEvent, 'id' | 'timestamp' | 'turn_id' | 'source'>

const aboutOf = (event: Extras) => ({
  id: event.id ?? null,
  at: event.timestamp ?? null,
  turnId: event.turn_id ?? null,
  source: event.source ?? null,
})

function decodeArtifact(event: ArtifactEnvelope, fallbackId: () => string): Artifact | null {
  // Fletcher calls the file `path`.
  const { artifact_type: kind, id, artifact_id, title = '', path, file = path, ...fields } = event
  const definition = kinds.named(kind)
  const parsed = definition?.schema.safeParse({
    ...fields,
    kind,
    id: artifact_id ?? id ?? fallbackId(),
    title,
    ...(file !== undefined && { file }),
  })
  if (!definition || !parsed?.success) return null
  const { data } = parsed
  return { ...data, title: data.title || definition.title(data) }
}
