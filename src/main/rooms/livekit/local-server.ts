// A LiveKit server on this computer, started when somebody asks for one and ended with the app. Its key and its secret are
// made anew for each run and stay in this process.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { delimiter } from 'node:path'
import type { Clock } from '../../../core/ports.ts'
import {
  noNetworkFault,
  programMissingFault,
  serverEndedFault,
  serverSilentFault,
} from '../../../core/room-server-faults.ts'
import type { Fault } from '../../../shared/errors.ts'
import type { LocalServerState } from '../../../shared/room-status.ts'
import { endWithUs } from './end-with-us.ts'
import { freePort, freeUdpPort } from './free-ports.ts'
import { lanAddress, loopbackCard, type Interfaces } from './lan-address.ts'
import { serverConfiguration } from './server-configuration.ts'

interface Deps {
  /** Where the program is; nothing for the one on PATH. */
  program(): string
  /** The port it should have: windows may connect to it from when they are loaded. */
  port: number
  clock: Clock
  onState(state: LocalServerState): void
  /** Resolves when the agent has left a server that is to end. */
  left?: () => Promise<unknown>
  onProblem(what: string, fields: Record<string, unknown>): void
  interfaces?: () => Interfaces
}

/** What lets us in, and where others go. */
export interface ServerAccess {
  url: string
  key: string
  secret: string
  guestUrl: string
}

export interface LocalServer {
  state(): LocalServerState
  /** While it runs. */
  access(): ServerAccess | null
  /** Where it is, or would be. */
  url(): string
  /** Resolves when it runs or has failed; never rejects. */
  start(lan: boolean): Promise<void>
  stop(): Promise<void>
}

interface Run {
  child: ChildProcess
  lan: boolean
  access: ServerAccess
  /** The last of what it complained about. */
  said: string
}

const ON_PATH = 'livekit-server'
const PATIENCE_S = 20
const LOOK_EVERY_MS = 50
const ENDING_MS = 3_000
const MOST_SAID = 2_000

export function createLocalServer(deps: Deps): LocalServer {
  const { clock } = deps
  let state: LocalServerState = { tag: 'off' }
  let { port } = deps
  let run: Run | null = null
  /** What was wished for last. */
  let wish = 0
  /** Starting and stopping take their turns. */
  let turn: Promise<void> = Promise.resolve()

  function become(next: LocalServerState): void {
    state = next
    deps.onState(next)
  }

  async function launch(lan: boolean, isWished: () => boolean): Promise<void> {
    await end()
    if (!isWished()) return
    const cards = (deps.interfaces ?? networkInterfaces)()
    const network = lan ? lanAddress(cards) : null
    if (lan && !network) return become({ tag: 'failed', lan, fault: noNetworkFault })
    become({ tag: 'starting', lan })
    port = await freePort(port)
    const udpPort = await freeUdpPort()
    if (!isWished()) return
    const keys = { key: `parley-${randomBytes(6).toString('hex')}`, secret: randomBytes(32).toString('hex') }
    const program = deps.program() || ON_PATH
    const child = spawn(program, [], {
      // Not as an argument, which everybody on this computer can read.
      env: environment(
        serverConfiguration({ ...keys, port, udpPort, lan: network, loopbackCard: loopbackCard(cards) }),
      ),
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    })
    const url = here()
    const guestUrl = network ? `ws://${network.address}:${port}` : url
    const started: Run = { child, lan, access: { url, guestUrl, ...keys }, said: '' }
    run = started
    process.once('exit', killAtOnce)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      started.said = (started.said + text).slice(-MOST_SAID)
    })
    const callOff = child.pid === undefined ? null : endWithUs(child.pid)
    child.once('exit', () => callOff?.())
    child.once('error', () => failed(started, programMissingFault(program)))
    child.once('exit', (code, signal) =>
      failed(started, serverEndedFault(state.tag === 'running', code, signal)),
    )
    if (!(await answers(started))) return failed(started, serverSilentFault(PATIENCE_S))
    if (run === started) become({ tag: 'running', lan, url, addresses: [guestUrl] })
  }

  const here = (): string => `ws://127.0.0.1:${port}`

  /** Resolves once it answers, or with false when it has not for long; at once where nobody waits any more. */
  async function answers(started: Run): Promise<boolean> {
    const address = started.access.url.replace(/^ws/, 'http')
    const until = clock.now() + PATIENCE_S * 1000
    const isAwaited = (): boolean => run === started && clock.now() < until
    while (isAwaited()) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
      if (answer?.ok) return true
      await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, resolve))
    }
    return run !== started
  }

  function failed(ended: Run, fault: Fault): void {
    if (run !== ended) return
    run = null
    deps.onProblem('the LiveKit server', { code: fault.code, pii: { said: ended.said } })
    become({ tag: 'failed', lan: ended.lan, fault })
    endProcess(ended.child).catch(() => {})
  }

  async function end(): Promise<void> {
    const ended = run
    run = null
    if (state.tag !== 'off') become({ tag: 'off' })
    if (ended) await endProcess(ended.child)
  }

  /** It waits for everybody to leave when it is asked to end: we do, and then it is made to. */
  async function endProcess(child: ChildProcess): Promise<void> {
    process.off('exit', killAtOnce)
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    const giveUp = clock.after(ENDING_MS, () => child.kill('SIGKILL'))
    await Promise.race([gone, deps.left?.()])
    child.kill('SIGTERM')
    await gone
    giveUp()
  }

  const killAtOnce = (): void => void run?.child.kill('SIGKILL')

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work).catch((error: unknown) => {
      deps.onProblem('the LiveKit server', { pii: { error: String(error) } })
      become({ tag: 'failed', lan: false, fault: serverEndedFault(false, null, null) })
    })
    return turn
  }

  return {
    state: () => state,
    access: () => (state.tag === 'running' ? (run?.access ?? null) : null),
    url: here,
    start(lan) {
      const mine = ++wish
      return inTurn(() => launch(lan, () => wish === mine))
    },
    stop() {
      wish++
      // At once: whoever waits for it to be ready waits no longer.
      const ending = end()
      return inTurn(() => ending)
    },
  }
}

/** Nothing of ours but where programs are: it would take settings from variables of its own. */
function environment(configuration: string): NodeJS.ProcessEnv {
  const passedOn = ['HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'windir']
  const paths = [process.env['PATH'] ?? '']
  // An app that was not started from a terminal does not know of these.
  if (process.platform === 'darwin') paths.push('/opt/homebrew/bin', '/usr/local/bin')
  return {
    ...Object.fromEntries(
      passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    PATH: paths.join(delimiter),
    LIVEKIT_CONFIG: configuration,
  }
}
