// Document 001's dialect of `ganglia-events`: `{id, timestamp, type, payload}`. It knows five states, three kinds of
// artifact and no content events, so the rest of our vocabulary is put into those.
import type { Artifact } from '../../shared/artifacts.ts'
import type { ConversationEventOf, RecordedEvent, StatusAction } from '../../shared/conversation.ts'
import { envelopedEvent, type EnvelopedEvent, type EnvelopedState } from '../../shared/wire/ganglia.ts'
import { artifactTitle, type Heard } from './heard.ts'

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

/** The wire's form of an event, or null for one this wire does not carry. */
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

/** This dialect has no field for whose conversation it is from, so the title says it. */
function withSource({ artifact, source }: ConversationEventOf<'artifact.created'>): Artifact {
  if (source === undefined) return artifact
  return { ...artifact, title: `${artifact.title || artifactTitle(artifact)} (from ${source})` }
}

type ArtifactPayload = Extract<EnvelopedEvent, { type: 'artifact' }>['payload']

function payloadOf(artifact: Artifact): ArtifactPayload {
  const base = { artifact_id: artifact.id, title: artifact.title || artifactTitle(artifact) }
  const path = 'file' in artifact && artifact.file !== undefined ? { path: artifact.file } : {}
  switch (artifact.kind) {
    case 'diff':
      return { ...base, kind: 'diff', ...path, content: artifact.diff }
    case 'code':
    case 'markdown':
      return { ...base, kind: artifact.kind, content: artifact.content, ...path }
    case 'file':
      return artifact.content === undefined
        ? { ...base, kind: 'markdown', content: artifact.note ?? 'This file has no text to show.', ...path }
        : { ...base, kind: 'code', content: artifact.content, ...path }
    case 'search_results': {
      const lines = artifact.results.map((hit) => `${hit.file}:${hit.line}: ${hit.content}`)
      if (artifact.truncated) lines.push('… and more')
      return { ...base, kind: 'markdown', content: fenced(lines.join('\n') || 'Nothing was found.') }
    }
    case 'error':
      return {
        ...base,
        kind: 'markdown',
        content: fenced(artifact.stack ? `${artifact.message}\n\n${artifact.stack}` : artifact.message),
      }
  }
}

/** Text as it is, in a fence longer than any fence inside it, so that none of it is read as markdown. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

/** What an enveloped message says, or null when it is not one. */
export function decodeEnveloped(value: unknown): Heard | null {
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
  const named = { id: artifact_id, title: title || path || kind }
  const artifact: Artifact =
    kind === 'diff'
      ? { kind, ...named, diff: content, file: path ?? title }
      : { kind, ...named, content, ...(path === undefined ? {} : { file: path }) }
  return { type: 'artifact', artifact, ...about }
}
