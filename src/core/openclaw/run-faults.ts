// Why a run of the gateway failed, and what to do about it.
import type { Fault } from '../../shared/errors.ts'
import { boundText } from '../interceptors/bound-text.ts'

const REMEDIES: Readonly<Record<string, string>> = {
  refusal: 'The model refused; ask for it in another way.',
  timeout: 'The model took too long; ask again.',
  rate_limit: 'The model is asked too often; wait a little, then ask again.',
  context_length: 'The conversation has become too long for the model; start a new session in OpenClaw.',
}

export function runFault(message: string, kind: string | null): Fault {
  return {
    code: 'brain_failed',
    message: boundText(message || 'The agent failed without saying why.', 2000),
    remedy:
      REMEDIES[kind ?? ''] ?? 'Ask again; if it keeps failing, look at the model settings of the gateway.',
    retryable: true,
  }
}

/** The gateway was restarted, and does not go on with what it was doing. */
export const lostRun: Fault = {
  code: 'gateway_lost',
  message: 'The gateway was restarted while it worked on this, and does not go on with it.',
  remedy: 'What was said so far is kept. Ask again.',
  retryable: true,
}

/** The gateway says that it is done, and has kept nothing of it. */
export const notRecorded: Fault = {
  code: 'gateway_lost',
  message: 'The gateway has answered this already, but its record does not have the answer any more.',
  remedy: 'Ask again.',
  retryable: true,
}
