// Reads from the gateway's history of the session what happened in a run while Parley was not connected.
import type { GatewayHistory, GatewayHistoryMessage } from '../../../shared/wire/openclaw-gateway.ts'
import type { Fields } from '../../artifacts/tool-fields.ts'
import { record, textOfContent, type GatewayEvent, type ToolResult } from './gateway-event.ts'

export type Aftermath =
  /** The request did not arrive, or the history does not have it: it can be sent again. */
  | { tag: 'unknown' }
  /** It is running with this key: its own, or that of the run that took over. */
  | { tag: 'running'; key: string; events: GatewayEvent[] }
  /** It was cut off. `continues`: the gateway is about to continue it as another run. */
  | { tag: 'cut off'; events: GatewayEvent[]; continues: boolean }
  | { tag: 'over'; events: GatewayEvent[] }

/**
 * `key` is the run's own key; what the gateway did after a restart belongs to it too. The events are in order, each with the
 * key of the run that made it.
 */
export function aftermathOf(history: GatewayHistory, key: string): Aftermath {
  const { messages, inFlightRun } = history
  const asked = messages.findLastIndex(
    ({ role, idempotencyKey }) => role === 'user' && idempotencyKey === `${key}:user`,
  )
  if (asked < 0 && inFlightRun?.runId !== key) return { tag: 'unknown' }
  const own = asked < 0 ? [] : turnFrom(messages, asked)
  const runOf = ({ __openclaw }: GatewayHistoryMessage): string => __openclaw?.runId ?? key
  const keys = new Set(own.filter(({ role }) => role === 'assistant').map(runOf))
  if (inFlightRun) keys.add(inFlightRun.runId)
  const events = [...keys].flatMap((one) => {
    const made = own.filter((message) => runOf(message) === one)
    const text = one === inFlightRun?.runId ? (inFlightRun.text ?? '') : replyText(made)
    return [...toolEvents(made, one), ...textEvents(one, text)]
  })
  if (inFlightRun) return { tag: 'running', key: inFlightRun.runId, events }
  const last = own.findLast(({ role }) => role === 'assistant')
  if (last === undefined || last.stopReason === 'toolUse') {
    return { tag: 'cut off', events, continues: history.sessionInfo?.hasActiveRun === true }
  }
  return { tag: 'over', events: [...events, ending(last, runOf(last))] }
}

function ending(last: GatewayHistoryMessage, key: string): GatewayEvent {
  if (last.stopReason === 'error')
    return { type: 'failed', key, message: textOfContent(last) ?? '', kind: null }
  return { type: last.stopReason === 'aborted' ? 'aborted' : 'completed', key, text: null }
}

/** From the user's request to the next request that is not part of this turn. */
function turnFrom(messages: readonly GatewayHistoryMessage[], asked: number): GatewayHistoryMessage[] {
  const rest = messages.slice(asked + 1)
  const next = rest.findIndex(
    ({ role, provenance, __openclaw }) =>
      role === 'user' && provenance?.kind !== 'internal_system' && __openclaw?.steerTargetRunId === undefined,
  )
  return next < 0 ? rest : rest.slice(0, next)
}

/** As in live events: the blocks of one run, with an empty line between them. An error message is not part of the reply. */
function replyText(messages: readonly GatewayHistoryMessage[]): string {
  return messages
    .filter(({ role, stopReason }) => role === 'assistant' && stopReason !== 'error')
    .map(textOfContent)
    .filter((text) => text !== null && text !== '')
    .join('\n\n')
}

const textEvents = (key: string, text: string): GatewayEvent[] =>
  text === '' ? [] : [{ type: 'text', key, text, replaces: false }]

/** Tool calls in the meantime. Those that were reported live are known by their ids and not reported again. */
function toolEvents(messages: readonly GatewayHistoryMessage[], key: string): GatewayEvent[] {
  const results = new Map(messages.map((message) => [message.toolCallId, message]))
  const calls = messages.flatMap(({ role, content }) =>
    role === 'assistant' && Array.isArray(content) ? (content as unknown[]).map(record) : [],
  )
  return calls.flatMap((block): GatewayEvent[] => {
    const { type, id, name } = block
    if (type !== 'toolCall' || typeof id !== 'string' || typeof name !== 'string') return []
    const started = { type: 'tool.started', key, callId: id, name, args: record(block['arguments']) } as const
    const result = results.get(id)
    if (result === undefined) return [started]
    const isError = result.isError === true
    const outcome = recordedResult(name, textOfContent(result) ?? '', record(result.details))
    return [started, { type: 'tool.ended', key, callId: id, name, isError, result: outcome }]
  })
}

/** How the history ends the output of a command. */
const EXITED = /\n*\(Command exited with code (\d{1,3})\)\s*$/

/** The history omits details. The exit code of a command is then only in its output. */
function recordedResult(name: string, text: string, details: Fields): ToolResult {
  const exited = name === 'exec' && details['exitCode'] === undefined ? EXITED.exec(text) : null
  if (!exited) return { text, details }
  return {
    text,
    details: { ...details, exitCode: Number(exited[1]), aggregated: text.slice(0, exited.index) },
  }
}
