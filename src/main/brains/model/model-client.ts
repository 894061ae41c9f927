// One request to a model and its streamed answer, for both kinds of endpoint.
import { z } from 'zod'
import { createThinkingTags } from '../../../core/model/thinking-tags.ts'
import {
  withoutOpenCalls,
  withoutRepeatedRoles,
  type ModelMessage,
  type ToolRequest,
} from '../../../core/model/history.ts'
import type { ModelTool } from '../../../core/model/model-tools.ts'
import type { StepUsage } from '../../../core/model/usage.ts'
import type { ModelAddress } from './address.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { keyToSend } from './key-to-send.ts'

export interface StepRequest {
  model: string
  instructions: string
  messages: readonly ModelMessage[]
  /** None for a model that cannot use tools. */
  tools: readonly ModelTool[]
  signal: AbortSignal
  onText(text: string): void
  onThought(text: string): void
  /** Anything arrived. */
  onNews(): void
}

export interface StepAnswer {
  text: string
  calls: ToolRequest[]
  usage: StepUsage
  /** Why the answer ended before the model was done. */
  cut: 'length' | 'filter' | 'flood' | null
}

/** Streams one answer. Rejects with what the endpoint or the connection reports. */
export type AskModel = (request: StepRequest) => Promise<StepAnswer>

/** A longer reply helps nobody, and a model that repeats itself never ends. */
const MAX_TEXT = 200_000
const MAX_THOUGHTS = 400_000
/** Of all calls: a file that a model may write, as JSON. */
const MAX_ARGUMENTS = 1_500_000
const MAX_CALLS = 50
/** Anthropic's interface demands a limit; the library's own would cut off a long edit. */
const MAX_ANTHROPIC_TOKENS = 16_000

export function createAskModel(address: ModelAddress, key: string | null): AskModel {
  return async (request) => {
    // Loaded with the first request, so that the start of the app does not wait for it.
    const { jsonSchema, streamText, tool } = await import('ai')
    // It would write them to the console.
    globalThis.AI_SDK_LOG_WARNINGS = false
    const { signal, tools } = request
    const flood = new AbortController()
    const { stream } = streamText({
      model: await endpointModel(address, keyToSend(address, key), request.model),
      instructions: request.instructions,
      messages: endpointMessages(request.messages, address.api),
      // Parley checks the arguments and performs the calls itself.
      tools: Object.fromEntries(
        tools.map(({ name, description, input }) => [
          name,
          tool({ description, inputSchema: jsonSchema(schemaOf(input)) }),
        ]),
      ),
      abortSignal: AbortSignal.any([signal, flood.signal]),
      ...(address.api === 'anthropic' && { maxOutputTokens: MAX_ANTHROPIC_TOKENS }),
      maxRetries: 0,
      onError: () => {},
    })
    const answer: StepAnswer = {
      text: '',
      calls: [],
      usage: { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0, cost: null },
      cut: null,
    }
    let isWhole = false
    let thoughts = 0
    let callArguments = 0
    const think = (thought: string): void => {
      thoughts += thought.length
      request.onThought(thought)
    }
    const tags = createThinkingTags()
    const tell = ({ text, thought }: { text: string; thought: string }): void => {
      if (thought !== '') think(thought)
      if (text === '') return
      answer.text += text
      request.onText(text)
    }
    for await (const part of stream) {
      if (signal.aborted) break
      request.onNews()
      // The SDK's other parts repeat these or say nothing about the answer.
      if (part.type === 'text-delta') tell(tags.add(part.text))
      else if (part.type === 'reasoning-delta') think(part.text)
      else if (part.type === 'tool-input-delta') callArguments += part.delta.length
      else if (part.type === 'tool-call') answer.calls.push(toolRequest(part))
      else if (part.type === 'error') throw part.error
      else if (part.type === 'finish-step') {
        isWhole = part.rawFinishReason !== undefined
        answer.usage = usageOf(part.usage)
        answer.cut = cuts[part.finishReason] ?? null
      }
      if (
        answer.text.length > MAX_TEXT ||
        thoughts > MAX_THOUGHTS ||
        callArguments > MAX_ARGUMENTS ||
        answer.calls.length > MAX_CALLS
      ) {
        answer.cut = 'flood'
        flood.abort()
        break
      }
    }
    signal.throwIfAborted()
    // Each interface says why an answer ends. Without that, the connection ended first.
    if (!isWhole && answer.cut === null) throw new Error('The stream ended before the answer did.')
    tell(tags.end())
    answer.calls = answer.calls.slice(0, MAX_CALLS)
    return answer
  }
}

const cuts: Record<string, StepAnswer['cut']> = { length: 'length', 'content-filter': 'filter' }

interface SdkCall {
  toolCallId: string
  toolName: string
  input?: unknown
  providerMetadata?: unknown
}

const toolRequest = ({ toolCallId, toolName, input, providerMetadata }: SdkCall): ToolRequest => ({
  id: toolCallId,
  name: toolName,
  input,
  ...(providerMetadata !== undefined && { attached: providerMetadata }),
})

const schemas = new WeakMap<z.ZodType, object>()

function schemaOf(input: z.ZodType): object {
  const known = schemas.get(input)
  if (known) return known
  const schema = z.toJSONSchema(input, { target: 'draft-7' })
  schemas.set(input, schema)
  return schema
}

async function endpointModel({ api, base, place }: ModelAddress, key: string | null, model: string) {
  const fetch = boundedFetch(place)
  if (api === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    // Without a key the SDK would look into the environment for one, which was not meant for this address.
    return createAnthropic({ baseURL: base, apiKey: key ?? 'none', fetch }).languageModel(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'model',
    baseURL: base,
    includeUsage: true,
    ...(key !== null && { apiKey: key }),
    fetch,
  }).chatModel(model)
}

type EndpointMessage = NonNullable<Parameters<typeof import('ai').streamText>[0]['messages']>[number]

function endpointMessages(messages: readonly ModelMessage[], api: ModelAddress['api']): EndpointMessage[] {
  const sent = withoutRepeatedRoles(withoutOpenCalls(messages)).map(endpointMessage)
  const last = sent.at(-1)
  // What was sent before costs less if the endpoint may keep it for some minutes.
  if (api === 'anthropic' && last)
    last.providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  return sent
}

function endpointMessage(message: ModelMessage): EndpointMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...message.calls.map(({ id, name, input, attached }) => ({
            type: 'tool-call' as const,
            toolCallId: id,
            toolName: name,
            // Whatever the model wrote, an endpoint takes nothing but an object back.
            input: isRecord(input) ? input : {},
            ...(attached !== undefined && { providerOptions: attached as never }),
          })),
        ],
      }
    case 'tool':
      return {
        role: 'tool',
        content: message.answers.map(({ id, name, text, failed }) => ({
          type: 'tool-result' as const,
          toolCallId: id,
          toolName: name,
          output: { type: failed ? ('error-text' as const) : ('text' as const), value: text },
        })),
      }
  }
}

function usageOf(usage: {
  inputTokens: number | undefined
  inputTokenDetails: { cacheReadTokens: number | undefined; cacheWriteTokens: number | undefined }
  outputTokens: number | undefined
  raw?: unknown
}): StepUsage {
  // Some endpoints say what a request has cost.
  const cost = Object(usage.raw)['cost'] as unknown
  return {
    inputTokens: count(usage.inputTokens),
    cacheReadTokens: count(usage.inputTokenDetails.cacheReadTokens),
    cacheWriteTokens: count(usage.inputTokenDetails.cacheWriteTokens),
    outputTokens: count(usage.outputTokens),
    cost: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : null,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
