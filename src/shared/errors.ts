// Faults: errors as the user sees them, with a code, a message, a next step, and whether a retry helps.

export interface Fault {
  code: FaultCode
  message: string
  remedy: string
  retryable: boolean
}

export const faultCodes = [
  'agent_absent',
  'agent_command',
  'agent_flood',
  'agent_lost',
  'agent_protocol',
  'agent_refused',
  'agent_sign_in',
  'agent_silent',
  'bad_patch',
  'bad_pattern',
  'bad_request',
  'brain_failed',
  'brain_unavailable',
  'command_failed',
  'devices_open',
  'devices_port',
  'devices_token',
  'ears_failed',
  'ears_unavailable',
  'editor_absent',
  'file_binary',
  'file_changed',
  'file_not_found',
  'file_not_written',
  'file_too_large',
  'folder_restricted',
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
  'model_absent',
  'model_busy',
  'model_consent',
  'model_context',
  'model_failed',
  'model_key',
  'model_quota',
  'model_tools',
  'model_unencrypted',
  'model_unknown',
  'model_unlisted',
  'model_unset',
  'no_workspace',
  'not_a_folder',
  'not_a_repository',
  'not_allowed',
  'outside_workspace',
  'profile_file',
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

/** An error that can be shown to the user as it is. */
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

/** The fault of a FaultError, or one for any other error. */
export function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'internal',
    message: message || 'Something failed without a message.',
    remedy: 'Try again. If it keeps failing, look at the log.',
    retryable: true,
  }
}
