// Starts a coding agent, keeps it running and continues its session after a crash. If the user has to do something first, such
// as sign in, it waits for that.
import { homedir } from 'node:os'
import { pauseMs } from '../../../base/backoff.ts'
import { withTimeout } from '../../../base/timeout.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { BrainStorage } from '../brain-definition.ts'
import { agentEnvironment, variableNames } from './agent-environment.ts'
import type { AgentLink, AgentLinkEvents, AgentServices, AgentSession } from './agent-link.ts'
import { startAgentProcess, type AgentProcess, type ProcessEnd } from './agent-process.ts'
import { createAgentSession } from './agent-session.ts'
import { chosenAgent, type CodingAgent } from './agents.ts'
import { connectAgent, ConnectionClosed, WrongProtocol, type AgentConnection } from './connection.ts'
import * as faults from './faults.ts'
import { findProgram, type ProgramSearch } from './find-program.ts'
import { createSessionStore } from './session-store.ts'
import { agentCard, directMethods, refusedLabel, signInCard } from './setup-card.ts'

export interface AgentLinkDeps {
  settings(): Pick<Settings, 'acpAgent' | 'acpCommand' | 'acpEnvironment'>
  /** The open folder, in which the agent works. */
  folder: string
  /** Names the conversation; the same for the same folder and client. */
  conversation: string
  /** Parley's version. */
  version: string
  storage: BrainStorage
  services: AgentServices
  events: AgentLinkEvents
  clock: Clock
  /** From 0 to 1. */
  random(): number
  onError(what: string, error: unknown): void
  /** Where to look for programs, and which variables there are; this process's own by default. */
  environment?: NodeJS.ProcessEnv
  home?: string
  limits?: Partial<typeof LIMITS>
}

const LIMITS = {
  /** The slowest agent needs 24 s on a busy computer. */
  startMs: 60_000,
  openMs: 120_000,
  /** The user signs in in a browser. */
  signInMs: 10 * 60_000,
  pauses: { firstMs: 500, longestMs: 30_000 },
}
/** An agent that lives this long works. */
const STABLE_MS = 10_000
/** How long an agent takes to exit after it closed its output. */
const EXIT_MS = 1_000
/** After so many quick ends in a row, only the user can know more. */
const MAX_QUICK_ENDS = 4

/** One start of the agent. */
interface Run {
  readonly agent: CodingAgent
  readonly process: AgentProcess
  connection: AgentConnection | null
  session: AgentSession | null
  readonly startedAt: number
  needsSignIn: boolean
}

const SKIPPED = 'also writes lines that are not messages. Parley skips them.'
const DAMAGED = 'sent updates that Parley cannot read. Parley skips them.'

export function openAgentLink(deps: AgentLinkDeps): AgentLink {
  const { events, clock, onError } = deps
  const limits = { ...LIMITS, ...deps.limits }
  const environment = deps.environment ?? process.env
  let run: Run | null = null
  /** The start that is under way; a newer one makes it stale. */
  let starting: object | null = null
  let isClosed = false
  let quickEnds = 0
  let cancelRetry = (): void => {}
  /** What the last process that ended wrote to standard error. */
  let lastErrors = ''

  const search = (): ProgramSearch => ({
    environment,
    home: deps.home ?? homedir(),
    platform: process.platform,
    root: deps.folder,
  })

  async function start(): Promise<void> {
    cancelRetry()
    const own = {}
    starting = own
    events.onStatus({ state: 'connecting', label: 'starting', fault: null, setup: null })
    let agent: CodingAgent | null = null
    let hasAdapted = false
    try {
      agent = chosenAgent(deps.settings())
      const program = await findProgram(agent.program, search())
      if (starting !== own) return
      if (program === null) {
        hasAdapted =
          agent.adapts !== undefined && (await findProgram(agent.adapts.program, search())) !== null
        throw faults.absentFault(agent, hasAdapted)
      }
      await begin(launch(agent, program))
    } catch (error) {
      if (starting === own) refuse(agent, faultOf(error), hasAdapted)
    } finally {
      if (starting === own) starting = null
    }
  }

  function launch(agent: CodingAgent, program: string): Run {
    const listed = variableNames(deps.settings().acpEnvironment)
    const started = startAgentProcess({
      program,
      args: agent.args,
      cwd: deps.folder,
      env: agentEnvironment({
        environment,
        platform: process.platform,
        listed,
        fixed: agent.environment ?? {},
        program,
      }),
      secrets: listed.flatMap((name) => environment[name] ?? []),
      onSkipped: once(() => events.onNotice(`${agent.title} ${SKIPPED}`)),
    })
    const launched: Run = {
      agent,
      process: started,
      connection: null,
      session: null,
      startedAt: clock.now(),
      needsSignIn: false,
    }
    run = launched
    void started.ended.then((end) => lost(launched, end))
    return launched
  }

  async function begin(own: Run): Promise<void> {
    const { agent, process: started } = own
    const connection = await unlessLost(own, async () => {
      const connected = await withTimeout(connect(own), limits.startMs, clock)
      if (!connected) throw faults.silentFault(agent, limits.startMs / 1000, started.lastWords())
      return connected
    })
    if (!connection || run !== own) return
    own.connection = connection
    await unlessLost(own, () => openSession(own, connection))
  }

  /** What fails because the agent has ended is told by `lost`; any other failure ends this start. */
  async function unlessLost<T>(own: Run, work: () => Promise<T>): Promise<T | undefined> {
    const { agent, process: started } = own
    try {
      return await work()
    } catch (error) {
      if (error instanceof ConnectionClosed) {
        // An agent that closed its output, but goes on, is of no more use.
        await withTimeout(started.ended, EXIT_MS, clock)
        await started.end()
        return undefined
      }
      if (run !== own) return undefined
      const fault =
        error instanceof FaultError
          ? error
          : error instanceof WrongProtocol
            ? faults.protocolFault(agent, error.version)
            : faults.refusalFault(agent, 'refused to start', error)
      refuse(agent, fault.fault)
      return undefined
    }
  }

  const connect = (own: Run): Promise<AgentConnection> =>
    connectAgent({
      messages: own.process.messages,
      writable: own.process.writable,
      folder: deps.folder,
      version: deps.version,
      services: deps.services,
      onUpdate: (notification) => run === own && events.onUpdate(notification),
      onDamagedUpdate: once(() => events.onNotice(`${own.agent.title} ${DAMAGED}`)),
      onError,
    })

  async function openSession(own: Run, connection: AgentConnection): Promise<void> {
    const { agent } = own
    const store = createSessionStore(deps.storage, agent.sessionsOf, deps.conversation)
    const earlier = await store.get().catch((error: unknown) => {
      onError('the earlier session could not be looked up', error)
      return null
    })
    let opened
    try {
      opened = await withTimeout(connection.openSession(earlier), limits.openMs, clock)
    } catch (error) {
      if (faults.codeOf(error) !== faults.AUTH_REQUIRED) throw error
      return needSignIn(own, connection)
    }
    if (run !== own) return
    if (!opened) throw faults.silentFault(agent, limits.openMs / 1000, own.process.lastWords())
    const session = createAgentSession({
      connection,
      opened,
      onUpdate: connection.gate.receive,
      faultOf: (what, error) => requestFault(own, connection, what, error),
    })
    own.session = session
    const version = connection.agent.agentInfo?.version
    const place = version === undefined ? agent.title : `${agent.title} ${version}`
    events.onStatus({ state: 'ready', label: null, fault: null, setup: null, place })
    events.onSession(session)
    for (const notification of opened.told) events.onUpdate(notification)
    if (session.id === earlier) return
    store
      .set(session.id)
      .catch((error: unknown) => onError('the session could not be kept for a restart', error))
  }

  async function requestFault(
    own: Run,
    connection: AgentConnection,
    what: string,
    error: unknown,
  ): Promise<Error> {
    const { agent, process: started } = own
    if (faults.codeOf(error) === faults.AUTH_REQUIRED) {
      needSignIn(own, connection)
      return signInFault(own, connection, faults.reasonOf(error))
    }
    if (!connection.isClosed()) return faults.refusalFault(agent, what, error)
    void started.end()
    const { code, message, remedy, retryable } = faults.endFault(
      agent,
      await started.ended,
      started.lastWords(),
    )
    return new FaultError(code, message, remedy, { retryable })
  }

  const signInFault = ({ agent }: Run, connection: AgentConnection, reason?: string): FaultError =>
    faults.signInFault(agent, directMethods(agent, connection.agent.authMethods ?? []).length > 0, reason)

  /** The agent stays: it may be the one that opens the browser. */
  function needSignIn(own: Run, connection: AgentConnection): void {
    if (run !== own) return
    own.needsSignIn = true
    own.session = null
    const { fault } = signInFault(own, connection)
    const setup = signInCard(own.agent, connection.agent.authMethods ?? [], fault)
    events.onStatus({ state: 'refused', label: refusedLabel(fault), fault, setup })
    events.onLost(fault, true)
  }

  /** Nothing more happens until the user has done something. */
  function refuse(agent: CodingAgent | null, fault: Fault, hasAdapted = false): void {
    const old = run
    run = null
    starting = null
    void old?.process.end()
    events.onStatus({
      state: 'refused',
      label: refusedLabel(fault),
      fault,
      setup: agentCard(agent, fault, hasAdapted),
    })
    events.onLost(fault, true)
  }

  function lost(own: Run, end: ProcessEnd): void {
    const { agent, process: ended, startedAt, needsSignIn } = own
    own.connection?.close()
    lastErrors = ended.errors()
    if (run !== own) return
    run = null
    starting = null
    onError('the coding agent ended', ended.errors() || JSON.stringify(end))
    // The card that asks for a sign-in stays.
    if (needsSignIn) return
    const fault = faults.endFault(agent, end, ended.lastWords())
    if (clock.now() - startedAt >= STABLE_MS) quickEnds = 0
    quickEnds++
    if (end.tag === 'not started' || quickEnds >= MAX_QUICK_ENDS) return refuse(agent, fault)
    events.onStatus({ state: 'lost', label: 'restarting', fault, setup: null })
    events.onLost(fault, false)
    cancelRetry = clock.after(pauseMs(quickEnds - 1, deps.random(), limits.pauses), () => void start())
  }

  /** The agent as it waits for a sign-in; started again if it has ended meanwhile. */
  async function waitingForSignIn(): Promise<Run | null> {
    if (!run?.connection && !starting) await start()
    return run
  }

  return {
    session: () => run?.session ?? null,
    connect() {
      if (isClosed || starting || (run && !run.needsSignIn)) return
      quickEnds = 0
      const old = run
      run = null
      // A new start reads what a sign-in in a terminal has stored.
      void old?.process.end()
      void start()
    },
    async signIn(methodId) {
      const own = await waitingForSignIn()
      const connection = own?.connection
      if (isClosed || !own || !connection || own.session) return
      const methods = directMethods(own.agent, connection.agent.authMethods ?? [])
      if (!methods.some(({ id }) => id === methodId)) throw signInFault(own, connection)
      events.onStatus({ label: 'signing in' })
      try {
        const work = connection.authenticate(methodId).then(() => true)
        if (!(await withTimeout(work, limits.signInMs, clock))) throw new Error('it took too long')
      } catch (error) {
        needSignIn(own, connection)
        throw signInFault(own, connection, faults.reasonOf(error))
      }
      if (run !== own) return
      own.needsSignIn = false
      await unlessLost(own, () => openSession(own, connection))
      if (own.needsSignIn) throw signInFault(own, connection)
    },
    errors: () => run?.process.errors() || lastErrors,
    restart: () => void run?.process.end(),
    async close() {
      isClosed = true
      starting = null
      cancelRetry()
      const old = run
      run = null
      await old?.process.end()
    },
  }
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}
