// A server that Parley starts, with programs that are missing, end, stay silent or answer.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/app/clock.ts'
import { createLocalServer, type LocalServer } from '../../src/main/rooms/livekit/local-server.ts'
import type { LocalServerState } from '../../src/shared/room-status.ts'
import { freePort } from '../free-port.ts'
import { createTempFolder } from '../temp-folder.ts'

interface Opened {
  server: LocalServer
  seen: LocalServerState[]
  until(tag: LocalServerState['tag']): Promise<LocalServerState>
}

async function open(file: string, interfaces = {}): Promise<Opened> {
  const seen: LocalServerState[] = []
  const waiting = new Set<() => void>()
  const server = createLocalServer({
    program: () => file,
    port: await freePort(),
    clock: systemClock,
    onState(state) {
      seen.push(state)
      for (const look of waiting) look()
    },
    onProblem() {},
    interfaces: () => interfaces,
  })
  onTestFinished(() => server.stop())
  return {
    server,
    seen,
    until: (tag) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (server.state().tag !== tag) return
          waiting.delete(look)
          resolve(server.state())
        }
        waiting.add(look)
        look()
      }),
  }
}

/** A program that answers on its port and records how it was started. */
const ANSWERS = `
const { port } = JSON.parse(process.env.LIVEKIT_CONFIG)
require('node:fs').writeFileSync(__filename + '.seen', JSON.stringify({ argv: process.argv.slice(2), env: process.env }))
require('node:http').createServer((_, response) => response.end('OK')).listen(port, '127.0.0.1')
`

async function program(source: string): Promise<string> {
  const folder = createTempFolder()
  onTestFinished(folder.remove)
  const file = folder.write('livekit-server', `#!${process.execPath}\n${source}`)
  await chmod(file, 0o755)
  return file
}

it('A missing program is a fault that says how to install it', async () => {
  const { server } = await open('/nowhere/livekit-server')
  await server.start(false)
  expect(server.state()).toMatchObject({
    tag: 'failed',
    fault: { code: 'server_missing', retryable: true, remedy: expect.stringMatching(/Install .*settings/) },
  })
  expect(server.state()).toMatchObject({
    fault: { message: expect.stringContaining('/nowhere/livekit-server') },
  })
  expect(server.access()).toBeNull()
})

it('A program that ends before it answers is a fault, and can be started again', async () => {
  const { server, seen } = await open(await program('process.exit(3)'))
  await server.start(false)
  expect(server.state()).toMatchObject({
    tag: 'failed',
    fault: {
      code: 'server_failed',
      message: expect.stringContaining('stopped before it was ready with code 3'),
    },
  })
  await server.start(false)
  expect(seen.map(({ tag }) => tag)).toEqual(['starting', 'failed', 'off', 'starting', 'failed'])
})

it('A running server admits the agent; its secret is in no argument, and its environment has no variables of the app', async () => {
  const file = await program(ANSWERS)
  process.env['LIVEKIT_API_SECRET'] = 'ours'
  onTestFinished(() => void delete process.env['LIVEKIT_API_SECRET'])
  const { server, seen } = await open(file)
  await server.start(false)
  const access = server.access()!
  expect(server.state()).toEqual({ tag: 'running', lan: false, url: access.url, addresses: [access.url] })
  expect(access.url).toBe(server.url())
  expect(access.secret).toMatch(/^[0-9a-f]{64}$/)
  const started = JSON.parse(await readFile(`${file}.seen`, 'utf8')) as {
    argv: string[]
    env: Record<string, string>
  }
  expect(started.argv).toEqual([])
  expect(JSON.parse(started.env['LIVEKIT_CONFIG']!)).toMatchObject({ keys: { [access.key]: access.secret } })
  expect(started.env).not.toHaveProperty('LIVEKIT_API_SECRET')
  expect(JSON.stringify(seen)).not.toContain(access.secret)
})

it('Each run has its own key and secret', async () => {
  const { server } = await open(await program(ANSWERS))
  await server.start(false)
  const first = server.access()!
  await server.start(false)
  expect(server.access()!.secret).not.toBe(first.secret)
  expect(server.access()!.url).toBe(first.url)
})

it('A server that stops unexpectedly is reported, and can be started again', async () => {
  const file = await program(
    `${ANSWERS}\nrequire('node:fs').watch(__dirname, (_, name) => name === 'end' && process.exit(9))`,
  )
  const { server, until } = await open(file)
  await server.start(false)
  expect(server.state().tag).toBe('running')
  await writeFile(join(dirname(file), 'end'), '')
  expect(await until('failed')).toMatchObject({
    fault: { message: 'The LiveKit server stopped unexpectedly with code 9.' },
  })
  expect(server.access()).toBeNull()
})

it('A server that does not end is killed', async () => {
  const { server } = await open(await program(`${ANSWERS}\nprocess.on('SIGTERM', () => {})`))
  await server.start(false)
  const { url } = server.access()!
  await server.stop()
  expect(server.state()).toEqual({ tag: 'off' })
  await expect(fetch(url.replace(/^ws/, 'http'))).rejects.toThrow()
})

it('A server that is stopped while it starts does not run', async () => {
  const { server, seen } = await open(await program('setInterval(() => {}, 1000)'))
  const starting = server.start(false)
  await server.stop()
  await starting
  expect(server.state()).toEqual({ tag: 'off' })
  expect(seen.map(({ tag }) => tag)).not.toContain('failed')
})

it('Without a network, a server for the network is refused with a remedy', async () => {
  const { server } = await open(await program(ANSWERS))
  await server.start(true)
  expect(server.state()).toMatchObject({ tag: 'failed', lan: true, fault: { code: 'server_failed' } })
})
