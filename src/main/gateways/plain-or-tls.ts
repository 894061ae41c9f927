// One port for plain and TLS connections: glasses know only ws://, and browsers give the microphone only to https://.
import { createServer, type Server, type Socket } from 'node:net'
import type { Server as HttpServer } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from './certificate.ts'

/** The first byte of a TLS handshake. No HTTP request starts with it. */
const HANDSHAKE = 0x16
const FIRST_BYTE_WITHIN_MS = 10_000

export function plainOrTls(http: HttpServer, certificate: Certificate): Server {
  const tls = createTlsServer({ ...certificate, handshakeTimeout: 10_000 }, (secured) => {
    http.emit('connection', secured)
  })
  tls.on('tlsClientError', (_, socket) => socket.destroy())
  return createServer((socket: Socket) => {
    const drop = (): void => void socket.destroy()
    socket.on('error', drop)
    socket.setTimeout(FIRST_BYTE_WITHIN_MS, drop)
    socket.once('data', (first: Buffer): unknown => {
      socket.setTimeout(0)
      socket.removeListener('timeout', drop)
      socket.pause()
      socket.unshift(first)
      // The TLS socket reads the first bytes itself; in flowing mode they would be lost.
      if (first[0] === HANDSHAKE) return tls.emit('connection', socket)
      http.emit('connection', socket)
      return socket.resume()
    })
  })
}
