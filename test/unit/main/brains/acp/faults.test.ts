import { describe, expect, it } from 'vitest'
import { reasonOf } from '../../../../../src/main/brains/acp/faults.ts'

describe('The reason that an agent gives for an error', () => {
  it('leaves out what looks like a key', () => {
    const error = {
      message: 'Incorrect API key provided: sk-proj-abcdefghijklmnop.',
      data: 'Bearer abcdefghijkl',
    }
    expect(reasonOf(error)).toBe('Incorrect API key provided: [key].: Bearer [key].')
  })
})
