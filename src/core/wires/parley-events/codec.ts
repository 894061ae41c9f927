// Translates between messages of `parley-events` and conversation events.
import type { ConversationEvent, ConversationEventOf, RecordedEvent } from '../../../shared/conversation.ts'
import { parleyEvent, type ParleyEvent } from '../../../shared/wire/parley-events.ts'

const ownTypes = [
  'approval.requested',
  'approval.settled',
  'view.requested',
  'words.corrected',
  'reply.voiced',
  'turn.timed',
  'control.heard',
  'take.offered',
  'take.settled',
  'hunk.restored',
  'hunks.decided',
  'hunk.commented',
  'review.moved',
  'thought.updated',
  'notice.shown',
  'lines.pointed',
  'turn.started',
] as const

export type ReceivedParleyEvent = ConversationEventOf<(typeof ownTypes)[number]>

const isOwn = (event: ConversationEvent): event is ReceivedParleyEvent =>
  ownTypes.some((type) => type === event.type)

/** The wire's form of an event, or null for one this wire does not carry. */
export function encodeParley({ id, at, event }: RecordedEvent): ParleyEvent | null {
  if (!isOwn(event)) return null
  const stamp = { id, timestamp: at, turn_id: event.turnId }
  switch (event.type) {
    case 'approval.requested':
      return { type: 'approval', ...stamp, approval: event.approval }
    case 'approval.settled':
      return {
        type: 'approval_settled',
        ...stamp,
        approval_id: event.approvalId,
        decision: event.decision,
      }
    case 'view.requested':
      return {
        type: 'view',
        ...stamp,
        action: event.action,
        ...(event.line !== undefined && { line: event.line }),
      }
    case 'words.corrected':
      return {
        type: 'words_corrected',
        ...stamp,
        segment_id: event.segmentId,
        corrections: event.corrections,
      }
    case 'reply.voiced': {
      const { segmentId, heard, complete } = event
      return { type: 'reply_voiced', ...stamp, segment_id: segmentId, heard, complete }
    }
    case 'turn.timed': {
      const { talked, recognised, firstWord, firstSound, ended, tools } = event
      return {
        type: 'timing',
        ...stamp,
        talked,
        ...(recognised !== undefined && { recognised }),
        ...(firstWord !== undefined && { first_word: firstWord }),
        ...(firstSound !== undefined && { first_sound: firstSound }),
        ended,
        tools,
      }
    }
    case 'control.heard':
      return { type: 'control', ...stamp, phrase: event.phrase, done: event.done }
    case 'take.offered': {
      const { takeId, startedAt, durationMs, text } = event
      return {
        type: 'take_offered',
        ...stamp,
        take_id: takeId,
        started_at: startedAt,
        duration_ms: durationMs,
        text,
      }
    }
    case 'take.settled':
      return { type: 'take_settled', ...stamp, take_id: event.takeId }
    case 'hunk.restored':
      return { type: 'hunk_restored', ...stamp }
    case 'hunks.decided': {
      const { artifactId, hunks, decision } = event
      return { type: 'hunks_decided', ...stamp, artifact_id: artifactId, hunks, decision }
    }
    case 'hunk.commented': {
      const { artifactId, hunk, text, sent } = event
      return {
        type: 'hunk_commented',
        ...stamp,
        artifact_id: artifactId,
        hunk,
        text,
        ...(sent !== undefined && { sent }),
      }
    }
    case 'review.moved': {
      const { type: _, turnId: __, artifactId: artifact_id, ...place } = event
      return { type: 'review', ...stamp, artifact_id, ...place }
    }
    case 'thought.updated':
      return { type: 'thought', ...stamp, text: event.text }
    case 'notice.shown': {
      const { text, warning } = event
      return { type: 'notice', ...stamp, text, ...(warning !== undefined && { warning }) }
    }
    case 'lines.pointed': {
      const { file, line, endLine } = event
      return { type: 'point', ...stamp, file, line, end_line: endLine }
    }
    case 'turn.started': {
      const { by, beside } = event
      if (by === undefined) return null
      return { type: 'answerer', ...stamp, name: by, ...(beside !== undefined && { beside }) }
    }
  }
}

/** The event of a message, with its id and time; null for an unknown message. */
export function decodeParley(value: unknown): { id: string; at: number; event: ReceivedParleyEvent } | null {
  const parsed = parleyEvent.safeParse(value)
  if (!parsed.success) return null
  return { id: parsed.data.id, at: parsed.data.timestamp, event: eventOf(parsed.data) }
}

function eventOf(message: ParleyEvent): ReceivedParleyEvent {
  const { turn_id: turnId } = message
  switch (message.type) {
    case 'approval':
      return { type: 'approval.requested', turnId, approval: message.approval }
    case 'approval_settled': {
      const { approval_id: approvalId, decision } = message
      return { type: 'approval.settled', turnId, approvalId, decision }
    }
    case 'view': {
      const { action, line } = message
      return { type: 'view.requested', turnId, action, ...(line !== undefined && { line }) }
    }
    case 'words_corrected': {
      const { segment_id: segmentId, corrections } = message
      return { type: 'words.corrected', turnId, segmentId, corrections }
    }
    case 'reply_voiced': {
      const { segment_id: segmentId, heard, complete } = message
      return { type: 'reply.voiced', turnId, segmentId, heard, complete }
    }
    case 'timing': {
      const { talked, recognised, first_word: firstWord, first_sound: firstSound, ended, tools } = message
      return {
        type: 'turn.timed',
        turnId,
        talked,
        ...(recognised !== undefined && { recognised }),
        ...(firstWord !== undefined && { firstWord }),
        ...(firstSound !== undefined && { firstSound }),
        ended,
        tools,
      }
    }
    case 'control':
      return { type: 'control.heard', turnId, phrase: message.phrase, done: message.done }
    case 'take_offered': {
      const { take_id: takeId, started_at: startedAt, duration_ms: durationMs, text } = message
      return { type: 'take.offered', turnId, takeId, startedAt, durationMs, text }
    }
    case 'take_settled':
      return { type: 'take.settled', turnId, takeId: message.take_id }
    case 'hunk_restored':
      return { type: 'hunk.restored', turnId }
    case 'hunks_decided': {
      const { artifact_id: artifactId, hunks, decision } = message
      return { type: 'hunks.decided', turnId, artifactId, hunks, decision }
    }
    case 'hunk_commented': {
      const { artifact_id: artifactId, hunk, text, sent } = message
      return { type: 'hunk.commented', turnId, artifactId, hunk, text, ...(sent !== undefined && { sent }) }
    }
    case 'review': {
      const { artifact_id: artifactId, hunk, at, of, description, phase } = message
      return { type: 'review.moved', turnId, artifactId, hunk, at, of, description, phase }
    }
    case 'thought':
      return { type: 'thought.updated', turnId, text: message.text }
    case 'notice': {
      const { text, warning } = message
      return { type: 'notice.shown', turnId, text, ...(warning !== undefined && { warning }) }
    }
    case 'point': {
      const { file, line, end_line: endLine } = message
      return { type: 'lines.pointed', turnId, file, line, endLine }
    }
    case 'answerer': {
      const { name: by, beside } = message
      return { type: 'turn.started', turnId, by, ...(beside !== undefined && { beside }) }
    }
  }
}
