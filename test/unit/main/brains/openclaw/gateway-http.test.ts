import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { findGateway } from '../../../../../src/main/brains/openclaw/gateway-http.ts'

let stop = (): void => {}
afterEach(() => stop())

async function serve(answer: RequestListener): Promise<{ http: string }> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { http: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const LIVE = JSON.stringify({ ok: true, status: 'live' })

it('finds a gateway that is live, and no other program', async () => {
  expect(await findGateway(await serve((_, response) => response.end(LIVE)))).toBe(true)
  stop()
  expect(await findGateway(await serve((_, response) => response.end('{"ok":true}')))).toBe(false)
})

it('gives up a program that never answers after a time limit', async () => {
  const timeout = new AbortController()
  const address = await serve(() => timeout.abort())
  expect(await findGateway(address, timeout.signal)).toBe(false)
})
