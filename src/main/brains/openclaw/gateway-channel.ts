// The channel to one session of a current gateway.
import { aftermathOf } from '../../../core/wires/openclaw/history.ts'
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
import { gatewayRefusal } from './gateway-connection.ts'
import { prepareSession, type SessionDeps } from './session.ts'
import type { AgentChannel } from './channel.ts'

/** The most a gateway gives at once. A long turn has hundreds, and its start must be among them. */
const HISTORY_MESSAGES = 1000

export async function createGatewayChannel(deps: SessionDeps): Promise<AgentChannel> {
  const { connection } = deps.link
  // Without this, the gateway does not send the tool calls of a run that an earlier connection started.
  await connection.request('sessions.subscribe', {})
  const { key: sessionKey, note } = await prepareSession(deps)
  const hello = gatewayHello.safeParse(deps.link.hello)
  const version = hello.success ? hello.data.server?.version : undefined

  async function history(): Promise<GatewayHistory> {
    const answer = await connection.request('chat.history', { sessionKey, limit: HISTORY_MESSAGES })
    const parsed = gatewayHistory.safeParse(answer)
    if (parsed.success) return parsed.data
    // Read as empty, the request would seem lost and be sent a second time.
    throw new FaultError(
      'gateway_protocol',
      'Parley cannot read the gateway’s history of this session.',
      'Update OpenClaw or Parley, whichever is older.',
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
      // Otherwise the connection ended, which link.ts reports.
      if (!refusal) throw error
      throw new FaultError(
        'brain_failed',
        `The gateway refused the request: ${refusal.reason}`,
        'Ask again.',
        {
          cause: error,
        },
      )
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
