// Why there is no connection to the gateway or why a run failed, with what the user can do, and whether Parley should try
// again.
import type { Fault, FaultCode } from '../../../shared/errors.ts'
import { truncate } from '../../../base/truncate.ts'

/** How a connection, or an attempt to connect, ended. */
export interface ConnectionEnd {
  code: number
  reason: string
  /** The handshake was complete. */
  wasReady: boolean
  error?: ConnectionError | undefined
}

export interface ConnectionError {
  message: string
  /** The system's code, such as ECONNREFUSED. */
  systemCode?: string | undefined
  /** The gateway's codes. */
  gatewayCode?: string | undefined
  detailCode?: string | undefined
  httpStatus?: number | undefined
  retryAfterMs?: number | undefined
}

export interface ConnectionFault {
  fault: Fault
  /** `never`: the user has to do something first. */
  retry: 'soon' | 'never'
  retryAfterMs?: number | undefined
}

const TOKEN_WRONG = new Set([
  'AUTH_TOKEN_MISMATCH',
  'AUTH_DEVICE_TOKEN_MISMATCH',
  'AUTH_PASSWORD_MISMATCH',
  'AUTH_UNAUTHORIZED',
  'AUTH_SCOPE_MISMATCH',
])
const TOKEN_MISSING = new Set([
  'AUTH_TOKEN_MISSING',
  'AUTH_PASSWORD_MISSING',
  'AUTH_REQUIRED',
  'DEVICE_IDENTITY_REQUIRED',
])
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET'])
const NO_SUCH_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN'])

export function connectionFault(end: ConnectionEnd, place: string): ConnectionFault {
  const { code, error } = end
  const detail = error?.detailCode ?? ''
  const soon = (fault: FaultCode, message: string, remedy: string): ConnectionFault => ({
    fault: { code: fault, message, remedy, retryable: true },
    retry: 'soon',
    retryAfterMs: error?.retryAfterMs,
  })
  const never = (fault: FaultCode, message: string, remedy: string): ConnectionFault => ({
    fault: { code: fault, message, remedy, retryable: false },
    retry: 'never',
  })

  if (TOKEN_WRONG.has(detail)) {
    return never(
      'gateway_token',
      `The gateway at ${place} does not accept this token.`,
      'Enter the token from the gateway’s settings: gateway.auth.token.',
    )
  }
  if (TOKEN_MISSING.has(detail)) {
    return never(
      'gateway_token',
      `The gateway at ${place} needs a token.`,
      'Enter the token from the gateway’s settings: gateway.auth.token.',
    )
  }
  if (detail === 'AUTH_RATE_LIMITED') {
    return never(
      'gateway_refused',
      `The gateway at ${place} refuses all connections for a while, after too many wrong tokens.`,
      'Wait a few minutes, check the token, then try again.',
    )
  }
  if (detail === 'PAIRING_REQUIRED' || error?.gatewayCode === 'NOT_PAIRED') {
    return never(
      'gateway_pairing',
      `The gateway at ${place} does not know this device yet.`,
      'On the gateway’s computer run “openclaw devices list”, approve Parley there, then try again.',
    )
  }
  if (detail === 'PROTOCOL_MISMATCH' || code === 1002) {
    return never(
      'gateway_protocol',
      `The gateway at ${place} uses another version of the protocol than Parley.`,
      'Update OpenClaw or Parley, whichever is older.',
    )
  }
  if (error?.message.startsWith('SECURITY ERROR')) {
    return never(
      'gateway_refused',
      `Parley does not send a token to ${place} without encryption.`,
      'Use an address that begins with wss://, or a tunnel to localhost.',
    )
  }
  if (code === 1013 && end.wasReady) {
    return soon(
      'gateway_starting',
      `The gateway at ${place} is not ready.`,
      'It may be starting or restarting. Parley keeps trying.',
    )
  }
  if (code === 1013) {
    return soon(
      'gateway_starting',
      `The gateway at ${place} is still starting.`,
      'Parley connects as soon as it is ready.',
    )
  }
  if (code === 1012 || error?.httpStatus === 503) {
    return soon(
      'gateway_stopping',
      `The gateway at ${place} is stopping or restarting.`,
      'Parley reconnects when it is back.',
    )
  }
  if (code === 1009) {
    return soon(
      'gateway_oversize',
      'A message was larger than the gateway accepts.',
      'Split your request into smaller parts. Parley has reconnected.',
    )
  }
  if (code === 4000 || end.reason === 'connect challenge timeout') {
    return soon(
      'gateway_silent',
      `The gateway at ${place} does not respond any more.`,
      'Parley keeps trying. If that does not help, restart the gateway.',
    )
  }
  if (NO_SUCH_HOST.has(error?.systemCode ?? '')) {
    return soon(
      'gateway_absent',
      `There is no computer called ${place}.`,
      'Check the address of the gateway in the settings.',
    )
  }
  if (!end.wasReady && (UNREACHABLE.has(error?.systemCode ?? '') || code === 1006)) {
    return soon(
      'gateway_absent',
      `No OpenClaw gateway answers at ${place}.`,
      'Start it with “openclaw gateway”. Parley connects automatically.',
    )
  }
  // After the handshake it is not a refusal: a gateway also closes slow readers with this code.
  if (code === 1008 && !end.wasReady) {
    return never(
      'gateway_refused',
      `The gateway at ${place} refused the connection: ${truncate(end.reason || error?.message || 'without a reason', 500)}.`,
      'Look at the gateway’s log, then try again.',
    )
  }
  return soon(
    'gateway_lost',
    `The connection to the gateway at ${place} broke.`,
    'Parley reconnects automatically. The agent continues meanwhile.',
  )
}

const REMEDIES: Readonly<Record<string, string>> = {
  refusal: 'The model refused. Ask in another way.',
  timeout: 'The model took too long. Ask again.',
  rate_limit: 'The model gets too many requests. Wait a little, then ask again.',
  context_length: 'The conversation is too long for the model. Start a new session in OpenClaw.',
}

export function runFault(message: string, kind: string | null): Fault {
  return {
    code: 'brain_failed',
    message: truncate(message || 'The agent failed without a reason.', 2000),
    remedy: REMEDIES[kind ?? ''] ?? 'Ask again. If it keeps failing, check the gateway’s model settings.',
    retryable: true,
  }
}

/** The gateway restarted and does not continue the run. */
export const lostRun: Fault = {
  code: 'gateway_lost',
  message: 'The gateway restarted during this turn and does not continue it.',
  remedy: 'You keep the reply so far. Ask again.',
  retryable: true,
}

/** The gateway says that the run is over, but its history does not have it. */
export const notRecorded: Fault = {
  code: 'gateway_lost',
  message: 'The gateway has answered this already, but its history does not have the answer any more.',
  remedy: 'Ask again.',
  retryable: true,
}
