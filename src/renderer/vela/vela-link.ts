// The page's WebSocket, one at a time. Where the page was opened with a token, the socket shows it; it stays in the hash,
// which a browser keeps to itself, unless it came in the query.
import { gatewayPaths, TOKEN_PARAM } from '../../shared/wire/gateway.ts'

interface Deps {
  address(): string
  onOpened(): void
  onMessage(data: unknown): void
  onFailed(): void
  onClosed(code: number): void
}

export interface VelaLink {
  connect(): void
  send(text: string): void
  /** The network is gone: the socket itself may not be told of that for minutes. */
  drop(): void
}

/** What browsers say of a socket that ended without a word. */
const ABNORMAL = 1006

/** Where the socket is, for a page at this address. */
export function socketAddress(page: string): string {
  const { protocol, host, hash, search } = new URL(page)
  const token =
    new URLSearchParams(hash.slice(1)).get(TOKEN_PARAM) ?? new URLSearchParams(search).get(TOKEN_PARAM)
  const shown = token === null ? '' : `?${TOKEN_PARAM}=${encodeURIComponent(token)}`
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${gatewayPaths.vela}${shown}`
}

/** Whether a page at this address needs a network at all. */
export function needsNetwork(page: string): boolean {
  const { hostname } = new URL(page)
  return hostname !== 'localhost' && hostname !== '[::1]' && !hostname.startsWith('127.')
}

export function createVelaLink(deps: Deps): VelaLink {
  let current: WebSocket | null = null
  return {
    connect() {
      const socket = new WebSocket(deps.address())
      current = socket
      const whileCurrent =
        <E extends Event>(act: (event: E) => void) =>
        (event: E): void => {
          if (current === socket) act(event)
        }
      socket.addEventListener('open', whileCurrent(deps.onOpened))
      socket.addEventListener(
        'message',
        whileCurrent<MessageEvent>(({ data }) => deps.onMessage(data)),
      )
      socket.addEventListener('error', whileCurrent(deps.onFailed))
      socket.addEventListener(
        'close',
        whileCurrent<CloseEvent>(({ code }) => {
          current = null
          deps.onClosed(code)
        }),
      )
    },
    send(text) {
      if (current?.readyState === WebSocket.OPEN) current.send(text)
    },
    drop() {
      const dropped = current
      if (!dropped) return
      current = null
      dropped.close()
      deps.onClosed(ABNORMAL)
    },
  }
}
