// A LiveKit server on this computer, started on request and ended with the app. Each run has a new key and secret, which stay
// in this process.
import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { createTaskQueue } from '../../../base/task-queue.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { noNetworkFault, serverEndedFault, serverSilentFault } from '../../../core/rooms/room-faults.ts'
import type { Fault } from '../../../shared/errors.ts'
import type { LocalServerState } from '../../../shared/room-status.ts'
import { freePort, freeUdpPort, lanAddress, loopbackCard, type Interfaces } from './local-network.ts'
import { serverConfiguration } from './server-configuration.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

interface Deps {
  /** Where the program is; empty for the one on PATH. */
  program(): string
  /** The preferred port: windows may connect to it when they are loaded. */
  port: number
  clock: Clock
  onState(state: LocalServerState): void
  /** Resolves when the agent has left a server that is to end. */
  left?: () => Promise<unknown>
  onProblem(what: string, fields: Record<string, unknown>): void
  interfaces?: () => Interfaces
}

/** How the agent gets in, and where others connect. */
export interface ServerAccess {
  url: string
  key: string
  secret: string
  guestUrl: string
}

export interface LocalServer {
  state(): LocalServerState
  /** Null unless it runs. */
  access(): ServerAccess | null
  /** Where it is, or would be. */
  url(): string
  /** Resolves when it runs or has failed; never rejects. */
  start(lan: boolean): Promise<void>
  stop(): Promise<void>
}

interface Run {
  process: ServerProcess
  lan: boolean
  access: ServerAccess
}

const PROGRAM_ON_PATH = 'livekit-server'
const MAX_START_SECONDS = 20
const CHECK_EVERY_MS = 50

export function createLocalServer(deps: Deps): LocalServer {
  const { clock } = deps
  let state: LocalServerState = { tag: 'off' }
  let { port } = deps
  let run: Run | null = null
  /** Counts requests: only the last one counts. */
  let lastRequest = 0
  const queue = createTaskQueue()

  function become(next: LocalServerState): void {
    state = next
    deps.onState(next)
  }

  const url = (): string => `ws://127.0.0.1:${port}`

  async function launch(lan: boolean, isWanted: () => boolean): Promise<void> {
    await end()
    if (!isWanted()) return
    const cards = (deps.interfaces ?? networkInterfaces)()
    const network = lan ? lanAddress(cards) : null
    if (lan && !network) return become({ tag: 'failed', lan, fault: noNetworkFault })
    become({ tag: 'starting', lan })
    port = await freePort(port)
    const udpPort = await freeUdpPort()
    if (!isWanted()) return
    const keys = { key: `parley-${randomBytes(6).toString('hex')}`, secret: randomBytes(32).toString('hex') }
    const guestUrl = network ? `ws://${network.address}:${port}` : url()
    const started: Run = {
      lan,
      access: { url: url(), guestUrl, ...keys },
      process: startServerProcess({
        program: deps.program() || PROGRAM_ON_PATH,
        configuration: serverConfiguration({
          ...keys,
          port,
          udpPort,
          lan: network,
          loopbackCard: loopbackCard(cards),
        }),
        clock,
        onEnded: (faultOf) => failed(started, faultOf(state.tag === 'running')),
      }),
    }
    run = started
    if (!(await answers(started))) return failed(started, serverSilentFault(MAX_START_SECONDS))
    if (run === started) become({ tag: 'running', lan, url: url(), addresses: [guestUrl] })
  }

  /** False when it does not answer in time. Resolves at once when another request came. */
  async function answers(started: Run): Promise<boolean> {
    const address = started.access.url.replace(/^ws/, 'http')
    const until = clock.now() + MAX_START_SECONDS * 1000
    const isAwaited = (): boolean => run === started && clock.now() < until
    while (isAwaited()) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
      if (answer?.ok) return true
      await new Promise<void>((resolve) => clock.after(CHECK_EVERY_MS, resolve))
    }
    return run !== started
  }

  function failed(ended: Run, fault: Fault): void {
    if (run !== ended) return
    run = null
    deps.onProblem('the LiveKit server', { code: fault.code, pii: { errors: ended.process.errors() } })
    become({ tag: 'failed', lan: ended.lan, fault })
    endProcess(ended).catch(() => {})
  }

  const endProcess = (ended: Run): Promise<void> => ended.process.end(Promise.resolve(deps.left?.()))

  async function end(): Promise<void> {
    const ended = run
    run = null
    if (state.tag !== 'off') become({ tag: 'off' })
    if (ended) await endProcess(ended)
  }

  const inTurn = (work: () => Promise<void>): Promise<void> =>
    queue.run(work).catch((error: unknown) => {
      deps.onProblem('the LiveKit server', { pii: { error: String(error) } })
      become({ tag: 'failed', lan: false, fault: serverEndedFault(false, null, null) })
    })

  return {
    state: () => state,
    access: () => (state.tag === 'running' ? (run?.access ?? null) : null),
    url,
    start(lan) {
      const mine = ++lastRequest
      return inTurn(() => launch(lan, () => lastRequest === mine))
    },
    stop() {
      lastRequest++
      // At once, so that a start that still waits for the server ends.
      const ending = end()
      return inTurn(() => ending)
    },
  }
}
