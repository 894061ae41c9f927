// What the window says about an agent: how much it has used, in which mode it works, and who answers.
import type { BrainOption, BrainUsage, BrainView, Cost } from '../../shared/brain-status.ts'

function compact(count: number): string {
  const number = Math.max(0, count)
  const digits = number >= 10_000 && number < 1_000_000 ? 0 : 1
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: digits })
    .format(number)
    .replace('K', 'k')
}

/** Such as "$0.04". Agents may name currencies nobody knows. */
function money({ amount, currency }: Cost): string {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return amount > 0 && amount < 0.01 ? `under ${format.format(0.01)}` : format.format(amount)
  } catch {
    return `${amount.toFixed(2)} ${currency.slice(0, 12)}`
  }
}

const joined = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ')

/** For the status bar: "12k tokens · $0.04". */
export function usageShort({ usedTokens, cost }: BrainUsage): string {
  return joined([`${compact(usedTokens)} tokens`, cost && money(cost)])
}

/** For the popover: "12k of 200k tokens · $0.04". */
export function usageLong({ usedTokens, contextTokens, cost }: BrainUsage): string {
  const tokens =
    contextTokens > 0
      ? `${compact(usedTokens)} of ${compact(contextTokens)} tokens`
      : `${compact(usedTokens)} tokens`
  return joined([tokens, cost && money(cost)])
}

/** For the popover: "Last request: 3.4k tokens · $0.01". */
export const lastTurnText = ({ tokens, cost }: NonNullable<BrainUsage['lastTurn']>): string =>
  joined([`Last request: ${compact(tokens)} tokens`, cost && money(cost)])

/** The numbers in full, as a sentence. */
export function usageExplained({ usedTokens, contextTokens, cost, allTokens }: BrainUsage): string {
  const used = usedTokens.toLocaleString('en')
  const sentence =
    contextTokens > 0
      ? `This conversation uses ${used} of ${contextTokens.toLocaleString('en')} tokens that fit into the agent’s memory.`
      : `This conversation uses ${used} tokens of the agent’s memory.`
  const all = allTokens ? ` It has sent and received ${allTokens.toLocaleString('en')} in all.` : ''
  return cost ? `${sentence}${all} It has cost ${money(cost)} so far.` : `${sentence}${all}`
}

/** How full the agent's memory is, from 0 to 1; null if its size is unknown. */
export function usedShare({ usedTokens, contextTokens }: BrainUsage): number | null {
  return contextTokens > 0 ? Math.min(1, Math.max(0, usedTokens / contextTokens)) : null
}

/** Modes in which an agent works as usual: it asks before it changes something. */
const USUAL = /^(?:default|ask|approve|smart[_-]?approve|manual|normal|build|code|read-?only)$/i

/** Modes in which an agent changes files or runs commands without asking, as the known agents name them. */
const FREE = /bypass|yolo|full-?access|accept-?edits|allow-?all|^auto|^agent$|^workspace-write$/i

const modeOption = (options: readonly BrainOption[]): BrainOption | undefined =>
  options.find(({ kind }) => kind === 'mode')

export function chosenName({ value, choices }: BrainOption): string {
  return choices.find((choice) => choice.value === value)?.name ?? value
}

/** Some agents call their modes "Plan Mode", others "plan" or "smart_approve". */
const modeName = (name: string): string =>
  name
    .replace(/\s*mode$/i, '')
    .replaceAll('_', ' ')
    .trim() || name

/** Such as "Plan mode"; null in the mode in which the agent asks. */
export function unusualMode(options: readonly BrainOption[]): string | null {
  const mode = modeOption(options)
  if (!mode || USUAL.test(mode.value)) return null
  const name = modeName(chosenName(mode))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} mode`
}

/** Whether the agent may act without asking in its mode. */
export function actsFreely(options: readonly BrainOption[]): boolean {
  const mode = modeOption(options)
  return mode !== undefined && FREE.test(mode.value)
}

/** Such as "Mode: Plan", for each other value of an option. */
export interface OptionEntry {
  id: string
  option: string
  value: string
  title: string
  description: string | null
}

/** What the palette offers: every other mode and model. */
export function optionEntries(brain: BrainView | null): OptionEntry[] {
  return (brain?.options ?? [])
    .filter(({ kind }) => kind !== 'other')
    .flatMap(({ id, kind, value: chosen, choices }) =>
      choices
        .filter(({ value }) => value !== chosen)
        .map(({ value, name, description }) => ({
          id: `option ${id} ${value}`,
          option: id,
          value,
          title: kind === 'mode' ? `Mode: ${modeName(name)}` : `Model: ${name}`,
          description,
        })),
    )
}
