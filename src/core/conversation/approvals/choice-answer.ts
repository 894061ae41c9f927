// Recognizes which choice of a question an answer means: by its words, its number, or a yes or no. Only a clear answer
// counts. A text that says anything else is a request.
import { isStopPhrase } from '../../commands/match-command.ts'
import { approvalAnswer } from './approval-answer.ts'
import { isPartOf, soundAlike } from './choice-likeness.ts'
import { bare, peeled, wordsOf } from './choice-words.ts'

export type ChoiceAnswer =
  /** `named`: it named the choice or its number, so it cannot be meant for another question. */
  | { tag: 'chosen'; at: number; named: boolean }
  | { tag: 'none' }
  /** It may mean any of these, by their indexes. */
  | { tag: 'unclear'; among: readonly number[]; named: boolean }

/** Longer than any choice with a few words around it. */
const MAX_ANSWER = 260

const NONE =
  /^(?:no )*(?:none|neither|nothing|cancel|skip|never ?mind|forget|not now|no answer|dismiss|i'd rather not(?: say)?|i don't want (?:to answer|any))(?: of)?(?: (?:it|this|that|these|them|those|the above|the question))?(?: please| thanks)*$/
const UNDECIDED =
  /^(?:either|any|both|all|whatever|whichever)(?: (?:1|is fine|works|of (?:them|these|those|it)|you (?:like|want|think|prefer)))*$|^(?:you (?:decide|choose|pick)|(?:it's )?up to you|(?:i )?don't (?:care|know|mind)|(?:it )?doesn't matter|(?:i'm )?not sure)$/
const AGAIN =
  /^(?:(?:please )?(?:repeat|say|read)(?: me)? (?:the |my )?(?:question|choices|options|answers)(?: again)?|what (?:are|were) (?:the|my) (?:choices|options|answers)(?: again)?|what was the question(?: again)?)$/
/** Asks the agent something, though all other words may be those of a choice. */
const ASKS = /^(?:do|does|did|is|are|was|would|should|shall|can|could|will|may) (?:you|we|i|they)\b/

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']
const SHORT_ORDINALS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th']
const PLACE = new RegExp(
  `^(?:the )?(?:(?:number|option|choice|answer) )?(last|\\d\\d?|${[...ORDINALS, ...SHORT_ORDINALS].join('|')})(?: (?:1|option|choice|answer))?$`,
)
/** Recognizers write these for "two" and "four". */
const HOMOPHONES: readonly (readonly [heard: RegExp, meant: string])[] = [
  [/^(number|option|choice|answer) (?:to|too)$/, '$1 2'],
  [/^(number|option|choice|answer) (?:for|fore)$/, '$1 4'],
]

const YES_LIKE = /^(?:yes|yeah|yep|ok|okay|sure|allow|accept|approve|proceed|continue|go ahead|do it)\b/
const NO_LIKE = /^(?:no|nope|don't|do not|never|deny|reject|refuse|cancel|abort)\b/
const NEGATION = /^(?:no|not|don't|never|without)$/

/** Null where the text answers nothing. */
export function choiceAnswer(said: string, choices: readonly string[]): ChoiceAnswer | null {
  if (said.length > MAX_ANSWER) return null
  const words = wordsOf(said)
  if (words.length === 0) return null
  const text = words.join(' ')
  const options = choices.map(wordsOf)
  const whole = wholeChoice(words, options)
  if (whole !== null) return { tag: 'chosen', at: whole, named: true }
  const all = choices.map((_, at) => at)
  const partOf = (part: readonly string[]): number[] => all.filter((at) => isPartOf(part, options[at]!))
  const meaning = bare(words)
  const partial = partOf(meaning)
  // "Cancel" refuses to answer, but not where a choice is "Cancel the build".
  if (NONE.test(text)) return partial.length === 0 ? { tag: 'none' } : unclear(partial)
  // Whatever the choices are called, a stop stops the agent.
  if (isStopPhrase(said) || ASKS.test(text)) return null
  if (UNDECIDED.test(text) || AGAIN.test(text)) return { tag: 'unclear', among: all, named: false }
  const place = placeOf([meaning.join(' '), text], choices.length)
  if (place !== null && choices[place] !== undefined) return oneOf([place, ...partial])
  if (place !== null && partial.length === 0) return unclear(all)
  if (partial.length > 0) {
    // "Use SQLite" is no answer to "Don't use SQLite".
    const isOpposite = isNegated(options[partial[0]!]!) !== isNegated(words)
    return isOpposite ? unclear(partial) : oneOf(partial)
  }
  const decision = approvalAnswer(said)
  if (decision !== null) return agreedOrRefused(decision !== 'deny', options)
  // "No, Postgres" may mean either.
  if (NEGATION.test(words[0]!)) return partOf(bare(words.slice(1))).length > 0 ? unclear(all) : null
  const alike = soundAlike(meaning, options.map(bare))
  return alike.length > 0 ? oneOf(alike) : null
}

const unclear = (among: readonly number[]): ChoiceAnswer => ({ tag: 'unclear', among, named: true })

function oneOf(found: readonly number[]): ChoiceAnswer {
  const among = [...new Set(found)].toSorted((a, b) => a - b)
  return among.length === 1 ? { tag: 'chosen', at: among[0]!, named: true } : unclear(among)
}

const isNegated = (words: readonly string[]): boolean => words.some((word) => NEGATION.test(word))

/** The only choice that the answer repeats, with or without the words around it. */
function wholeChoice(words: readonly string[], options: readonly (readonly string[])[]): number | null {
  const texts = options.map((option) => option.join(' '))
  for (const text of peeled(words)) {
    const at = texts.indexOf(text)
    if (at >= 0) return texts.lastIndexOf(text) === at ? at : null
  }
  return null
}

/** A yes or no means the only choice that begins so. Without such a choice, a no refuses all of them. */
function agreedOrRefused(agreed: boolean, options: readonly (readonly string[])[]): ChoiceAnswer {
  const all = options.map((_, at) => at)
  const like = agreed ? YES_LIKE : NO_LIKE
  const found = all.filter((at) => like.test(options[at]!.join(' ')))
  if (found.length === 1) return { tag: 'chosen', at: found[0]!, named: false }
  if (found.length === 0 && !agreed) return { tag: 'none' }
  return { tag: 'unclear', among: found.length === 0 ? all : found, named: false }
}

/** The index that "the second one" or "number two" means, which may not exist; null for other texts. */
function placeOf(texts: readonly string[], count: number): number | null {
  for (const text of texts) {
    const spelled = HOMOPHONES.reduce((heard, [from, to]) => heard.replace(from, to), text)
    const place = PLACE.exec(spelled)?.[1]
    if (place === undefined) continue
    if (place === 'last') return count - 1
    const ordinal = Math.max(ORDINALS.indexOf(place), SHORT_ORDINALS.indexOf(place))
    return ordinal >= 0 ? ordinal : Number(place) - 1
  }
  return null
}
