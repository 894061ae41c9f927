import { describe, expect, it } from 'vitest'
import { modelAddress } from '../../../../../src/main/brains/model/address.ts'

describe('The address of a model', () => {
  it.each([
    ['https://api.anthropic.com', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://api.anthropic.com/v1/messages', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://api.openai.com/v1/', 'openai', 'https://api.openai.com/v1'],
    ['http://127.0.0.1:11434', 'openai', 'http://127.0.0.1:11434/v1'],
    ['https://openrouter.ai/api/v1/chat/completions', 'openai', 'https://openrouter.ai/api/v1'],
    ['https://models.example.com/anthropic', 'anthropic', 'https://models.example.com/anthropic'],
    ['https://anthropic.com.evil.example/v1', 'openai', 'https://anthropic.com.evil.example/v1'],
  ])('%s has the interface of %s at %s', (modelUrl, api, base) => {
    expect(modelAddress({ modelUrl, modelApi: 'auto' })).toMatchObject({ api, base })
  })

  it('is on this computer only if it names this computer', () => {
    const isLocal = (modelUrl: string): boolean | undefined =>
      modelAddress({ modelUrl, modelApi: 'auto' })?.isLocal
    expect(['http://localhost:1234', 'http://127.0.0.1:1', 'http://[::1]:1'].map(isLocal)).toEqual([
      true,
      true,
      true,
    ])
    expect(
      ['http://localhost.example.com', 'http://127.0.0.1.example.com', 'http://192.168.1.4'].map(isLocal),
    ).toEqual([false, false, false])
  })

  it('is none for an empty text', () => {
    expect(modelAddress({ modelUrl: '', modelApi: 'auto' })).toBeNull()
  })
})
