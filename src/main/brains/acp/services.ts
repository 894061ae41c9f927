// What an agent can use of Parley: files, terminals, and tools to show, point and ask.
import type { Clock } from '../../../core/ports/clock.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import type { OpenedServices, ServiceHooks } from './acp-brain.ts'
import { createClientFiles } from './client-files.ts'
import { createClientTerminals } from './client-terminals.ts'
import { createParleyMcp } from './parley-mcp.ts'

interface Deps {
  hooks: ServiceHooks
  tools: Toolbox
  /** Parley's version. */
  version: string
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

export function openServices({ hooks, tools, version, clock, newId, onError }: Deps): OpenedServices {
  const files = createClientFiles({ tools, mayWrite: hooks.mayWrite, onWrite: hooks.onWrite })
  const terminals = createClientTerminals({
    tools,
    clock,
    newId,
    shell: process.platform === 'win32' ? 'cmd' : 'sh',
    mayRun: (command, { folder, environment }) => hooks.mayRun(command, { folder, environment }),
    onOutput: hooks.onOutput,
  })
  const mcp = createParleyMcp({
    tools,
    version,
    clock,
    newId,
    runId: hooks.runId,
    show: hooks.show,
    point: hooks.point,
    ask: hooks.ask,
    onError,
  })
  return {
    ...files,
    terminals,
    ownServer: mcp.name,
    mcpServers: (agent) => mcp.mcpServers(agent),
    stopAll: () => terminals.stopAll(),
    async close() {
      await Promise.all([terminals.close(), mcp.close()])
    },
  }
}
