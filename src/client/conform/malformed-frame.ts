// Sends bytes that are not a WebSocket frame over a WebSocket connection.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { GatewayWire } from '../../shared/wire/gateway.ts'
import { wireAddress } from '../link.ts'
import { Broken, type CheckContext } from './rule.ts'

/** Reserved bits, a reserved opcode, and no mask, which a client must use. */
const MALFORMED = Uint8Array.of(0xff, 0x02, 0x00, 0x00)

/** Whether the gateway then ends the connection. */
export async function sendMalformed(context: CheckContext, wire: GatewayWire): Promise<boolean> {
  const socket = await upgraded(context, wire)
  try {
    return await new Promise<boolean>((resolve) => {
      const cancel = context.clock.after(context.timeoutMs, () => resolve(false))
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

function upgraded(context: CheckContext, wire: GatewayWire): Promise<Socket> {
  const url = wireAddress(context.gateway, wire, { token: context.token, auth: 'query' })
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
