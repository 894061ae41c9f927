// A coding agent as a brain: its process with one session, what it does in a turn, and what it may ask of Parley.
import type { SessionNotification, SessionUpdate } from '@agentclientprotocol/sdk'
import { BoundedSet } from '../../../base/bounded.ts'
import { createEmitter } from '../../../base/emitter.ts'
import type { BrainEvent } from '../../../core/ports/brain.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { isCommand, promptBlocks } from '../../../core/wires/acp/prompt.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import { readyBrain, type BrainStatus } from '../../../shared/brain-status.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { ConnectedBrain } from '../brain-definition.ts'
import { createSilenceWatchdog } from '../silence-watchdog.ts'
import type { AgentLink, AgentLinkEvents, AgentServices, AgentSession } from './agent-link.ts'
import { type CommandPlace, createPermissions } from './permissions.ts'
import { createSessionOptions } from './session-options.ts'
import { createTurn, type Turn } from './turn.ts'
import { createTurns } from './turns.ts'

/** What the agent's services need to know of the current turn, and tell it. */
export interface ServiceHooks {
  runId(): string | null
  mayWrite(file: string, change: { before: string | null; after: string }): Promise<boolean>
  onWrite(change: { path: string; before: string | null; after: string }): void
  mayRun(command: string, how: CommandPlace): Promise<boolean>
  onOutput(terminalId: string, output: { title: string; text: string; running: boolean }): void
  show(artifact: Artifact): void
  point(lines: { file: string; line: number; endLine: number }): void
  ask(question: string, choices: readonly string[], signal: AbortSignal): Promise<string | null>
}

export type OpenedServices = Omit<AgentServices, 'requestPermission'> & {
  /** The name of Parley's own MCP server, as the agent knows it. */
  readonly ownServer: string
  /** Ends what the agent started, because the user stopped the turn. */
  stopAll(): void
  close(): Promise<void>
}

export interface AcpBrainDeps {
  /** The agent's name, such as "Claude Code". */
  title: string
  /** The mode in which it asks before it acts; null if Parley does not know one. */
  askingMode: string | null
  folder: string
  tools: Toolbox
  clock: Clock
  newId(): string
  openServices(hooks: ServiceHooks): OpenedServices
  openLink(services: AgentServices, events: AgentLinkEvents): AgentLink
  onError(what: string, error: unknown): void
}

/** Usage and the like change many times a second; the window needs it now and then. */
const STATUS_EVERY_MS = 250
/** News is counted at most this often. */
const HEARD_EVERY_MS = 1_000
const MAX_TOLD = 500

export function createAcpBrain(deps: AcpBrainDeps): ConnectedBrain & { retry(): void } {
  const { title: agent, folder: root, clock, onError } = deps
  const events = createEmitter<[BrainEvent]>()
  const statuses = createEmitter<[BrainStatus]>()
  /** The session, once it is in the mode in which the agent asks. */
  let session: AgentSession | null = null
  let isClosed = false
  let linkStatus: BrainStatus = { ...readyBrain(agent), state: 'connecting' }
  let quietSince: number | null = null
  let cancelStatus: Unsubscribe | null = null
  let isStatusNew = false
  let heardAt = -Infinity
  /** Sessions that know that they are heard. */
  const instructed = new BoundedSet<string>(100)
  /** What was told already: each notice comes once. */
  const told = new BoundedSet<string>(MAX_TOLD)
  /** Notices that wait for a turn. */
  let notices: { text: string; isWarning: boolean }[] = []

  function status(): BrainStatus {
    const { options: choices, commands, usage, title } = options.status()
    const note = options.note() ?? linkStatus.note
    return {
      ...linkStatus,
      note,
      quietSince,
      options: choices,
      commands,
      usage,
      title,
      rules: permissions.rules(),
    }
  }

  function announce(): void {
    statuses.emit(status())
  }

  /** Announces at once, and then only from time to time. */
  function announceSoon(): void {
    isStatusNew = true
    if (cancelStatus || isClosed) return
    isStatusNew = false
    announce()
    cancelStatus = clock.after(STATUS_EVERY_MS, () => {
      cancelStatus = null
      if (isStatusNew) announceSoon()
    })
  }

  function emit(event: BrainEvent): void {
    if (event.type === 'notice.told' && isTold(event.text, event.runId)) return
    silence.check()
    events.emit(event)
  }

  /** A warning about a deed is told each time it is done. */
  function isTold(text: string, runId: string): boolean {
    const key = / without asking\.$|^Allowed by |^Denied: |shortened its memory/.test(text)
      ? `${runId} ${text}`
      : text
    if (told.has(key)) return true
    told.add(key)
    return false
  }

  function tell(text: string, isWarning: boolean): void {
    const turn = turns.active()
    if (turn) turn.emit({ type: 'notice.told', runId: turn.runId, text, ...(isWarning && { isWarning }) })
    else notices = [...notices, { text, isWarning }].slice(-20)
  }

  const options = createSessionOptions({
    agent,
    askingMode: deps.askingMode,
    clock,
    onChange: announceSoon,
    onWarning: (text) => tell(text, true),
    onError,
  })

  const permissions = createPermissions({
    agent,
    root,
    newId: deps.newId,
    turn: () => turns.active(),
    mustAsk: options.mustAsk,
    ownServer: () => services.ownServer,
    onRules: announce,
    onSettled: () => silence.check(),
  })

  const turns = createTurns({
    clock,
    session: () => session,
    connect: () => link.connect(),
    begin: (request) =>
      createTurn({ request, root, agent, tools: deps.tools, clock, emit, mustAsk: options.mustAsk }),
    prompt(on, turn) {
      for (const { text, isWarning } of notices.splice(0)) tell(text, isWarning)
      silence.check()
      return send(on, turn)
    },
    emit,
    onOver(runId) {
      permissions.drop(runId)
      silence.check()
    },
    onStuck() {
      tell(`${agent} did not stop within 10 seconds. Parley starts it again.`, true)
      link.restart()
    },
    onError,
  })

  function send(on: AgentSession, { request }: Turn): ReturnType<AgentSession['prompt']> {
    const { text, view, interrupted } = request
    const blocks = promptBlocks({
      text,
      view,
      interrupted,
      root,
      isFirst: !instructed.has(on.id) && on.continues !== 'earlier session',
      hasTools: on.agent.agentCapabilities?.mcpCapabilities?.http === true,
    })
    if (!isCommand(text)) instructed.add(on.id)
    return on.prompt(blocks)
  }

  const silence = createSilenceWatchdog({
    clock,
    run() {
      const turn = turns.active()
      return turn && !permissions.isWaiting(turn.runId) ? turn.runId : null
    },
    name: () => agent,
    onSilence: (runId, detail) => events.emit({ type: 'status.told', runId, detail }),
    onLongSilence(since) {
      quietSince = since
      announce()
    },
  })

  function heard(): void {
    const now = clock.now()
    if (quietSince === null && now - heardAt < HEARD_EVERY_MS) return
    heardAt = now
    silence.heard()
  }

  function receive({ sessionId, update }: SessionNotification): void {
    if (isClosed || (session && sessionId !== session.id)) return
    heard()
    options.receive(update)
    if (!isRepeated(update)) turns.active()?.receive(update)
  }

  /** The same compaction is told once, however often the agent repeats it. */
  function isRepeated(update: SessionUpdate): boolean {
    if (update.sessionUpdate !== 'compaction_update') return false
    const key = `${update.compactionId} ${update.status}`.slice(0, 200)
    if (told.has(key)) return true
    told.add(key)
    return false
  }

  async function use(begun: AgentSession): Promise<void> {
    if (begun.continues === 'lost session')
      tell(`${agent} does not remember the earlier conversation. It begins a new one.`, false)
    await options.begin(begun)
    // Meanwhile it may have been lost.
    if (isClosed || link.session() !== begun) return
    session = begun
    turns.connected()
  }

  const services = deps.openServices({
    runId: () => turns.active()?.runId ?? null,
    mayWrite: (file, { before, after }) => permissions.mayWrite(file, before, after),
    onWrite: ({ path, before, after }) => turns.active()?.wrote(path, before, after),
    mayRun: (command, how) => permissions.mayRun(command, how),
    onOutput(terminalId, { title, text }) {
      heard()
      turns.active()?.printed(terminalId, title, text)
    },
    show(artifact) {
      const turn = turns.active()
      turn?.emit({ type: 'artifact.made', runId: turn.runId, artifact })
    },
    point(lines) {
      const turn = turns.active()
      turn?.emit({ type: 'lines.pointed', runId: turn.runId, ...lines })
    },
    ask: (question, choices, signal) => permissions.ask(question, choices, signal),
  })

  const link: AgentLink = deps.openLink(
    { ...services, requestPermission: permissions.request },
    {
      onStatus(part) {
        linkStatus = { ...linkStatus, ...part }
        announce()
        if (part.state === 'refused' && linkStatus.fault) turns.lost(linkStatus.fault, true)
      },
      onSession(begun) {
        session = null
        use(begun).catch((error: unknown) => onError('the session could not be prepared', error))
      },
      onLost(fault, isFinal) {
        session = null
        // Nobody reads or ends any more what the agent started.
        services.stopAll()
        turns.lost(fault, isFinal)
        silence.check()
      },
      onUpdate: receive,
      onNotice: (text) => tell(text, false),
    },
  )

  // An agent takes seconds to start: the first answer should not wait for that.
  link.connect()

  return {
    name: agent,
    ask(request) {
      if (isClosed)
        throw new FaultError('brain_unavailable', `${agent} was closed.`, 'Open the folder again.')
      if (turns.has(request.runId))
        throw new FaultError(
          'bad_request',
          `The run ${request.runId} already exists.`,
          'Give each run its own id.',
        )
      turns.ask(request)
    },
    abort(runId) {
      if (turns.active()?.runId === runId) services.stopAll()
      turns.abort(runId)
    },
    answerApproval(approvalId, decision) {
      permissions.answer(approvalId, decision)
      silence.check()
    },
    setOption: (optionId, value) => options.set(optionId, value),
    revokeRule: (ruleId) => permissions.revoke(ruleId),
    signIn: (methodId) => link.signIn(methodId),
    status,
    onStatus: statuses.on,
    onEvent: (listener) =>
      events.on((event) => {
        try {
          listener(event)
        } catch (error) {
          onError('a listener failed', error)
        }
      }),
    retry: () => link.connect(),
    diagnostics: () => link.errors(),
    async close() {
      if (isClosed) return
      turns.close()
      isClosed = true
      silence.stop()
      cancelStatus?.()
      events.clear()
      statuses.clear()
      await services.close()
      await link.close()
    },
  }
}
