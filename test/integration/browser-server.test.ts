// Browser mode from outside, with real sockets.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startBrowserServer, type BrowserServer } from '../../src/main/browser/browser-server.ts'

const TOKEN = 'the-right-token'
let root: string
let server: BrowserServer
let port: number
const refused: string[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-page-'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(root, 'secret.txt'), 'not a page file')
  refused.length = 0
  server = await startBrowserServer({
    port: 0,
    token: TOKEN,
    rendererRoot: root,
    onRoom: (socket) => socket.send('room'),
    onIpc: (socket) => socket.send('ipc'),
    servers: () => [],
    onRefused: (reason) => refused.push(reason),
  })
  port = Number(new URL(server.url).port)
})
afterEach(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = ''
      response.on('data', (piece: Buffer) => (body += piece.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    asked.on('error', reject)
    asked.end()
  })

const connect = (path: string, options: { token?: string; origin?: string; host?: string } = {}) => {
  const { token = TOKEN, origin = `http://127.0.0.1:${port}`, host } = options
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, ['parley', `token.${token}`], {
    headers: { ...(origin ? { origin } : {}), ...(host ? { host } : {}) },
  })
}
const statusOf = async (socket: WebSocket): Promise<number> => {
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  return response.statusCode
}

describe('browser mode', () => {
  it('listens on loopback only, and its URL has the token in the hash', () => {
    expect(server.url).toBe(`http://127.0.0.1:${port}/#token=${TOKEN}`)
  })

  it('serves the page with a policy that allows no other content', async () => {
    const { status, headers, body } = await get('/')
    expect(status).toBe(200)
    expect(body).toContain('<title>page</title>')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each([
    '/../package.json',
    '//',
    '//evil.example/x.js',
    '/\\\\..\\..\\etc',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc',
    '/%00',
    '/%ZZ',
    '/secret.txt',
    '/none.js',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('refuses any other host name, so that no site can rebind its name to it', async () => {
    expect((await get('/', { host: 'evil.example' })).status).toBe(403)
    expect((await get('/', { host: `localhost:${port}` })).status).toBe(200)
  })

  it('refuses other methods', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405)
  })

  it('connects its own page with the token to the room and the app', async () => {
    for (const path of ['room', 'ipc']) {
      const socket = connect(`/${path}`)
      const [message] = (await once(socket, 'message')) as [Buffer]
      expect(message.toString()).toBe(path)
      expect(socket.protocol).toBe('parley')
      socket.close()
    }
  })

  it.each([
    ['a wrong token', { token: 'wrong' }, 401],
    ['no token', { token: '' }, 401],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no origin', { origin: '' }, 403],
    ['another port’s origin', { origin: 'http://127.0.0.1:1' }, 403],
    ['another host', { host: 'evil.example' }, 403],
  ])('refuses a socket with %s', async (_, options, status) => {
    expect(await statusOf(connect('/room', options))).toBe(status)
    expect(refused).toHaveLength(1)
  })

  it('refuses a socket with an unknown path', async () => {
    expect(await statusOf(connect('/other'))).toBe(404)
  })

  it('disconnects a client that sends too large a frame, and goes on', async () => {
    const socket = connect('/room')
    await once(socket, 'open')
    socket.send(Buffer.alloc(1_048_577))
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1009)
    expect((await get('/')).status).toBe(200)
  })
})
