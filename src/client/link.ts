// One connection to a gateway, from the side of a phone, a browser or a pair of glasses.
import { WebSocket } from 'ws'
import { gatewayPaths, TOKEN_PARAM } from '../shared/wire/gateway.ts'

export const clientWires = ['g2', 'vela', 'voice-ide'] as const
export type ClientWire = (typeof clientWires)[number]

export type Frame = string | Uint8Array

export interface Closing {
  code: number
  reason: string
}

export interface Link {
  send(frame: Frame): void
  /** Frames that came before anybody listened are given first. */
  onFrame(listener: (frame: Frame) => void): void
  readonly closed: Promise<Closing>
  /** Resolves once the gateway has dealt with, and answered at once, what it was sent before; or has closed. */
  roundTrip(): Promise<void>
  close(): void
  /** Breaks off without a word. */
  cut(): void
}

export interface Admission {
  /** Null where the gateway has none. */
  token: string | null
  /** In the address, or as the first frame. */
  auth: 'query' | 'frame'
  /** The site whose page asks, as a browser tells it; other programs tell nothing. */
  origin?: string
}

/** The gateway was not reached, or did not take us for a client of this wire. */
export class NotConnected extends Error {}

const HANDSHAKE_MS = 10_000
const MAX_FRAME_BYTES = 16 * 1024 * 1024
/** A gateway that says more than this before anybody listens is not listened to. */
const MAX_WAITING = 10_000

/** Null for what is no address of a WebSocket. */
export function gatewayAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^wss?:$/.test(url.protocol) ? url : null
}

export function wireAddress(gateway: URL, wire: ClientWire, { token, auth }: Admission): URL {
  const url = new URL(gateway)
  url.pathname = gateway.pathname.replace(/\/$/, '') + gatewayPaths[wire]
  if (token !== null && auth === 'query') url.searchParams.set(TOKEN_PARAM, token)
  return url
}

export async function openLink(gateway: URL, wire: ClientWire, admission: Admission): Promise<Link> {
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
  /** By what the ping carried, in the order in which they were sent. */
  const trips = new Map<string, () => void>()
  let sent = 0
  socket.on('pong', (data) => {
    const mark = data.toString('latin1')
    if (!trips.has(mark)) return
    // Where several pings came at once, only the last need be answered.
    for (const [trip, arrived] of trips) {
      trips.delete(trip)
      arrived()
      if (trip === mark) return
    }
  })
  const closed = new Promise<Closing>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    // Stays for the whole life of the connection: what breaks later is told by its closing.
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
      const answered = new Promise<void>((resolve) => void trips.set(mark, resolve))
      socket.ping(mark)
      return Promise.race([answered, closed.then(() => {})])
    },
    close: () => socket.close(1000),
    cut: () => socket.terminate(),
  }
}
