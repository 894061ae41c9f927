// What is known of the model's server: its models, the one in use, how much it can read, and why it cannot be used.
import { z } from 'zod'
import { parseJson } from '../../../base/parse-json.ts'
import type { BrainOption } from '../../../shared/brain-status.ts'
import { FaultError, faultOf, type Fault, type FaultCode } from '../../../shared/errors.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { BrainStorage } from '../brain-definition.ts'
import { modelAddress, type ModelAddress } from './address.ts'
import { listModels, localContext, type ListedModel } from './model-list.ts'

interface Deps {
  settings(): Settings
  key(): string | null
  storage: BrainStorage
  onChange(): void
}

export interface ModelServer {
  /** Null while the settings name none. */
  address(): ModelAddress | null
  /** Null while it is not known. */
  model(): string | null
  contextTokens(): number
  option(): BrainOption | null
  /** Asks for the models. Resolves with why the server cannot be used, or null. */
  connect(): Promise<Fault | null>
  choose(model: string): Promise<void>
  /** What to do before a request; rejects with a fault. The model is known then. */
  prepare(): Promise<{ address: ModelAddress; model: string }>
}

/** Most models of providers can read more than this. */
const USUAL_CONTEXT = 128_000
/** Servers on a desktop computer are often set up with less than the model could read. */
const USUAL_LOCAL_CONTEXT = 8_192

const UNUSABLE: ReadonlySet<FaultCode> = new Set([
  'model_absent',
  'model_key',
  'model_quota',
  'model_unencrypted',
])

const OPTION = 'model'
const MAX_CHOICES = 200
const kept = z.object({ setting: z.string(), model: z.string().min(1).max(200) })

export function createModelServer({ settings, key, storage, onChange }: Deps): ModelServer {
  let models: readonly ListedModel[] = []
  /** Chosen in the status bar, as long as the settings do not change. */
  let chosen: string | null = null
  let measured: { model: string; tokens: number } | null = null

  const address = (): ModelAddress | null => modelAddress(settings())
  const choiceKey = ({ base }: ModelAddress): string => `model choice ${base}`
  const model = (): string | null => chosen ?? (settings().modelName || (models[0]?.id ?? null))

  async function readChoice(of: ModelAddress): Promise<void> {
    const read = kept.safeParse(parseJson((await storage.get(choiceKey(of))) ?? ''))
    chosen = read.success && read.data.setting === settings().modelName ? read.data.model : null
  }

  async function measure(of: ModelAddress): Promise<void> {
    const name = model()
    if (!of.isLocal || name === null || measured?.model === name) return
    const tokens = await localContext(of, name, AbortSignal.timeout(2_000))
    measured = tokens === null ? null : { model: name, tokens }
  }

  return {
    address,
    model,
    contextTokens() {
      const { modelContext } = settings()
      if (modelContext > 0) return modelContext
      const name = model()
      // What is really set up counts more than what the model was made for.
      if (measured?.model === name) return measured!.tokens
      const said = models.find(({ id }) => id === name)?.contextTokens
      return said ?? (address()?.isLocal === true ? USUAL_LOCAL_CONTEXT : USUAL_CONTEXT)
    },
    option() {
      const value = model()
      if (value === null || models.length < 2) return null
      const listed = models.some(({ id }) => id === value) ? models : [{ id: value }, ...models]
      const choices = listed
        .slice(0, MAX_CHOICES)
        .map(({ id }) => ({ value: id, name: id, description: null }))
      return { id: OPTION, name: 'Model', kind: 'model', value, choices }
    },
    async connect() {
      const to = address()
      if (to === null) return unsetFault
      try {
        await readChoice(to)
        models = (await listModels(to, key())).filter(({ id }) => canTalk(id))
        await measure(to)
        return null
      } catch (error) {
        // A server may answer requests although it does not list its models.
        const fault = faultOf(error)
        return UNUSABLE.has(fault.code) ? fault : null
      } finally {
        onChange()
      }
    },
    async choose(name) {
      const to = address()
      if (to === null) throw unset()
      chosen = name
      onChange()
      await storage.set(choiceKey(to), JSON.stringify({ setting: settings().modelName, model: name }))
      await measure(to)
      onChange()
    },
    async prepare() {
      const to = address()
      if (to === null) throw unset()
      if (model() === null) {
        await readChoice(to)
        models = (await listModels(to, key())).filter(({ id }) => canTalk(id))
      }
      const name = model()
      if (name === null)
        throw new FaultError(
          'model_unset',
          `${to.place} has no model that could answer.`,
          'Load one there, or name the model in the settings.',
        )
      // A server on this computer loads a model with the first request, and only then says how much it can read.
      await measure(to)
      return { address: to, model: name }
    },
  }
}

/** Models that only make vectors, pictures or sound cannot answer. */
export const canTalk = (id: string): boolean =>
  !/embed|rerank|whisper|bge-|minilm|tts|dall-e|gpt-image|moderation|transcribe|realtime/i.test(id)

export const unsetFault: Fault = {
  code: 'model_unset',
  message: 'No model is connected.',
  remedy: 'Say “connect a model”, or enter its address in the settings.',
  retryable: false,
}

const unset = (): FaultError => new FaultError('model_unset', unsetFault.message, unsetFault.remedy)
