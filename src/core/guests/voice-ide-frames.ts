// What a frame of a VoiceIDE client is for. Nothing in it can break the connection: what is wrong is refused in words.
import { MAX_ASK_CHARACTERS } from '../../shared/conversation.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  type VoiceIdeCode,
  type VoiceIdeEvent,
  type VoiceIdeEventOf,
} from '../../shared/wire/voice-ide.ts'
import { boundText } from '../interceptors/bound-text.ts'
import { parseJson } from '../parse-json.ts'

/** What a client does in its session. */
export type ClientEvent =
  | VoiceIdeEventOf<'userAudioTranscriptPartial'>
  | VoiceIdeEventOf<'userAudioTranscriptFinal'>
  | VoiceIdeEventOf<'toolResult'>
  | VoiceIdeEventOf<'error'>

export type VoiceIdeFrame =
  | { type: 'started'; sessionId: string; versioned: boolean }
  /** `lastEventId` is null for a client that saw nothing. */
  | { type: 'reconnected'; sessionId: string; lastEventId: string | null; versioned: boolean }
  | { type: 'event'; event: ClientEvent; versioned: boolean }
  | { type: 'refused'; code: VoiceIdeCode; message: string; versioned: boolean }
  /** Of a kind nobody knows, which is nobody's fault. */
  | { type: 'ignored' }

const MAX_PROBLEM = 300

export function readVoiceIdeFrame(data: string | Uint8Array, inSession: boolean): VoiceIdeFrame {
  if (typeof data !== 'string') return refused('invalid_event', 'Send text frames; this one is binary.')
  const value = parseJson(data)
  if (value === undefined) return refused('invalid_json', 'This frame is not JSON. Send one event per frame.')
  const parsed = parseVoiceIdeEvent(value)
  if (!parsed.ok) {
    if (parsed.reason === 'unknown_kind') return { type: 'ignored' }
    return refused('invalid_event', `This is not an event: ${boundText(parsed.problem, MAX_PROBLEM)}`)
  }
  return purposeOf(parsed.event, inSession)
}

function purposeOf(event: VoiceIdeEvent, inSession: boolean): VoiceIdeFrame {
  const versioned = event.protocolVersion !== undefined
  if ('sessionStart' in event.kind) {
    return { type: 'started', sessionId: event.kind.sessionStart.sessionId, versioned }
  }
  if ('sessionReconnect' in event.kind) {
    return { type: 'reconnected', ...event.kind.sessionReconnect, versioned }
  }
  if (!isOfClient(event)) {
    return refused('invalid_event', `Only the server sends ${kindOf(event)}.`, versioned)
  }
  if (!inSession) {
    return refused('no_session', 'Send session.start or session.reconnect first.', versioned)
  }
  if (
    'userAudioTranscriptFinal' in event.kind &&
    event.kind.userAudioTranscriptFinal.text.length > MAX_ASK_CHARACTERS
  ) {
    return refused('text_too_long', 'That is too long to be asked at once. Say it in parts.', versioned)
  }
  return { type: 'event', event, versioned }
}

const isOfClient = (event: VoiceIdeEvent): event is ClientEvent =>
  'userAudioTranscriptPartial' in event.kind ||
  'userAudioTranscriptFinal' in event.kind ||
  'toolResult' in event.kind ||
  'error' in event.kind

const refused = (code: VoiceIdeCode, message: string, versioned = false): VoiceIdeFrame => ({
  type: 'refused',
  code,
  message,
  versioned,
})
