import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { askEndpoint } from '../../../../../src/main/rooms/livekit/token-endpoint.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

async function endpoint(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
}

const ada = { identity: 'ada', name: 'Ada' }
const good = { server_url: 'wss://livekit.example', participant_token: 'a.b.c' }

const refusal = (message: string | RegExp, retryable: boolean) => ({
  fault: {
    code: 'room_refused',
    message: expect.stringMatching(message) as string,
    remedy: 'Check the token endpoint in the settings.',
    retryable,
  },
})

describe('a token endpoint', () => {
  it('receives who joins, and returns an address and a token', async () => {
    const asked: unknown[] = []
    const read = async (request: IncomingMessage): Promise<void> => {
      asked.push(request.method, request.headers['content-type'], JSON.parse(await text(request)))
    }
    const url = await endpoint((request, response) => {
      void read(request).then(() => response.writeHead(201).end(JSON.stringify(good)))
    })
    expect(await askEndpoint(url, 'harbour', { ...ada, attributes: { a: '1' } })).toEqual({
      url: 'wss://livekit.example',
      token: 'a.b.c',
    })
    expect(asked).toEqual([
      'POST',
      'application/json',
      {
        room_name: 'harbour',
        participant_identity: 'ada',
        participant_name: 'Ada',
        participant_attributes: { a: '1' },
      },
    ])
  })

  it.each([
    [401, false],
    [404, false],
    [429, true],
    [500, true],
    [503, true],
  ])('that answers %i is retryable: %s', async (status, retryable) => {
    const url = await endpoint((_, response) => response.writeHead(status).end(JSON.stringify(good)))
    await expect(askEndpoint(url, 'harbour', ada)).rejects.toMatchObject(refusal(String(status), retryable))
  })

  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['half of it', JSON.stringify({ server_url: good.server_url })],
    ['no server’s address', JSON.stringify({ ...good, server_url: 'https://livekit.example' })],
    ['an address with a password in it', JSON.stringify({ ...good, server_url: 'wss://me:pw@livekit' })],
    ['an endless token', JSON.stringify({ ...good, participant_token: 'x'.repeat(20_000) })],
    ['a list', '[1, 2]'],
  ])('that answers %s is refused', async (_, body) => {
    const url = await endpoint((__, response) => response.end(body))
    await expect(askEndpoint(url, 'harbour', ada)).rejects.toMatchObject(
      refusal('lacks a server or a token', false),
    )
  })

  it('that never stops answering is cut off', async () => {
    let sent = 0
    const url = await endpoint((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    })
    await expect(askEndpoint(url, 'harbour', ada)).rejects.toMatchObject(
      refusal('lacks a server or a token', false),
    )
    expect(sent).toBeLessThan(100 * 1024 * 1024)
  })

  it('that redirects is not followed', async () => {
    const paths: (string | undefined)[] = []
    const url = await endpoint((request, response) => {
      paths.push(request.url)
      if (request.url === '/token') response.writeHead(307, { location: '/other' }).end()
      else response.end(JSON.stringify(good))
    })
    await expect(askEndpoint(url, 'harbour', ada)).rejects.toMatchObject(refusal('does not answer', true))
    expect(paths).toEqual(['/token'])
  })

  it.each(['before it answers', 'in the middle of its answer'])('that hangs %s is given up', async (when) => {
    const url = await endpoint((_, response) => {
      if (when !== 'before it answers') response.writeHead(200).write('{"server_url":')
    })
    await expect(askEndpoint(url, 'harbour', ada, 300)).rejects.toMatchObject(
      refusal('does not answer', true),
    )
  })

  it('that cannot be reached is reported', async () => {
    const url = await endpoint(() => {})
    server?.close()
    await expect(askEndpoint(url, 'harbour', ada)).rejects.toMatchObject(refusal('does not answer', true))
  })
})
