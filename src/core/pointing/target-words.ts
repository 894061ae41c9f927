// How a target on screen is called, shown and spoken, and how Parley asks which of several is meant.
import { baseName } from '../../base/base-name.ts'
import { truncate } from '../../base/truncate.ts'
import type { ThingKind } from '../../shared/screen.ts'
import { numberWord, sentenceCase } from '../understanding/replies/spoken-count.ts'
import { isBlock, pluralOf } from './nouns.ts'
import type { Target } from './looking.ts'

const NAMES: Partial<Record<ThingKind, string>> = {
  condition: 'if statement',
  try: 'try block',
  heading: 'section',
}
const nounOf = (kind: ThingKind): string => NAMES[kind] ?? kind

const linesOf = ({ line, endLine }: Target): string =>
  line === endLine ? `line ${line}` : `lines ${line} to ${endLine}`

const MAX_NAME = 60
const nameOf = (name: string): string => truncate(name, MAX_NAME)

/** "The function tide, lines 3 to 9". */
export function describeTarget(target: Target): string {
  const { kind, name, file } = target
  if (kind === undefined) return linesOf(target)
  if (kind === 'heading') return `the section “${nameOf(name ?? '')}”`
  if (kind === 'result') return `line ${target.line} of ${baseName(file ?? '')}`
  if (kind === 'hunk') return `the hunk at line ${target.line} of ${baseName(file ?? '')}`
  if (kind === 'file') return file ?? name ?? 'the file'
  if (isBlock(kind)) return `the ${nounOf(kind)} in ${linesOf(target)}`
  return `the ${kind} ${nameOf(name ?? '')}, ${linesOf(target)}`
}

/** What tells it from the others of its kind. */
function labelOf(target: Target): string {
  const { kind, name, line, file } = target
  if (kind === 'heading') return nameOf(name ?? '')
  if (kind === 'file') return file ?? name ?? ''
  if (kind === 'result' || kind === 'hunk') return `line ${line} of ${baseName(file ?? '')}`
  return name === undefined ? linesOf(target) : `${nameOf(name)} in line ${line}`
}

/** A list read aloud with more is of no use. */
export const MAX_CHOICES = 9

export function whichTarget(noun: string, targets: readonly Target[]): string {
  const nouns = pluralOf(noun)
  if (targets.length > MAX_CHOICES)
    return `There are ${targets.length} ${nouns} here. Say which one, such as “the first ${noun}”, or its line.`
  const labels = targets.map((target, at) => `${at + 1}, ${labelOf(target)}`)
  return `${sentenceCase(numberWord(targets.length))} ${nouns} fit: ${labels.join('; ')}. Which number?`
}

/** How the built-in agent's grammars call it, once it is what the user looks at. */
export function plainWords({ kind, line, endLine }: Target): string {
  if (kind === undefined) return line === endLine ? 'this line' : 'this code'
  return GRAMMARS_KNOW.has(kind) ? `this ${kind}` : 'this code'
}

const GRAMMARS_KNOW: ReadonlySet<ThingKind> = new Set([
  'function',
  'method',
  'class',
  'file',
  'hunk',
  'result',
])
