// The ACP connection to a running agent: introduces Parley, opens or continues a session, and passes on what the agent tells
// and asks.
import { ReadableStream } from 'node:stream/web'
import type {
  AnyMessage,
  ClientContext,
  InitializeResponse,
  NewSessionResponse,
  SessionNotification,
  Stream,
} from '@agentclientprotocol/sdk'
import type { AgentServices, AgentSession } from './agent-link.ts'
import { initializeAnswer, sessionBegun, sessionIdOf } from './agent-answers.ts'
import { AUTH_REQUIRED, codeOf } from './faults.ts'
import { serveRequests } from './served-requests.ts'
import { createUpdateGate, type UpdateGate } from './update-gate.ts'

interface Deps {
  messages: AsyncIterable<AnyMessage>
  writable: WritableStream<AnyMessage>
  folder: string
  /** Parley's version. */
  version: string
  services: AgentServices
  onUpdate(notification: SessionNotification): void
  onDamagedUpdate(): void
  onError(what: string, error: unknown): void
}

export interface OpenedSession {
  id: string
  begun: Omit<NewSessionResponse, 'sessionId'>
  continues: AgentSession['continues']
  /** What the agent told about the session before it was open. */
  told: SessionNotification[]
}

export interface AgentConnection {
  readonly agent: InitializeResponse
  readonly context: ClientContext
  readonly gate: UpdateGate
  /** Continues the earlier session if there is one and the agent can do that. */
  openSession(earlier: string | null): Promise<OpenedSession>
  authenticate(methodId: string): Promise<void>
  isClosed(): boolean
  close(): void
}

export class WrongProtocol extends Error {
  readonly version: unknown
  constructor(version: unknown) {
    super('The agent speaks another version of the protocol.')
    this.version = version
  }
}

/** The agent closed the connection before it answered. */
export class ConnectionClosed extends Error {}

export async function connectAgent(deps: Deps): Promise<AgentConnection> {
  // Loaded when an agent is first used, so that the app starts as fast without one.
  const sdk = await import('@agentclientprotocol/sdk')
  const { agent: methods, client } = sdk.methods
  const gate = createUpdateGate({ onUpdate: deps.onUpdate, onDamaged: deps.onDamagedUpdate })
  const app = serveRequests(sdk.client({ name: 'parley' }), { ...deps, sdk, isOurs: gate.isOurs })
  const connection = app.connect({
    readable: ReadableStream.from(allButUpdates()) as Stream['readable'],
    writable: deps.writable,
  })
  const context = connection.agent

  /**
   * Updates do not go through the SDK: it would check each of them against every form an update can have, and report one it
   * does not know on the console. They are many, and whoever uses them checks them anyway.
   */
  async function* allButUpdates(): AsyncGenerator<AnyMessage> {
    for await (const message of deps.messages) {
      if ('method' in message && message.method === client.session.update) receive(message.params)
      else yield message
    }
  }

  let hasFailed = false
  function receive(params: unknown): void {
    try {
      gate.receive(params)
    } catch (error) {
      // One bad update must not end the conversation, and thousands must not fill the log.
      if (!hasFailed) deps.onError('an update of the coding agent could not be used', error)
      hasFailed = true
      deps.onDamagedUpdate()
    }
  }

  /** The answers are checked by whoever reads them. */
  async function request(method: string, params: unknown): Promise<unknown> {
    try {
      return await context.request(method, params)
    } catch (error) {
      throw connection.signal.aborted ? new ConnectionClosed('The agent closed the connection.') : error
    }
  }

  const answer = await request(methods.initialize, {
    protocolVersion: sdk.PROTOCOL_VERSION,
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      auth: { terminal: true },
    },
    clientInfo: { name: 'parley', title: 'Parley', version: deps.version },
  })
  const agent = initializeAnswer(answer)
  if (agent?.protocolVersion !== sdk.PROTOCOL_VERSION) {
    connection.close()
    throw new WrongProtocol(agent?.protocolVersion ?? 'unknown')
  }

  const where = { cwd: deps.folder, mcpServers: await deps.services.mcpServers(agent) }

  async function newSession(continues: AgentSession['continues']): Promise<OpenedSession> {
    gate.opening(false)
    const created = await request(methods.session.new, where)
    const id = sessionIdOf(created)
    if (id === null) throw new Error('It opened a session without an id.')
    return { id, begun: sessionBegun(created), continues, told: gate.opened(id) }
  }

  /** Null if the agent does not know the session any more. */
  async function continued(id: string): Promise<OpenedSession | null> {
    const { loadSession, sessionCapabilities } = agent!.agentCapabilities ?? {}
    const canResume = sessionCapabilities?.resume != null
    if (!canResume && loadSession !== true) return null
    gate.opening(!canResume)
    try {
      const { resume, load } = methods.session
      const begun = await request(canResume ? resume : load, { ...where, sessionId: id })
      return { id, begun: sessionBegun(begun), continues: 'earlier session', told: gate.opened(id) }
    } catch (error) {
      if (codeOf(error) === AUTH_REQUIRED || error instanceof ConnectionClosed) throw error
      deps.onError('the earlier session could not be continued', error)
      return null
    }
  }

  return {
    agent,
    context,
    gate,
    openSession: async (earlier) =>
      earlier === null ? newSession('nothing') : ((await continued(earlier)) ?? newSession('lost session')),
    async authenticate(methodId) {
      await request(methods.authenticate, { methodId })
    },
    isClosed: () => connection.signal.aborted,
    close: () => connection.close(),
  }
}
