// Ports for a program that cannot be told to take any that is free.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

const HOST = '127.0.0.1'

/** This port if it is free, any other that is if not. */
export async function freePort(wished = 0): Promise<number> {
  const server = createServer().listen(wished, HOST)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (wished === 0) throw error
    return freePort()
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, HOST)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
