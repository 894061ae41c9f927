// Reads the gateway's events and reduces them to what a run needs. Events Parley does not know are ignored.
import {
  gatewayAgent,
  gatewayApprovalRequest,
  gatewayApprovalResolved,
  gatewayChat,
  type GatewayApprovalRequest,
} from '../../../shared/wire/openclaw-gateway.ts'
import { filledField, type Fields } from '../../artifacts/tool-fields.ts'

/** `key` is the gateway's id of the run: the key its request was sent with. */
export type GatewayEvent =
  /** The whole reply so far. `replaces`: it is not a continuation of the previous text. */
  | { type: 'text'; key: string; text: string; replaces: boolean }
  /** A piece of the reply, from a gateway that does not send the whole. */
  | { type: 'piece'; key: string; piece: string }
  | { type: 'completed'; key: string; text: string | null }
  | { type: 'aborted'; key: string; text: string | null }
  | { type: 'failed'; key: string; message: string; kind: string | null }
  /** What the run is doing, for the user. */
  | { type: 'doing'; key: string; text: string }
  /** The title of a tool call, for the user; it comes before the call. */
  | { type: 'titled'; key: string; callId: string; title: string }
  | { type: 'tool.started'; key: string; callId: string; name: string; args: Fields }
  | { type: 'tool.printed'; key: string; callId: string; output: string }
  | { type: 'tool.ended'; key: string; callId: string; name: string; isError: boolean; result: ToolResult }
  /** The run is alive, without other news. */
  | { type: 'alive'; key: string }
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
  preparing_context: 'Reading the conversation',
  starting_model: 'Waiting for the model',
}

export interface SessionEvent {
  sessionKey: string | null
  event: GatewayEvent
}

/** Null for an event that Parley does not need. */
export function readGatewayEvent(name: string, payload: unknown): SessionEvent | null {
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

function readChat(payload: unknown): SessionEvent | null {
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
  const read = (event: GatewayEvent): SessionEvent => ({ sessionKey, event })
  const whole = textOfContent(message)
  switch (state) {
    case 'status': {
      const text = PHASES[phase ?? '']
      return read(text === undefined ? { type: 'alive', key } : { type: 'doing', key, text })
    }
    case 'delta':
      if (whole !== null) return read({ type: 'text', key, text: whole, replaces: replace === true })
      if (replace === true) return read({ type: 'text', key, text: deltaText ?? '', replaces: true })
      return read({ type: 'piece', key, piece: deltaText ?? '' })
    case 'final':
      return read({ type: 'completed', key, text: whole })
    case 'aborted':
      return read({ type: 'aborted', key, text: whole })
    case 'error':
      return read({ type: 'failed', key, message: errorMessage ?? '', kind: errorKind ?? null })
  }
}

function readAgent(payload: unknown): SessionEvent | null {
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
    const text = filledField(data, ['message']) ?? 'The model did not answer, trying again'
    return { type: 'doing', key, text }
  }
  return { type: 'alive', key }
}

export const record = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

function resultOf(value: unknown): ToolResult {
  const result = record(value)
  return { text: textOfContent(result) ?? '', details: record(result['details']) }
}

/** The text of a message: its text blocks together. Null without a message or without text in it. */
export function textOfContent(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('content' in message)) return null
  const { content } = message
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  const texts = (content as unknown[]).filter(isTextBlock).map(({ text }) => text)
  return texts.length === 0 ? null : texts.join('')
}

const isTextBlock = (block: unknown): block is { text: string } =>
  typeof block === 'object' &&
  block !== null &&
  'type' in block &&
  block.type === 'text' &&
  'text' in block &&
  typeof block.text === 'string'
