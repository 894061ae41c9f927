// VoiceIDE events: one envelope in both directions over a WebSocket. `kind` is an object with exactly one key, which names
// the kind. An unknown kind is not an error: receivers ignore it, unlike a malformed event.
import { z } from 'zod'
import { message, problemOf, keysOf, type Protocol } from './protocol.ts'

export const VOICE_IDE_VERSION = '2.0'

/** The `error` code before a replay that could not continue from the id asked for: a full snapshot follows. */
export const SNAPSHOT_FOLLOWS = 'snapshot_follows'

/** The `error` codes of the server itself. Others are the codes of faults, such as `brain_failed`. */
const codes = {
  invalid_json: 'The frame is not JSON.',
  invalid_event: 'The frame is not an event that a client sends.',
  text_too_long: 'The request is too long and was not asked.',
  unknown_session: 'This client can resume no such session; it can start one.',
  no_session: 'An event came before `session.start` or `session.reconnect`.',
  unknown_call: 'A `tool.result` names a call that was never made.',
  tool_failed: 'A tool returned an error; the turn continues.',
  tool_timeout: 'A tool call got no result in time; the turn continues.',
  turn_lost: 'The server was restarted during the turn, which ended without a reply.',
  [SNAPSHOT_FOLLOWS]: 'The event is no longer in the log; a snapshot follows.',
} as const
export type VoiceIdeCode = keyof typeof codes

/** The tools of a client. */
const tools = {
  'convo.setState': 'Show this state of the conversation; arguments are `{ state }`.',
  'convo.appendMessage':
    'Show an earlier message without speaking it; arguments are `{ role, text }`, the role `user` or `assistant`.',
  'tts.speak': 'Say this aloud; arguments are `{ text }`.',
} as const
export const voiceIdeTools = keysOf(tools)
export type VoiceIdeTool = keyof typeof tools

const id = z.string().min(1).max(128)
const secret = z.string().min(1).max(128)
const text = z.string()
const spoken = z.object({ text })

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** JSON text inside a JSON string. */
const jsonText = text.refine(isJson, 'must be JSON text').meta({ contentMediaType: 'application/json' })

/** Any timestamp and version of a client is accepted: nothing depends on them. */
const envelope = {
  id,
  timestamp: text.max(64),
  /** Sent only to a client that sent it. */
  protocolVersion: z.unknown().optional(),
}

const fromClient = <K extends string, B extends z.ZodType>(kind: K, body: B) =>
  z.object({ ...envelope, kind: z.strictObject({ [kind]: body } as Record<K, B>) })
const fromServer = <K extends string, B extends z.ZodType>(kind: K, body: B) =>
  fromClient(kind, body).extend({ timestamp: z.iso.datetime({ offset: true }) })

const sample = { id: '550e8400-e29b-41d4-a716-446655440000', timestamp: '2025-01-15T10:30:00.000Z' }
const sampleSecret = 'q7Jw0bX2mN5rT8uY1vZ4aA'

/** The message of each kind. */
export const voiceIdeMessages = {
  sessionStart: message({
    name: 'session.start',
    direction: 'client→server',
    meaning: 'Starts a session with this id.',
    schema: fromClient('sessionStart', z.object({ sessionId: id, resumable: z.boolean().exactOptional() })),
    examples: [
      { ...sample, kind: { sessionStart: { sessionId: 'abc123' } } },
      { ...sample, kind: { sessionStart: { sessionId: 'abc123', resumable: true } } },
      { ...sample, protocolVersion: VOICE_IDE_VERSION, kind: { sessionStart: { sessionId: 'abc123' } } },
    ],
  }),
  sessionStarted: message({
    name: 'session.started',
    direction: 'server→client',
    meaning: 'The session has started, and this secret resumes it; sent only if the client asked for it.',
    schema: fromServer('sessionStarted', z.object({ sessionId: id, resumeSecret: secret })),
    examples: [{ ...sample, kind: { sessionStarted: { sessionId: 'abc123', resumeSecret: sampleSecret } } }],
  }),
  sessionReconnect: message({
    name: 'session.reconnect',
    direction: 'client→server',
    meaning: 'Resumes a session after the last event that the client received, or from the start.',
    schema: fromClient(
      'sessionReconnect',
      z.object({
        sessionId: id,
        lastEventId: id.nullable().default(null),
        resumeSecret: secret.exactOptional(),
      }),
    ),
    examples: [
      { ...sample, kind: { sessionReconnect: { sessionId: 'abc123', lastEventId: sample.id } } },
      {
        ...sample,
        kind: {
          sessionReconnect: { sessionId: 'abc123', lastEventId: sample.id, resumeSecret: sampleSecret },
        },
      },
    ],
  }),
  userAudioTranscriptPartial: message({
    name: 'user.audio.transcript.partial',
    direction: 'client→server',
    meaning: 'The transcript so far, which may still change.',
    schema: fromClient('userAudioTranscriptPartial', spoken),
    examples: [{ ...sample, kind: { userAudioTranscriptPartial: { text: 'Hello wor' } } }],
  }),
  userAudioTranscriptFinal: message({
    name: 'user.audio.transcript.final',
    direction: 'client→server',
    meaning: 'The final transcript, which is a request to the server.',
    schema: fromClient('userAudioTranscriptFinal', spoken),
    examples: [{ ...sample, kind: { userAudioTranscriptFinal: { text: 'Hello world' } } }],
  }),
  assistantSpeechPartial: message({
    name: 'assistant.speech.partial',
    direction: 'server→client',
    meaning: 'The whole reply so far.',
    schema: fromServer('assistantSpeechPartial', spoken),
    examples: [{ ...sample, kind: { assistantSpeechPartial: { text: 'I can help you' } } }],
  }),
  assistantSpeechFinal: message({
    name: 'assistant.speech.final',
    direction: 'server→client',
    meaning: 'The complete reply of this turn.',
    schema: fromServer('assistantSpeechFinal', spoken),
    examples: [
      {
        ...sample,
        kind: { assistantSpeechFinal: { text: 'I can help you with that. Let me check the code.' } },
      },
    ],
  }),
  assistantUIPatch: message({
    name: 'assistant.ui.patch',
    direction: 'server→client',
    meaning: 'A change of the cards, as one JSON Patch operation in JSON text.',
    schema: fromServer('assistantUIPatch', z.object({ patch: jsonText })),
    examples: [
      {
        ...sample,
        kind: {
          assistantUIPatch: {
            patch: '{"op":"add","path":"/cards/0","value":{"type":"diff","file":"main.swift"}}',
          },
        },
      },
    ],
  }),
  toolCall: message({
    name: 'tool.call',
    direction: 'server→client',
    meaning: 'Asks the client to run a tool and to answer with the same call id.',
    schema: fromServer('toolCall', z.object({ callId: id, name: text.min(1).max(128), arguments: jsonText })),
    examples: [
      {
        ...sample,
        kind: {
          toolCall: { callId: 'call-abc123', name: 'tts.speak', arguments: '{"text":"Hello there!"}' },
        },
      },
    ],
  }),
  toolResult: message({
    name: 'tool.result',
    direction: 'client→server',
    meaning: 'The result of a tool call as text, or the reason why it failed.',
    // Clients may omit nulls, and may send a plain "ok".
    schema: fromClient(
      'toolResult',
      z.object({
        callId: id,
        result: text.nullable().default(null),
        error: text.nullable().default(null),
      }),
    ),
    examples: [
      {
        ...sample,
        kind: { toolResult: { callId: 'call-abc123', result: '{"spoken":true}', error: null } },
      },
      { ...sample, kind: { toolResult: { callId: 'call-abc123', result: 'ok', error: null } } },
      {
        ...sample,
        kind: {
          toolResult: {
            callId: 'call-abc123',
            result: null,
            error: 'ElevenLabs API key is not configured.',
          },
        },
      },
    ],
  }),
  error: message({
    name: 'error',
    direction: 'client↔server',
    meaning: 'An error that belongs to no tool call.',
    schema: fromClient('error', z.object({ code: text.min(1).max(128), message: text })),
    examples: [
      { ...sample, kind: { error: { code: 'tts_failed', message: 'ElevenLabs returned HTTP 401' } } },
    ],
  }),
} as const

export type VoiceIdeKind = keyof typeof voiceIdeMessages
export type VoiceIdeEventOf<K extends VoiceIdeKind> = z.output<(typeof voiceIdeMessages)[K]['schema']>
export type VoiceIdeEvent = { [K in VoiceIdeKind]: VoiceIdeEventOf<K> }[VoiceIdeKind]

export const voiceIdeKinds = Object.keys(voiceIdeMessages) as VoiceIdeKind[]

// A map and not the object itself: a key such as `constructor` must find nothing.
const byKind = new Map<string, z.ZodType<VoiceIdeEvent>>(
  Object.entries(voiceIdeMessages).map(([kind, { schema }]) => [kind, schema]),
)
const anyEvent = z.object({ ...envelope, kind: z.looseObject({}) })

export type VoiceIdeParsed =
  | { ok: true; event: VoiceIdeEvent }
  | { ok: false; reason: 'unknown_kind'; kind: string }
  | { ok: false; reason: 'invalid'; problem: string }

/** Reads one event. Never throws. */
export function parseVoiceIdeEvent(value: unknown): VoiceIdeParsed {
  const outer = anyEvent.safeParse(value)
  if (!outer.success) return { ok: false, reason: 'invalid', problem: problemOf(outer.error) }
  // From the value itself: the parsed copy omits keys such as `__proto__`.
  const [kind, ...others] = Object.keys((value as { kind: object }).kind)
  if (kind === undefined || others.length > 0) {
    return { ok: false, reason: 'invalid', problem: 'kind: must have exactly one key' }
  }
  const schema = byKind.get(kind)
  if (schema === undefined) return { ok: false, reason: 'unknown_kind', kind }
  const event = schema.safeParse(value)
  return event.success
    ? { ok: true, event: event.data }
    : { ok: false, reason: 'invalid', problem: problemOf(event.error) }
}

/** Which kind an event is, for a switch. */
export const kindOf = (event: VoiceIdeEvent): VoiceIdeKind => Object.keys(event.kind)[0] as VoiceIdeKind

export const voiceIdeProtocol: Protocol = {
  id: 'voice-ide',
  title: 'VoiceIDE events',
  transport: 'WebSocket, JSON text frames',
  where: '`/events`',
  valueSets: { 'tool names': tools, 'error codes': codes },
  messages: Object.values(voiceIdeMessages),
}
