import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { g2Wire } from '../../../src/shared/wire/g2.ts'
import { openLink, type Link } from '../../../src/client/link.ts'

let server: WebSocketServer
let gateway: WebSocket
let link: Link
beforeEach(async () => {
  // The test sends its pongs.
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong: false })
  await once(server, 'listening')
  const came = once(server, 'connection') as Promise<[WebSocket]>
  const address = new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  link = await openLink(address, g2Wire, { token: null, auth: 'query' })
  gateway = (await came)[0]
})
afterEach(async () => {
  link.cut()
  await link.closed
  await new Promise((resolve) => server.close(resolve))
})

/** The payloads of the next pings. */
const pings = (count: number): Promise<Buffer[]> =>
  new Promise((resolve) => {
    const came: Buffer[] = []
    gateway.on('ping', (mark) => came.push(mark) === count && resolve(came))
  })

/** Two round trips at once, and those that have ended. */
async function twoTrips() {
  const made: string[] = []
  const both = pings(2)
  const trips = ['first', 'second'].map((name) => link.roundTrip().then(() => void made.push(name)))
  const [first, second] = await both
  return { made, trips, first: first!, second: second! }
}

it('A round trip ends with the answer to its own ping, not to an earlier one', async () => {
  const { made, trips, first, second } = await twoTrips()
  gateway.pong(first)
  await trips[0]
  const heard = new Promise((resolve) => link.onFrame(resolve))
  gateway.send('{}')
  await heard
  expect(made).toEqual(['first'])
  gateway.pong(second)
  await trips[1]
  expect(made).toEqual(['first', 'second'])
})

it('A gateway that answers only the last of several pings has received the others, too', async () => {
  const { made, trips, second } = await twoTrips()
  gateway.pong(second)
  await Promise.all(trips)
  expect(made).toEqual(['first', 'second'])
})
