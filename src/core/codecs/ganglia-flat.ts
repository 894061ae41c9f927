// Document 000's dialect of `ganglia-events`: flat objects. 001's id and timestamp ride along as extra fields (ruling 1).
import type { Artifact } from '../../shared/artifacts.ts'
import type { RecordedEvent } from '../../shared/conversation.ts'
import { gangliaEvent, type ArtifactEvent, type GangliaEvent } from '../../shared/wire/ganglia.ts'
import { artifactTitle, type Heard } from './heard.ts'

/** The wire's form of an event, or null for one this wire does not carry. */
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
      ...(source !== undefined && { source }),
    }
    return encodeArtifact(event.artifact, about)
  }
  if (event.type === 'reply.appended')
    return { type: 'content', delta: event.delta, ...extras, turn_id: event.turnId }
  return null
}

function encodeArtifact(artifact: Artifact, about: object): ArtifactEvent {
  const { kind, id: _, ...rest } = artifact
  // What it is comes before its text, so that a receiver knows what a long one is about before all of it is there.
  // Each kind has the same fields on both sides of the wall, by design; the schema keeps it so.
  return { type: 'artifact', artifact_type: kind, ...about, ...rest } as ArtifactEvent
}

/** What a flat message says, or null when it is not one. `fallbackId` names an artifact that came without an id. */
export function decodeFlat(value: unknown, fallbackId: () => string): Heard | null {
  const parsed = gangliaEvent.safeParse(value)
  if (!parsed.success) return null
  const event = parsed.data
  const about = {
    id: event.id ?? null,
    at: event.timestamp ?? null,
    turnId: event.turn_id ?? null,
    source: event.source ?? null,
  }
  switch (event.type) {
    case 'status':
      return {
        type: 'status',
        action: event.action,
        detail: event.detail ?? null,
        startedAt: event.startedAt ?? null,
        ...about,
      }
    case 'content':
      return { type: 'content', delta: event.delta, ...about }
    case 'artifact':
      return { type: 'artifact', artifact: decodeArtifact(event, fallbackId), ...about }
  }
}

function decodeArtifact(event: ArtifactEvent, fallbackId: () => string): Artifact {
  const { type: _, artifact_type: kind, id, artifact_id, title, ...others } = event
  const { timestamp: _at, turn_id: _turn, source: _source, ...rest } = others
  const untitled = { kind, id: artifact_id ?? id ?? fallbackId(), title: '', ...rest } as Artifact
  return { ...untitled, title: title || artifactTitle(untitled) }
}
