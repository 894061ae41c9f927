// Vela (document 003): `{ type, payload }` both ways over a WebSocket. By default everything the gateway says is fixed in
// advance, see vela-mocked.ts; a client asks for real speech and a real agent with `pipeline: "live"`.
import { z } from 'zod'
import { message, wordsOf, type Protocol } from './protocol.ts'

const text = z.string()
const empty = z.object({})

/** Where a session is in its turn. */
const states = {
  idle: 'Nothing is going on.',
  listening: 'A turn of the person is being taken in.',
  thinking: 'The turn is complete and the answer has not begun.',
  speaking: 'The answer is being given.',
} as const
export const velaStates = wordsOf(states)
export type VelaState = keyof typeof states

/** The codes the document names. A live session can fail in more ways, so the wire itself takes any code. */
const errorCodes = {
  invalid_json: 'The frame is not JSON.',
  invalid_message: 'The envelope is broken, or the event is none a client may send.',
  mocked_turn_in_flight: 'A turn is already running, so this one changes nothing.',
} as const
export const velaErrorCodes = wordsOf(errorCodes)
export type VelaErrorCode = keyof typeof errorCodes

/** What else can happen to a live turn. Where whoever hears or answers fails, the code is that of its fault. */
const liveErrorCodes = {
  ears_loading: 'What hears is still being loaded, so the turn has not begun.',
  ears_off: 'Hearing is switched off, so the turn has not begun.',
  ears_failed: 'What hears could not be started or has failed.',
  nothing_heard: 'The turn had no words in it.',
  turn_too_long: 'The turn is as long as it can be; this piece was not taken in.',
} as const
export type VelaLiveErrorCode = keyof typeof liveErrorCodes

const sessionStart = message({
  name: 'session.start',
  direction: 'client→server',
  meaning: 'The client acknowledges its session, as often as it likes, and may ask for the live pipeline.',
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
  meaning: 'Run the one turn that is fixed from its first word to its last.',
  schema: z.object({ type: z.literal('mocked.turn.trigger'), payload: empty }),
  examples: [{ type: 'mocked.turn.trigger', payload: {} }],
})

const inputAudioAppend = message({
  name: 'input_audio.append',
  direction: 'client→server',
  meaning:
    'A piece of what the microphone heard: any text by default, base64 PCM S16LE 16 kHz mono when live.',
  schema: z.object({ type: z.literal('input_audio.append'), payload: z.object({ chunk: text }) }),
  examples: [{ type: 'input_audio.append', payload: { chunk: 'AAABAAIAAwA=' } }],
})

const inputAudioCommit = message({
  name: 'input_audio.commit',
  direction: 'client→server',
  meaning: 'The person has finished, so what was appended is now a turn to be answered.',
  schema: z.object({ type: z.literal('input_audio.commit'), payload: empty }),
  examples: [{ type: 'input_audio.commit', payload: {} }],
})

const responseCancel = message({
  name: 'response.cancel',
  direction: 'client→server',
  meaning: 'Stop listening, thinking or speaking at once; harmless when nothing is going on.',
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
  meaning: 'What the person has said so far, replacing what was shown before.',
  schema: z.object({ type: z.literal('transcript.partial'), payload: z.object({ text }) }),
  examples: [{ type: 'transcript.partial', payload: { text: 'Where do we parse' } }],
})

const transcriptFinal = message({
  name: 'transcript.final',
  direction: 'server→client',
  meaning: 'What the person said, settled, once per turn.',
  schema: z.object({ type: z.literal('transcript.final'), payload: z.object({ text }) }),
  examples: [{ type: 'transcript.final', payload: { text: 'Where do we parse the settings?' } }],
})

const responseTextDelta = message({
  name: 'response.text.delta',
  direction: 'server→client',
  meaning: 'A piece to add to the end of the answer.',
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
  meaning: 'Something was refused or failed, and the connection goes on.',
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

export const velaProtocol: Protocol = {
  id: 'vela',
  title: 'Vela',
  document: '003',
  transport: 'WebSocket, JSON text frames',
  where: '`/ws`',
  notes: [
    'The server speaks first: `session.ready`, then `session.state`.',
    'Append and commit while an answer is running are refused with `mocked_turn_in_flight` and change nothing.',
    'The words of the default pipeline are fixed and can be found in `vela-mocked.ts`.',
    '`session.start` is answered with `session.ready` and the present `session.state`; the pipeline it names is that of the turns that begin from then on.',
    '`response.cancel` is always answered with `session.state` idle.',
    'A live turn that fails, or has no words in it, ends with `error`, then `session.state` idle.',
  ],
  words: {
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
