// What can go wrong at a wall, each with a code, a plain sentence, what to do next, and whether trying again can help.

export interface Fault {
  code: FaultCode
  message: string
  remedy: string
  retryable: boolean
}

export const faultCodes = [
  'bad_patch',
  'bad_pattern',
  'bad_request',
  'brain_failed',
  'brain_unavailable',
  'command_failed',
  'devices_port',
  'devices_token',
  'ears_failed',
  'ears_unavailable',
  'file_binary',
  'file_changed',
  'file_not_found',
  'file_not_written',
  'file_too_large',
  'gateway_absent',
  'gateway_lost',
  'gateway_oversize',
  'gateway_pairing',
  'gateway_protocol',
  'gateway_refused',
  'gateway_silent',
  'gateway_starting',
  'gateway_stopping',
  'gateway_token',
  'git_failed',
  'index_failed',
  'internal',
  'no_workspace',
  'not_a_folder',
  'not_a_repository',
  'outside_workspace',
  'room_absent',
  'room_lost',
  'room_refused',
  'room_taken',
  'search_failed',
  'server_failed',
  'server_missing',
  'somebody_talks',
  'speech_stopped',
  'take_not_kept',
  'unauthorized',
  'voice_failed',
  'voice_unavailable',
] as const
export type FaultCode = (typeof faultCodes)[number]

/** An error that is fit to be shown to a person as it stands. */
export class FaultError extends Error {
  readonly fault: Fault
  constructor(
    code: FaultCode,
    message: string,
    remedy: string,
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'FaultError'
    this.fault = { code, message, remedy, retryable: options.retryable ?? false }
  }
}

/** Makes a fault of anything thrown, keeping what is already one. */
export function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'internal',
    message: message || 'Something failed without saying what.',
    remedy: 'Try again; if it keeps failing, look at the log.',
    retryable: true,
  }
}
