// Errors for the agent: each has a sentence that its model can act on, and a code that programs recognize. They become the
// SDK's errors where they are sent, because the SDK is loaded only for an agent.
import type { ToolFailure } from '../../../core/tools/toolbox.ts'
import type { FaultCode } from '../../../shared/errors.ts'

const RESOURCE_NOT_FOUND = -32002
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

/** What the agent asked for is wrong, and would be wrong again. */
const WRONG_REQUESTS: ReadonlySet<FaultCode> = new Set([
  'bad_request',
  'file_binary',
  'file_too_large',
  'outside_workspace',
])

export class ClientError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** `asked` is the path or command in the agent's request. */
export function clientError({ message, fault }: ToolFailure, asked: string): ClientError {
  return fault?.code === 'file_not_found' ? notFound(asked) : refusal(fault?.code ?? 'internal', message)
}

export const notFound = (asked: string): ClientError =>
  new ClientError(RESOURCE_NOT_FOUND, `Resource not found: ${asked}`, { uri: asked })

export function refusal(code: FaultCode, message: string): ClientError {
  return new ClientError(WRONG_REQUESTS.has(code) ? INVALID_PARAMS : INTERNAL_ERROR, message, {
    reason: code,
  })
}
