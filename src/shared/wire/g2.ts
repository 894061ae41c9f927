// G2 glasses (document 004): a phone and this gateway over one WebSocket. Control is JSON text, the microphone is binary.
import { z } from 'zod'
import { TOKEN_PARAM, UNAUTHORIZED } from './gateway.ts'
import { message, wordsOf, type Protocol } from './protocol.ts'

export const G2_VERSION = '1.0'

/** What binary frames carry: raw samples, signed 16-bit little-endian, no header. */
export const G2_PCM = { sampleRate: 16_000, channels: 1, sampleWidth: 2 } as const

export const G2_PING_EVERY_MS = 30_000
export const G2_PONG_WITHIN_MS = 10_000

export const G2_REPLACED = { code: 4000, reason: 'Replaced by a new connection' } as const
export const G2_SILENT = { code: 4002, reason: 'No pong' } as const

const text = z.string()
const quantity = z.number().int().positive()

const statuses = {
  loading: 'The recogniser is being loaded, and audio is refused.',
  idle: 'Ready for the next voice or text interaction.',
  recording: 'Audio is being taken in.',
  transcribing: 'The recording is being turned into words.',
  thinking: 'The words are with the agent, who has not begun to answer.',
  streaming: 'The answer is coming in pieces.',
} as const
export const g2Statuses = wordsOf(statuses)
export type G2Status = keyof typeof statuses

const errorCodes = {
  AUTH_FAILED: 'The token is wrong or missing.',
  TRANSCRIPTION_FAILED: 'The recording could not be turned into words.',
  BUFFER_OVERFLOW: 'The recording is longer than the gateway keeps.',
  OPENCLAW_ERROR: 'The agent failed or cannot be reached.',
  INVALID_FRAME: 'The frame is not JSON, or of no known type, or lacks a field.',
  INVALID_STATE: 'The frame is right but not allowed now.',
  TIMEOUT: 'Something took longer than the gateway waits.',
  INTERNAL_ERROR: 'Something failed that nobody foresaw.',
} as const
export const g2ErrorCodes = wordsOf(errorCodes)
export type G2ErrorCode = keyof typeof errorCodes

const auth = message({
  name: 'auth',
  direction: 'phone→gateway',
  meaning:
    'The shared secret as the first frame, for clients that would rather not write it into an address.',
  schema: z.object({ type: z.literal('auth'), token: text.min(1).max(4096) }),
  examples: [{ type: 'auth', token: 'my_secret' }],
})

const startAudio = message({
  name: 'start_audio',
  direction: 'phone→gateway',
  meaning: 'Speech begins, and the binary frames that follow are audio in this format.',
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
  meaning: 'Speech is over and can be turned into words.',
  schema: z.object({ type: z.literal('stop_audio') }),
  examples: [{ type: 'stop_audio' }],
})

const textInput = message({
  name: 'text',
  direction: 'phone→gateway',
  meaning: 'Words that were typed and go to the agent as they are.',
  schema: z.object({ type: z.literal('text'), message: text }),
  examples: [{ type: 'text', message: 'What is the capital of France?' }],
})

const pong = message({
  name: 'pong',
  direction: 'phone→gateway',
  meaning: 'The phone is still there.',
  schema: z.object({ type: z.literal('pong') }),
  examples: [{ type: 'pong' }],
})

export const g2Inbound = z.discriminatedUnion('type', [
  auth.schema,
  startAudio.schema,
  stopAudio.schema,
  textInput.schema,
  pong.schema,
])
export type G2Inbound = z.infer<typeof g2Inbound>

const connected = message({
  name: 'connected',
  direction: 'gateway→phone',
  meaning: 'The phone is let in, and the gateway speaks this version.',
  schema: z.object({ type: z.literal('connected'), version: text }),
  examples: [{ type: 'connected', version: G2_VERSION }],
})

const status = message({
  name: 'status',
  direction: 'gateway→phone',
  meaning: 'The session is now in this state, and frames that belong to it follow.',
  schema: z.object({ type: z.literal('status'), status: z.enum(g2Statuses) }),
  examples: [{ type: 'status', status: 'recording' }],
})

const transcription = message({
  name: 'transcription',
  direction: 'gateway→phone',
  meaning: 'The words that were heard.',
  schema: z.object({ type: z.literal('transcription'), text }),
  examples: [{ type: 'transcription', text: 'What is the capital of France?' }],
})

const assistant = message({
  name: 'assistant',
  direction: 'gateway→phone',
  meaning: 'A piece to add to the end of the answer.',
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
  meaning: 'The gateway wants to know whether the phone is still there.',
  schema: z.object({ type: z.literal('ping') }),
  examples: [{ type: 'ping' }],
})

export const g2Outbound = z.discriminatedUnion('type', [
  connected.schema,
  status.schema,
  transcription.schema,
  assistant.schema,
  end.schema,
  error.schema,
  ping.schema,
])
export type G2Outbound = z.infer<typeof g2Outbound>

export const g2Protocol: Protocol = {
  id: 'g2',
  title: 'G2 glasses',
  document: '004',
  transport: 'WebSocket, JSON text frames for control and binary frames for audio',
  where: `\`/?${TOKEN_PARAM}=…\``,
  notes: [
    `A binary frame is raw PCM, S16LE, ${G2_PCM.sampleRate} Hz, ${G2_PCM.channels} channel.`,
    `A wrong or missing token closes the socket with ${UNAUTHORIZED.code} "${UNAUTHORIZED.reason}".`,
    `The gateway pings every ${G2_PING_EVERY_MS / 1000} s and expects the pong within ${G2_PONG_WITHIN_MS / 1000} s; else it closes the socket with ${G2_SILENT.code} "${G2_SILENT.reason}".`,
    `A new phone takes the place of the one before it, whose socket is closed with ${G2_REPLACED.code} "${G2_REPLACED.reason}".`,
    'A phone that comes back is told what it missed of the turn that was going on, in order and once.',
  ],
  words: { statuses, 'error codes': errorCodes },
  messages: [
    auth,
    startAudio,
    stopAudio,
    textInput,
    pong,
    connected,
    status,
    transcription,
    assistant,
    end,
    error,
    ping,
  ],
}
