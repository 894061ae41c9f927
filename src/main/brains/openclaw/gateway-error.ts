// What the gateway said no with. Anything else that a request fails by is the connection's end, or its silence.
import { boundText } from '../../../core/interceptors/bound-text.ts'

export interface GatewayRefusal {
  code: string
  /** Its own words, as long as may be shown. */
  reason: string
  retryable: boolean
  retryAfterMs?: number
}

const MAX_REASON = 500

/** Null where it was not the gateway that said no. */
export function gatewayRefusal(error: unknown): GatewayRefusal | null {
  if (!(error instanceof Error)) return null
  const { gatewayCode, retryable, retryAfterMs } = error as Error & Record<string, unknown>
  if (typeof gatewayCode !== 'string') return null
  return {
    code: gatewayCode,
    reason: boundText(error.message, MAX_REASON),
    retryable: retryable === true,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  }
}
