import { describe, expect, it } from 'vitest'
import { startModelEndpoint } from '../../../../fakes/model-endpoint.ts'
import { createToolbox } from '../../../../../src/core/tools/toolbox.ts'
import { systemClock } from '../../../../../src/main/app/clock.ts'
import { modelBrain } from '../../../../../src/main/brains/model/definition.ts'
import { defaultSettings, type Settings } from '../../../../../src/shared/settings.ts'
import { memoryStorage } from '../../../../fakes/model-brain.ts'
import { recordBrain } from '../../../../fakes/record-brain.ts'

const open = (settings: Partial<Settings>, secret: string | null = null) =>
  modelBrain.open({
    settings: () => ({ ...defaultSettings, ...settings }),
    secret: () => secret,
    secrets: { get: () => null, set: () => {} },
    storage: memoryStorage(),
    version: '1.0.0',
    clock: systemClock,
    newId: () => 'id',
    onError(what, error) {
      throw new Error(what, { cause: error })
    },
  })

describe('The key of a model', () => {
  // Nothing can answer there, and nothing is sent on a wire.
  const modelUrl = 'http://0.0.0.1:9/v1'

  it('does not leave this computer unencrypted when models are listed or the connection is tested', async () => {
    const { models, test } = open({ modelUrl }, 'sk-secret')
    const refused = { fault: { code: 'model_unencrypted' } }
    await expect(models!.list(modelUrl, null)).rejects.toMatchObject(refused)
    await expect(models!.list(modelUrl, 'sk-typed')).rejects.toMatchObject(refused)
    expect((await test!()).steps).toEqual([
      { ok: false, text: expect.stringContaining('does not send the key') },
    ])
  })

  it.each(['sk-Schlüssel', 'sk-one\nsk-two', 'sk-…'])('%j is refused with a reason', async (key) => {
    const { models } = open({ modelUrl: 'http://127.0.0.1:9/v1' })
    await expect(models!.list('http://127.0.0.1:9/v1', key)).rejects.toMatchObject({
      fault: { code: 'model_key', message: expect.stringContaining('that no key has') },
    })
  })
})

describe('The test of the connection', () => {
  it.each([
    ['llama3.2', 'llama3.2:latest'],
    ['gemini-flash', 'models/gemini-flash'],
  ])('finds the model %s in what the server calls %s', async (modelName, id) => {
    const endpoint = await startModelEndpoint({ models: [{ id }] })
    const { test } = open({ modelUrl: endpoint.url, modelName })
    const { steps } = await test!()
    await endpoint.close()
    expect(steps).toEqual([{ ok: true, text: expect.stringContaining('answers, with one model.') }])
  })
})

describe('Choosing a model', () => {
  const one = { modelUrl: 'https://one.example/v1', modelName: 'small' }
  const left = { modelApi: 'anthropic', modelPrice: '3/15', modelContext: 4_096 } as const

  it('leaves nothing of the model before: no interface, price or context', () => {
    const { models } = open({ ...one, ...left })
    const fresh = { modelApi: 'auto', modelPrice: '', modelContext: 0 }
    expect(models!.settingsFor('https://two.example/v1', 'big')).toEqual({
      modelUrl: 'https://two.example/v1',
      modelName: 'big',
      ...fresh,
    })
    expect(models!.settingsFor(one.modelUrl, 'big')).toMatchObject(fresh)
    expect(models!.settingsFor(one.modelUrl, 'small')).toEqual({ ...one, modelApi: 'auto' })
  })

  it('replaces what was chosen in the status bar before', async () => {
    const endpoint = await startModelEndpoint({ models: [{ id: 'scripted' }, { id: 'other' }] })
    const settings = { ...defaultSettings, modelUrl: endpoint.url, modelName: 'scripted' }
    const { create, models } = open(settings)
    const brain = create({
      folder: '/',
      folderName: 'project',
      conversation: 'one',
      tools: createToolbox(null, () => true),
    })
    const { find } = recordBrain(brain)
    await brain.setOption!('model', 'other')
    expect(brain.name).toBe('other')
    await models!.use(endpoint.url, 'scripted')
    brain.retry!()
    await find(() => (brain.name === 'scripted' ? true : undefined))
    await brain.close()
    await endpoint.close()
  })
})
