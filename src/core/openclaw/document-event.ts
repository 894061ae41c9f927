// What a gateway of document 004's form says, in the same words as a real one's. It often does not say of which run.
import { openClawReason, parseOpenClawAgentEvent } from '../../shared/wire/openclaw.ts'
import { readStream, record, type GatewayEvent } from './gateway-event.ts'

/** `current` is the run that is going on, and `alias` what the gateway called it. Null for what is of another run, or none. */
export function readDocumentEvent(
  name: string,
  payload: unknown,
  current: { key: string; alias: string | null },
): GatewayEvent | null {
  if (name !== 'agent') return null
  const { key, alias } = current
  const of = record(payload)['runId']
  if (typeof of === 'string' && alias !== null && of !== alias) return null
  const parsed = parseOpenClawAgentEvent(payload)
  // The document passes over other streams; but status and artifacts come from them (ruling 13).
  if (!parsed.ok) {
    return parsed.reason === 'other_stream' ? readStream(key, parsed.stream, record(payload)) : null
  }
  const { event } = parsed
  if (event.stream === 'assistant') return { type: 'piece', key, piece: event.delta }
  if (event.phase === 'end') return { type: 'completed', key, text: null }
  if (event.phase === 'error') {
    return { type: 'failed', key, message: openClawReason(event.error), kind: null }
  }
  return { type: 'stirred', key }
}
