// Tokens and costs of a conversation with a model.
import type { BrainUsage } from '../../shared/brain-status.ts'
import type { ModelPrice } from '../../shared/model-price.ts'

/** What one request to the model used, as the endpoint reports it. */
export interface StepUsage {
  /** With those of the cache. */
  inputTokens: number
  /** How many of them the endpoint had kept, and how many it keeps from now on. */
  cacheReadTokens: number
  cacheWriteTokens: number
  outputTokens: number
  /** In US dollars, if the endpoint says so. */
  cost: number | null
}

/** Part of the usual price of input: most providers ask about as much. */
const CACHE_READ = 0.1
const CACHE_WRITE = 1.25

function costOf(step: StepUsage, price: ModelPrice | null): number | null {
  const { inputTokens, cacheReadTokens: read, cacheWriteTokens: write, outputTokens, cost } = step
  if (cost !== null || price === null) return cost
  const fresh = Math.max(0, inputTokens - read - write)
  return ((fresh + read * CACHE_READ + write * CACHE_WRITE) * price.input + outputTokens * price.output) / 1e6
}

interface Sum {
  tokens: number
  cost: number | null
}

export interface Costs {
  /** A new request of the user. */
  begin(): void
  add(step: StepUsage): void
  usage(contextTokens: number): BrainUsage | null
}

export function createCosts(price: () => ModelPrice | null): Costs {
  let inContext = 0
  let isKnown = false
  let turn: Sum = { tokens: 0, cost: null }
  let all: Sum = { tokens: 0, cost: null }

  const money = (amount: number | null): { amount: number; currency: string } | null =>
    amount === null ? null : { amount, currency: 'USD' }

  return {
    begin: () => void (turn = { tokens: 0, cost: null }),
    add(step) {
      const { inputTokens, outputTokens } = step
      if (inputTokens + outputTokens === 0) return
      isKnown = true
      inContext = inputTokens + outputTokens
      const cost = costOf(step, price())
      const plus = (sum: Sum): Sum => ({
        tokens: sum.tokens + inputTokens + outputTokens,
        cost: cost === null ? sum.cost : (sum.cost ?? 0) + cost,
      })
      turn = plus(turn)
      all = plus(all)
    },
    usage: (contextTokens) =>
      isKnown
        ? {
            usedTokens: inContext,
            contextTokens,
            cost: money(all.cost),
            lastTurn: { tokens: turn.tokens, cost: money(turn.cost) },
            allTokens: all.tokens,
          }
        : null,
  }
}
