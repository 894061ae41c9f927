// A brain on the scripted agent, which runs in a folder of its own.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrainEvent } from '../../src/core/ports/brain.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import {
  createAcpBrain,
  type AcpBrainDeps,
  type OpenedServices,
  type ServiceHooks,
} from '../../src/main/brains/acp/acp-brain.ts'
import { openAgentLink } from '../../src/main/brains/acp/open-link.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import type { BrainStatus } from '../../src/shared/brain-status.ts'
import { createTempFolder } from '../temp-folder.ts'
import { recordBrain } from './record-brain.ts'
import type { AgentStep } from './scripted-acp-agent.ts'

const AGENT = path.join(import.meta.dirname, 'scripted-acp-agent.ts')

interface Options {
  /** Files of the folder. */
  files?: Record<string, string>
  /** The mode in which the agent begins, and further arguments. */
  args?: readonly string[]
  deps?: Partial<AcpBrainDeps>
}

export async function startAcpBrain({
  files = { 'a.txt': 'alpha\n' },
  args = ['auto'],
  deps = {},
}: Options = {}) {
  const folder = createTempFolder()
  for (const [file, text] of Object.entries(files)) folder.write(file, text)
  const workspace = await openWorkspace(folder.path)
  const stored = new Map<string, string>()
  let hooks: ServiceHooks | undefined
  let stops = 0
  const brain = createAcpBrain({
    title: 'Robin',
    askingMode: 'ask',
    folder: workspace.root,
    tools: createToolbox(workspace, () => true),
    clock: systemClock,
    newId: randomUUID,
    openServices(given) {
      hooks = given
      return plainServices(given, workspace.root, () => stops++)
    },
    openLink: (services, events) =>
      openAgentLink({
        settings: () => ({
          acpAgent: 'custom',
          acpCommand: [process.execPath, AGENT, ...args].map((word) => `'${word}'`).join(' '),
          acpEnvironment: '',
        }),
        folder: workspace.root,
        conversation: 'test',
        version: '0.0.0-test',
        storage: {
          get: async (key) => stored.get(key) ?? null,
          set: async (key, value) => void (value === null ? stored.delete(key) : stored.set(key, value)),
        },
        services,
        events,
        clock: systemClock,
        random: () => 0,
        onError: () => undefined,
      }),
    onError: () => undefined,
    ...deps,
  })
  const recorded = recordBrain(brain)
  let runs = 0
  return {
    ...recorded,
    /** What the agent's services ask of the brain. */
    hooks: hooks!,
    /** How often everything that the agent started was ended. */
    stops: () => stops,
    folder: workspace.root,
    text: (file: string) => {
      const at = path.join(workspace.root, file)
      return existsSync(at) ? readFileSync(at, 'utf8') : null
    },
    status: (fits: (status: BrainStatus) => boolean) =>
      recorded.find(() => (fits(brain.status()) ? true : undefined)),
    /** Runs a script to its end, and gives the events of that run. */
    async follow(steps: readonly AgentStep[]): Promise<BrainEvent[]> {
      const runId = `run-${++runs}`
      brain.ask({ runId, text: `script:${JSON.stringify(steps)}` })
      await recorded.over(runId)
      return recorded.events.filter((event) => event.runId === runId)
    },
    async remove() {
      await brain.close()
      await workspace.close()
      folder.remove()
    },
  }
}

/** Services that write to the folder directly, after asking the turn. */
function plainServices(hooks: ServiceHooks, root: string, stopAll: () => void): OpenedServices {
  const none = (): never => {
    throw new Error('The scripted agent does not use it.')
  }
  return {
    readTextFile: async ({ path: file }) => ({ content: readFileSync(path.resolve(root, file), 'utf8') }),
    async writeTextFile({ path: asked, content }) {
      const { writeFile } = await import('node:fs/promises')
      const at = path.resolve(root, asked)
      const before = existsSync(at) ? readFileSync(at, 'utf8') : null
      const file = path.relative(root, at)
      if (!(await hooks.mayWrite(file, { before, after: content }))) throw new Error('refused')
      await writeFile(at, content)
      hooks.onWrite({ path: file, before, after: content })
    },
    terminals: {
      create: none,
      output: none,
      waitForExit: none,
      kill: none,
      release: none,
      close: async () => undefined,
    },
    mcpServers: async () => [],
    ownServer: 'parley-test',
    stopAll,
    close: async () => undefined,
  }
}
