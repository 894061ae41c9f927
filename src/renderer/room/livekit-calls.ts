// Room calls to the agent over LiveKit's RPC. They fail as soon as the link closes.
import { RpcError, type LocalParticipant } from 'livekit-client'
import { parseJson } from '../../base/parse-json.ts'
import { FaultError, faultCodes } from '../../shared/errors.ts'
import { REFUSED, refusal } from '../../shared/wire/livekit.ts'
import { DEFAULT_REMEDY } from './room-link.ts'

/** Catching up with a long conversation takes a while. */
const CALL_TIMEOUT_MS = 120_000

export interface AgentCalls {
  call(agentIdentity: string, method: string, payload: string): Promise<string>
  /** Rejects pending and later calls. */
  close(reason: string): void
}

export function createAgentCalls(me: LocalParticipant): AgentCalls {
  const pending = new Set<(error: Error) => void>()
  let closedBecause: string | null = null
  return {
    call: (agentIdentity, method, payload) =>
      new Promise((resolve, reject) => {
        if (closedBecause !== null) return reject(new Error(closedBecause))
        pending.add(reject)
        me.performRpc({
          destinationIdentity: agentIdentity,
          method,
          payload,
          responseTimeout: CALL_TIMEOUT_MS,
        })
          .then(resolve, (error: unknown) => reject(faultOfCall(error, method)))
          .finally(() => pending.delete(reject))
      }),
    close(reason) {
      closedBecause = reason
      for (const reject of pending) reject(new Error(reason))
    },
  }
}

/** The call or its answer was lost; the agent refused nothing. */
const UNDELIVERED: ReadonlySet<number> = new Set([
  RpcError.ErrorCode.CONNECTION_TIMEOUT,
  RpcError.ErrorCode.RESPONSE_TIMEOUT,
  RpcError.ErrorCode.RECIPIENT_DISCONNECTED,
  RpcError.ErrorCode.SEND_FAILED,
])

function faultOfCall(error: unknown, method: string): unknown {
  if (!(error instanceof RpcError)) return error
  if (error.code === RpcError.ErrorCode.UNSUPPORTED_METHOD)
    return new Error(`The agent does not support ${method}.`)
  if (UNDELIVERED.has(error.code))
    return new FaultError('room_lost', 'The connection to the room is unstable.', 'Wait a moment.', {
      retryable: true,
    })
  if (error.code !== REFUSED) return error
  const details = refusal.safeParse(parseJson(error.data ?? ''))
  const code = faultCodes.find((known) => details.success && known === details.data.code) ?? 'internal'
  return new FaultError(code, error.message, details.success ? details.data.remedy : DEFAULT_REMEDY)
}
