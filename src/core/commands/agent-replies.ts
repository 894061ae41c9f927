// What Parley says about the agent that answers.
import type { BrainOption, BrainStatus } from '../../shared/brain-status.ts'
import type { KnownAgent } from '../../shared/ipc.ts'
import { numberWord, sentenceCase, spokenList } from '../understanding/replies/spoken-count.ts'
import type { NamedAgent } from './agent-names.ts'
import type { OptionChoice } from './agent-options.ts'

export const ONLY_OWNER = 'Only the owner can change that, in their own window.'

export function whichChoice(fits: readonly OptionChoice[]): string {
  const labels = fits.map(({ name, optionName }, at) => {
    const isSame = fits.filter((one) => one.name === name).length > 1
    return `${at + 1}, ${isSame ? `${name} of ${optionName.toLowerCase()}` : name}`
  })
  return `${sentenceCase(numberWord(fits.length))} fit: ${labels.join('; ')}. Which number?`
}

export function optionChanged(options: readonly BrainOption[], wanted: OptionChoice): string {
  const option = options.find(({ id }) => id === wanted.option)
  const current = option?.choices.find(({ value }) => value === option.value)
  const name = (option?.name ?? wanted.optionName).toLowerCase()
  if (option?.value === wanted.value) return `The ${name} is now ${wanted.name}.`
  return `The agent did not change the ${name}. It is still ${current?.name ?? option?.value ?? 'the same'}.`
}

/** The screen shows longer lists. */
const MAX_TOLD = 8

export function optionTold(option: BrainOption, what: 'current' | 'all'): string {
  const current = option.choices.find(({ value }) => value === option.value)?.name ?? option.value
  const name = option.name.toLowerCase()
  if (what === 'current') return `The ${name} is ${current}.`
  const names = option.choices.map((choice) => choice.name)
  const told = names.slice(0, MAX_TOLD)
  const more = names.length - told.length
  const list = more > 0 ? `${told.join(', ')} and ${numberWord(more)} more` : spokenList(told)
  return `The choices for ${name} are ${list}. Now it is ${current}.`
}

export function usageTold({ name, usage }: BrainStatus, what: 'cost' | 'context'): string {
  if (what === 'cost')
    return usage?.cost
      ? `This conversation has cost ${money(usage.cost)} so far.`
      : `${name} does not say what it costs.`
  if (!usage || usage.contextTokens <= 0) return `${name} does not say how much context it has used.`
  const { usedTokens, contextTokens } = usage
  const left = Math.max(0, Math.round(100 - (usedTokens / contextTokens) * 100))
  return `${left} percent of the context is left: ${thousands(usedTokens)} of ${thousands(contextTokens)} tokens are used.`
}

const thousands = (tokens: number): string =>
  tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)} thousand`

function money({ amount, currency }: { amount: number; currency: string }): string {
  if (currency.toUpperCase() !== 'USD') return `${amount.toFixed(2)} ${currency}`
  if (amount > 0 && amount < 0.01) return 'less than a cent'
  return amount < 1 ? `${Math.round(amount * 100)} cents` : `$${amount.toFixed(2)}`
}

/** Why another agent cannot answer; null if it can. */
export function whyNotUsed(agent: NamedAgent, known: readonly KnownAgent[]): string | null {
  if (agent.agent === null) return null
  const found = known.find(({ id }) => id === agent.agent)
  if (!found) return `This version of Parley cannot start ${agent.title}.`
  if (found.inUse) return `${found.title} answers already.`
  if (found.version !== null) return null
  return `${found.title} is not installed. Install it with: ${found.install}`
}
