// A real LiveKit server as Parley starts it: the agent joins it, guests are invited, and the connection check runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/main/app/clock.ts'
import { createCompositeRoom } from '../../../src/main/rooms/composite-room.ts'
import { lanAddress } from '../../../src/main/rooms/livekit/local-network.ts'
import { openLiveKit, type LiveKit } from '../../../src/main/rooms/livekit/open-livekit.ts'
import type { LocalServerState, RoomStatus } from '../../../src/shared/room-status.ts'
import { AGENT_IDENTITY } from '../../../src/shared/wire/livekit.ts'
import { installLiveKit } from './install.ts'
import { openNodeLink } from './node-link.ts'
import { startLiveKit } from './server.ts'

const network = lanAddress(networkInterfaces())
const installed = await installLiveKit()
if (installed.tag === 'absent') throw new Error(installed.reason)
const other = await startLiveKit()
if (other.tag === 'absent') throw new Error(other.reason)
afterAll(other.stop)

const secrets = () => {
  const stored = new Map<string, string>()
  return {
    get: (name: string) => stored.get(name) ?? null,
    set: (name: string, value: string | null) =>
      void (value === null ? stored.delete(name) : stored.set(name, value)),
    keptIn: () => 'memory' as const,
    written: async () => {},
  }
}

interface Opened {
  livekit: LiveKit
  rooms: RoomStatus[]
  servers: LocalServerState[]
  /** Resolves once the room's status matches. */
  until(wanted: (status: RoomStatus) => boolean): Promise<void>
}

async function open(settings: { livekitUrl?: string; livekitTokenUrl?: string } = {}): Promise<Opened> {
  const rooms: RoomStatus[] = []
  const servers: LocalServerState[] = []
  const waiting = new Set<() => void>()
  const stored = secrets()
  const livekit = await openLiveKit({
    settings: () => ({
      room: 'auto',
      livekitUrl: '',
      livekitRoom: 'parley',
      livekitTokenUrl: '',
      livekitProgram: installed.tag === 'there' ? installed.program : '',
      ...settings,
    }),
    secrets: stored,
    keysFromEnvironment: () => null,
    keysState: () => ({
      from: stored.get('livekit.key') === null ? 'nowhere' : 'set here',
      keptIn: 'memory',
    }),
    room: createCompositeRoom(AGENT_IDENTITY),
    clock: systemClock,
    userName: 'ada',
    onRoom(status) {
      rooms.push(status)
      for (const look of waiting) look()
    },
    onServer: (state) => servers.push(state),
    onProblem() {},
  })
  onTestFinished(livekit.close)
  const until = (wanted: (status: RoomStatus) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!wanted(livekit.handlers['room.status'](null) as RoomStatus)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { livekit, rooms, servers, until }
}

const isIn = (status: RoomStatus): boolean => status.tag === 'livekit' && status.state === 'in'
const isLocal = (status: RoomStatus): boolean => status.tag === 'local'

describe('a server on this computer', () => {
  it('is started, joined by the agent, and left for the local room when it is stopped', async () => {
    const { livekit, servers, until } = await open()
    expect(await livekit.handlers['livekit.server.start']({ lan: false })).toMatchObject({ tag: 'running' })
    await until(isIn)
    const { url } = livekit.handlers['room.status'](null) as { url: string }
    // A page loaded before the server started may connect to it.
    expect(livekit.handlers['room.servers'](null)).toContain(url)
    expect(await livekit.handlers['room.entry'](null)).toMatchObject({ tag: 'livekit', url })

    expect(await livekit.handlers['livekit.server.stop'](null)).toEqual({ tag: 'off' })
    await until(isLocal)
    expect(await livekit.handlers['room.entry'](null)).toEqual({ tag: 'local' })
    expect(servers.map(({ tag }) => tag)).toEqual(['starting', 'running', 'off'])
    await expect(fetch(url.replace(/^ws/, 'http'))).rejects.toThrow()
  })

  it('can be stopped while a participant is in the room', async () => {
    const { livekit, until } = await open()
    await livekit.handlers['livekit.server.start']({ lan: false })
    await until(isIn)
    const { url, token, link } = await livekit.handlers['room.invite']({ name: 'Bo', mayApprove: false })
    expect(link).toBe(
      `https://meet.livekit.io/custom?liveKitUrl=${encodeURIComponent(url)}&token=${encodeURIComponent(token)}`,
    )
    let toldOfEnd: (reason: string) => void = () => {}
    const ended = new Promise<string>((resolve) => (toldOfEnd = resolve))
    const listener = {
      data() {},
      textOpened() {},
      textAppended() {},
      textClosed() {},
      attributesChanged() {},
      audio() {},
      recovered() {},
      weakened() {},
      closed: (reason: string) => toldOfEnd(reason),
    }
    await openNodeLink({ url, token, topics: [] }, listener)
    await until((status) => status.tag === 'livekit' && status.people.some(({ name }) => name === 'Bo'))
    await livekit.handlers['livekit.server.stop'](null)
    await ended
    await until(isLocal)
  })

  it.skipIf(!network)(
    'can be reached from the network if the owner allows it, at the address in the invitation',
    async () => {
      if (!network) return
      const { livekit, until } = await open()
      const state = await livekit.handlers['livekit.server.start']({ lan: true })
      await until(isIn)
      const { url } = await livekit.handlers['room.invite']({ name: 'Bo', mayApprove: false })
      expect(url).toMatch(`ws://${network.address}:`)
      expect(state).toMatchObject({ tag: 'running', lan: true, addresses: [url] })
      expect((await fetch(url.replace(/^ws/, 'http'))).status).toBe(200)
      // Windows on this computer keep using the local room, which needs no network.
      expect(await livekit.handlers['room.entry'](null)).toMatchObject({
        url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:/) as string,
      })
    },
  )

  it.skipIf(!network)('cannot be reached from the network otherwise', async () => {
    if (!network) return
    const { livekit, until } = await open()
    const state = await livekit.handlers['livekit.server.start']({ lan: false })
    await until(isIn)
    const { port } = new URL(state.tag === 'running' ? state.url : '')
    await expect(fetch(`http://${network.address}:${port}/`)).rejects.toThrow()
  })
})

describe('a server on this computer, when Parley is killed', () => {
  it('ends with it', async () => {
    const program = join(import.meta.dirname, 'server-until-killed.ts')
    const parley = spawn(process.execPath, [program, installed.tag === 'there' ? installed.program : ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [url] = (await once(createInterface({ input: parley.stdout }), 'line')) as [string]
    const answers = (): Promise<boolean> =>
      fetch(url.replace(/^ws/, 'http')).then(
        ({ ok }) => ok,
        () => false,
      )
    expect(await answers()).toBe(true)
    const exited = once(parley, 'exit')
    parley.kill('SIGKILL')
    await exited
    await expect.poll(answers, { timeout: 300_000 }).toBe(false)
  })
})

describe('the room check', () => {
  const looks = async (livekit: LiveKit): Promise<string[]> =>
    (await livekit.handlers['room.health'](null)).map(({ what, ok }) => `${what} ${ok}`)

  it('passes every step from the address to the agent when everything works', async () => {
    const { livekit, until } = await open()
    expect(await looks(livekit)).toEqual(['address null', 'agent true'])
    await livekit.handlers['livekit.server.start']({ lan: false })
    await until(isIn)
    expect(await looks(livekit)).toEqual(['address true', 'token true', 'room true', 'agent true'])
  })

  it('stops at a key the server does not accept, with the next step', async () => {
    const { livekit, until } = await open({ livekitUrl: other.server.url })
    await livekit.handlers['livekit.keys.set']({ keys: { key: 'a-wrong-one', secret: 'x'.repeat(32) } })
    await until((status) => status.tag === 'livekit' && status.state === 'refused')
    const steps = await livekit.handlers['room.health'](null)
    expect(steps.at(-1)).toMatchObject({
      what: 'token',
      ok: false,
      words: 'The server does not accept the key and the secret.',
      remedy: expect.stringContaining('settings') as string,
    })
    const { key, secret } = other.server
    expect(await livekit.handlers['livekit.keys.set']({ keys: { key, secret } })).toMatchObject({
      from: 'set here',
    })
    await until(isIn)
    expect(await looks(livekit)).toEqual(['address true', 'token true', 'room true', 'agent true'])
  })
})
