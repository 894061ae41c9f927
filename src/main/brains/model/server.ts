// What is known of the model's server: its models, the one in use, how much it can read, and why it cannot be used.
import { z } from 'zod'
import { parseJson } from '../../../base/parse-json.ts'
import type { BrainOption } from '../../../shared/brain-status.ts'
import { FaultError, faultOf, type Fault, type FaultCode } from '../../../shared/errors.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { BrainStorage } from '../brain-definition.ts'
import { addressFor, isServerHere, modelAddress, type ModelAddress } from './address.ts'
import { isSameModel, listModels, localContext, remoteHosts, type ListedModel } from './model-list.ts'

interface Deps {
  settings(): Settings
  key(): string | null
  storage: BrainStorage
  onChange(): void
}

export interface ModelServer {
  /** Where requests go with the model in use; null while the settings name none. */
  address(): ModelAddress | null
  /** Null while it is not known. */
  model(): string | null
  contextTokens(): number
  option(): BrainOption | null
  /** Asks for the models. Resolves with why the server cannot be used, or null. */
  connect(): Promise<Fault | null>
  choose(model: string): Promise<void>
  /**
   * What to do before a request to an address that the owner agreed to; rejects with a fault, or when it is stopped. The
   * model is known then, and it may run elsewhere.
   */
  prepare(to: ModelAddress, signal: AbortSignal): Promise<Prepared>
}

export interface Prepared {
  address: ModelAddress
  model: string
  key: string | null
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

const LIST_MS = 15_000
/** The request need not wait longer for what only helps it. */
const SHORT_LIST_MS = 5_000
const LOCAL_MS = 2_000

const OPTION = 'model'
const MAX_CHOICES = 200
const kept = z.object({ setting: z.string(), model: z.string().min(1).max(200) })

export function createModelServer({ settings, key, storage, onChange }: Deps): ModelServer {
  let models: readonly ListedModel[] = []
  /** Chosen in the status bar, as long as the settings do not change. */
  let chosen: string | null = null
  let measured: { model: string; tokens: number } | null = null
  /** Models that run elsewhere, and where. */
  let remote: ReadonlyMap<string, string> = new Map()
  /** The address whose models are known, as far as it tells them. */
  let listedAt: string | null = null

  function withModel(to: ModelAddress): ModelAddress {
    const name = model()
    const [, host = null] = [...remote].find(([id]) => name !== null && isSameModel(id, name)) ?? []
    return addressFor(to, name, host)
  }
  const address = (): ModelAddress | null => {
    const to = modelAddress(settings())
    return to && withModel(to)
  }
  /** The key is that of the address in the settings, which may have changed since. */
  const keyOf = ({ origin }: ModelAddress): string | null =>
    modelAddress(settings())?.origin === origin ? key() : null
  const model = (): string | null => chosen ?? (settings().modelName || (models[0]?.id ?? null))

  async function readChoice(of: ModelAddress): Promise<void> {
    const read = kept.safeParse(parseJson((await storage.get(choiceKey(of))) ?? ''))
    chosen = read.success && read.data.setting === settings().modelName ? read.data.model : null
  }

  async function list(of: ModelAddress, secret: string | null, signal: AbortSignal): Promise<void> {
    try {
      const [listed, hosts] = await Promise.all([
        listModels(of, secret, signal),
        isServerHere(of)
          ? remoteHosts(of, AbortSignal.any([signal, AbortSignal.timeout(LOCAL_MS)]))
          : new Map<string, string>(),
      ])
      models = listed.filter(({ id }) => canTalk(id))
      remote = hosts
      listedAt = of.base
    } catch (error) {
      const isStopped = signal.aborted && Object(signal.reason)['name'] !== 'TimeoutError'
      // It will not say more the next time.
      if (!isStopped && !['model_absent', 'model_busy'].includes(faultOf(error).code)) listedAt = of.base
      throw error
    }
  }

  async function measure(of: ModelAddress, signal: AbortSignal): Promise<void> {
    const name = model()
    if (!of.isLocal || name === null || measured?.model === name) return
    const tokens = await localContext(of, name, AbortSignal.any([signal, AbortSignal.timeout(LOCAL_MS)]))
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
      const said = models.find(({ id }) => name !== null && isSameModel(id, name))?.contextTokens
      return said ?? (address()?.isLocal === true ? USUAL_LOCAL_CONTEXT : USUAL_CONTEXT)
    },
    option() {
      const named = model()
      if (named === null || models.length < 2) return null
      const found = models.find(({ id }) => isSameModel(id, named))
      const listed = found ? models : [{ id: named }, ...models]
      const value = found?.id ?? named
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
        await list(to, keyOf(to), AbortSignal.timeout(LIST_MS))
        await measure(withModel(to), AbortSignal.timeout(LIST_MS))
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
      await measure(withModel(to), AbortSignal.timeout(LIST_MS))
      onChange()
    },
    async prepare(to, signal) {
      const secret = keyOf(to)
      if (listedAt !== to.base || model() === null) {
        await readChoice(to)
        try {
          const limit = AbortSignal.timeout(model() === null ? LIST_MS : SHORT_LIST_MS)
          await list(to, secret, AbortSignal.any([signal, limit]))
        } catch (error) {
          // A server may answer requests although it does not list its models.
          if (signal.aborted || model() === null) throw error
        }
      }
      const name = model()
      if (name === null)
        throw new FaultError(
          'model_unset',
          `${to.place} has no model that could answer.`,
          'Load one there, or name the model in the settings.',
        )
      // A server on this computer loads a model with the first request, and only then says how much it can read.
      const going = withModel(to)
      await measure(going, signal)
      signal.throwIfAborted()
      return { address: going, model: name, key: secret }
    },
  }
}

const choiceKey = ({ base }: ModelAddress): string => `model choice ${base}`

export const forgetChoice = (storage: BrainStorage, at: ModelAddress): Promise<void> =>
  storage.set(choiceKey(at), null)

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
