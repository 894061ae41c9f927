// What the user may have meant by a request that was not understood: the commands of the table and the examples of the help
// page that share most with it.
import type { Command, CommandTable } from '../commands/command.ts'
import { commands } from '../commands/commands.ts'
import { matchCommand } from '../commands/match-command.ts'
import { plainPhrase } from '../commands/phrases.ts'
import { isAlmost } from './almost.ts'
import { anywhere } from './replies/help-page.ts'
import { searchTerms } from './search-terms.ts'
import { wordsOfName } from './spoken-forms.ts'

export interface Suggestion {
  /** As it is offered. */
  label: string
  /** What to say for it. */
  say: string
}

interface Candidate extends Suggestion {
  /** The words it is about. */
  words: ReadonlySet<string>
  /** Other words in which it can be said; they count less. */
  alsoSaid: ReadonlySet<string>
}

/** An example that shares less of a request is about something else. */
const ENOUGH = 0.34
const ALSO_SAID = 0.8
const ALIKE = 0.5
/** They say nothing about which command is meant. */
const EMPTY = new Set('a an the my your it this that please to of on in is i me you and'.split(' '))

/** Many commands begin with them. */
const WEAK = new Set(
  'make turn switch change use set get go do take put want give start let create add bring keep'.split(' '),
)

const stems = (text: string): string[] =>
  wordsOfName(text)
    .filter((word) => !EMPTY.has(word))
    .map(stem)

const helpCandidates = (): Candidate[] =>
  anywhere.map((say) => ({ label: say, say, words: new Set(stems(say)), alsoSaid: new Set() }))

/** A command is offered as it can be said, and only where saying it means that command. */
export function commandCandidates(table: CommandTable): Candidate[] {
  return Object.values<Command>(table).flatMap((command) => {
    const { title, phrases = [], help } = command
    const say = help?.say ?? phrases.map(plainPhrase).find((one) => one !== null && one !== '')
    if (say === undefined || say === null || matchCommand(say, null, table) === null) return []
    const label = help?.say ?? `${title.charAt(0).toLowerCase()}${title.slice(1)}`
    const words = new Set([...stems(title), ...stems(say)])
    return [{ label, say, words, alsoSaid: new Set(phrases.flatMap((phrase) => stems(phrase))) }]
  })
}

let known: readonly Candidate[] | null = null

function candidates(): readonly Candidate[] {
  if (known) return known
  const all = [...commandCandidates(commands), ...helpCandidates()]
  known = all.filter(({ label }, at) => all.findIndex((other) => other.label === label) === at)
  return known
}

/** Best first; none if nothing is near. */
export function nearestSayings(said: string, limit: number): Suggestion[] {
  // A word that searching for code leaves out may name a command: "open", "new".
  const terms = wordsOfName(said.slice(0, MAX_SAID)).filter((word) => !EMPTY.has(word))
  const meant = searchTerms(said.slice(0, MAX_SAID))
  const weight = (word: string): number =>
    !WEAK.has(word) && meant.some((term) => term.word === word) ? 1 : 0.3
  const others = (word: string): readonly string[] => meant.find((term) => term.word === word)?.others ?? []
  const whole = terms.reduce((sum, word) => sum + weight(word), 0)
  if (whole === 0) return []
  return candidates()
    .map(({ label, say, words, alsoSaid }) => {
      const share = (word: string): number => {
        const one = stem(word)
        if (words.has(one)) return 1
        if (alsoSaid.has(one)) return ALSO_SAID
        const isAlike =
          others(word).some((other) => words.has(stem(other))) ||
          [...words, ...alsoSaid].some((other) => isAlmost(one, other))
        return isAlike ? ALIKE : 0
      }
      const shared = terms.reduce((sum, word) => sum + weight(word) * share(word), 0)
      // Of two that share the same, the shorter is nearer.
      return { label, say, shared, near: shared / Math.sqrt(words.size) }
    })
    .filter(({ shared }) => shared >= ENOUGH * whole && shared >= ALIKE)
    .sort((a, b) => b.near - a.near)
    .slice(0, limit)
    .map(({ label, say }) => ({ label, say }))
}

/** Nobody asks for a command in more. */
const MAX_SAID = 300

function stem(word: string): string {
  return word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(?:ing|ed|es|er|s)$/, '')
}
