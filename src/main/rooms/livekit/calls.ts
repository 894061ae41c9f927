// Room calls as LiveKit's RPC. A refusal keeps its code and its remedy.
import { RpcError, type LocalParticipant, type RpcInvocationData } from '@livekit/rtc-node'
import type { RpcCall } from '../../../core/ports/room.ts'
import { faultOf } from '../../../shared/errors.ts'
import { REFUSED } from '../../../shared/wire/livekit.ts'

export type RpcHandler = (call: RpcCall) => Promise<string> | string

/** LiveKit cuts a longer message. */
const MAX_MESSAGE = 250

export function answerCall(
  participant: LocalParticipant,
  method: string,
  handler: RpcHandler,
  mayCall: (identity: string) => boolean,
): void {
  participant.registerRpcMethod(method, async ({ callerIdentity, payload }: RpcInvocationData) => {
    try {
      if (!mayCall(callerIdentity)) throw new Error('Agents may not call this.')
      return await handler({ caller: callerIdentity, payload })
    } catch (error) {
      const { code, message, remedy } = faultOf(error)
      throw new RpcError(REFUSED, message.slice(0, MAX_MESSAGE), JSON.stringify({ code, remedy }))
    }
  })
}
