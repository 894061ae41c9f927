// The scripted model's endpoint against the library that Parley reads models with: what the library understands, real
// endpoints send in the same form.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, jsonSchema, streamText, tool } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import {
  startModelEndpoint,
  type ModelEndpoint,
  type ModelEndpointOptions,
  type Step,
} from '../fakes/model-endpoint.ts'
import { refusalNames, refusalOf, type Dialect } from '../fakes/model-refusals.ts'

let endpoint: ModelEndpoint
afterEach(() => endpoint.close())

const start = async (options: ModelEndpointOptions = {}): Promise<void> => {
  endpoint = await startModelEndpoint(options)
}

const languageModel = (dialect: Dialect, apiKey = 'sk-right') =>
  dialect === 'anthropic'
    ? createAnthropic({ baseURL: endpoint.url, apiKey }).languageModel('small')
    : createOpenAICompatible({ name: 'test', baseURL: endpoint.url, apiKey, includeUsage: true }).chatModel(
        'small',
      )

interface Read {
  text: string
  thoughts: string
  calls: { name: string; input: unknown }[]
  finish: string
  usage: { input: number | undefined; output: number | undefined; raw: unknown }
  errors: unknown[]
}

async function read(
  dialect: Dialect,
  { key, signal, onText }: { key?: string; signal?: AbortSignal; onText?: () => void } = {},
): Promise<Read> {
  const got: Read = {
    text: '',
    thoughts: '',
    calls: [],
    finish: '',
    usage: { input: undefined, output: undefined, raw: null },
    errors: [],
  }
  const object = { type: 'object', additionalProperties: true } as const
  const { stream } = streamText({
    model: languageModel(dialect, key),
    prompt: 'Say something.',
    tools: {
      read_file: tool({ description: 'Reads a file.', inputSchema: jsonSchema(object) }),
      search: tool({ description: 'Searches.', inputSchema: jsonSchema(object) }),
    },
    maxRetries: 0,
    onError: () => {},
    ...(signal && { abortSignal: signal }),
  })
  try {
    for await (const part of stream) {
      if (part.type === 'text-delta') {
        got.text += part.text
        onText?.()
      } else if (part.type === 'reasoning-delta') got.thoughts += part.text
      else if (part.type === 'tool-call') got.calls.push({ name: part.toolName, input: part.input })
      else if (part.type === 'error') got.errors.push(part.error)
      else if (part.type === 'finish-step') {
        const { inputTokens: input, outputTokens: output, raw } = part.usage
        Object.assign(got, { finish: part.finishReason, usage: { input, output, raw } })
      }
    }
  } catch (error) {
    // A connection that breaks ends the stream like this.
    got.errors.push(error)
  }
  return got
}

describe.each(['openai', 'anthropic'] as const)('a scripted model with the %s API', (dialect) => {
  it('answers with thoughts, text and calls, and says what it used', async () => {
    const calls = [
      { name: 'read_file', input: { path: 'src/größe.ts', line: 3 } },
      { name: 'search', input: { text: 'a "quoted" word' } },
    ]
    await start({
      script: [
        {
          thoughts: ['Let me ', 'see.'],
          text: ['Hel', 'lo ✓'],
          calls,
          usage: { input: 70, output: 9, cached: 50 },
        },
      ],
    })
    const got = await read(dialect)
    expect(got).toMatchObject({
      text: 'Hello ✓',
      thoughts: 'Let me see.',
      calls,
      finish: 'tool-calls',
      usage: { input: 70, output: 9 },
      errors: [],
    })
    expect(endpoint.requests[0]).toMatchObject({ dialect, body: { model: 'small', stream: true } })
    expect(endpoint.requests[0]!.body.tools).toHaveLength(2)
    await expect(endpoint.requests[0]!.ended).resolves.toBe('complete')
  })

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content-filter'],
  ] as const)('ends with the reason %s', async (finish, expected) => {
    await start({ script: [{ text: 'Well', finish }] })
    expect(await read(dialect)).toMatchObject({ text: 'Well', finish: expected, errors: [] })
  })

  it('takes one step of its script for each request', async () => {
    await start({ script: [{ text: 'One' }] })
    expect((await read(dialect)).text).toBe('One')
    endpoint.script(({ body }, index) => ({ text: `${index} ${body.messages.length}` }))
    expect((await read(dialect)).text).toBe('0 1')
    expect((await read(dialect)).text).toBe('1 1')
  })

  it('waits in the middle of a text, and tells that the client went away', async () => {
    const never = new Promise(() => {})
    await start({ script: [{ text: ['Some ', never] }] })
    const stop = new AbortController()
    const { text } = await read(dialect, { signal: stop.signal, onText: () => stop.abort() })
    expect(text).toBe('Some ')
    await expect(endpoint.requests[0]!.ended).resolves.toBe('closed')
  })

  it.each(refusalNames)('refuses: %s', async (fault) => {
    await start({ script: [{ fault }] })
    const { status, body } = refusalOf(fault, dialect, 'small')
    const [error] = (await read(dialect)).errors
    expect(APICallError.isInstance(error) && error.statusCode).toBe(status)
    expect(JSON.parse((error as APICallError).responseBody!)).toEqual(body)
  })

  it('demands its key', async () => {
    await start({ key: 'sk-right', script: [{ text: 'Hello' }] })
    const [error] = (await read(dialect, { key: 'sk-wrong' })).errors
    expect(error).toMatchObject({ statusCode: 401 })
    expect(await read(dialect)).toMatchObject({ text: 'Hello', errors: [] })
  })

  it.each([
    { fault: 'error event', text: 'Some' },
    { fault: 'cut', text: 'Some' },
    { fault: 'garbage', text: 'Some' },
  ] satisfies Step[])('breaks in the middle of the text: $fault', async (step) => {
    await start({ script: [step] })
    const got = await read(dialect)
    expect(got.text).toBe('Some')
    expect(got.errors).not.toEqual([])
  })

  it.each(['stall', 'flood'] as const)('does not end by itself: %s', async (fault) => {
    await start({ script: [{ fault }] })
    const stop = new AbortController()
    await read(dialect, { signal: stop.signal, onText: () => stop.abort() })
    await expect(endpoint.requests[0]!.ended).resolves.toBe('closed')
  })
})

it.each(['silence', 'endless refusal', 'endless body'] as const)(
  'keeps the client waiting until it goes away: %s',
  async (fault) => {
    await start({ script: [{ fault }] })
    const stop = new AbortController()
    const body = JSON.stringify({ model: 'small', stream: true, messages: [] })
    const answer = fetch(`${endpoint.url}/chat/completions`, { method: 'POST', body, signal: stop.signal })
    const got = answer.then((response) => response.text())
    await expect.poll(() => endpoint.requests.length).toBe(1)
    stop.abort()
    await expect(got).rejects.toThrow(/abort/)
    await expect(endpoint.requests[0]!.ended).resolves.toBe('closed')
  },
)

it('reports OpenRouter’s costs', async () => {
  await start({ pose: 'openrouter', script: [{ text: 'Hi', usage: { input: 5, output: 1, cost: 0.002 } }] })
  expect((await read('openai')).usage.raw).toMatchObject({ cost: 0.002 })
})

it('poses as Ollama, whose thoughts and calls come in another form', async () => {
  await start({
    pose: 'ollama',
    script: [{ thoughts: 'Hm', calls: [{ name: 'search', input: { text: 'x' } }] }],
    models: [
      { id: 'llama3.1:8b', context: 8_192 },
      { id: 'qwen3:4b', isLoaded: false },
    ],
  })
  expect(await read('openai')).toMatchObject({
    thoughts: 'Hm',
    calls: [{ name: 'search', input: { text: 'x' } }],
    errors: [],
  })
  const get = async (path: string): Promise<unknown> => (await fetch(endpoint.origin + path)).json()
  expect(await get('/api/version')).toEqual({ version: expect.any(String) })
  expect(await get('/api/tags')).toMatchObject({ models: [{ name: 'llama3.1:8b' }, { name: 'qwen3:4b' }] })
  expect(await get('/api/ps')).toMatchObject({ models: [{ name: 'llama3.1:8b', context_length: 8_192 }] })
  expect((await fetch(`${endpoint.origin}/props`)).status).toBe(404)
})

it('lists its models, or fails to', async () => {
  await start({ models: [{ id: 'one' }, { id: 'two' }] })
  const list = (): Promise<Response> => fetch(`${endpoint.url}/models`, { redirect: 'manual' })
  expect(await (await list()).json()).toMatchObject({ data: [{ id: 'one' }, { id: 'two' }] })
  endpoint.listFault = { fault: 'redirect', to: 'http://elsewhere.invalid/' }
  const redirected = await list()
  expect([redirected.status, redirected.headers.get('location')]).toEqual([307, 'http://elsewhere.invalid/'])
  endpoint.listFault = { fault: 'web page' }
  expect((await list()).headers.get('content-type')).toContain('text/html')
})
