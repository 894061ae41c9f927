// What the gateway says, in as few words as a run needs. Everything it sends comes through here; what is not understood is
// passed over.
import {
  gatewayAgent,
  gatewayApprovalRequest,
  gatewayApprovalResolved,
  gatewayChat,
  type GatewayApprovalRequest,
} from '../../shared/wire/openclaw-gateway.ts'
import { filledField, type Fields } from '../interceptors/tool-fields.ts'
import { textOfContent } from './content-text.ts'

/** `key` is the gateway's id of the run, which is the key its words were sent with. */
export type GatewayEvent =
  /** The reply so far, whole. `anew` when it takes the place of what was said before. */
  | { type: 'text'; key: string; text: string; anew: boolean }
  /** A piece of the reply, from a gateway that does not tell the whole. */
  | { type: 'piece'; key: string; piece: string }
  | { type: 'completed'; key: string; text: string | null }
  | { type: 'aborted'; key: string; text: string | null }
  | { type: 'failed'; key: string; message: string; kind: string | null }
  /** What the run is doing, in words fit to be shown. */
  | { type: 'doing'; key: string; words: string }
  /** What a tool call is called, fit to be said; it comes before the call itself. */
  | { type: 'titled'; key: string; callId: string; title: string }
  | { type: 'tool.started'; key: string; callId: string; name: string; args: Fields }
  | { type: 'tool.printed'; key: string; callId: string; output: string }
  | { type: 'tool.ended'; key: string; callId: string; name: string; isError: boolean; result: ToolResult }
  /** A sign of life that says nothing else. */
  | { type: 'stirred'; key: string }
  | { type: 'approval.requested'; request: GatewayApprovalRequest }
  | { type: 'approval.resolved'; approvalId: string; decision: string | null }

export interface ToolResult {
  text: string
  details: Fields
}

const PHASES: Readonly<Record<string, string>> = {
  preparing_workspace: 'Preparing the workspace',
  naming_worktree: 'Preparing the workspace',
  creating_worktree: 'Preparing the workspace',
  running_setup: 'Setting up the workspace',
  provisioning_environment: 'Setting up the workspace',
  preparing_context: 'Looking at what was said before',
  starting_model: 'Waiting for the model',
}

export interface HeardEvent {
  sessionKey: string | null
  event: GatewayEvent
}

/** Reads one event of the gateway; null for what is of no use here. */
export function readGatewayEvent(name: string, payload: unknown): HeardEvent | null {
  switch (name) {
    case 'chat':
      return readChat(payload)
    case 'agent':
    case 'session.tool':
      return readAgent(payload)
    case 'exec.approval.requested': {
      const request = gatewayApprovalRequest.safeParse(payload)
      if (!request.success) return null
      const { sessionKey } = request.data.request
      return {
        sessionKey: sessionKey ?? null,
        event: { type: 'approval.requested', request: request.data },
      }
    }
    case 'exec.approval.resolved': {
      const resolved = gatewayApprovalResolved.safeParse(payload)
      if (!resolved.success) return null
      const { id, decision } = resolved.data
      return {
        sessionKey: null,
        event: { type: 'approval.resolved', approvalId: id, decision: decision ?? null },
      }
    }
    default:
      return null
  }
}

function readChat(payload: unknown): HeardEvent | null {
  const parsed = gatewayChat.safeParse(payload)
  if (!parsed.success) return null
  const {
    runId: key,
    sessionKey,
    state,
    phase,
    deltaText,
    replace,
    message,
    errorMessage,
    errorKind,
  } = parsed.data
  const heard = (event: GatewayEvent): HeardEvent => ({ sessionKey, event })
  const whole = textOfContent(message)
  switch (state) {
    case 'status': {
      const words = PHASES[phase ?? '']
      return heard(words === undefined ? { type: 'stirred', key } : { type: 'doing', key, words })
    }
    case 'delta':
      if (whole !== null) return heard({ type: 'text', key, text: whole, anew: replace === true })
      if (replace === true) return heard({ type: 'text', key, text: deltaText ?? '', anew: true })
      return heard({ type: 'piece', key, piece: deltaText ?? '' })
    case 'final':
      return heard({ type: 'completed', key, text: whole })
    case 'aborted':
      return heard({ type: 'aborted', key, text: whole })
    case 'error':
      return heard({ type: 'failed', key, message: errorMessage ?? '', kind: errorKind ?? null })
  }
}

function readAgent(payload: unknown): HeardEvent | null {
  const parsed = gatewayAgent.safeParse(payload)
  if (!parsed.success) return null
  const { runId: key, sessionKey, stream, data = {} } = parsed.data
  return { sessionKey: sessionKey ?? null, event: readStream(key, stream, data) }
}

export function readStream(key: string, stream: string, data: Fields): GatewayEvent {
  const callId = filledField(data, ['toolCallId'])
  const phase = filledField(data, ['phase'])
  if (stream === 'tool' && callId !== undefined) {
    const name = filledField(data, ['name']) ?? 'tool'
    if (phase === 'start') {
      return { type: 'tool.started', key, callId, name, args: record(data['args']) }
    }
    if (phase === 'update') {
      return { type: 'tool.printed', key, callId, output: resultOf(data['partialResult']).text }
    }
    if (phase === 'result') {
      const isError = data['isError'] === true
      return { type: 'tool.ended', key, callId, name, isError, result: resultOf(data['result']) }
    }
  }
  if (stream === 'item' && phase === 'start' && callId !== undefined) {
    const title = filledField(data, ['title'])
    if (title !== undefined) return { type: 'titled', key, callId, title }
  }
  if (stream === 'run_status' && phase === 'retrying') {
    const words = filledField(data, ['message']) ?? 'The model did not answer, trying again'
    return { type: 'doing', key, words }
  }
  return { type: 'stirred', key }
}

export const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

function resultOf(value: unknown): ToolResult {
  const result = record(value)
  return { text: textOfContent(result) ?? '', details: record(result['details']) }
}
