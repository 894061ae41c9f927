// An OpenClaw gateway that the test controls, for faults that a real one does not have: the real frames over a real socket. The
// official schemas check the requests.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  validateChatAbortParams,
  validateChatHistoryParams,
  validateChatSendParams,
  validateConnectParams,
  validateSessionsCreateParams,
} from '@openclaw/gateway-protocol'
import { WebSocketServer, type WebSocket } from 'ws'

interface Request {
  id: string
  method: string
  params: Record<string, unknown>
}

type Answer = { payload: unknown } | { error: Record<string, unknown>; close?: number } | 'none'

export interface FakeGateway {
  readonly port: number
  /** All requests, in order. */
  readonly asked: readonly Request[]
  /** Resolves with the next request of this method, or an earlier one that was not waited for. */
  request(method: string): Promise<Request>
  event(name: string, payload: unknown): void
  chat(runId: string, payload: Record<string, unknown>): void
  agent(runId: string, stream: string, data: Record<string, unknown>): void
  /** Closes every connection in this way. */
  close(code: number, reason?: string): void
  /** Drops every connection without a close, or only the oldest. */
  drop(which?: 'all' | 'oldest'): void
  readonly connections: number
  stop(): Promise<void>
}

export interface FakeGatewayOptions {
  port?: number
  /** Sends no challenge, like a gateway of the older form. */
  silent?: boolean
  /** Delays its challenge. */
  onConnection?(challenge: () => void): void
  /** Answers a request; undefined for the default answer. */
  answer?(request: Request, gateway: FakeGateway): Answer | Promise<Answer> | undefined
  /** Runs after a turn was accepted. */
  onTurn?(runId: string, message: string, gateway: FakeGateway): void
  tickIntervalMs?: number
}

export const SESSION_KEY = 'agent:main:parley-test'

const CHECKS: Readonly<Record<string, (params: unknown) => boolean>> = {
  connect: validateConnectParams,
  'chat.send': validateChatSendParams,
  'chat.abort': validateChatAbortParams,
  'chat.history': validateChatHistoryParams,
  'sessions.create': validateSessionsCreateParams,
}

export async function startFakeGateway(options: FakeGatewayOptions = {}): Promise<FakeGateway> {
  const http = createServer((request, response) => {
    if (request.url !== '/healthz') return void response.writeHead(404).end()
    response.end(JSON.stringify({ ok: true, status: 'live' }))
  })
  const server = new WebSocketServer({ server: http })
  http.listen(options.port ?? 0, '127.0.0.1')
  await once(http, 'listening')
  const sockets = new Set<WebSocket>()
  const asked: Request[] = []
  const unseen: Request[] = []
  const waiting: { method: string; resolve(request: Request): void }[] = []

  const send = (socket: WebSocket, frame: unknown): void => socket.send(JSON.stringify(frame))

  function usual({ method, params }: Request): Answer {
    switch (method) {
      case 'connect':
        return { payload: helloOk(options.tickIntervalMs ?? 30_000) }
      case 'sessions.describe':
        return { payload: { session: null } }
      case 'sessions.create':
        return { payload: { ok: true, key: params['key'], entry: { sessionRoot: params['cwd'] } } }
      case 'chat.history':
        return { payload: { messages: [] } }
      case 'exec.approval.list':
        return { payload: [] }
      case 'chat.send':
        return { payload: { runId: params['idempotencyKey'], status: 'started' } }
      default:
        return { payload: { ok: true } }
    }
  }

  const gateway: FakeGateway = {
    port: (http.address() as AddressInfo).port,
    asked,
    request(method) {
      const at = unseen.findIndex((request) => request.method === method)
      if (at >= 0) return Promise.resolve(unseen.splice(at, 1)[0]!)
      return new Promise((resolve) => waiting.push({ method, resolve }))
    },
    event(event, payload) {
      for (const socket of sockets) send(socket, { type: 'event', event, payload })
    },
    chat: (runId, payload) => gateway.event('chat', { runId, sessionKey: SESSION_KEY, seq: 1, ...payload }),
    agent: (runId, stream, data) =>
      gateway.event('agent', { runId, sessionKey: SESSION_KEY, seq: 1, ts: 1, stream, data }),
    close(code, reason) {
      for (const socket of sockets) socket.close(code, reason)
    },
    drop(which = 'all') {
      for (const socket of [...sockets].slice(0, which === 'all' ? Infinity : 1)) socket.terminate()
    },
    get connections() {
      return sockets.size
    },
    async stop() {
      gateway.drop()
      server.close()
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }

  function hear(socket: WebSocket, request: Request): void {
    if (!options.silent && CHECKS[request.method]?.(request.params) === false) {
      const error = { code: 'INVALID_REQUEST', message: `invalid ${request.method} params` }
      return send(socket, { type: 'res', id: request.id, ok: false, error })
    }
    asked.push(request)
    const answer = options.answer?.(request, gateway) ?? usual(request)
    if (answer instanceof Promise) void answer.then((late) => respond(socket, request, late))
    else respond(socket, request, answer)
  }

  function respond(socket: WebSocket, request: Request, answer: Answer): void {
    const ok = answer !== 'none' && 'payload' in answer
    if (answer !== 'none') {
      send(socket, {
        type: 'res',
        id: request.id,
        ok,
        ...('payload' in answer ? { payload: answer.payload } : { error: answer.error }),
      })
      if ('close' in answer && answer.close !== undefined) socket.close(answer.close)
    }
    const at = waiting.findIndex(({ method }) => method === request.method)
    if (at >= 0) waiting.splice(at, 1)[0]!.resolve(request)
    else unseen.push(request)
    if (request.method === 'chat.send' && ok) {
      options.onTurn?.(String(request.params['idempotencyKey']), String(request.params['message']), gateway)
    }
  }

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const challenge = (): void =>
      send(socket, { type: 'event', event: 'connect.challenge', payload: { nonce: 'n', ts: 1 } })
    if (options.onConnection) options.onConnection(challenge)
    else if (!options.silent) challenge()
    socket.on('message', (data) => hear(socket, JSON.parse((data as Buffer).toString()) as Request))
  })
  return gateway
}

function helloOk(tickIntervalMs: number): unknown {
  return {
    type: 'hello-ok',
    protocol: 4,
    server: { version: '2026.9.6', connId: 'c' },
    features: { methods: [], events: [] },
    snapshot: { sessionDefaults: { defaultAgentId: 'main' } },
    auth: {
      role: 'operator',
      scopes: ['operator.read', 'operator.write', 'operator.approvals'],
      deviceToken: 'given',
    },
    policy: { maxPayload: 1, maxBufferedBytes: 1, tickIntervalMs },
  }
}

const messageOf = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })

/** The reply so far, with the new piece. */
export function saySoFar(gateway: FakeGateway, runId: string, text: string, deltaText = text): void {
  gateway.chat(runId, { state: 'delta', deltaText, message: messageOf(text) })
}

/** A whole reply as a real gateway sends it: the text so far each time, then the end. */
export function reply(gateway: FakeGateway, runId: string, ...pieces: string[]): void {
  let text = ''
  for (const piece of pieces) saySoFar(gateway, runId, (text += piece), piece)
  gateway.chat(runId, { state: 'final', message: messageOf(text) })
}
