// Calls of participants, as LiveKit's RPC. A refusal keeps its code and its remedy.
import { RpcError, type LocalParticipant, type RpcInvocationData } from '@livekit/rtc-node'
import type { RpcCall } from '../../../core/ports.ts'
import { faultOf } from '../../../shared/errors.ts'
import { REFUSED } from '../../../shared/wire/livekit.ts'

export type RpcHandler = (call: RpcCall) => Promise<string> | string

export function answerCall(
  participant: LocalParticipant,
  method: string,
  handler: RpcHandler,
  mayCall: (identity: string) => boolean,
): void {
  participant.registerRpcMethod(method, async ({ callerIdentity, payload }: RpcInvocationData) => {
    try {
      if (!mayCall(callerIdentity)) throw new Error('Only people may ask this.')
      return await handler({ caller: callerIdentity, payload })
    } catch (error) {
      const { code, message, remedy } = faultOf(error)
      throw new RpcError(REFUSED, message.slice(0, 250), JSON.stringify({ code, remedy }))
    }
  })
}
