// A client's connection to a gateway.
import { WebSocket } from 'ws'
import { TOKEN_PARAM, type GatewayWire } from '../shared/wire/gateway.ts'

export type Frame = string | Uint8Array

export interface Closing {
  code: number
  reason: string
}

export interface Link {
  send(frame: Frame): void
  /** The listener first gets the frames that arrived before it. */
  onFrame(listener: (frame: Frame) => void): void
  readonly closed: Promise<Closing>
  /** Resolves when the gateway has handled everything sent before, or has closed the connection. */
  roundTrip(): Promise<void>
  close(): void
  /** Drops the connection without closing it. */
  cut(): void
}

export interface Admission {
  /** Null if the gateway needs none. */
  token: string | null
  /** Whether the token is sent in the address or as the first frame. */
  auth: 'query' | 'frame'
  /** The Origin header that a browser would send for a page. */
  origin?: string
}

/** The gateway cannot be reached, or refuses the connection. */
export class NotConnected extends Error {}

const HANDSHAKE_MS = 10_000
const MAX_FRAME_BYTES = 16 * 1024 * 1024
/** With more unread frames than this before there is a listener, the connection is dropped. */
const MAX_WAITING = 10_000

/** Null for anything but a WebSocket address. */
export function gatewayAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^wss?:$/.test(url.protocol) ? url : null
}

export function wireAddress(gateway: URL, wire: GatewayWire, { token, auth }: Admission): URL {
  const url = new URL(gateway)
  url.pathname = gateway.pathname.replace(/\/$/, '') + wire.path
  if (token !== null && auth === 'query') url.searchParams.set(TOKEN_PARAM, token)
  return url
}

export async function openLink(gateway: URL, wire: GatewayWire, admission: Admission): Promise<Link> {
  const socket = new WebSocket(wireAddress(gateway, wire, admission), {
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    ...(admission.origin === undefined ? {} : { origin: admission.origin }),
  })
  const waiting: Frame[] = []
  let listener: ((frame: Frame) => void) | null = null
  socket.on('message', (data, isBinary) => {
    const bytes = data as Buffer
    const frame = isBinary ? new Uint8Array(bytes) : bytes.toString('utf8')
    if (listener !== null) listener(frame)
    else if (waiting.push(frame) > MAX_WAITING) socket.terminate()
  })
  /** By the payload of the ping, in the order in which they were sent. */
  const roundTrips = new Map<string, () => void>()
  let sent = 0
  socket.on('pong', (data) => {
    const mark = data.toString('latin1')
    if (!roundTrips.has(mark)) return
    // A gateway may answer only the last of several pings.
    for (const [trip, arrived] of roundTrips) {
      roundTrips.delete(trip)
      arrived()
      if (trip === mark) return
    }
  })
  const closed = new Promise<Closing>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    // Stays for the life of the connection; later errors show up as its close.
    socket.on('error', (error) => reject(new NotConnected(error.message || 'no answer')))
  })
  if (admission.token !== null && admission.auth === 'frame')
    socket.send(JSON.stringify({ type: 'auth', token: admission.token }))
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame)
    },
    onFrame(given) {
      listener = given
      for (const frame of waiting.splice(0)) given(frame)
    },
    closed,
    roundTrip() {
      if (socket.readyState !== WebSocket.OPEN) return closed.then(() => {})
      const mark = `${++sent}`
      const answered = new Promise<void>((resolve) => void roundTrips.set(mark, resolve))
      socket.ping(mark)
      return Promise.race([answered, closed.then(() => {})])
    },
    close: () => socket.close(1000),
    cut: () => socket.terminate(),
  }
}
