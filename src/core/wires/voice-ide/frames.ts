// Reads a VoiceIDE client's frame. An invalid frame gets an error and does not end the connection.
import { MAX_ASK_CHARACTERS } from '../../../shared/conversation.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  VOICE_IDE_VERSION,
  type VoiceIdeCode,
  type VoiceIdeEvent,
  type VoiceIdeEventOf,
} from '../../../shared/wire/voice-ide.ts'
import { isTyped, parseTypedEvent, typedEvent } from '../../../shared/wire/voice-ide-typed.ts'
import { truncate } from '../../../base/truncate.ts'
import { parseJson } from '../../../base/parse-json.ts'

/** Events of a client in its session. */
export type ClientEvent =
  | VoiceIdeEventOf<'userAudioTranscriptPartial'>
  | VoiceIdeEventOf<'userAudioTranscriptFinal'>
  | VoiceIdeEventOf<'toolResult'>
  | VoiceIdeEventOf<'error'>

/** The envelope a frame came in. */
export type VoiceIdeForm =
  | { tag: 'plain' }
  | { tag: 'versioned' }
  /** The envelope names the session. */
  | { tag: 'typed'; sessionId: string | null }

export type VoiceIdeFrame =
  | { type: 'started'; sessionId: string; resumable: boolean; form: VoiceIdeForm }
  /** `lastEventId` is null for a client that received no event. */
  | {
      type: 'reconnected'
      sessionId: string
      lastEventId: string | null
      resumeSecret: string | null
      form: VoiceIdeForm
    }
  | { type: 'event'; event: ClientEvent; form: VoiceIdeForm }
  /** `form` is null if the frame has none, for example because it is not JSON. */
  | { type: 'refused'; code: VoiceIdeCode; message: string; form: VoiceIdeForm | null }
  /** An unknown kind, which is not an error. */
  | { type: 'ignored' }

const MAX_PROBLEM = 300

export function readVoiceIdeFrame(data: string | Uint8Array, inSession: boolean): VoiceIdeFrame {
  if (typeof data !== 'string') return refused('invalid_event', 'Send text frames; this one is binary.')
  const value = parseJson(data)
  if (value === undefined) return refused('invalid_json', 'This frame is not JSON. Send one event per frame.')
  const typed = isTyped(value) ? parseTypedEvent(value) : null
  const parsed = typed?.parsed ?? parseVoiceIdeEvent(value)
  const form: VoiceIdeForm = typed ? { tag: 'typed', sessionId: typed.sessionId } : { tag: 'plain' }
  if (!parsed.ok) {
    if (parsed.reason === 'unknown_kind') return { type: 'ignored' }
    const problem = `This is not an event: ${truncate(parsed.problem, MAX_PROBLEM)}`
    return refused('invalid_event', problem, typed ? form : null)
  }
  const isVersioned = !typed && parsed.event.protocolVersion !== undefined
  return purposeOf(parsed.event, inSession, isVersioned ? { tag: 'versioned' } : form)
}

/** The form of the next answers: that of the last frame, and versioned once the client has sent a version. */
export const nextForm = (before: VoiceIdeForm, last: VoiceIdeForm | null): VoiceIdeForm =>
  last === null || (before.tag === 'versioned' && last.tag === 'plain') ? before : last

/** An event in a client's form. */
export function inForm(event: VoiceIdeEvent, form: VoiceIdeForm): object {
  switch (form.tag) {
    case 'plain':
      return event
    case 'versioned':
      return { protocolVersion: VOICE_IDE_VERSION, ...event }
    case 'typed':
      return typedEvent(event, form.sessionId)
  }
}

function purposeOf(event: VoiceIdeEvent, inSession: boolean, form: VoiceIdeForm): VoiceIdeFrame {
  if ('sessionStart' in event.kind) {
    const { sessionId, resumable = false } = event.kind.sessionStart
    return { type: 'started', sessionId, resumable, form }
  }
  if ('sessionReconnect' in event.kind) {
    const { resumeSecret = null, ...reconnect } = event.kind.sessionReconnect
    return { type: 'reconnected', ...reconnect, resumeSecret, form }
  }
  if (!isOfClient(event)) {
    return refused('invalid_event', `Only the server sends ${kindOf(event)}.`, form)
  }
  if (!inSession) {
    return refused('no_session', 'Send session.start or session.reconnect first.', form)
  }
  if (
    'userAudioTranscriptFinal' in event.kind &&
    event.kind.userAudioTranscriptFinal.text.length > MAX_ASK_CHARACTERS
  ) {
    return refused('text_too_long', 'This request is too long. Split it into smaller parts.', form)
  }
  return { type: 'event', event, form }
}

const isOfClient = (event: VoiceIdeEvent): event is ClientEvent =>
  'userAudioTranscriptPartial' in event.kind ||
  'userAudioTranscriptFinal' in event.kind ||
  'toolResult' in event.kind ||
  'error' in event.kind

const refused = (code: VoiceIdeCode, message: string, form: VoiceIdeForm | null = null): VoiceIdeFrame => ({
  type: 'refused',
  code,
  message,
  form,
})
