// VoiceIDE events (document 002): one envelope both ways over a WebSocket. `kind` is an object with exactly one key,
// the key names the kind. A kind nobody knows is not an error: it must be told apart from a broken event and ignored.
import { z } from 'zod'
import { message, problemOf, wordsOf, type Protocol } from './protocol.ts'

export const VOICE_IDE_VERSION = '2.0'

/** The `error` code before a replay that could not continue from the id asked for: a full snapshot follows. */
export const SNAPSHOT_FOLLOWS = 'snapshot_follows'

/** The `error` codes of the server itself. Others are the codes of faults, such as `brain_failed`. */
const codes = {
  invalid_json: 'The frame is not JSON.',
  invalid_event: 'The frame is not an event that a client sends.',
  text_too_long: 'The words are more than can be asked at once, and were not asked.',
  no_session: 'Something came before `session.start` or `session.reconnect`.',
  unknown_call: 'A `tool.result` names a call that was never made.',
  tool_failed: 'A tool answered with an error; the turn goes on.',
  tool_timeout: 'A tool was not answered in time; the turn goes on.',
  turn_lost: 'The server was stopped in the middle of a turn, which is over without a reply.',
  [SNAPSHOT_FOLLOWS]: 'The id asked for is no longer in the log; what the client should show follows.',
} as const
export type VoiceIdeCode = keyof typeof codes

/** Tools the conductor may ask of any runtime. */
const tools = {
  'convo.setState': 'Show this state of the conversation; arguments are `{ state }`.',
  'convo.appendMessage':
    'Show this as said before, without speaking it; arguments are `{ role, text }`, the role `user` or `assistant`.',
  'tts.speak': 'Say this aloud; arguments are `{ text }`.',
} as const
export const voiceIdeTools = wordsOf(tools)
export type VoiceIdeTool = keyof typeof tools

const id = z.string().min(1).max(128)
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

/** A JSON document inside a JSON string, as this wire carries whatever it does not want to define. */
const jsonText = text.refine(isJson, 'must be JSON text').meta({ contentMediaType: 'application/json' })

/** What a client sends is not refused for how it writes the time or which version it names: nothing depends on either. */
const envelope = {
  id,
  timestamp: text.max(64),
  /** Absent in the first form of the wire; sent back only to a client that sent it. */
  protocolVersion: z.unknown().optional(),
}

const fromClient = <K extends string, B extends z.ZodType>(kind: K, body: B) =>
  z.object({ ...envelope, kind: z.strictObject({ [kind]: body } as Record<K, B>) })
const fromServer = <K extends string, B extends z.ZodType>(kind: K, body: B) =>
  fromClient(kind, body).extend({ timestamp: z.iso.datetime({ offset: true }) })

const sample = { id: '550e8400-e29b-41d4-a716-446655440000', timestamp: '2025-01-15T10:30:00.000Z' }

const kinds = {
  sessionStart: message({
    name: 'session.start',
    direction: 'client→server',
    meaning: 'A new session begins under this id.',
    schema: fromClient('sessionStart', z.object({ sessionId: id })),
    examples: [
      { ...sample, kind: { sessionStart: { sessionId: 'abc123' } } },
      { ...sample, protocolVersion: VOICE_IDE_VERSION, kind: { sessionStart: { sessionId: 'abc123' } } },
    ],
  }),
  sessionReconnect: message({
    name: 'session.reconnect',
    direction: 'client→server',
    meaning:
      'The client is back and wants everything that followed the last event it saw, or all when it saw none.',
    schema: fromClient(
      'sessionReconnect',
      z.object({ sessionId: id, lastEventId: id.nullable().default(null) }),
    ),
    examples: [{ ...sample, kind: { sessionReconnect: { sessionId: 'abc123', lastEventId: sample.id } } }],
  }),
  userAudioTranscriptPartial: message({
    name: 'user.audio.transcript.partial',
    direction: 'client→server',
    meaning: 'What the person has said so far, which may still change.',
    schema: fromClient('userAudioTranscriptPartial', spoken),
    examples: [{ ...sample, kind: { userAudioTranscriptPartial: { text: 'Hello wor' } } }],
  }),
  userAudioTranscriptFinal: message({
    name: 'user.audio.transcript.final',
    direction: 'client→server',
    meaning: 'What the person said, which is now a request to the conductor.',
    schema: fromClient('userAudioTranscriptFinal', spoken),
    examples: [{ ...sample, kind: { userAudioTranscriptFinal: { text: 'Hello world' } } }],
  }),
  assistantSpeechPartial: message({
    name: 'assistant.speech.partial',
    direction: 'server→client',
    meaning: 'What the assistant has said so far, whole each time.',
    schema: fromServer('assistantSpeechPartial', spoken),
    examples: [{ ...sample, kind: { assistantSpeechPartial: { text: 'I can help you' } } }],
  }),
  assistantSpeechFinal: message({
    name: 'assistant.speech.final',
    direction: 'server→client',
    meaning: 'All that the assistant says in this turn.',
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
    meaning: 'A change to what the client shows, as one JSON Patch operation in JSON text.',
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
    meaning: 'The conductor wants the client to run a tool and to answer with the same call id.',
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
    meaning: 'How a tool call ended: its result as text, JSON or not, or why it failed.',
    // Clients that leave nulls out say the same thing as clients that write them; a plain "ok" says that it was done.
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
    meaning: 'Something failed that belongs to no tool call.',
    schema: fromClient('error', z.object({ code: text.min(1).max(128), message: text })),
    examples: [
      { ...sample, kind: { error: { code: 'tts_failed', message: 'ElevenLabs returned HTTP 401' } } },
    ],
  }),
} as const

export type VoiceIdeKind = keyof typeof kinds
export type VoiceIdeEventOf<K extends VoiceIdeKind> = z.output<(typeof kinds)[K]['schema']>
export type VoiceIdeEvent = { [K in VoiceIdeKind]: VoiceIdeEventOf<K> }[VoiceIdeKind]

export const voiceIdeKinds = Object.keys(kinds) as VoiceIdeKind[]

// A map and not the object itself: a key such as `constructor` must find nothing.
const byKind = new Map<string, z.ZodType<VoiceIdeEvent>>(
  Object.entries(kinds).map(([kind, { schema }]) => [kind, schema]),
)
const anyEvent = z.object({ ...envelope, kind: z.looseObject({}) })

export type VoiceIdeParsed =
  | { ok: true; event: VoiceIdeEvent }
  | { ok: false; reason: 'unknown_kind'; kind: string }
  | { ok: false; reason: 'invalid'; problem: string }

/** Reads one event. Never throws, whatever it is given. */
export function parseVoiceIdeEvent(value: unknown): VoiceIdeParsed {
  const outer = anyEvent.safeParse(value)
  if (!outer.success) return { ok: false, reason: 'invalid', problem: problemOf(outer.error) }
  // The keys are read from the value itself, since a parsed copy leaves out what JSON can name but objects should not.
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
  document: '002',
  transport: 'WebSocket, JSON text frames',
  where: '`/events`',
  notes: [
    'An event of an unknown kind is ignored, and is no reason to close the connection.',
    'Events keep their id when they are replayed, so a client can drop those it has seen.',
    `An \`error\` with the code \`${SNAPSHOT_FOLLOWS}\` says that the id asked for is no longer in the log: the cards, the last messages (by \`convo.appendMessage\`) and the state follow.`,
    'A patch changes `{ "cards": [] }`, newest first: `add`, `replace` or `remove` at `/cards/…`, or `add` at `/cards` to begin anew.',
    'A card is an artifact with its kind as `type`, and `truncated` where text was left out.',
    'A second connection to a session takes the place of the first, which is closed with 4000.',
    '`protocolVersion` is accepted always and sent to a client that sent it.',
  ],
  words: { 'tool names': tools, 'error codes': codes },
  messages: Object.values(kinds),
}
