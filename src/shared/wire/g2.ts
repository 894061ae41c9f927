// G2 glasses: a phone and the gateway over one WebSocket. Control frames are JSON text, audio frames are binary.
import { z } from 'zod'
import { gatewayWire, TOKEN_PARAM } from './gateway.ts'
import { message, keysOf, type Protocol } from './protocol.ts'

export const G2_VERSION = '1.0'

/** The format of binary frames: signed 16-bit little-endian samples, no header. */
export const G2_PCM = { sampleRate: 16_000, channels: 1, sampleWidth: 2 } as const

export const G2_PING_EVERY_MS = 30_000
export const G2_PONG_WITHIN_MS = 10_000

export const G2_REPLACED = { code: 4000, reason: 'Replaced by a new connection' } as const
export const G2_SILENT = { code: 4002, reason: 'No pong' } as const

const text = z.string()
const quantity = z.number().int().positive()

const statuses = {
  loading: 'The recognizer is being loaded, and audio is refused.',
  idle: 'Ready for the next voice or text interaction.',
  recording: 'The gateway records audio.',
  transcribing: 'The gateway transcribes the recording.',
  thinking: 'The agent has the request and has not started to answer.',
  streaming: 'The answer arrives in pieces.',
} as const
export const g2Statuses = keysOf(statuses)
export type G2Status = keyof typeof statuses

const errorCodes = {
  AUTH_FAILED: 'The token is wrong or missing.',
  TRANSCRIPTION_FAILED: 'The recording could not be transcribed.',
  BUFFER_OVERFLOW: 'The recording is too long.',
  OPENCLAW_ERROR: 'The agent failed or cannot be reached.',
  INVALID_FRAME: 'The frame is not JSON, has an unknown type, or lacks a field.',
  INVALID_STATE: 'The frame is valid but not allowed now.',
  TIMEOUT: 'Something took too long.',
  INTERNAL_ERROR: 'Something unexpected failed.',
} as const
export const g2ErrorCodes = keysOf(errorCodes)
export type G2ErrorCode = keyof typeof errorCodes

const auth = message({
  name: 'auth',
  direction: 'phone→gateway',
  meaning: 'The token as the first frame, for clients that do not put it into the address.',
  schema: z.object({ type: z.literal('auth'), token: text.min(1).max(4096) }),
  examples: [{ type: 'auth', token: 'my_secret' }],
})

const startAudio = message({
  name: 'start_audio',
  direction: 'phone→gateway',
  meaning: 'Starts a recording; binary frames with audio in this format follow.',
  schema: z.object({
    type: z.literal('start_audio'),
    sampleRate: quantity,
    channels: quantity,
    sampleWidth: quantity,
  }),
  examples: [{ type: 'start_audio', ...G2_PCM }],
})

const stopAudio = message({
  name: 'stop_audio',
  direction: 'phone→gateway',
  meaning: 'Ends the recording and starts its transcription.',
  schema: z.object({ type: z.literal('stop_audio') }),
  examples: [{ type: 'stop_audio' }],
})

const textInput = message({
  name: 'text',
  direction: 'phone→gateway',
  meaning: 'A typed request, which goes to the agent unchanged.',
  schema: z.object({ type: z.literal('text'), message: text }),
  examples: [{ type: 'text', message: 'What is the capital of France?' }],
})

const pong = message({
  name: 'pong',
  direction: 'phone→gateway',
  meaning: 'Answers a ping.',
  schema: z.object({ type: z.literal('pong') }),
  examples: [{ type: 'pong' }],
})

const statusRequest = message({
  name: 'status_request',
  direction: 'phone→gateway',
  meaning:
    'Asks for the current status, and as the first frame also for the history, which precedes the status.',
  schema: z.object({ type: z.literal('status_request') }),
  examples: [{ type: 'status_request' }],
})

const resetSession = message({
  name: 'reset_session',
  direction: 'phone→gateway',
  meaning: 'Starts a new conversation; refused with `INVALID_STATE` during a turn.',
  schema: z.object({ type: z.literal('reset_session') }),
  examples: [{ type: 'reset_session' }],
})

export const g2Inbound = z.discriminatedUnion('type', [
  auth.schema,
  startAudio.schema,
  stopAudio.schema,
  textInput.schema,
  pong.schema,
  statusRequest.schema,
  resetSession.schema,
])
export type G2Inbound = z.infer<typeof g2Inbound>

const connected = message({
  name: 'connected',
  direction: 'gateway→phone',
  meaning: 'The gateway accepts the phone and speaks this version.',
  schema: z.object({ type: z.literal('connected'), version: text }),
  examples: [{ type: 'connected', version: G2_VERSION }],
})

const status = message({
  name: 'status',
  direction: 'gateway→phone',
  meaning: 'The session is now in this state; frames of this state follow.',
  schema: z.object({ type: z.literal('status'), status: z.enum(g2Statuses) }),
  examples: [{ type: 'status', status: 'recording' }],
})

const transcription = message({
  name: 'transcription',
  direction: 'gateway→phone',
  meaning: 'The transcript of the recording.',
  schema: z.object({ type: z.literal('transcription'), text }),
  examples: [{ type: 'transcription', text: 'What is the capital of France?' }],
})

const assistant = message({
  name: 'assistant',
  direction: 'gateway→phone',
  meaning: 'A piece of the answer, to be appended.',
  schema: z.object({ type: z.literal('assistant'), delta: text }),
  examples: [
    { type: 'assistant', delta: 'The capital' },
    { type: 'assistant', delta: ' of France is Paris.' },
  ],
})

const end = message({
  name: 'end',
  direction: 'gateway→phone',
  meaning: 'The answer is complete.',
  schema: z.object({ type: z.literal('end') }),
  examples: [{ type: 'end' }],
})

const error = message({
  name: 'error',
  direction: 'gateway→phone',
  meaning: 'A frame was refused or the turn failed; the true state follows.',
  schema: z.object({ type: z.literal('error'), detail: text, code: z.enum(g2ErrorCodes) }),
  examples: [
    { type: 'error', detail: 'Whisper failed: empty audio buffer', code: 'TRANSCRIPTION_FAILED' },
    { type: 'error', detail: 'Cannot stop audio — not recording', code: 'INVALID_STATE' },
  ],
})

const ping = message({
  name: 'ping',
  direction: 'gateway→phone',
  meaning: 'Asks whether the phone is still connected.',
  schema: z.object({ type: z.literal('ping') }),
  examples: [{ type: 'ping' }],
})

const historyEntry = z.object({ role: z.enum(['user', 'assistant']), text, ts: z.number() })
export type G2HistoryEntry = z.infer<typeof historyEntry>

const history = message({
  name: 'history',
  direction: 'gateway→phone',
  meaning:
    'The last messages of the conversation, oldest first, to replace what the phone shows; `ts` is in Unix milliseconds.',
  schema: z.object({ type: z.literal('history'), entries: z.array(historyEntry) }),
  examples: [
    {
      type: 'history',
      entries: [
        { role: 'user', text: 'What is 2+2?', ts: 1_772_928_989_000 },
        { role: 'assistant', text: '4', ts: 1_772_928_990_000 },
      ],
    },
  ],
})

const sessionReset = message({
  name: 'session_reset',
  direction: 'gateway→phone',
  meaning: 'A new conversation has started.',
  schema: z.object({ type: z.literal('session_reset'), reason: z.enum(['user_request', 'daily_reset']) }),
  examples: [{ type: 'session_reset', reason: 'user_request' }],
})

export const g2Outbound = z.discriminatedUnion('type', [
  connected.schema,
  status.schema,
  transcription.schema,
  assistant.schema,
  end.schema,
  error.schema,
  ping.schema,
  history.schema,
  sessionReset.schema,
])
export type G2Outbound = z.infer<typeof g2Outbound>

const g2Protocol: Protocol = {
  id: 'g2',
  title: 'G2 glasses',
  transport: 'WebSocket, JSON text frames for control and binary frames for audio',
  where: `\`/?${TOKEN_PARAM}=…\``,
  valueSets: { statuses, 'error codes': errorCodes },
  messages: [
    auth,
    startAudio,
    stopAudio,
    textInput,
    pong,
    statusRequest,
    resetSession,
    connected,
    status,
    transcription,
    assistant,
    end,
    error,
    ping,
    history,
    sessionReset,
  ],
}

export const g2Wire = gatewayWire({
  id: 'g2',
  title: g2Protocol.title,
  device: 'Glasses',
  path: '/',
  pairing: {
    steps: 'In the phone app of the glasses, scan the code, or enter the link as the address of the gateway.',
    // The glasses' app knows only ws://.
    link: ({ host, token }) => `ws://${host}?${TOKEN_PARAM}=${token}`,
  },
  protocols: [g2Protocol],
})
