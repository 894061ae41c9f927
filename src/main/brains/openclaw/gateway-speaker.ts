// Speaks to a real gateway, about one session.
import { aftermathOf } from '../../../core/openclaw/history.ts'
import { FaultError } from '../../../shared/errors.ts'
import {
  gatewayApprovalList,
  gatewayApprovalRequest,
  gatewayHello,
  gatewayHistory,
  gatewaySent,
  type GatewayApprovalRequest,
  type GatewayHistory,
} from '../../../shared/wire/openclaw-gateway.ts'
import { gatewayRefusal } from './gateway-error.ts'
import { prepareSession, type SessionDeps } from './session.ts'
import type { Speaker } from './speaker.ts'

/** As many as a gateway gives at once: a long turn has hundreds, and its beginning must be among them. */
const HISTORY_MESSAGES = 1000

export async function createGatewaySpeaker(deps: SessionDeps): Promise<Speaker> {
  const { connection } = deps.channel
  // Without this, tools of a run that an earlier connection began are not told.
  await connection.request('sessions.subscribe', {})
  const { key: sessionKey, note } = await prepareSession(deps)
  const hello = gatewayHello.safeParse(deps.channel.hello)
  const version = hello.success ? hello.data.server?.version : undefined

  async function history(): Promise<GatewayHistory> {
    const answer = await connection.request('chat.history', { sessionKey, limit: HISTORY_MESSAGES })
    const parsed = gatewayHistory.safeParse(answer)
    if (parsed.success) return parsed.data
    // Read as empty it would seem that nothing was ever said, and words would be sent a second time.
    throw new FaultError(
      'gateway_protocol',
      'The gateway’s record of this session cannot be read.',
      'Update OpenClaw, or Parley, whichever is older.',
      { cause: parsed.error },
    )
  }

  async function chat(
    key: string,
    message: string,
    queueMode: 'interrupt' | 'steer',
  ): Promise<'taken' | 'over'> {
    try {
      const params = { sessionKey, message, idempotencyKey: key, queueMode }
      const answer = gatewaySent.safeParse(await connection.request('chat.send', params))
      return answer.success && answer.data.status === 'ok' ? 'over' : 'taken'
    } catch (error) {
      const refusal = gatewayRefusal(error)
      // Anything but a no of the gateway itself is the connection's end, and that is told elsewhere.
      if (!refusal) throw error
      throw new FaultError('brain_failed', `The gateway did not take it: ${refusal.reason}`, 'Ask again.', {
        cause: error,
      })
    }
  }

  return {
    note,
    title: version === undefined ? 'OpenClaw' : `OpenClaw ${version}`,
    send: (key, text) => chat(key, text, 'interrupt'),
    async steer(key, text) {
      await chat(key, text, 'steer')
    },
    isPending: async (key) =>
      (await history()).pendingInputs?.items.some(
        ({ runId, state }) => runId === key && state !== 'cancelled',
      ) ?? false,
    async abort(key) {
      await connection.request('chat.abort', { sessionKey, runId: key })
    },
    aftermath: async (key) => aftermathOf(await history(), key),
    inFlight: async () => (await history()).inFlightRun?.runId ?? null,
    async questions() {
      const list = gatewayApprovalList.safeParse(await connection.request('exec.approval.list', {}))
      return (list.success ? list.data : []).flatMap((item): GatewayApprovalRequest[] => {
        const request = gatewayApprovalRequest.safeParse(item)
        return request.success && request.data.request.sessionKey === sessionKey ? [request.data] : []
      })
    },
    async answer(id, decision) {
      await connection.request('exec.approval.resolve', { id, decision })
    },
    isOurs: (key) => key === sessionKey,
  }
}
