// The brain on a model, on a scripted endpoint.
import type { Brain } from '../../src/core/ports/brain.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import type { BrainStorage, ConnectedBrain } from '../../src/main/brains/brain-definition.ts'
import { createModelBrain } from '../../src/main/brains/model/model-brain.ts'
import { defaultSettings, type Settings } from '../../src/shared/settings.ts'
import { createFakeWorkspace } from './fake-workspace.ts'
import { startModelEndpoint, type ModelEndpoint, type ModelEndpointOptions } from './model-endpoint.ts'

export interface ModelOnEndpoint {
  brain: ConnectedBrain & Brain
  endpoint: ModelEndpoint
  settings: Settings
  storage: BrainStorage
  /** Builds the brain again, as after a restart. */
  again(): ConnectedBrain & Brain
  remove(): Promise<void>
}

interface Options extends ModelEndpointOptions {
  workspace?: Workspace
  key?: string
  trusted?: boolean
  settings?: Partial<Settings>
}

/** Pauses between tries take a hundredth of their time. */
const hurried: Clock = { ...systemClock, after: (ms, callback) => systemClock.after(ms / 100, callback) }

export function memoryStorage(): BrainStorage {
  const values = new Map<string, string>()
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
  }
}

export async function startModelBrain({
  workspace = createFakeWorkspace({ files: { 'a.txt': 'alpha\n' } }),
  trusted = true,
  settings: part = {},
  key,
  ...options
}: Options = {}): Promise<ModelOnEndpoint> {
  const endpoint = await startModelEndpoint({ ...options, ...(key !== undefined && { key }) })
  const settings: Settings = {
    ...defaultSettings,
    brain: 'model',
    modelUrl: endpoint.url,
    modelName: 'scripted',
    modelApi: options.pose === 'anthropic' ? 'anthropic' : 'openai',
    ...part,
  }
  const storage = memoryStorage()
  let ids = 0
  const made: ConnectedBrain[] = []
  const again = () => {
    const brain = createModelBrain({
      settings: () => settings,
      key: () => key ?? null,
      tools: createToolbox(workspace, () => trusted),
      folderName: 'project',
      platform: 'linux',
      conversation: 'one',
      storage,
      clock: hurried,
      newId: () => `id-${++ids}`,
      onError(what, error) {
        throw new Error(what, { cause: error })
      },
    })
    made.push(brain)
    return brain
  }
  return {
    brain: again(),
    endpoint,
    settings,
    storage,
    again,
    async remove() {
      await Promise.all(made.map((brain) => brain.close()))
      await endpoint.close()
    },
  }
}

/** What the user said last, from a request to either API. */
export function lastWords(body: { messages: readonly { role: string; content: unknown }[] }): string {
  const isUser = ({ role, content }: { role: string; content: unknown }): boolean =>
    role === 'user' && !JSON.stringify(content).includes('"tool_result"')
  const { content = '' } = body.messages.findLast(isUser) ?? {}
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** How many results of tools came after that. */
export function resultsSince(body: { messages: readonly { role: string; content: unknown }[] }): number {
  const from = body.messages.findLastIndex(
    ({ role, content }) => role === 'user' && !JSON.stringify(content).includes('"tool_result"'),
  )
  return body.messages
    .slice(from + 1)
    .reduce(
      (count, { role, content }) =>
        count + (role === 'tool' ? 1 : (JSON.stringify(content).match(/"tool_result"/g)?.length ?? 0)),
      0,
    )
}
