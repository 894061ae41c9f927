// Finds the choices of a brain's options that words describe: "plan", "the small model", "sonnet".
import type { BrainOption } from '../../shared/brain-status.ts'

export interface OptionChoice {
  option: string
  optionName: string
  value: string
  name: string
}

/** Words that mean the same; they count in descriptions too. */
const ALIKE: readonly ReadonlySet<string>[] = [
  'small smaller smallest fast faster fastest cheap cheaper cheapest quick mini nano flash lite light little haiku',
  'big bigger biggest large larger largest smart smartest best strong strongest capable pro opus max powerful',
  'plan planning planned planner architect',
  'ask asks asking prompt prompts manual approve approval approvals confirm confirmation',
  'automatic auto automatically accept',
].map((words) => new Set(words.split(' ')))

/** A mode without questions is chosen by its name only: a similar word must not turn the questions off. */
const RISKY = /bypass|yolo|danger|skip|full[\s_-]?access|without asking|don'?t ask|never ask|all permissions/i

const FILLERS = new Set('the a an to in into mode model models one of your please'.split(' '))

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')
const digit = (word: string): number => DIGITS.indexOf(word)

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(
      new RegExp(`\\b(${DIGITS.join('|')}) point (${DIGITS.join('|')})\\b`, 'g'),
      (_, one: string, two: string) => `${digit(one)}.${digit(two)}`,
    )
    .replace(/(\d) point (\d)/g, '$1.$2')
    // Nobody hears the difference.
    .replace(/\blight\b/g, 'lite')
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, ''))
    .filter((word) => word !== '' && !FILLERS.has(word))

const splitCase = (text: string): string => text.replace(/([a-z])([A-Z])/g, '$1 $2')

/** How well words describe a choice: 3 its name, 2 words of its name, 1 words like its name or description. */
function fit(words: readonly string[], { name, value, description }: BrainOption['choices'][number]): number {
  const said = words.join(' ')
  const names = [name, value, splitCase(value)].map((text) => wordsOf(text))
  if (names.some((one) => one.join(' ') === said)) return 3
  if (names.some((one) => words.every((word) => one.includes(word)))) return 2
  if (RISKY.test(`${name} ${value} ${description ?? ''}`)) return 0
  const all = [...names.flat(), ...wordsOf(description ?? '')]
  const isMeant = (word: string): boolean => {
    const alike = ALIKE.find((group) => group.has(word))
    return all.some((other) => other === word || alike?.has(other))
  }
  return words.every(isMeant) ? 1 : 0
}

/** The choices that fit best; several if they fit alike. `byName` leaves descriptions out. */
export function choicesFor(
  options: readonly BrainOption[],
  said: string,
  how: 'any' | 'by name' = 'any',
): OptionChoice[] {
  const words = wordsOf(said)
  if (words.length === 0) return []
  const fits = options.flatMap((option) =>
    option.choices.map((choice) => ({ option, choice, score: fit(words, choice) })),
  )
  const best = Math.max(how === 'any' ? 1 : 2, ...fits.map(({ score }) => score))
  return fits
    .filter(({ score }) => score === best)
    .map(({ option, choice }) => ({
      option: option.id,
      optionName: option.name,
      value: choice.value,
      name: choice.name,
    }))
}

/** Modes that ask before everything, by their usual names; the first that exists is meant. */
const ASKING = ['always ask', 'ask', 'approve', 'manual', 'manual approval', 'prompt', 'default', 'read only']

export function askingMode(options: readonly BrainOption[]): OptionChoice | null {
  for (const option of options) {
    for (const name of ASKING) {
      const choice = option.choices.find((one) =>
        [one.name, one.value].some((text) => wordsOf(splitCase(text)).join(' ') === name),
      )
      if (choice)
        return { option: option.id, optionName: option.name, value: choice.value, name: choice.name }
    }
  }
  return null
}

/** The option that a word names: by its kind or its own name. */
export function optionCalled(options: readonly BrainOption[], said: string): BrainOption | null {
  const name = said.trim().toLowerCase()
  const kind = name.replace(/s$/, '')
  const words = wordsOf(name)
  return (
    options.find((option) => option.kind === kind || option.name.toLowerCase() === name) ??
    options.find(
      (option) => words.length > 0 && words.every((word) => wordsOf(option.name).includes(word)),
    ) ??
    null
  )
}
