// The page's WebSocket. The token is in the hash of the page's address, which browsers do not send, or in its query.
import { isLoopback } from '../../base/host-address.ts'
import { TOKEN_PARAM } from '../../shared/wire/gateway.ts'
import { velaWire } from '../../shared/wire/vela.ts'

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
  /** The network was lost. The socket itself may notice that only after minutes. */
  drop(): void
}

/** The close code of a socket that ended without a close frame. */
const ABNORMAL = 1006

/** The socket's address for a page at this address. */
export function socketAddress(page: string): string {
  const { protocol, host, hash, search } = new URL(page)
  const token =
    new URLSearchParams(hash.slice(1)).get(TOKEN_PARAM) ?? new URLSearchParams(search).get(TOKEN_PARAM)
  const shown = token === null ? '' : `?${TOKEN_PARAM}=${encodeURIComponent(token)}`
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${velaWire.path}${shown}`
}

/** Whether a page at this address needs a network at all. */
export function needsNetwork(page: string): boolean {
  return !isLoopback(new URL(page).hostname)
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
