// Speaks to a real gateway, about one session.
import { aftermathOf } from '../../../core/openclaw/history.ts'
import { FaultError } from '../../../shared/errors.ts'
import {
  gatewayApprovalList,
  gatewayApprovalRequest,
  gatewayHello,
  gatewayHistory,
  type GatewayApprovalRequest,
  type GatewayHistory,
} from '../../../shared/wire/openclaw-gateway.ts'
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
    return parsed.success ? parsed.data : { messages: [] }
  }

  async function chat(key: string, message: string, queueMode: 'interrupt' | 'steer'): Promise<void> {
    try {
      await connection.request('chat.send', { sessionKey, message, idempotencyKey: key, queueMode })
    } catch (error) {
      const { gatewayCode, message: reason } = error as { gatewayCode?: unknown; message: string }
      // What the gateway itself says no to; anything else is the connection's end, and that is told elsewhere.
      if (typeof gatewayCode !== 'string') throw error
      throw new FaultError('brain_failed', `The gateway did not take it: ${reason}`, 'Ask again.', {
        cause: error,
      })
    }
  }

  return {
    note,
    title: version === undefined ? 'OpenClaw' : `OpenClaw ${version}`,
    send: (key, text) => chat(key, text, 'interrupt'),
    steer: (key, text) => chat(key, text, 'steer'),
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
