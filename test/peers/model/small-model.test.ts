// A real small language model: it streams words, and its server refuses in the words that the scripted one repeats.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, jsonSchema, streamText, tool, type ToolSet } from 'ai'
import { afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { poseAnswer } from '../../fakes/model-poses.ts'
import { refusalOf } from '../../fakes/model-refusals.ts'
import { provideSmallModel, startSmallModel, type SmallModel, type SmallModelOptions } from './small-model.ts'

describe('a real small language model', () => {
  let missing: string | null = null
  let running: SmallModel | undefined
  beforeAll(async () => {
    missing = await provideSmallModel()
    if (missing && process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(missing)
  }, 1_200_000)
  afterEach(async () => {
    await running?.stop()
    running = undefined
  })

  const start = async (context: TestContext, options: SmallModelOptions = {}): Promise<SmallModel> => {
    if (missing) {
      process.stderr.write(`SKIPPED: ${missing}\n`)
      context.skip(missing)
    }
    running = await startSmallModel(options)
    return running
  }

  async function ask({ url, model }: SmallModel, prompt: string, withTool = false) {
    const pieces: string[] = []
    const errors: unknown[] = []
    const inputSchema = jsonSchema<object>({ type: 'object' })
    const tools: ToolSet = withTool ? { search: tool({ description: 'Searches.', inputSchema }) } : {}
    const answer = streamText({
      model: createOpenAICompatible({ name: 'small', baseURL: url, includeUsage: true }).chatModel(model),
      instructions: 'Answer shortly.',
      prompt,
      tools,
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    })
    for await (const piece of answer.textStream) pieces.push(piece)
    const [error] = errors
    return { pieces, error, usage: error === undefined ? await answer.usage : null }
  }

  /** An error body without the numbers of the request. */
  const wording = (body: string): unknown => JSON.parse(body.replaceAll(/\d+ tokens/g, 'N tokens'))

  it('streams words in answer to a question, and counts tokens', async (context) => {
    const { pieces, usage } = await ask(await start(context), 'What is a dog?')
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces.join('')).toMatch(/\b(?:dogs?|animals?|pets?)\b.*\b(?:dogs?|animals?|pets?)\b/is)
    expect(usage?.inputTokens).toBeGreaterThan(5)
    expect(usage?.outputTokens).toBeGreaterThan(3)
  })

  it('tells about itself as the posing endpoint does', async (context) => {
    const { url, model } = await start(context, { contextTokens: 1_024 })
    for (const path of ['/v1/models', '/props']) {
      const posed = poseAnswer('llama.cpp', path, [{ id: model, context: 1_024 }])
      expect(await (await fetch(new URL(path, url))).json()).toMatchObject(shapeOf(posed) as object)
    }
    const { data } = (await (await fetch(`${url}/models`)).json()) as { data: Record<string, unknown>[] }
    expect(data).toMatchObject([{ id: model, owned_by: 'llamacpp', meta: { n_ctx: 1_024 } }])
    const props = await (await fetch(new URL('/props', url))).json()
    expect(props).toMatchObject({ default_generation_settings: { n_ctx: 1_024 } })
  })

  it('refuses a conversation that is too long as the scripted endpoint does', async (context) => {
    const model = await start(context, { contextTokens: 256 })
    const { error } = await ask(model, 'a long word '.repeat(500))
    const scripted = refusalOf('too long (llama.cpp)', 'openai', model.model)
    expect(APICallError.isInstance(error) && error.statusCode).toBe(scripted.status)
    const fixed = { n_prompt_tokens: expect.any(Number), n_ctx: expect.any(Number) }
    const { error: said } = wording(JSON.stringify(scripted.body)) as { error: object }
    expect(wording((error as APICallError).responseBody!)).toEqual({ error: { ...said, ...fixed } })
  })

  it('refuses tools as the scripted endpoint does', async (context) => {
    const model = await start(context, { acceptsTools: false })
    const { error } = await ask(model, 'What is a dog?', true)
    const scripted = refusalOf('no tools (llama.cpp)', 'openai', model.model)
    expect(APICallError.isInstance(error) && error.statusCode).toBe(scripted.status)
    expect(JSON.parse((error as APICallError).responseBody!)).toEqual(scripted.body)
  })
})

/** The same fields, with any values of the same types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
  return typeof value === 'string' ? expect.any(String) : expect.any(Number)
}
