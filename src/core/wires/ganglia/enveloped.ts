// The enveloped dialect of `ganglia-events`: `{id, timestamp, type, payload}`. It has five states, three kinds of
// artifact and no content events; each artifact kind says how it fits into those.
import type { Artifact } from '../../../shared/artifacts.ts'
import type { ConversationEventOf, RecordedEvent, StatusAction } from '../../../shared/conversation.ts'
import { envelopedEvent, type EnvelopedEvent, type EnvelopedState } from '../../../shared/wire/ganglia.ts'
import { kinds } from '../../artifacts/kinds/kinds.ts'
import type { ReceivedMessage } from './received.ts'

export const stateOfAction: Record<StatusAction, EnvelopedState> = {
  thinking: 'thinking',
  analyzing: 'thinking',
  searching_files: 'searching',
  web_search: 'searching',
  reading_file: 'reading',
  writing_file: 'writing',
  editing_file: 'writing',
  executing_command: 'executing',
}

const actionOfState: Record<EnvelopedState, StatusAction> = {
  thinking: 'thinking',
  searching: 'searching_files',
  reading: 'reading_file',
  writing: 'writing_file',
  executing: 'executing_command',
}

/** The enveloped message of an event, or null for an event this dialect does not carry. */
export function encodeEnveloped(record: RecordedEvent): EnvelopedEvent | null {
  const { event } = record
  const envelope = { id: record.id, timestamp: record.at }
  if (event.type === 'status.changed') {
    const state = stateOfAction[event.action]
    const isFile = state === 'reading' || state === 'writing'
    const metadata = {
      ...(event.tool === undefined ? {} : { tool: event.tool }),
      ...(isFile && event.detail !== undefined ? { file: event.detail } : {}),
    }
    return {
      ...envelope,
      type: 'status',
      payload: {
        state,
        ...(event.detail === undefined ? {} : { message: event.detail }),
        ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      },
    }
  }
  if (event.type === 'artifact.created') {
    return { ...envelope, type: 'artifact', payload: payloadOf(withSource(event)) }
  }
  return null
}

/** This dialect has no field for the source, so the title names it. */
function withSource({ artifact, source }: ConversationEventOf<'artifact.created'>): Artifact {
  if (source === undefined) return artifact
  return { ...artifact, title: `${titleOf(artifact)} (from ${source})` }
}

const titleOf = (artifact: Artifact): string => artifact.title || kinds.of(artifact).title(artifact)

type ArtifactPayload = Extract<EnvelopedEvent, { type: 'artifact' }>['payload']

function payloadOf(artifact: Artifact): ArtifactPayload {
  return {
    artifact_id: artifact.id,
    title: titleOf(artifact),
    ...kinds.of(artifact).enveloped(artifact),
    ...('file' in artifact && artifact.file !== undefined && { path: artifact.file }),
  }
}

/** The message in an enveloped object, or null if it is none. */
export function decodeEnveloped(value: unknown): ReceivedMessage | null {
  const parsed = envelopedEvent.safeParse(value)
  if (!parsed.success) return null
  const { id, timestamp: at, type, payload } = parsed.data
  const about = { id, at, turnId: null, source: null }
  if (type === 'status') {
    return {
      type: 'status',
      action: actionOfState[payload.state],
      detail: payload.message ?? payload.metadata?.file ?? null,
      startedAt: null,
      ...about,
    }
  }
  const { artifact_id, kind, title, content, path } = payload
  const base = { id: artifact_id, title: title || path || kind }
  const artifact = kinds.named(kind)?.fromEnveloped?.(base, content, path)
  return artifact ? { type: 'artifact', artifact, ...about } : null
}
