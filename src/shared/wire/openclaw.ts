// OpenClaw in the form of the G2 protocol: requests with integer ids, responses, and agent events. Parley uses it with a
// gateway that sends no challenge. It checks only the fields that it uses.
import { z } from 'zod'
import { message, problemOf, type Protocol } from './protocol.ts'

export const OPENCLAW_HOST = 'localhost'
export const OPENCLAW_PORT = 18_789
/** One session for all requests of the glasses, so that the agent remembers. */
export const OPENCLAW_SESSION_KEY = 'agent:claw:g2'

const text = z.string()
const requestId = z.number().int().nonnegative()

const connect = message({
  name: 'req.connect',
  direction: 'gateway→OpenClaw',
  meaning: 'The first request on a connection, with the token when there is one.',
  schema: z.object({
    type: z.literal('req'),
    id: requestId,
    method: z.literal('connect'),
    params: z.object({ auth: z.object({ token: text }).optional() }),
  }),
  examples: [
    { type: 'req', id: 1, method: 'connect', params: { auth: { token: '<OPENCLAW_GATEWAY_TOKEN>' } } },
  ],
})

const agent = message({
  name: 'req.agent',
  direction: 'gateway→OpenClaw',
  meaning: 'Asks the agent to answer this message in this session.',
  schema: z.object({
    type: z.literal('req'),
    id: requestId,
    method: z.literal('agent'),
    params: z.object({ message: text, sessionKey: text.min(1) }),
  }),
  examples: [
    {
      type: 'req',
      id: 2,
      method: 'agent',
      params: { message: 'What is 2+2?', sessionKey: OPENCLAW_SESSION_KEY },
    },
  ],
})

export const openClawRequest = z.discriminatedUnion('method', [connect.schema, agent.schema])
export type OpenClawRequest = z.infer<typeof openClawRequest>

const succeeded = message({
  name: 'res.ok',
  direction: 'OpenClaw→gateway',
  meaning: 'The request with this id was accepted, and the payload depends on its method.',
  schema: z.object({
    type: z.literal('res'),
    id: requestId,
    ok: z.literal(true),
    payload: z.unknown().optional(),
  }),
  examples: [
    { type: 'res', id: 1, ok: true, payload: {} },
    {
      type: 'res',
      id: 2,
      ok: true,
      payload: { runId: 'run_abc123', acceptedAt: '2026-02-22T10:00:00Z' },
    },
  ],
})

const failed = message({
  name: 'res.failed',
  direction: 'OpenClaw→gateway',
  meaning: 'The request with this id was refused, and `error` says why.',
  schema: z.object({
    type: z.literal('res'),
    id: requestId,
    ok: z.literal(false),
    error: z.unknown().optional(),
  }),
  examples: [{ type: 'res', id: 1, ok: false, error: 'unauthorized' }],
})

/** The payload of the answer to `agent`: the run that now begins. */
export const openClawAccepted = z.object({ runId: text.min(1), acceptedAt: text.optional() })
export type OpenClawAccepted = z.infer<typeof openClawAccepted>

const assistantPayload = z.object({
  stream: z.literal('assistant'),
  delta: text,
  runId: text.optional(),
})
const lifecyclePayload = z.object({
  stream: z.literal('lifecycle'),
  phase: text,
  error: z.unknown().optional(),
  runId: text.optional(),
})
const agentPayload = z.discriminatedUnion('stream', [assistantPayload, lifecyclePayload])
export type OpenClawAgentEvent = z.infer<typeof agentPayload>

const agentFrame = { type: z.literal('event'), event: z.literal('agent') }

const assistant = message({
  name: 'event.agent.assistant',
  direction: 'OpenClaw→gateway',
  meaning: 'A piece of the answer, to be appended.',
  schema: z.object({ ...agentFrame, payload: assistantPayload }),
  examples: [
    { type: 'event', event: 'agent', payload: { stream: 'assistant', delta: 'The answer' } },
    { type: 'event', event: 'agent', payload: { stream: 'assistant', delta: ' is 4.' } },
  ],
})

const lifecycle = message({
  name: 'event.agent.lifecycle',
  direction: 'OpenClaw→gateway',
  meaning: 'The run entered a phase; `end` and `error` end it.',
  schema: z.object({ ...agentFrame, payload: lifecyclePayload }),
  examples: [
    { type: 'event', event: 'agent', payload: { stream: 'lifecycle', phase: 'end' } },
    {
      type: 'event',
      event: 'agent',
      payload: { stream: 'lifecycle', phase: 'error', error: 'The model did not answer.' },
    },
  ],
})

const otherEvent = message({
  name: 'event.other',
  direction: 'OpenClaw→gateway',
  meaning: 'Any other event or stream, which Parley ignores.',
  schema: z.object({ type: z.literal('event'), event: text.min(1), payload: z.unknown().optional() }),
  examples: [{ type: 'event', event: 'agent', payload: { stream: 'tool', name: 'read' } }],
})

/** All inbound frames. `parseOpenClawAgentEvent` reads the payload of agent events. */
export const openClawInbound = z.discriminatedUnion('type', [
  z.discriminatedUnion('ok', [succeeded.schema, failed.schema]),
  otherEvent.schema,
])
export type OpenClawInbound = z.infer<typeof openClawInbound>

export type OpenClawAgentParsed =
  | { ok: true; event: OpenClawAgentEvent }
  | { ok: false; reason: 'other_stream'; stream: string }
  | { ok: false; reason: 'invalid'; problem: string }

const anyStream = z.object({ stream: text })

/** Reads the payload of an `agent` event. Never throws. */
export function parseOpenClawAgentEvent(payload: unknown): OpenClawAgentParsed {
  const outer = anyStream.safeParse(payload)
  if (!outer.success) return { ok: false, reason: 'invalid', problem: problemOf(outer.error) }
  const { stream } = outer.data
  if (stream !== 'assistant' && stream !== 'lifecycle') return { ok: false, reason: 'other_stream', stream }
  const event = agentPayload.safeParse(payload)
  return event.success
    ? { ok: true, event: event.data }
    : { ok: false, reason: 'invalid', problem: problemOf(event.error) }
}

const withMessage = z.object({ message: text.min(1) })

/** The text of an `error` field, which may be a string or an object. */
export function openClawReason(error: unknown): string {
  if (typeof error === 'string' && error !== '') return error
  const worded = withMessage.safeParse(error)
  return worded.success ? worded.data.message : 'OpenClaw gave no reason.'
}

const hook = message({
  name: 'hooks.agent',
  direction: 'gateway→OpenClaw',
  meaning: 'The body of `POST /hooks/agent`, which answers a message whole in one HTTP response, for tests.',
  schema: z.object({ message: text, sessionKey: text.min(1), wait: z.literal(true) }),
  examples: [{ message: 'What is 2+2?', sessionKey: OPENCLAW_SESSION_KEY, wait: true }],
})
export const openClawHookRequest = hook.schema
export type OpenClawHookRequest = z.infer<typeof openClawHookRequest>

export const openClawProtocol: Protocol = {
  id: 'openclaw',
  title: 'OpenClaw, form of the G2 protocol',
  transport: 'WebSocket, JSON text frames; one HTTP request for tests',
  where: `\`ws://${OPENCLAW_HOST}:${OPENCLAW_PORT}\``,
  valueSets: {
    streams: {
      assistant: 'The answer, in pieces.',
      lifecycle: 'The course of the run.',
    },
    'lifecycle phases': {
      end: 'The run has ended and the answer is complete.',
      error: 'The run failed, and `error` says why.',
    },
  },
  messages: [connect, agent, succeeded, failed, assistant, lifecycle, otherEvent, hook],
}
