// A real agent with a scripted model and Parley's brain, for a whole file of tests: agents start slowly, so they share one.
import { afterAll, beforeAll, describe } from 'vitest'
import { createTempFolder, type TempFolder } from '../../temp-folder.ts'
import { brainOnAgent, type OnAgent } from './brain-on-agent.ts'
import { installAgent, type AgentId } from './install.ts'
import { agentEnvironment, realAgents, type RealAgent } from './real-agents.ts'
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts'

export interface OnRealAgent {
  agent: RealAgent
  folder: TempFolder
  model: ScriptedModel
  on: OnAgent
  /** Closes Parley's brain and the agent with it, and opens both again. */
  restart(): Promise<void>
}

/** Skips the tests with the reason if the agent is not there, or fails them with PARLEY_DEMAND_ALL. */
export async function describeOnAgent(
  id: AgentId,
  files: Record<string, string>,
  tests: (real: () => OnRealAgent) => void,
): Promise<void> {
  const agent = realAgents[id]
  const name = `Parley with ${agent.title} ${agent.version}`
  const installed = await installAgent(id)
  if (installed.tag === 'absent' && process.env['PARLEY_DEMAND_ALL'] !== '1') {
    process.stderr.write(`SKIPPED: ${name}. ${installed.reason}\n`)
    const absent = (): never => {
      throw new Error(installed.reason)
    }
    return void describe.skip(`${name} (${installed.reason})`, () => tests(absent))
  }
  describe(name, () => {
    let real: OnRealAgent | null = null
    let leave = async (): Promise<void> => {}

    beforeAll(async () => {
      if (installed.tag === 'absent') throw new Error(installed.reason)
      const home = createTempFolder()
      const folder = createTempFolder(files)
      const model = await startScriptedModel()
      const variables = agentEnvironment(agent, {
        installed: installed.folder,
        home: home.path,
        modelPort: model.port,
      })
      const restore = setVariables(variables)
      const kept = new Map<string, string>()
      const settings = { acpAgent: id, acpEnvironment: Object.keys(variables).join(' ') }
      const open = async (): Promise<OnAgent> => {
        const on = await brainOnAgent({ settings, folder: folder.path, kept })
        await on.ready()
        return on
      }
      leave = async () => {
        await real?.on.close()
        restore()
        await model.close()
        home.remove()
        folder.remove()
      }
      const opened: OnRealAgent = {
        agent,
        folder,
        model,
        on: await open(),
        async restart() {
          await opened.on.close()
          agent.passTime?.(home.path)
          opened.on = await open()
        },
      }
      real = opened
    })
    afterAll(() => leave())

    tests(() => {
      if (!real) throw new Error(`${agent.title} is not running.`)
      return real
    })
  })
}

/** Sets environment variables of this process, from which Parley takes what an agent gets. Returns how to undo it. */
function setVariables(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
