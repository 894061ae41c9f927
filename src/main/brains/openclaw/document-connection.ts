// One connection to a gateway as document 004 §8 has it: `connect` with the token, integer ids that only grow, `agent`
// with a session key, and events whose fields are at the top of the payload.
import { WebSocket } from 'ws'
import type { ConnectionEnd } from '../../../core/openclaw/connection-faults.ts'
import { boundText } from '../../../core/interceptors/bound-text.ts'
import { parseJson } from '../../../core/parse-json.ts'
import { openClawInbound, openClawReason, type OpenClawRequest } from '../../../shared/wire/openclaw.ts'
import { FaultError } from '../../../shared/errors.ts'

export interface DocumentConnection {
  request(method: 'agent', params: { message: string; sessionKey: string }): Promise<unknown>
  close(): void
}

export interface DocumentConnectionDeps {
  url: string
  token: string | null
  onReady(): void
  onEvent(name: string, payload: unknown): void
  /** It spoke of a challenge after all: a real gateway that was slow. */
  onChallenge(): void
  onEnd(end: ConnectionEnd): void
}

const MAX_FRAME = 25 * 1024 * 1024
const HANDSHAKE_MS = 10_000
/** Its own words, as long as may be shown. */
const MAX_REASON = 500

export function openDocumentGateway(deps: DocumentConnectionDeps): DocumentConnection {
  const socket = new WebSocket(deps.url, { maxPayload: MAX_FRAME, handshakeTimeout: HANDSHAKE_MS })
  const waiting = new Map<number, { resolve(payload: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let ready = false
  let over = false
  let failure: Error | undefined
  let refusal: string | undefined

  function end(code: number, reason: string): void {
    if (over) return
    over = true
    clearTimeout(patience)
    const { message = '', code: systemCode } = (failure ?? {}) as { message?: string; code?: string }
    for (const { reject } of waiting.values()) reject(failure ?? new Error('The connection closed.'))
    waiting.clear()
    const refusedToken = refusal !== undefined
    deps.onEnd({
      code,
      reason: refusal ?? reason,
      wasReady: ready,
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

  const patience = setTimeout(() => socket.close(4000, 'no answer'), HANDSHAKE_MS)
  socket.on('open', () => {
    send({ method: 'connect', params: deps.token === null ? {} : { auth: { token: deps.token } } }).then(
      () => {
        clearTimeout(patience)
        ready = true
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
    // What is not understood is passed over, as the document says of other streams.
    if (!frame.success || over) return
    const heard = frame.data
    if (heard.type === 'event') {
      if (heard.event === 'connect.challenge') return deps.onChallenge()
      return deps.onEvent(heard.event, heard.payload)
    }
    const asked = waiting.get(heard.id)
    waiting.delete(heard.id)
    if (heard.ok) asked?.resolve(heard.payload)
    else {
      const reason = boundText(openClawReason(heard.error), MAX_REASON)
      asked?.reject(new FaultError('brain_failed', reason, 'Look at the gateway’s log, then ask again.'))
    }
  })
  socket.on('error', (error) => (failure = error))
  socket.on('close', (code, reason) => end(code, reason.toString()))

  return {
    request: (method, params) => send({ method, params }),
    close() {
      over = true
      clearTimeout(patience)
      socket.close()
    },
  }
}
