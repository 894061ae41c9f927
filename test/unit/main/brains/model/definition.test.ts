import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../../src/main/app/clock.ts'
import { modelBrain } from '../../../../../src/main/brains/model/definition.ts'
import { defaultSettings, type Settings } from '../../../../../src/shared/settings.ts'
import { memoryStorage } from '../../../../fakes/model-brain.ts'

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
