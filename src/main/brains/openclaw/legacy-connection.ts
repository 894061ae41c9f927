// One connection to a gateway of the older form: `connect` with the token, growing integer ids, `agent` with a session key,
// and events with their fields at the top level of the payload (docs/protocols/openclaw.md).
import { WebSocket } from 'ws'
import type { ConnectionEnd } from '../../../core/wires/openclaw/faults.ts'
import { truncate } from '../../../base/truncate.ts'
import { parseJson } from '../../../base/parse-json.ts'
import { openClawInbound, openClawReason, type OpenClawRequest } from '../../../shared/wire/openclaw.ts'
import { FaultError } from '../../../shared/errors.ts'

export interface LegacyConnection {
  request(method: 'agent', params: { message: string; sessionKey: string }): Promise<unknown>
  close(): void
}

export interface LegacyConnectionDeps {
  url: string
  token: string | null
  onReady(): void
  onEvent(name: string, payload: unknown): void
  /** A challenge came late: it is a current gateway that was slow. */
  onChallenge(): void
  onEnd(end: ConnectionEnd): void
}

const MAX_FRAME = 25 * 1024 * 1024
const HANDSHAKE_MS = 10_000
/** The gateway's message, shortened for the screen. */
const MAX_REASON = 500

export function openLegacyGateway(deps: LegacyConnectionDeps): LegacyConnection {
  const socket = new WebSocket(deps.url, { maxPayload: MAX_FRAME, handshakeTimeout: HANDSHAKE_MS })
  const waiting = new Map<number, { resolve(payload: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let isReady = false
  let isOver = false
  let failure: Error | undefined
  let refusal: string | undefined

  function end(code: number, reason: string): void {
    if (isOver) return
    isOver = true
    clearTimeout(timeout)
    const { message = '', code: systemCode } = (failure ?? {}) as { message?: string; code?: string }
    for (const { reject } of waiting.values()) reject(failure ?? new Error('The connection closed.'))
    waiting.clear()
    const refusedToken = refusal !== undefined
    deps.onEnd({
      code,
      reason: refusal ?? reason,
      wasReady: isReady,
      error:
        failure || refusedToken
          ? {
              message: refusal ?? message,
              systemCode,
              ...(refusedToken && { detailCode: 'AUTH_UNAUTHORIZED' }),
            }
          : undefined,
    })
  }

  function send(request: Omit<OpenClawRequest, 'type' | 'id'>): Promise<unknown> {
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ type: 'req', id, ...request }))
    })
  }

  const timeout = setTimeout(() => socket.close(4000, 'no answer'), HANDSHAKE_MS)
  socket.on('open', () => {
    send({ method: 'connect', params: deps.token === null ? {} : { auth: { token: deps.token } } }).then(
      () => {
        clearTimeout(timeout)
        isReady = true
        deps.onReady()
      },
      (error: Error) => {
        refusal = error.message
        socket.close()
      },
    )
  })
  socket.on('message', (data, isBinary) => {
    const frame = openClawInbound.safeParse(
      isBinary ? undefined : parseJson((data as Buffer).toString('utf8')),
    )
    // Frames Parley does not know are ignored.
    if (!frame.success || isOver) return
    const message = frame.data
    if (message.type === 'event') {
      if (message.event === 'connect.challenge') return deps.onChallenge()
      return deps.onEvent(message.event, message.payload)
    }
    const request = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) request?.resolve(message.payload)
    else {
      const reason = truncate(openClawReason(message.error), MAX_REASON)
      request?.reject(new FaultError('brain_failed', reason, 'Look at the gateway’s log, then ask again.'))
    }
  })
  socket.on('error', (error) => (failure = error))
  socket.on('close', (code, reason) => end(code, reason.toString()))

  return {
    request: (method, params) => send({ method, params }),
    close() {
      isOver = true
      clearTimeout(timeout)
      socket.close()
    },
  }
}
