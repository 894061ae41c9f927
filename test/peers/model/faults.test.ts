// What goes wrong between Parley and a model: each failure has a message and a remedy, nothing hangs, and the key stays
// where it belongs.
import { afterEach, describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../../src/core/tools/codebase.ts'
import { createFakeWorkspace } from '../../fakes/fake-workspace.ts'
import { lastWords, startModelBrain, type ModelOnEndpoint } from '../../fakes/model-brain.ts'
import { startModelEndpoint, type Faulty, type Step } from '../../fakes/model-endpoint.ts'
import { recordBrain } from '../../fakes/record-brain.ts'

const KEY = 'sk-this-is-the-key-of-the-owner'
const poses = ['openai', 'anthropic'] as const

let opened: ModelOnEndpoint[] = []
afterEach(async () => {
  await Promise.all(opened.map(({ remove }) => remove()))
  opened = []
})

async function start(options: Parameters<typeof startModelBrain>[0] = {}) {
  const made = await startModelBrain(options)
  opened.push(made)
  return { ...made, ...recordBrain(made.brain) }
}

/** Asks once, of an endpoint whose every answer is the same. */
async function fail(step: Step, options: Parameters<typeof startModelBrain>[0] = {}) {
  const on = await start({ script: () => step, key: KEY, ...options })
  on.brain.ask({ runId: 'r1', text: 'What is this?' })
  const end = await on.over('r1')
  return { ...on, end, fault: end.type === 'run.failed' ? end.fault : null }
}

const MAX_TRIES = 4

const refused: readonly [
  fault: Faulty['fault'],
  code: string,
  says: RegExp,
  remedy: RegExp,
  tries: number,
][] = [
  ['wrong key', 'model_key', /does not accept the key/, /another key/, 1],
  [
    'forbidden',
    'model_key',
    /does not allow this.*(?:not allowed to sample|not have permission)/,
    /another key/,
    1,
  ],
  ['no model', 'model_unknown', /no model called scripted/, /another model/, 1],
  ['no model (Ollama)', 'model_unknown', /no model called scripted/, /another model/, 1],
  ['no credit', 'model_quota', /no credit left/, /billing/, 1],
  ['no credit (402)', 'model_quota', /no credit left/, /billing/, 1],
  ['rate limit', 'model_busy', /too many requests/, /Wait a minute/, MAX_TRIES],
  ['overloaded', 'model_busy', /overloaded/i, /Wait a moment/, MAX_TRIES],
  ['loading (llama.cpp)', 'model_busy', /Loading model/, /Wait a moment/, MAX_TRIES],
  ['too long', 'model_context', /too long for this model/, /new conversation/, 2],
  ['too long (llama.cpp)', 'model_context', /too long for this model/, /new conversation/, 2],
  ['too long (Ollama)', 'model_context', /too long for this model/, /new conversation/, 2],
  ['too long (LM Studio)', 'model_context', /too long for this model/, /new conversation/, 2],
  ['web page', 'model_failed', /web page/, /Check the address/, 1],
  ['redirect', 'model_failed', /sends requests on to another address/, /if you trust it/, 1],
  ['endless refusal', 'model_failed', /more than a reply can be/, /another model/, 1],
]

describe.each(poses)('An endpoint with the interface of %s', (pose) => {
  // LM Studio has no interface of Anthropic.
  it.each(refused.filter(([what]) => pose === 'openai' || !what.includes('LM Studio')))(
    'that answers “%s” gives the fault %s',
    async (what, code, says, remedy, tries) => {
      const { fault, endpoint, events } = await fail({ fault: what }, { pose })
      expect(fault).toMatchObject({ code })
      expect(fault!.message).toMatch(says)
      expect(fault!.remedy).toMatch(remedy)
      expect(endpoint.requests).toHaveLength(tries)
      expect(JSON.stringify(events)).not.toContain(KEY)
    },
  )

  it('gets the same request again when it was busy, and the user reads why it takes so long', async () => {
    const { brain, endpoint, over, said, events } = await start({ pose })
    endpoint.script([{ fault: 'rate limit' }, { fault: 'overloaded' }, { text: 'Here it is.' }])
    brain.ask({ runId: 'r1', text: 'What is this?' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(said('r1')).toBe('Here it is.')
    const told = events.flatMap((event) => (event.type === 'status.told' ? [event.detail] : []))
    expect(told).toEqual([
      expect.stringMatching(/too many requests.* Trying again in 1 s/),
      expect.stringMatching(/overloaded.* Trying again in 2 s/i),
    ])
    const [first, , third] = endpoint.requests
    expect(third!.body.messages).toEqual(first!.body.messages)
  })

  it.each(['cut', 'no end', 'error event', 'garbage'] as const)(
    'whose stream ends with “%s” leaves what was said, asks nothing again, and can be asked to go on',
    async (what) => {
      const { brain, endpoint, over, said } = await start({ pose })
      endpoint.script([{ fault: what, text: ['This is', ' the start'] }, { text: 'And the rest.' }])
      brain.ask({ runId: 'r1', text: 'What is this?' })
      const end = await over('r1')
      expect(end).toMatchObject({ type: 'run.failed' })
      if (what === 'cut')
        expect(end).toMatchObject({ fault: { remedy: expect.stringContaining('You keep the reply so far') } })
      expect(said('r1')).toBe('This is the start')
      expect(endpoint.requests).toHaveLength(1)
      brain.ask({ runId: 'r2', text: 'continue' })
      expect(await over('r2')).toMatchObject({ outcome: 'completed' })
      const sent = JSON.stringify(endpoint.requests[1]!.body.messages)
      expect(sent).toContain('What is this?')
      expect(sent).toContain('This is the start')
    },
  )

  it('that breaks before its first word is asked again', async () => {
    const { brain, endpoint, over, said } = await start({ pose })
    endpoint.script([{ fault: 'cut', text: [] }, { text: 'Here.' }])
    brain.ask({ runId: 'r1', text: 'What is this?' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(said('r1')).toBe('Here.')
  })

  it.each(['stall', 'silence'] as const)(
    'that goes quiet (%s) is stopped at once by the user',
    async (what) => {
      const { brain, endpoint, over, find, said, events } = await start({ pose })
      endpoint.script([{ fault: what, text: ['Wait'] }, { text: 'Good.' }])
      brain.ask({ runId: 'r1', text: 'What is this?' })
      // The silence is told.
      await find(() =>
        events.find(
          (event) => event.type === 'status.told' && event.detail.startsWith('No news from scripted'),
        ),
      )
      brain.abort('r1')
      expect(await over('r1')).toEqual({ type: 'run.ended', runId: 'r1', outcome: 'aborted' })
      expect(await endpoint.requests[0]!.ended).toBe('closed')
      brain.ask({ runId: 'r2', text: 'Again' })
      await over('r2')
      expect(said('r2')).toBe('Good.')
    },
  )

  it('that never stops talking is cut off', async () => {
    const { brain, endpoint, over, events } = await start({ pose, script: [{ fault: 'flood' }] })
    brain.ask({ runId: 'r1', text: 'What is this?' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(await endpoint.requests[0]!.ended).toBe('closed')
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice.told', text: expect.stringContaining('far too long') }),
    )
  })

  it('that never stops thinking is cut off', async () => {
    const thoughts = Array.from({ length: 5 }, () => 'and so on '.repeat(10_000))
    const { fault, endpoint } = await fail({ thoughts: [...thoughts, new Promise(() => {})] }, { pose })
    expect(fault).toMatchObject({ message: 'scripted went on without end and did not reply.' })
    expect(await endpoint.requests[0]!.ended).toBe('closed')
  })

  it('that sends nothing readable without end is given up', async () => {
    const { fault, endpoint } = await fail({ fault: 'endless body' }, { pose })
    expect(fault).toMatchObject({ code: 'model_failed' })
    expect(await endpoint.requests[0]!.ended).toBe('closed')
  })

  it('that answers with nothing fails, so that the user does not wait for a reply', async () => {
    const { fault } = await fail({ text: [] }, { pose })
    expect(fault).toMatchObject({ code: 'model_failed', message: 'scripted sent an empty reply.' })
  })

  it('that redirects learns nothing more, and neither does the other address', async () => {
    const other = await startModelEndpoint({ pose, script: () => ({ text: 'Thank you' }) })
    try {
      const { fault } = await fail({ fault: 'redirect', to: `${other.url}/messages` }, { pose })
      expect(fault).not.toBeNull()
      expect([...other.requests, ...other.asked]).toEqual([])
    } finally {
      await other.close()
    }
  })

  it('that is not there names the address and what to do', async () => {
    const { brain, endpoint, over } = await start({ pose })
    await endpoint.close()
    brain.ask({ runId: 'r1', text: 'What is this?' })
    expect(await over('r1')).toMatchObject({
      type: 'run.failed',
      fault: {
        code: 'model_absent',
        message: `No model server answers at ${new URL(endpoint.url).host} on this computer.`,
        remedy: expect.stringContaining('Start it'),
      },
    })
    expect(brain.status()).toMatchObject({ state: 'refused', label: 'not answering' })
  })
})

it('A call whose arguments do not end is cut off and not performed', async () => {
  const calls = [{ name: 'write_file', input: { path: 'a.txt', content: 'x'.repeat(1_600_000) } }]
  const { fault, events } = await fail({ calls, pauseAfter: new Promise(() => {}) }, { pose: 'ollama' })
  expect(fault).toMatchObject({ code: 'model_failed', message: expect.stringContaining('without end') })
  expect(events.some(({ type }) => type === 'approval.requested')).toBe(false)
})

describe('A model that cannot use tools', () => {
  it('gets the code on screen and whole passages, within its context, and not again with the next request', async () => {
    const symbol = (name: string, startLine: number, endLine: number): CodeSymbol => ({
      file: 'cart.ts',
      name,
      kind: 'function',
      startLine,
      endLine,
      signature: `function ${name}()`,
      doc: null,
      container: null,
    })
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at + 1} of the cart`)
    const { brain, endpoint, over } = await start({
      settings: { modelContext: 8_192 },
      workspace: createFakeWorkspace({
        files: { 'cart.ts': lines.join('\n'), 'seen.ts': 'const seen = 1\n' },
        symbols: [symbol('total', 100, 110), symbol('discount', 300, 400)],
      }),
    })
    endpoint.script(({ body }) => (body.tools ? { fault: 'no tools' } : { text: 'It adds them up.' }))
    brain.ask({ runId: 'r1', text: 'What do total and discount do?', view: { file: 'seen.ts', line: 1 } })
    await over('r1')
    const words = lastWords(endpoint.requests[1]!.body)
    expect(words).toContain('1\tconst seen = 1')
    expect(words).toContain('100\tline 100 of the cart')
    expect(words).toContain('110\tline 110 of the cart')
    expect(words).not.toContain('line 111 ')
    expect(words.length).toBeLessThan(12_000)
    brain.ask({ runId: 'r2', text: 'Thank you' })
    await over('r2')
    expect(JSON.stringify(endpoint.requests[2]!.body.messages)).not.toContain('of the cart')
  })

  it('gets what a search of the code finds, and the user is told once', async () => {
    const { brain, endpoint, over, said, events } = await start()
    endpoint.script(({ body }) => (body.tools ? { fault: 'no tools' } : { text: 'It is in a.txt.' }))
    brain.ask({ runId: 'r1', text: 'Where is alpha?' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(said('r1')).toBe('It is in a.txt.')
    brain.ask({ runId: 'r2', text: 'And beta?' })
    await over('r2')
    expect(endpoint.requests.map(({ body }) => body.tools !== undefined)).toEqual([true, false, false])
    const notices = events.filter(({ type }) => type === 'notice.told')
    expect(notices).toHaveLength(1)
    expect(brain.status().note).toContain('cannot use tools')
  })
})
