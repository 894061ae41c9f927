// Says what changed in each of two declarations, so that neither is heard to contain what is in the other.
import type { CodeHunk, Side } from './code-sides.ts'
import { codeClauses } from './code-clauses.ts'
import type { Fact } from './fact.ts'
import { hunkSentence } from './hunk-sentence.ts'
import { symbolName } from './place-of-change.ts'

/** Null if there are not two of them with something to say of each. */
export function clausesApart(
  old: Side,
  now: Side,
  before: readonly Fact[],
  after: readonly Fact[],
  { language, isTest }: CodeHunk,
): { place: string; clauses: string[] } | null {
  const names = new Map<string, { said: string; before: Fact[]; after: Fact[] }>()
  for (const [side, facts, which] of [
    [old, before, 'before'],
    [now, after, 'after'],
  ] as const) {
    for (const fact of facts) {
      const symbol = side.symbolAt(fact.at)
      if (symbol === null) continue
      const key = `${symbol.kind} ${symbol.container ?? ''} ${symbol.name}`
      const known = names.get(key) ?? { said: symbolName(symbol, isTest, true), before: [], after: [] }
      known[which].push(fact)
      names.set(key, known)
    }
  }
  const places = [...names.values()]
    .map((one) => ({ said: one.said, clauses: codeClauses(one.before, one.after, language) }))
    .filter(({ clauses }) => clauses.length > 0)
  const [first, second] = places
  if (!first || !second || places.length > 2 || first.said === second.said) return null
  if (first.clauses.join() === second.clauses.join()) return null
  const place = `in ${first.said}`
  const whole = [`${first.clauses[0]}`, `in ${second.said} ${second.clauses[0]}`]
  const isWhole = hunkSentence(place, whole).includes(second.clauses[0]!)
  return { place, clauses: isWhole ? whole : [first.clauses[0]!, `makes other changes in ${second.said}`] }
}
