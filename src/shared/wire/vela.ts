// Vela: `{ type, payload }` in both directions over a WebSocket. By default the answers are mocked, see vela-mocked.ts; a
// client asks for real speech and a real agent with `pipeline: "live"`.
import { z } from 'zod'
import { gatewayWire, TOKEN_PARAM } from './gateway.ts'
import { message, keysOf, type Protocol } from './protocol.ts'

const text = z.string()
const empty = z.object({})

/** Where a session is in its turn. */
const states = {
  idle: 'No turn is running.',
  listening: 'The server receives the user’s speech.',
  thinking: 'The speech is complete and the answer has not started.',
  speaking: 'The server sends the answer.',
} as const
export const velaStates = keysOf(states)
export type VelaState = keyof typeof states

/** The codes of the protocol. A live session can fail in more ways, so the schema accepts any code. */
const errorCodes = {
  invalid_json: 'The frame is not JSON.',
  invalid_message: 'The envelope is wrong, or clients cannot send this event.',
  mocked_turn_in_flight: 'A turn is already running, so this event changes nothing.',
} as const
export const velaErrorCodes = keysOf(errorCodes)
export type VelaErrorCode = keyof typeof errorCodes

/** Further codes of a live turn. If the recognizer or the brain fails, the code is that of the fault. */
const liveErrorCodes = {
  ears_off: 'Speech recognition is off, so the turn has not started.',
  ears_failed: 'The recognizer could not be started or has failed.',
  nothing_heard: 'The turn had no speech.',
  turn_too_long: 'The turn has reached its maximum length; this chunk was ignored.',
} as const
export type VelaLiveErrorCode = keyof typeof liveErrorCodes

const sessionStart = message({
  name: 'session.start',
  direction: 'client→server',
  meaning: 'The client acknowledges its session and may ask for the live pipeline.',
  schema: z.object({
    type: z.literal('session.start'),
    payload: z.object({ pipeline: z.literal('live').optional() }),
  }),
  examples: [
    { type: 'session.start', payload: {} },
    { type: 'session.start', payload: { pipeline: 'live' } },
  ],
})

const mockedTurnTrigger = message({
  name: 'mocked.turn.trigger',
  direction: 'client→server',
  meaning: 'Runs the mocked turn.',
  schema: z.object({ type: z.literal('mocked.turn.trigger'), payload: empty }),
  examples: [{ type: 'mocked.turn.trigger', payload: {} }],
})

const inputAudioAppend = message({
  name: 'input_audio.append',
  direction: 'client→server',
  meaning: 'A chunk of audio: any text by default, base64 PCM S16LE 16 kHz mono when live.',
  schema: z.object({ type: z.literal('input_audio.append'), payload: z.object({ chunk: text }) }),
  examples: [{ type: 'input_audio.append', payload: { chunk: 'AAABAAIAAwA=' } }],
})

const inputAudioCommit = message({
  name: 'input_audio.commit',
  direction: 'client→server',
  meaning: 'The user has finished speaking; the server answers.',
  schema: z.object({ type: z.literal('input_audio.commit'), payload: empty }),
  examples: [{ type: 'input_audio.commit', payload: {} }],
})

const responseCancel = message({
  name: 'response.cancel',
  direction: 'client→server',
  meaning: 'Ends the turn at once; harmless without a turn.',
  schema: z.object({ type: z.literal('response.cancel'), payload: empty }),
  examples: [{ type: 'response.cancel', payload: {} }],
})

export const velaClientEvent = z.discriminatedUnion('type', [
  sessionStart.schema,
  mockedTurnTrigger.schema,
  inputAudioAppend.schema,
  inputAudioCommit.schema,
  responseCancel.schema,
])
export type VelaClientEvent = z.infer<typeof velaClientEvent>

const sessionReady = message({
  name: 'session.ready',
  direction: 'server→client',
  meaning: 'The session exists and has this id.',
  schema: z.object({ type: z.literal('session.ready'), payload: z.object({ sessionId: text.min(1) }) }),
  examples: [{ type: 'session.ready', payload: { sessionId: '9b2d6c1e-6d5c-4a39-9d0c-0c9f4a1f2b7e' } }],
})

const sessionState = message({
  name: 'session.state',
  direction: 'server→client',
  meaning: 'The session is now in this state.',
  schema: z.object({ type: z.literal('session.state'), payload: z.object({ value: z.enum(velaStates) }) }),
  examples: [{ type: 'session.state', payload: { value: 'listening' } }],
})

const transcriptPartial = message({
  name: 'transcript.partial',
  direction: 'server→client',
  meaning: 'The transcript so far, which replaces the previous one.',
  schema: z.object({ type: z.literal('transcript.partial'), payload: z.object({ text }) }),
  examples: [{ type: 'transcript.partial', payload: { text: 'Where do we parse' } }],
})

const transcriptFinal = message({
  name: 'transcript.final',
  direction: 'server→client',
  meaning: 'The final transcript, once per turn.',
  schema: z.object({ type: z.literal('transcript.final'), payload: z.object({ text }) }),
  examples: [{ type: 'transcript.final', payload: { text: 'Where do we parse the settings?' } }],
})

const responseTextDelta = message({
  name: 'response.text.delta',
  direction: 'server→client',
  meaning: 'A piece of the answer, to be appended.',
  schema: z.object({ type: z.literal('response.text.delta'), payload: z.object({ text }) }),
  examples: [{ type: 'response.text.delta', payload: { text: 'In src/settings.ts, ' } }],
})

const responseCompleted = message({
  name: 'response.completed',
  direction: 'server→client',
  meaning: 'The answer is complete.',
  schema: z.object({ type: z.literal('response.completed'), payload: empty }),
  examples: [{ type: 'response.completed', payload: {} }],
})

const error = message({
  name: 'error',
  direction: 'server→client',
  meaning: 'Something was refused or failed; the connection continues.',
  schema: z.object({
    type: z.literal('error'),
    payload: z.object({ code: text.min(1), message: text, retryable: z.boolean().optional() }),
  }),
  examples: [
    { type: 'error', payload: { code: 'invalid_json', message: 'The frame is not JSON.' } },
    {
      type: 'error',
      payload: { code: 'mocked_turn_in_flight', message: 'A turn is already running.', retryable: true },
    },
  ],
})

export const velaServerEvent = z.discriminatedUnion('type', [
  sessionReady.schema,
  sessionState.schema,
  transcriptPartial.schema,
  transcriptFinal.schema,
  responseTextDelta.schema,
  responseCompleted.schema,
  error.schema,
])
export type VelaServerEvent = z.infer<typeof velaServerEvent>

const velaProtocol: Protocol = {
  id: 'vela',
  title: 'Vela',
  transport: 'WebSocket, JSON text frames',
  where: '`/ws`',
  valueSets: {
    'session states': states,
    'error codes': errorCodes,
    'error codes of a live turn': liveErrorCodes,
  },
  messages: [
    sessionStart,
    mockedTurnTrigger,
    inputAudioAppend,
    inputAudioCommit,
    responseCancel,
    sessionReady,
    sessionState,
    transcriptPartial,
    transcriptFinal,
    responseTextDelta,
    responseCompleted,
    error,
  ],
}

/** The path of the page for phones and browsers. */
export const VELA_PAGE_PATH = '/vela'

export const velaWire = gatewayWire({
  id: 'vela',
  title: 'Vela',
  device: 'Browser',
  path: '/ws',
  pairing: {
    steps: 'Point the phone’s camera at the code, or open the link in a browser.',
    // Browsers give the microphone to pages of this computer, and to others only over https.
    link: ({ host, isLoopback, token }) =>
      `http${isLoopback ? '' : 's'}://${host}${VELA_PAGE_PATH}#${TOKEN_PARAM}=${token}`,
  },
  protocols: [velaProtocol],
})
