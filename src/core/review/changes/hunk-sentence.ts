// Puts what a hunk does into one sentence that a listener can keep in mind.
import { numberWord, sentenceCase, spokenList } from '../../understanding/replies/spoken-count.ts'
import { wordsOfName } from '../../understanding/spoken-forms.ts'

export const MAX_WORDS = 25
const MAX_NAME_WORDS = 6
const MAX_CLAUSES = 3

export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** A name in code as words; a long one by its first words. */
export function saidName(name: string): string {
  const words = wordsOfName(name.slice(0, 120)).slice(0, MAX_NAME_WORDS)
  return words.length === 0 || words.join(' ').length > 60 ? '' : words.join(' ')
}

/** "a", "a and b", "a, b and 3 others" */
export function saidNames(names: readonly string[], most = 2): string {
  const all = [...new Set(names)]
  const said: string[] = []
  let at = 0
  for (; at < all.length && said.length <= most; at++) {
    const name = saidName(all[at]!)
    if (name !== '' && !said.includes(name)) said.push(name)
  }
  const rest = all.length - at
  if (rest === 0) return spokenList(said)
  return spokenList([...said.slice(0, most), `${numberWord(rest + said.length - most)} others`])
}

/** "an entry", "two entries" */
export function some(count: number, noun: string, plural = `${noun}s`): string {
  if (count !== 1) return `${numberWord(count)} ${plural}`
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** "adds two entries", "removes a row", by how many there are more */
export const addsOrRemoves = (by: number, noun: string, plural?: string): string =>
  `${by > 0 ? 'adds' : 'removes'} ${some(Math.abs(by), noun, plural)}`

/** The title of a test is prose, so it can be read out. */
export function saidTitle(title: string): string {
  const words = title
    .replaceAll(/^["'`]|["'`]$/g, '')
    .replaceAll(/[^\p{L}\p{N}\s'.-]+|\.(?!\d)|(?<!\d)\./gu, ' ')
    .trim()
    .split(/\s+/)
  return words.slice(0, 8).join(' ').slice(0, 60)
}

/**
 * The clauses are the most important first, and each starts with a verb; the place comes before them: "in parse config".
 * What does not fit is left out, and the sentence says so.
 */
export function hunkSentence(place: string, clauses: readonly string[]): string {
  const prefix = place === '' ? '' : `${place}, `
  const kept: string[] = []
  let words = wordCount(prefix)
  for (const clause of clauses) {
    const more = wordCount(clause)
    if (kept.length >= MAX_CLAUSES || words + more + kept.length > MAX_WORDS - 3) continue
    kept.push(clause)
    words += more
  }
  if (kept.length === 0 && prefix !== '' && wordCount(clauses[0] ?? '') <= MAX_WORDS)
    return hunkSentence('', clauses)
  if (kept.length === 0) kept.push(cut(clauses[0] ?? 'changes something', MAX_WORDS - wordCount(prefix)))
  const rest = clauses.length - kept.length
  const said =
    rest > 0 && words + kept.length <= MAX_WORDS - 3 ? `${joined(kept)}, among other changes` : joined(kept)
  return `${sentenceCase(`${prefix}${said}`)}.`
}

/** "adds a loop and a call" instead of "adds a loop and adds a call". */
function joined(clauses: readonly string[]): string {
  const parts: { verb: string; objects: string[] }[] = []
  for (const clause of clauses) {
    const [, verb = '', object = clause] = /^(adds|removes|changes|calls|sets) (.+)$/.exec(clause) ?? []
    const last = parts.at(-1)
    if (verb !== '' && last?.verb === verb) last.objects.push(object)
    else parts.push({ verb, objects: [object] })
  }
  const said = parts.map(({ verb, objects }) => `${verb} ${listed(objects)}`.trim())
  return listed(said)
}

/** An item may have an "and" of its own. */
function listed(items: readonly string[]): string {
  const isLong = items.some((item) => /\band\b|, /.test(item))
  return items.length > 1 && isLong
    ? `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`
    : spokenList(items)
}

const cut = (clause: string, words: number): string => clause.split(/\s+/).slice(0, words).join(' ')
