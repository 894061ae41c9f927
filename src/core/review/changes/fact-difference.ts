// Compares the facts of the code on both sides of a hunk: which came, went or have another text.
import type { Fact, FactKind } from './fact.ts'

export interface Changed {
  from: Fact
  to: Fact
}

export interface Difference {
  added: Fact[]
  removed: Fact[]
  changed: Changed[]
}

export function difference(before: readonly Fact[], after: readonly Fact[], kind: FactKind): Difference {
  const old = before.filter((fact) => fact.kind === kind)
  const now = after.filter((fact) => fact.kind === kind)
  const same = pair(old, now, (fact) => `${fact.name}\n${fact.text}\n${fact.of ?? ''}`)
  const left = pair(same.old, same.now, (fact) => `${fact.name}\n${fact.text}`)
  const ofAnother = left.pairs.filter(
    ({ from, to }) => kind === 'call' && from.of !== undefined && to.of !== undefined,
  )
  // The same thing with another text; a thing without a name is the same as the next one of its kind.
  const named = pair(left.old, left.now, (fact) => fact.name)
  const isNameless =
    /^(?:condition|return|loop|case|raise|handler|assertion|error check|decorator|callback|item)$/.test(kind)
  const unnamed = isNameless ? pair(named.old, named.now, () => '') : named
  return {
    removed: unnamed.old,
    added: unnamed.now,
    changed: [...ofAnother, ...named.pairs, ...(isNameless ? unnamed.pairs : [])],
  }
}

function pair(
  old: readonly Fact[],
  now: readonly Fact[],
  key: (fact: Fact) => string,
): { old: Fact[]; now: Fact[]; pairs: Changed[] } {
  const waiting = new Map<string, Fact[]>()
  for (const fact of old) {
    const same = waiting.get(key(fact))
    if (same) same.push(fact)
    else waiting.set(key(fact), [fact])
  }
  const pairs: Changed[] = []
  const come: Fact[] = []
  for (const fact of now) {
    const from = waiting.get(key(fact))?.shift()
    if (from) pairs.push({ from, to: fact })
    else come.push(fact)
  }
  const paired = new Set(pairs.map(({ from }) => from))
  return { old: old.filter((fact) => !paired.has(fact)), now: come, pairs }
}

export function argumentCount({ text }: Fact): number {
  if (text === '') return 0
  let depth = 0
  let count = 1
  // A comma at the end separates nothing.
  for (const sign of text.replace(/ ,$/, '').split(' ')) {
    if (/^[([{]$/.test(sign)) depth++
    else if (/^[)\]}]$/.test(sign)) depth--
    else if (sign === ',' && depth === 0) count++
  }
  return count
}
