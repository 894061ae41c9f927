// Bytes that are no frame of a WebSocket, on a connection that is one.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { wireAddress, type ClientWire } from '../link.ts'
import { Broken, type Bench } from './rule.ts'

/** Final, three reserved bits, a reserved kind of frame, and not masked as a client's must be. */
const MALFORMED = Uint8Array.of(0xff, 0x02, 0x00, 0x00)

/** Whether the gateway ended the connection over it. */
export async function sendMalformed(bench: Bench, wire: ClientWire): Promise<boolean> {
  const socket = await upgraded(bench, wire)
  try {
    return await new Promise<boolean>((resolve) => {
      const cancel = bench.clock.after(bench.timeoutMs, () => resolve(false))
      const ended = (): void => {
        cancel()
        resolve(true)
      }
      socket.on('error', ended)
      socket.on('end', ended)
      socket.on('close', ended)
      socket.resume()
      socket.write(MALFORMED)
    })
  } finally {
    socket.destroy()
  }
}

function upgraded(bench: Bench, wire: ClientWire): Promise<Socket> {
  const url = wireAddress(bench.gateway, wire, { token: bench.token, auth: 'query' })
  const isSecure = url.protocol === 'wss:'
  url.protocol = isSecure ? 'https:' : 'http:'
  return new Promise((resolve, reject) => {
    const refused = (why: string): void => reject(new Broken(`No connection: ${why}.`))
    const ask = (isSecure ? secureRequest : request)(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    ask.once('upgrade', (_response, socket: Socket) => resolve(socket))
    ask.once('response', (response) => {
      response.resume()
      refused(`the answer was ${response.statusCode}`)
    })
    ask.once('error', (error) => refused(error.message))
    ask.end()
  })
}
