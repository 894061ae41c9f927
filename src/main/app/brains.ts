// The registry of brains. To add one: write a definition in its own folder, describe it in shared/brains.ts, list it here.
import { randomUUID } from 'node:crypto'
import { DEFAULT_BRAIN } from '../../shared/brains.ts'
import { FaultError, type Fault } from '../../shared/errors.ts'
import type { ConnectionReport, DetectedBrain, KnownAgent } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import type { BrainDefinition, BrainStorage, ModelAccess, OpenedBrain } from '../brains/brain-definition.ts'
import { acpBrain } from '../brains/acp/definition.ts'
import { builtinBrain } from '../brains/builtin/definition.ts'
import { modelBrain } from '../brains/model/definition.ts'
import { openclawBrain } from '../brains/openclaw/definition.ts'
import { systemClock } from './clock.ts'
import type { AppSecrets } from './secrets.ts'

export const brainDefinitions: readonly BrainDefinition[] = [
  builtinBrain,
  acpBrain,
  modelBrain,
  openclawBrain,
]

export interface RegisteredBrain extends OpenedBrain {
  definition: BrainDefinition
}

export interface Brains {
  /** The brain in the settings, or the default one if Parley does not know it. */
  chosen(): RegisteredBrain
  /** The brain that works everywhere. */
  fallback: RegisteredBrain
  /** Rejects an unknown id. */
  byId(id: string): RegisteredBrain
  /** Another brain than the chosen one that runs on this computer. */
  detect(): Promise<DetectedBrain | null>
  test(id: string): Promise<ConnectionReport>
  /** How the user connects a model. */
  models: ModelAccess
  /** The coding agents that brains can start. */
  agents(folder?: string | null): Promise<KnownAgent[]>
}

interface Deps {
  definitions: readonly BrainDefinition[]
  settings(): Settings
  secrets: AppSecrets
  storage: BrainStorage
  version: string
  onProblem(fault: Fault): void
  onError(what: string, error: unknown): void
}

export function openBrains(deps: Deps): Brains {
  const { definitions, settings, secrets, storage, version, onError } = deps
  const brains = new Map(
    definitions.map((definition): [string, RegisteredBrain] => [
      definition.id,
      {
        definition,
        ...definition.open({
          settings,
          secret: () => (definition.secret ? secrets.value(definition.secret.name) : null),
          secrets: secrets.store,
          storage,
          version,
          clock: systemClock,
          newId: randomUUID,
          onError,
        }),
      },
    ]),
  )
  const fallback = brains.get(DEFAULT_BRAIN)
  if (!fallback) throw new Error(`There is no brain ${DEFAULT_BRAIN}.`)
  let reported: string | null = null

  function chosen(): RegisteredBrain {
    const id = settings().brain
    const brain = brains.get(id)
    if (brain) return brain
    if (id !== reported) deps.onProblem(unknownBrain(id))
    reported = id
    return fallback!
  }

  function byId(id: string): RegisteredBrain {
    const brain = brains.get(id)
    if (brain) return brain
    throw new FaultError('bad_request', `Parley has no agent “${id}”.`, 'Choose another agent.')
  }

  const models = [...brains.values()].find((brain) => brain.models)?.models
  if (!models) throw new Error('No brain connects models.')

  return {
    chosen,
    models,
    fallback,
    byId,
    async detect() {
      const others = [...brains.values()].filter(({ definition }) => definition.id !== settings().brain)
      const places = await Promise.all(others.map(async (brain) => (await brain.detect?.()) ?? null))
      const found = places.findIndex((place) => place !== null)
      if (found < 0) return null
      const { id, title } = others[found]!.definition
      return { id, title, place: places[found]! }
    },
    async agents(folder) {
      const lists = await Promise.all(
        [...brains.values()].map(async (brain) => (await brain.agents?.(folder)) ?? []),
      )
      return lists.flat()
    },
    async test(id) {
      const { definition, test } = byId(id)
      if (test) return test()
      throw new FaultError(
        'bad_request',
        `${definition.title} has no connection to test.`,
        'Ask it something.',
      )
    },
  }
}

const unknownBrain = (id: string): Fault => ({
  code: 'brain_unavailable',
  message: `The settings name the agent “${id}”, which this version of Parley does not have. The built-in agent answers.`,
  remedy: 'Choose an agent in the settings.',
  retryable: false,
})
