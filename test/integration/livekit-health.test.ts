// The checks of a room, against servers that are not LiveKit or refuse.
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { checkRoom } from '../../src/main/rooms/livekit/health.ts'
import type { Target } from '../../src/main/rooms/livekit/admission.ts'
import { FaultError } from '../../src/shared/errors.ts'
import type { RoomStatus } from '../../src/shared/room-status.ts'
import { freePort } from '../free-port.ts'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const byKeys = (url: string): Target => ({
  by: 'keys',
  url,
  room: 'parley',
  key: 'k',
  secret: 's'.repeat(32),
})
const byEndpoint: Target = { by: 'endpoint', url: '', room: 'parley', endpoint: 'http://127.0.0.1:1/token' }
const waiting = (url: string): RoomStatus => ({
  tag: 'livekit',
  state: 'waiting',
  url,
  room: 'parley',
  people: [],
  fault: { code: 'room_lost', message: 'It broke.', remedy: 'Wait.', retryable: true },
})
const check = (target: Target | null, url: string) =>
  checkRoom(target, target ? waiting(url) : { tag: 'local' }, async () => ({ url, token: 'a-token' }))

it('Without a room there is no failure: the agent is on this computer', async () => {
  expect(await check(null, '')).toMatchObject([
    { what: 'address', ok: null, remedy: expect.stringContaining('start a server') as string },
    { what: 'agent', ok: true },
  ])
})

it('A server without a key or an endpoint is reported as such', async () => {
  const url = await serve((_, response) => void response.end('OK'))
  const refuses = (): Promise<never> => Promise.reject(new Error('Nobody is to ask for a token.'))
  expect(await checkRoom(null, { tag: 'local' }, refuses, url)).toMatchObject([
    { what: 'address', ok: true },
    { what: 'token', ok: false, remedy: expect.stringContaining('LIVEKIT_API_SECRET') as string },
    { what: 'agent', ok: true },
  ])
})

it('A server that does not answer is reported with a remedy, and nothing else is checked', async () => {
  const url = `ws://127.0.0.1:${await freePort()}`
  expect(await check(byKeys(url), url)).toEqual([
    {
      what: 'address',
      ok: false,
      words: `Nothing answers at ${url} (ECONNREFUSED).`,
      remedy: 'Start the server, or check the address in the settings.',
    },
  ])
})

it('A server that is not LiveKit is reported as such', async () => {
  const url = await serve((_, response) => response.writeHead(404).end())
  expect(await check(byKeys(url), url)).toMatchObject([
    { what: 'address', ok: false, words: expect.stringContaining('not a LiveKit server') as string },
  ])
})

it('The token is sent to the server as for joining, and the refused part is named', async () => {
  const seen: unknown[] = []
  const url = await serve((request, response) => {
    if (request.url === '/') return void response.end('OK')
    seen.push(request.url, request.headers.authorization)
    response.writeHead(401).end()
  })
  expect((await check(byKeys(url), url)).at(-1)).toMatchObject({
    what: 'token',
    ok: false,
    words: 'The server does not accept the key and the secret.',
  })
  expect((await check({ ...byEndpoint, url }, url)).at(-1)).toMatchObject({
    what: 'token',
    words: 'The server does not accept the token endpoint’s tokens.',
  })
  expect(seen.slice(0, 2)).toEqual(['/rtc/validate', 'Bearer a-token'])
})

it('An endpoint that gives no token is reported, because only it knows its server', async () => {
  const refuses = (): Promise<never> =>
    Promise.reject(new FaultError('room_refused', 'The token endpoint answered 403.', 'Check it.'))
  expect(await checkRoom(byEndpoint, waiting(''), refuses)).toEqual([
    { what: 'address', ok: false, words: 'The token endpoint answered 403.', remedy: 'Check it.' },
  ])
})

it('An agent that is not in the room is reported with its own reason', async () => {
  const url = await serve((_, response) => void response.end('OK'))
  const steps = await check({ ...byEndpoint, url }, url)
  expect(steps.map(({ what, ok }) => [what, ok])).toEqual([
    ['address', true],
    ['token', true],
    ['room', null],
    ['agent', false],
  ])
  expect(steps.at(-1)).toMatchObject({ words: 'It broke.', remedy: 'Wait.' })
})
