// Why there is no connection to the gateway, each in a plain sentence with what to do, and whether trying again by itself
// can help.
import type { Fault, FaultCode } from '../../shared/errors.ts'
import { boundText } from '../interceptors/bound-text.ts'

/** How a connection, or an attempt at one, ended. */
export interface ConnectionEnd {
  code: number
  reason: string
  /** The gateway had said hello before. */
  wasReady: boolean
  error?: ConnectionError | undefined
}

export interface ConnectionError {
  message: string
  /** The system's word for it, such as ECONNREFUSED. */
  systemCode?: string | undefined
  /** The gateway's words for it. */
  gatewayCode?: string | undefined
  detailCode?: string | undefined
  httpStatus?: number | undefined
  retryAfterMs?: number | undefined
}

export interface ConnectionFault {
  fault: Fault
  /** `never`: nothing will change unless the person does something. */
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
      'Give Parley the token that is in the gateway’s own settings, under gateway.auth.token.',
    )
  }
  if (TOKEN_MISSING.has(detail)) {
    return never(
      'gateway_token',
      `The gateway at ${place} wants a token.`,
      'Give Parley the token that is in the gateway’s own settings, under gateway.auth.token.',
    )
  }
  if (detail === 'AUTH_RATE_LIMITED') {
    return never(
      'gateway_refused',
      `The gateway at ${place} turns everyone away for a while, after too many wrong tokens.`,
      'Wait some minutes, check the token, then try again.',
    )
  }
  if (detail === 'PAIRING_REQUIRED' || error?.gatewayCode === 'NOT_PAIRED') {
    return never(
      'gateway_pairing',
      `The gateway at ${place} does not know this device yet.`,
      'On the gateway’s machine run “openclaw devices list”, approve Parley there, then try again.',
    )
  }
  if (detail === 'PROTOCOL_MISMATCH' || code === 1002) {
    return never(
      'gateway_protocol',
      `The gateway at ${place} speaks another version of its protocol than Parley.`,
      'Update OpenClaw, or Parley, whichever is older.',
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
      `The gateway at ${place} is not ready to work.`,
      'It may be starting, or about to be restarted; Parley tries again until it is.',
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
      `The gateway at ${place} is stopping or being restarted.`,
      'Parley connects again once it is back.',
    )
  }
  if (code === 1009) {
    return soon(
      'gateway_oversize',
      'A message was larger than the gateway takes.',
      'Say it in smaller parts; Parley has connected anew.',
    )
  }
  if (code === 4000 || end.reason === 'connect challenge timeout') {
    return soon(
      'gateway_silent',
      `Nothing comes from the gateway at ${place} any more.`,
      'Parley tries again. If it stays so, restart the gateway.',
    )
  }
  if (NO_SUCH_HOST.has(error?.systemCode ?? '')) {
    return soon(
      'gateway_absent',
      `There is no machine called ${place}.`,
      'Check the address of the gateway in the settings.',
    )
  }
  if (!end.wasReady && (UNREACHABLE.has(error?.systemCode ?? '') || code === 1006)) {
    return soon(
      'gateway_absent',
      `No OpenClaw gateway answers at ${place}.`,
      'Start it with “openclaw gateway”; Parley connects by itself.',
    )
  }
  // Later on it is no judgement of us: a gateway also closes so what reads too slowly.
  if (code === 1008 && !end.wasReady) {
    return never(
      'gateway_refused',
      `The gateway at ${place} refused the connection: ${boundText(end.reason || error?.message || 'it did not say why', 500)}.`,
      'Look at the gateway’s log, then try again.',
    )
  }
  return soon(
    'gateway_lost',
    `The connection to the gateway at ${place} broke.`,
    'Parley connects again by itself; what the agent does goes on meanwhile.',
  )
}
