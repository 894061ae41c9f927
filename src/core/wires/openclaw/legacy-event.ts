// Reads the events of a gateway of the older form (docs/protocols/openclaw.md) as those of a current one. They often do not name
// the run.
import { openClawReason, parseOpenClawAgentEvent } from '../../../shared/wire/openclaw.ts'
import { readStream, record, type GatewayEvent } from './gateway-event.ts'

/** `current` is the current run, `alias` the gateway's name for it. Null for events of another run, or of none. */
export function readLegacyEvent(
  name: string,
  payload: unknown,
  current: { key: string; alias: string | null },
): GatewayEvent | null {
  if (name !== 'agent') return null
  const { key, alias } = current
  const of = record(payload)['runId']
  if (typeof of === 'string' && alias !== null && of !== alias) return null
  const parsed = parseOpenClawAgentEvent(payload)
  // Status and artifacts come from the other streams.
  if (!parsed.ok) {
    return parsed.reason === 'other_stream' ? readStream(key, parsed.stream, record(payload)) : null
  }
  const { event } = parsed
  if (event.stream === 'assistant') return { type: 'piece', key, piece: event.delta }
  if (event.phase === 'end') return { type: 'completed', key, text: null }
  if (event.phase === 'error') {
    return { type: 'failed', key, message: openClawReason(event.error), kind: null }
  }
  return { type: 'alive', key }
}
