// OpenClaw's own gateway protocol, version 4: the payloads that Parley uses. OpenClaw's official client writes and checks the
// frames. Parley checks only the fields that it uses.
import { z } from 'zod'
import { openClawProtocol } from './openclaw.ts'
import { message, type Protocol, type Wire } from './protocol.ts'

const text = z.string()
const name = text.min(1).max(512)
const fields = z.record(z.string(), z.unknown())

const eventFrame = <E extends string, P extends z.ZodType>(event: E, payload: P) =>
  z.object({ type: z.literal('event'), event: z.literal(event), payload })

/** `message` holds the whole text of the turn so far, `deltaText` what is new of it. */
export const gatewayChat = z.object({
  runId: name,
  sessionKey: name,
  state: z.enum(['status', 'delta', 'final', 'aborted', 'error']),
  phase: text.optional(),
  deltaText: text.optional(),
  replace: z.boolean().optional(),
  message: z.unknown().optional(),
  stopReason: text.optional(),
  errorMessage: text.optional(),
  errorKind: text.optional(),
})
export type GatewayChat = z.infer<typeof gatewayChat>

/** What happens inside a run; `data` depends on the stream. */
export const gatewayAgent = z.object({
  runId: name,
  sessionKey: name.optional(),
  stream: name,
  data: fields.optional(),
})
export type GatewayAgent = z.infer<typeof gatewayAgent>

export const gatewayApprovalRequest = z.object({
  id: text.min(1).max(128),
  request: z.object({
    command: text,
    cwd: text.nullish(),
    warningText: text.nullish(),
    commandAnalysis: z
      .object({ riskKinds: z.array(text).optional(), warningLines: z.array(text).optional() })
      .nullish(),
    allowedDecisions: z.array(text).optional(),
    sessionKey: text.nullish(),
    runId: text.nullish(),
  }),
  expiresAtMs: z.number().optional(),
})
export type GatewayApprovalRequest = z.infer<typeof gatewayApprovalRequest>

export const gatewayApprovalResolved = z.object({ id: text.min(1).max(128), decision: text.nullish() })

export const gatewayApprovalList = z.array(z.unknown()).max(1000)

/** A malformed field counts as absent. */
const perhaps = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

const historyMessage = z.object({
  role: text.catch(''),
  content: z.unknown(),
  isError: perhaps(z.boolean()),
  details: perhaps(fields),
  toolCallId: perhaps(text),
  toolName: perhaps(text),
  stopReason: perhaps(text),
  idempotencyKey: perhaps(text),
  provenance: perhaps(z.object({ kind: perhaps(text) })),
  __openclaw: perhaps(z.object({ runId: perhaps(text), steerTargetRunId: perhaps(text) })),
})
export type GatewayHistoryMessage = z.infer<typeof historyMessage>

/** A malformed message, for example of a plugin, does not affect the others. */
const historyMessages = z
  .array(z.unknown())
  .transform((messages) => messages.slice(-1000).flatMap((item) => historyMessage.safeParse(item).data ?? []))

export const gatewayHistory = z.object({
  messages: historyMessages,
  inFlightRun: z.object({ runId: name, text: text.optional() }).nullish(),
  sessionInfo: z.object({ hasActiveRun: z.boolean().optional() }).nullish(),
  /** Requests that wait for the end of the running one. */
  pendingInputs: z
    .object({ items: z.array(z.object({ runId: name.optional(), state: text.optional() })).max(1000) })
    .nullish(),
})
export type GatewayHistory = z.infer<typeof gatewayHistory>

/** `ok` if the run of this key has already ended. */
export const gatewaySent = z.object({ status: text })

export const gatewaySession = z.object({
  session: z.object({ key: name, spawnedCwd: text.optional(), workspaceDir: text.optional() }).nullable(),
})

export const gatewayCreated = z.object({
  key: name,
  entry: z.object({ sessionRoot: text.optional() }).optional(),
})

export const gatewayHello = z.object({
  server: z.object({ version: text.optional() }).optional(),
  auth: z.object({ scopes: z.array(text).optional() }).optional(),
  snapshot: z
    .object({ sessionDefaults: z.object({ defaultAgentId: name.optional() }).optional() })
    .optional(),
})

const run = { runId: 'c80cf0bc', sessionKey: 'agent:main:parley-1f2e' }
const from = 'OpenClaw→Parley'

const chat = message({
  name: 'event.chat',
  direction: from,
  meaning: 'The reply of a run grew, was replaced or has ended; `final`, `aborted` and `error` end the run.',
  schema: eventFrame('chat', gatewayChat),
  examples: [
    {
      type: 'event',
      event: 'chat',
      payload: {
        ...run,
        state: 'delta',
        deltaText: ' me read the file first.',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Let me read the file first.' }] },
      },
    },
    { type: 'event', event: 'chat', payload: { ...run, state: 'final', stopReason: 'stop' } },
  ],
})

const agent = message({
  name: 'event.agent',
  direction: from,
  meaning: 'Something happened inside a run, such as a tool that starts or ends.',
  schema: eventFrame('agent', gatewayAgent),
  examples: [
    {
      type: 'event',
      event: 'agent',
      payload: {
        ...run,
        stream: 'tool',
        data: { phase: 'start', name: 'read', toolCallId: 'call_1', args: { path: 'hello.txt' } },
      },
    },
  ],
})

const sessionTool = message({
  name: 'event.session.tool',
  direction: from,
  meaning: 'The same for tools of a run that another connection started, after `sessions.subscribe`.',
  schema: eventFrame('session.tool', gatewayAgent),
  examples: [
    {
      type: 'event',
      event: 'session.tool',
      payload: {
        ...run,
        stream: 'tool',
        data: { phase: 'start', name: 'ls', toolCallId: 'call_2', args: {} },
      },
    },
  ],
})

const approvalRequested = message({
  name: 'event.exec.approval.requested',
  direction: from,
  meaning: 'A run wants to run a command and waits for an approval.',
  schema: eventFrame('exec.approval.requested', gatewayApprovalRequest),
  examples: [
    {
      type: 'event',
      event: 'exec.approval.requested',
      payload: {
        id: '3d53c35c',
        request: {
          command: 'touch notes.txt',
          cwd: '/work/harbour',
          allowedDecisions: ['allow-once', 'deny'],
          ...run,
        },
        expiresAtMs: 1_794_795_610_000,
      },
    },
  ],
})

const approvalResolved = message({
  name: 'event.exec.approval.resolved',
  direction: from,
  meaning: 'An approval was settled, by Parley or another client.',
  schema: eventFrame('exec.approval.resolved', gatewayApprovalResolved),
  examples: [
    {
      type: 'event',
      event: 'exec.approval.resolved',
      payload: { id: '3d53c35c', decision: 'allow-once' },
    },
  ],
})

const frameId = z.string().min(1)

const send = message({
  name: 'req.chat.send',
  direction: 'Parley→OpenClaw',
  meaning: 'A request; the idempotency key becomes the id of the run.',
  schema: z.object({
    type: z.literal('req'),
    id: frameId,
    method: z.literal('chat.send'),
    params: z.object({
      sessionKey: name,
      message: text,
      idempotencyKey: name,
      queueMode: z.enum(['interrupt', 'steer']),
    }),
  }),
  examples: [
    {
      type: 'req',
      id: '7cb635d0',
      method: 'chat.send',
      params: {
        sessionKey: run.sessionKey,
        message: 'What does tide.py do?',
        idempotencyKey: 'c80cf0bc',
        queueMode: 'interrupt',
      },
    },
  ],
})

const openClawGatewayProtocol: Protocol = {
  id: 'openclaw-gateway',
  title: 'OpenClaw’s gateway',
  transport: 'WebSocket, JSON text frames, made by its official client',
  where: '`ws://localhost:18789`',
  messages: [send, chat, agent, sessionTool, approvalRequested, approvalResolved],
}

export const openClawWire: Wire = {
  id: 'openclaw',
  title: 'OpenClaw',
  protocols: [openClawGatewayProtocol, openClawProtocol],
}
