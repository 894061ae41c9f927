import { describe, expect, it } from 'vitest'
import { createCosts } from '../../../../src/core/model/usage.ts'
import { priceOf } from '../../../../src/shared/model-price.ts'

const uncached = { cacheReadTokens: 0, cacheWriteTokens: 0 }

describe('The costs of a model', () => {
  it.each([
    ['3/15', { input: 3, output: 15 }],
    [' 0.25 / 1.5 ', { input: 0.25, output: 1.5 }],
    ['', null],
    ['3', null],
    ['-1/2', null],
  ])('with the price “%s” are counted with %j', (text, price) => {
    expect(priceOf(text)).toEqual(price)
  })

  it('are what the endpoint says, or what the price makes of the tokens, or unknown', () => {
    const costs = createCosts(() => null)
    expect(costs.usage(100)).toBeNull()
    costs.begin()
    costs.add({ ...uncached, inputTokens: 10, outputTokens: 5, cost: null })
    expect(costs.usage(100)).toMatchObject({
      usedTokens: 15,
      cost: null,
      lastTurn: { tokens: 15, cost: null },
    })
    costs.add({ ...uncached, inputTokens: 10, outputTokens: 5, cost: 0.5 })
    expect(costs.usage(100)).toMatchObject({ allTokens: 30, cost: { amount: 0.5, currency: 'USD' } })
    costs.begin()
    costs.add({ ...uncached, inputTokens: 0, outputTokens: 0, cost: null })
    expect(costs.usage(100)).toMatchObject({ lastTurn: { tokens: 0 }, allTokens: 30 })
  })

  it('are lower for what the endpoint had kept, and a little higher for what it keeps', () => {
    const costs = createCosts(() => ({ input: 10, output: 50 }))
    costs.begin()
    costs.add({
      inputTokens: 1_000_000,
      cacheReadTokens: 600_000,
      cacheWriteTokens: 200_000,
      outputTokens: 10_000,
      cost: null,
    })
    // 200,000 fresh, 600,000 for a tenth, 200,000 for a quarter more; then the reply.
    expect(costs.usage(0)!.cost!.amount).toBeCloseTo(2 + 0.6 + 2.5 + 0.5, 10)
  })
})
