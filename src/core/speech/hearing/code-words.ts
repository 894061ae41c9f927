// Corrects a transcript to the names of the workspace: "parse config" becomes parseConfig, "session manager dot ts"
// becomes session-manager.ts. No recognizer knows those names. Ordinary words stay, and every correction can be
// reverted.
import { type CodeWordIndex, type IndexedName, MIN_KEY, type NameKind } from './code-word-index.ts'
import { type Span, spansOf, wordsSaid } from './code-word-spans.ts'
import { functionWords, requestNouns, requestVerbs, wordSet } from './common-words.ts'
import { likeness, soundKey, soundKeyOf } from './word-likeness.ts'
import type { Correction as RecordedCorrection } from '../../../shared/conversation.ts'

export interface Correction {
  /** The recognized words, and their position in the recognized text. */
  from: string
  heardAt: number
  /** The name they became, and its position in the corrected text. */
  to: string
  at: number
  kind: NameKind
  /** Other possible names, the likeliest first. */
  alternatives: string[]
}

export interface MatchedWords {
  heard: string
  text: string
  corrections: Correction[]
}

interface Proposal {
  span: Span
  score: number
  name: IndexedName
  others: IndexedName[]
}

/** The minimum score. Cues and signs raise a score, everyday words lower it. */
const THRESHOLD = 0.9
const MIN_LIKENESS = 0.74
const MAX_ALTERNATIVES = 5

const CUE = 0.12
const WRONG_KIND = 0.08
const SIGN = 0.05
/**
 * For words like "to" and "by" inside a name: "to string" alone is hardly toString, "get user by id" is getUserById.
 */
const SMALL_WORDS = 0.25
/** People say the extension of a file where it matters. */
const NO_ENDING = 0.03
/** "… and run tests" continues with the next request. */
const NEXT_REQUEST = 0.2

/** Words next to a name that show its kind. */
const KIND_CUES: Readonly<Record<NameKind, ReadonlySet<string>>> = {
  symbol: wordSet(
    'function method class type interface symbol variable constant component hook called named definition usages ' +
      'implementation struct enum calls module of to does',
  ),
  file: wordSet('file open script in close edit show import imports'),
  branch: wordSet('branch checkout merge onto switch rebase'),
}
/** They are hints only, because many sentences contain one. */
const WEAK_CUES = wordSet('of to in does open close show edit')

/** `rejected` holds reverted corrections, as `rejection` writes them. They are not proposed again. */
export function matchCodeWords(
  heard: string,
  index: CodeWordIndex,
  rejected: ReadonlySet<string> = new Set(),
): MatchedWords {
  const proposals: Proposal[] = []
  for (const span of spansOf(wordsSaid(heard))) {
    const proposal = propose(span, index, rejected)
    if (proposal) proposals.push(proposal)
  }
  return apply(heard, chosen(proposals))
}

/** The key of a reverted correction. */
export const rejection = (from: string, to: string): string => `${from.toLowerCase()} → ${to}`

/** Without one of its corrections, or with another name in its place. */
export function takeBack(matched: MatchedWords, correction: Correction, instead?: string): MatchedWords {
  const corrections = matched.corrections
    .filter((one) => one !== correction || instead !== undefined)
    .map((one) =>
      one === correction && instead !== undefined
        ? {
            ...one,
            to: instead,
            alternatives: [one.to, ...one.alternatives.filter((name) => name !== instead)],
          }
        : one,
    )
  return written(matched.heard, corrections)
}

function propose(span: Span, index: CodeWordIndex, rejected: ReadonlySet<string>): Proposal | null {
  if (!mayBeName(span)) return null
  const scored = new Map<IndexedName, number>()
  const consider = (name: IndexedName, alike: number): void => {
    const score = scoreOf(span, name, alike)
    if (score > (scored.get(name) ?? 0)) scored.set(name, score)
  }
  for (const words of span.readings) {
    const letters = words.join('')
    for (const name of index.bySpelling(letters)) consider(name, 1)
    for (const key of new Set([soundKeyOf(words), soundKey(letters)])) {
      if (key.length < MIN_KEY) continue
      for (const name of index.bySound(key)) {
        if (name.letters === letters) continue
        const alike = likeness(letters, name.letters)
        if (alike >= MIN_LIKENESS) consider(name, soundsAlike(alike, key))
      }
    }
  }
  const from = phraseOf(span)
  const best = [...scored]
    .filter(([{ name }, score]) => score >= THRESHOLD && !rejected.has(rejection(from, name)))
    .sort(([a, x], [b, y]) => y - x || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
  const [first, ...others] = best
  // Written like the name already.
  if (first === undefined || first[0].name === from) return null
  return { span, name: first[0], score: first[1], others: others.map(([name]) => name) }
}

/** Spelled somewhat alike and sounding the same. The longer the sound, the less likely it is chance. */
const soundsAlike = (alike: number, key: string): number =>
  0.55 + 0.45 * alike + (key.length > 5 ? 0.02 : key.length < 5 ? -0.02 : 0)

const phraseOf = ({ words }: Span): string => words.map(({ text }) => text).join(' ')

const DETERMINERS = wordSet('a an the this that these those my your our it is and or')

function mayBeName({ words, first, readings, signs }: Span): boolean {
  const said = words.map(({ word }) => word)
  if (readings[0]!.join('').length < 4 || said.every((word) => functionWords.has(word))) return false
  if (DETERMINERS.has(said[0]!) || (said.length > 1 && DETERMINERS.has(said.at(-1)!))) return false
  // "Open file …" begins a request, even where a function is called openFile.
  return signs || !first || said.length === 1 || !requestVerbs.has(said[0]!)
}

function scoreOf(span: Span, name: IndexedName, alike: number): number {
  const said = span.words.map(({ word }) => word)
  // A single word is a word first: "find the logger". It becomes a name only when the name has several words.
  if (said.length === 1 && (name.words < 2 || alike < 1 || functionWords.has(said[0]!))) return 0
  // A name of one word that was recognized as several must match exactly, and none of them may be a function word.
  if (said.length > 1 && name.words === 1) {
    if (alike < 1 || said.some((word) => functionWords.has(word))) return 0
  }
  const cued = isCued(span, name.kind)
  // "The last commit" is said in every codebase, even in one that has a lastCommit.
  const strongly = alike === 1 && isCued(span, name.kind, { strongly: true })
  if (!span.signs && said.every(isOfRequests) && !strongly) return 0
  if (name.withoutEnding && !cued) return 0
  const small = said.filter((word) => functionWords.has(word)).length
  return (
    alike +
    (cued ? CUE : 0) -
    (!cued && cuedOtherwise(span, name.kind) ? WRONG_KIND : 0) +
    (span.signs ? (name.kind === 'symbol' ? -SIGN : SIGN) : 0) -
    SMALL_WORDS * (small / said.length) -
    (name.withoutEnding ? NO_ENDING : 0) -
    (span.before === 'and' && requestVerbs.has(said[0]!) ? NEXT_REQUEST : 0)
  )
}

const isOfRequests = (word: string): boolean =>
  requestNouns.has(word) || functionWords.has(word) || requestVerbs.has(word)

function isCued({ before, after }: Span, kind: NameKind, { strongly = false } = {}): boolean {
  const cues = (word: string | null, weak: boolean): boolean =>
    word !== null && KIND_CUES[kind].has(word) && (weak || !WEAK_CUES.has(word))
  return cues(before, !strongly) || cues(after, false)
}

const cuedOtherwise = (span: Span, kind: NameKind): boolean =>
  (Object.keys(KIND_CUES) as NameKind[]).some((other) => other !== kind && isCued(span, other))

/** Of overlapping proposals the best; of equals the one with more words. */
function chosen(proposals: readonly Proposal[]): Proposal[] {
  const taken: Proposal[] = []
  const rank = ({ score, span }: Proposal): number => score + 0.03 * (span.words.length - 1)
  for (const proposal of proposals.toSorted((a, b) => rank(b) - rank(a))) {
    const { from, to } = edges(proposal)
    if (taken.every((other) => to <= edges(other).from || from >= edges(other).to)) taken.push(proposal)
  }
  return taken.sort((a, b) => edges(a).from - edges(b).from)
}

const edges = ({ span: { words } }: Proposal): { from: number; to: number } => ({
  from: words[0]!.from,
  to: words.at(-1)!.to,
})

function apply(heard: string, proposals: readonly Proposal[]): MatchedWords {
  return written(
    heard,
    proposals.map((proposal) => {
      const { from, to } = edges(proposal)
      const { name, kind } = proposal.name
      return {
        from: heard.slice(from, to),
        heardAt: from,
        to: name,
        at: 0,
        kind,
        alternatives: [...new Set(proposal.others.map((other) => other.name))]
          .filter((other) => other !== name)
          .slice(0, MAX_ALTERNATIVES),
      }
    }),
  )
}

function written(heard: string, corrections: readonly Correction[]): MatchedWords {
  let text = ''
  let done = 0
  const placed = corrections.map((correction) => {
    text += heard.slice(done, correction.heardAt)
    const at = text.length
    text += correction.to
    done = correction.heardAt + correction.from.length
    return { ...correction, at }
  })
  return { heard, text: text + heard.slice(done), corrections: placed }
}

/** The recognized text again, from the corrected text and its recorded corrections. Null where the two do not match. */
export function rematchWords(text: string, recorded: readonly RecordedCorrection[]): MatchedWords | null {
  const corrections: Correction[] = []
  let heard = ''
  let done = 0
  for (const { at, from, to, alternatives } of recorded.toSorted((a, b) => a.at - b.at)) {
    if (at < done || text.slice(at, at + to.length) !== to) return null
    heard += text.slice(done, at)
    // The kind does not matter any more.
    corrections.push({ at, from, to, alternatives: [...alternatives], heardAt: heard.length, kind: 'symbol' })
    heard += from
    done = at + to.length
  }
  return { heard: heard + text.slice(done), text, corrections }
}
