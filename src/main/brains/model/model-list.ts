// Which models a server has, and how much fits into their context.
import { z } from 'zod'
import { parseJson } from '../../../base/parse-json.ts'
import { FaultError } from '../../../shared/errors.ts'
import { boundedText } from '../bounded-text.ts'
import type { ModelAddress } from './address.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { faultOfRequest } from './failure.ts'
import { keyToSend } from './key-to-send.ts'

export interface ListedModel {
  id: string
  /** Null if the server does not say. */
  contextTokens: number | null
}

const MAX_ANSWER = 4 * 1024 * 1024
const MAX_MODELS = 1_000
const TIMEOUT_MS = 15_000

const tokens = z.number().int().positive().max(100_000_000).optional().catch(undefined)
const entry = z.object({
  id: z.string().min(1).max(200),
  context_length: tokens,
  context_window: tokens,
  max_model_len: tokens,
  max_input_tokens: tokens,
  loaded_context_length: tokens,
  meta: z.object({ n_ctx: tokens, n_ctx_train: tokens }).optional().catch(undefined),
})
const list = z.object({ data: z.array(z.unknown()) })

/** Rejects with a fault if the server cannot be asked. */
export async function listModels(
  address: ModelAddress,
  key: string | null,
  signal: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<ListedModel[]> {
  try {
    const answer = await boundedFetch(address.place)(`${address.base}/models`, {
      headers: keyHeaders(address, keyToSend(address, key)),
      signal,
    })
    const text = await boundedText(answer, MAX_ANSWER)
    if (answer.status === 404) throw unlisted(address)
    if (!answer.ok) throw { statusCode: answer.status, responseBody: text, message: '' }
    const read = list.safeParse(parseJson(text))
    if (!read.success) throw unlisted(address)
    return read.data.data.slice(0, MAX_MODELS).flatMap((one) => {
      const model = entry.safeParse(one)
      if (!model.success) return []
      const { id, meta, ...sizes } = model.data
      const contextTokens =
        sizes.loaded_context_length ??
        sizes.context_length ??
        sizes.context_window ??
        sizes.max_model_len ??
        sizes.max_input_tokens ??
        meta?.n_ctx ??
        meta?.n_ctx_train ??
        null
      return { id, contextTokens }
    })
  } catch (error) {
    const { fault } = faultOfRequest(error, { model: '', place: address.place, key })
    throw new FaultError(fault.code, fault.message, fault.remedy, {
      retryable: fault.retryable,
      cause: error,
    })
  }
}

/** Servers add the usual tag or the kind to a name that users write without. */
const bareName = (id: string): string => id.replace(/^models\//, '').replace(/:latest$/, '')
export const isSameModel = (one: string, other: string): boolean => bareName(one) === bareName(other)

const keyHeaders = ({ api }: ModelAddress, key: string | null): Record<string, string> =>
  api === 'anthropic'
    ? { 'anthropic-version': '2023-06-01', ...(key !== null && { 'x-api-key': key }) }
    : key === null
      ? {}
      : { authorization: `Bearer ${key}` }

const unlisted = ({ place }: ModelAddress): FaultError =>
  new FaultError(
    'model_unlisted',
    `${place} does not list its models.`,
    'Check the address of the model in the settings.',
  )

const loaded = z.object({
  models: z.array(z.object({ name: z.string(), context_length: tokens })).max(MAX_MODELS),
})
const studio = z.object({
  data: z
    .array(z.object({ id: z.string(), state: z.string(), loaded_context_length: tokens }))
    .max(MAX_MODELS),
})
const properties = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) })

const tagged = z.object({
  models: z
    .array(z.object({ name: z.string(), remote_host: z.string().max(300).optional() }))
    .max(MAX_MODELS),
})

/** What a server on this computer says at a path; null if it has nothing there. */
async function localAnswer(origin: string, path: string, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(`${origin}${path}`, { redirect: 'error', signal })
    return answer.ok ? parseJson(await boundedText(answer, MAX_ANSWER)) : null
  } catch {
    return null
  }
}

/** Which models of a server on this computer run elsewhere, and at which host. */
export async function remoteHosts(
  { origin }: ModelAddress,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const read = tagged.safeParse(await localAnswer(origin, '/api/tags', signal))
  const hosts = (read.success ? read.data.models : []).flatMap(({ name, remote_host: at }) =>
    at === undefined || at === ''
      ? []
      : [[name, URL.canParse(at) ? new URL(at).hostname || at : at] as const],
  )
  return new Map(hosts)
}

/** What a server on this computer has really set up, which may be much less than what the model was made for. */
export async function localContext(
  { origin }: ModelAddress,
  model: string,
  signal: AbortSignal,
): Promise<number | null> {
  const get = (path: string): Promise<unknown> => localAnswer(origin, path, signal)
  // Ollama, LM Studio, llama.cpp.
  const running = loaded.safeParse(await get('/api/ps'))
  if (running.success)
    return running.data.models.find(({ name }) => isSameModel(name, model))?.context_length ?? null
  const states = studio.safeParse(await get('/api/v0/models'))
  if (states.success)
    return states.data.data.find(({ id }) => isSameModel(id, model))?.loaded_context_length ?? null
  const props = properties.safeParse(await get('/props'))
  return props.success ? (props.data.default_generation_settings.n_ctx ?? null) : null
}
