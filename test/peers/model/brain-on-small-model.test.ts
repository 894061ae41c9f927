// Parley answers with a real model on a real server: a reply in words, with tools offered and without.
import { afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { startModelBrain } from '../../fakes/model-brain.ts'
import { createFakeWorkspace } from '../../fakes/fake-workspace.ts'
import { recordBrain } from '../../fakes/record-brain.ts'
import { provideSmallModel, startSmallModel, type SmallModel } from './small-model.ts'

describe('Parley with a real small model', () => {
  let missing: string | null = null
  let running: SmallModel | undefined
  const removals: (() => Promise<void>)[] = []
  beforeAll(async () => {
    missing = await provideSmallModel()
    if (missing && process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(missing)
  }, 1_200_000)
  afterEach(async () => {
    await Promise.all(removals.splice(0).map((remove) => remove()))
    await running?.stop()
    running = undefined
  })

  async function ask(context: TestContext, acceptsTools: boolean) {
    if (missing) {
      process.stderr.write(`SKIPPED: ${missing}\n`)
      context.skip(missing)
    }
    running = await startSmallModel({ acceptsTools })
    const { brain, remove } = await startModelBrain({
      settings: { modelUrl: running.url, modelName: '' },
      workspace: createFakeWorkspace({ files: { 'dog.md': 'A dog is an animal.\n' } }),
    })
    removals.push(remove)
    const seen = recordBrain(brain)
    brain.ask({ runId: 'r1', text: 'What is a dog? Answer in one sentence.' })
    return { ...seen, end: await seen.over('r1') }
  }

  it('replies in words, and shows its model, its context and its tokens', async (context) => {
    const { brain, end, events, said } = await ask(context, true)
    expect(end).toMatchObject({ type: 'run.ended', outcome: 'completed' })
    expect(said('r1')).toMatch(/\w+ \w+ \w+/)
    expect(events.filter(({ type }) => type === 'text.appended').length).toBeGreaterThan(3)
    const { name, usage, sendsTo } = brain.status()
    expect({ name, sendsTo }).toEqual({ name: running!.model, sendsTo: null })
    expect(usage).toMatchObject({ contextTokens: 8_192 })
    expect(usage!.usedTokens).toBeGreaterThan(100)
  })

  it('replies from what a search finds, if the server refuses tools', async (context) => {
    const { end, events, said } = await ask(context, false)
    expect(end).toMatchObject({ outcome: 'completed' })
    expect(said('r1')).toMatch(/\w+ \w+ \w+/)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice.told', text: expect.stringContaining('cannot use tools') }),
    )
  })
})
