// The address at which the agent reaches Parley's tools: HTTP on loopback, with a token that only the agent has. Web pages and
// other programs on this computer are refused.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJson } from '../../../base/parse-json.ts'

const HOST = '127.0.0.1'
const PATH = '/mcp'
const MAX_BODY_BYTES = 4 * 1024 * 1024
const MAX_CONNECTIONS = 64
/** How long a client may take to send its request. The answer may take as long as the user does. */
const RECEIVE_WITHIN_MS = 30_000

interface Deps {
  /** The token that counts now; null while there is none. */
  token(): string | null
  /** Answers a request that was admitted; its JSON is parsed. */
  answer(request: Request, body: unknown): Promise<Response>
  onError(what: string, error: unknown): void
}

export interface McpListener {
  url: string
  close(): Promise<void>
}

export async function startMcpListener(deps: Deps): Promise<McpListener> {
  const server = createServer(
    { requestTimeout: RECEIVE_WITHIN_MS, headersTimeout: RECEIVE_WITHIN_MS, maxHeaderSize: 16 * 1024 },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        // A client that hangs up is nothing to report.
        if (!response.destroyed) deps.onError('the agent’s use of Parley’s tools', error)
        response.destroy()
      })
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => deps.onError('the address of Parley’s tools', error))
  const { port } = server.address() as AddressInfo
  const url = `http://${HOST}:${port}${PATH}`

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusalOf(request, port, deps.token())
    if (refused) return refuse(response, refused)
    const text = await bodyOf(request)
    if (text === null) return refuse(response, { status: 413, message: 'The request is too large.' })
    const body = parseJson(text)
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return refuse(response, { status: 400, message: 'The request must be one JSON-RPC message.' })

    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const asked = new Request(url, {
      method: 'POST',
      headers: headersOf(request),
      body: text,
      signal: gone.signal,
    })
    await send(await deps.answer(asked, body), response)
  }

  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Refusal {
  status: number
  message: string
  headers?: Record<string, string>
}

function refusalOf(request: IncomingMessage, port: number, token: string | null): Refusal | null {
  const { host, origin, authorization } = request.headers
  const hosts = [`${HOST}:${port}`, `localhost:${port}`]
  // A page whose name points at loopback has another Host; a page in a browser always has an Origin.
  if (!hosts.includes(host?.toLowerCase() ?? '')) return { status: 403, message: 'Unknown host.' }
  if (origin !== undefined && !hosts.some((own) => origin.toLowerCase() === `http://${own}`))
    return { status: 403, message: 'Web pages may not use this address.' }
  const shown = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === null || shown === undefined || !isSame(shown, token))
    return { status: 401, message: 'The token is wrong.', headers: { 'www-authenticate': 'Bearer' } }
  if ((request.url ?? '').split('?')[0] !== PATH) return { status: 404, message: 'Not found.' }
  if (request.method !== 'POST') return { status: 405, message: 'Use POST.', headers: { allow: 'POST' } }
  return null
}

/** Takes the same time wherever two tokens differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }))
}

/** Null if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function headersOf({ headers }: IncomingMessage): Headers {
  const known = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name']
  const kept = new Headers()
  for (const name of known) {
    const value = headers[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  return kept
}

/** Passes an answer on as it comes: that of a question comes when the user has answered. */
async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (!answer.body) return void response.end()
  response.flushHeaders()
  const reader = answer.body.getReader()
  const stop = (): void => void reader.cancel().catch(() => {})
  response.once('close', stop)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (!response.write(value)) await drained(response)
  }
  response.off('close', stop)
  response.end()
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.once('drain', resolve)
    response.once('close', resolve)
  })
