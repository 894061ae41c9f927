// Parley's own MCP server for the agent. It starts with the first session of an agent that can reach it, and ends with the
// brain.
import { randomBytes } from 'node:crypto'
import type { InitializeResponse, McpServer as McpServerAddress } from '@agentclientprotocol/sdk'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import { type McpListener, startMcpListener } from './mcp-listener.ts'
import { createMcpQuestions } from './mcp-questions.ts'
import { createRunScreen, type PointedLines } from './mcp-screen.ts'
import { registerMcpTools } from './mcp-tools.ts'

interface Deps {
  tools: Toolbox
  /** Parley's version. */
  version: string
  clock: Pick<Clock, 'after'>
  newId(): string
  /** The run that the user waits for; null if there is none. Without one, nothing is shown or asked. */
  runId(): string | null
  show(artifact: Artifact): void
  point(lines: PointedLines): void
  /**
   * Asks the user. Resolves with the choice, or null if there is no answer, for example because the run ended. The signal
   * aborts when the agent does not wait for the answer any more.
   */
  ask(question: string, choices: readonly string[], signal: AbortSignal): Promise<string | null>
  onError(what: string, error: unknown): void
}

export interface ParleyMcp {
  /** What agents call the server. Nobody can guess it, so that no other server can pass for this one. */
  readonly name: string
  /** The server as `session/new` describes it, with a new token; none if the agent cannot reach it. */
  mcpServers(agent: InitializeResponse): Promise<McpServerAddress[]>
  close(): Promise<void>
}

export function createParleyMcp(deps: Deps): ParleyMcp {
  const name = `parley-${randomBytes(4).toString('hex')}`
  let token: string | null = null
  let listener: Promise<McpListener> | null = null
  const screen = createRunScreen(deps)
  const questions = createMcpQuestions(deps.ask)

  async function start(): Promise<McpListener> {
    // Loaded only now: most people start Parley without an agent.
    const { McpServer, createMcpHandler } = await import('@modelcontextprotocol/server')
    const handler = createMcpHandler(
      () => {
        const server = new McpServer({ name: 'parley', title: 'Parley', version: deps.version })
        registerMcpTools(server, { ...deps, screen, questions })
        return server
      },
      {
        // A stream is kept alive while the user thinks; a plain answer would run into the agent’s time limit.
        responseMode: 'sse',
        onerror: (error) => deps.onError('the agent’s use of Parley’s tools', error),
      },
    )
    const opened = await startMcpListener({
      token: () => token,
      answer(request, body) {
        questions.onMessage(body)
        return handler.fetch(request, { parsedBody: body })
      },
      onError: deps.onError,
    })
    return {
      url: opened.url,
      async close() {
        questions.close()
        await handler.close()
        await opened.close()
      },
    }
  }

  return {
    name,
    async mcpServers(agent) {
      if (agent.agentCapabilities?.mcpCapabilities?.http !== true) return []
      try {
        listener ??= start()
        const { url } = await listener
        // One token per session: that of an earlier one is worth nothing any more.
        token = randomBytes(32).toString('base64url')
        const headers = [{ name: 'Authorization', value: `Bearer ${token}` }]
        return [{ type: 'http', name, url, headers }]
      } catch (error) {
        // The agent works without it; the next session tries again.
        listener = null
        deps.onError('Parley’s tools for the agent', error)
        return []
      }
    },
    async close() {
      token = null
      const opened = listener
      listener = null
      await (await opened?.catch(() => null))?.close()
    },
  }
}
