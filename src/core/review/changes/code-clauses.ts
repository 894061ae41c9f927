// Says how the facts of the code on both sides of a hunk differ, the most important first.
import { numberWord, spokenCount } from '../../understanding/replies/spoken-count.ts'
import type { Fact, FactKind } from './code-facts.ts'
import { saidName, saidNames } from './hunk-sentence.ts'

interface Changed {
  from: Fact
  to: Fact
}

interface Difference {
  added: Fact[]
  removed: Fact[]
  changed: Changed[]
}

/** They are said only if there is nothing else to say. */
const LAST_RESORT: readonly FactKind[] = ['item', 'jump', 'callback']

const ORDER: readonly FactKind[] = [
  'test',
  'field',
  'member',
  'handler',
  'error check',
  'condition',
  'raise',
  'loop',
  'case',
  'branch',
  'decorator',
  'variable',
  'constant',
  'call',
  'return',
  'assertion',
  'assignment',
  'entry',
  'argument',
  'import',
  ...LAST_RESORT,
]

export function codeClauses(before: readonly Fact[], after: readonly Fact[], language: string): string[] {
  // What is in a new test is part of it.
  const tests = difference(before, after, 'test')
  const old = outside(before, tests.removed)
  const now = outside(after, tests.added)
  const differences = new Map(ORDER.map((kind) => [kind, difference(old, now, kind)]))
  const all = [...differences.values()]
  tidy(differences)
  if (all.every(({ added, removed, changed }) => added.length + removed.length + changed.length === 0))
    return []
  const clauses = ORDER.filter((kind) => !LAST_RESORT.includes(kind)).flatMap((kind) =>
    clausesOf(kind, differences.get(kind)!, language),
  )
  return clauses.length > 0
    ? clauses
    : LAST_RESORT.flatMap((kind) => clausesOf(kind, differences.get(kind)!, language))
}

const outside = (facts: readonly Fact[], tests: readonly Fact[]): Fact[] =>
  facts.filter(({ at }) => !tests.some((test) => at > test.at && at <= (test.until ?? test.at)))

function difference(before: readonly Fact[], after: readonly Fact[], kind: FactKind): Difference {
  const old = before.filter((fact) => fact.kind === kind)
  const now = after.filter((fact) => fact.kind === kind)
  const left = cancel(old, now, (fact) => `${fact.name}\n${fact.text}`)
  // The same thing with another text; a thing without a name is the same as the next one of its kind.
  const named = pair(left.old, left.now, (fact) => fact.name)
  const isNameless =
    /^(?:condition|return|loop|case|raise|handler|assertion|error check|decorator|callback|item)$/.test(kind)
  const unnamed = isNameless ? pair(named.old, named.now, () => '') : named
  return {
    removed: unnamed.old,
    added: unnamed.now,
    changed: isNameless ? [...named.pairs, ...unnamed.pairs] : named.pairs,
  }
}

function cancel(
  old: readonly Fact[],
  now: readonly Fact[],
  key: (fact: Fact) => string,
): { old: Fact[]; now: Fact[] } {
  const { old: left, now: come } = pair(old, now, key)
  return { old: left, now: come }
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

/** Leaves out what another clause says already. */
function tidy(differences: ReadonlyMap<FactKind, Difference>): void {
  const of = (kind: FactKind): Difference => differences.get(kind)!
  // A check that leaves the function says so itself.
  for (const side of ['added', 'removed'] as const) {
    for (const condition of of('condition')[side]) {
      if (condition.leads === 'return') drop(of('return')[side], condition.at)
      if (condition.leads === 'raise') drop(of('raise')[side], condition.at)
      if (condition.leads === 'skip') drop(of('jump')[side], condition.at)
    }
    for (const check of of('error check')[side]) drop(of('return')[side], check.at)
  }
  // Of calls inside one another, only the innermost changed, unless the outer one has another count.
  const calls = of('call')
  const touched = [...calls.added, ...calls.removed, ...calls.changed.map(({ to }) => to)]
  const entries = [
    ...of('entry').added,
    ...of('entry').removed,
    ...of('entry').changed.map(({ to }) => to),
    ...of('argument').changed.map(({ to }) => to),
    ...of('argument').added,
    ...of('argument').removed,
  ]
  calls.changed = calls.changed.filter(
    ({ from, to }) =>
      !entries.some(
        ({ name }) =>
          from.text.includes(`${name} :`) ||
          to.text.includes(`${name} :`) ||
          to.text.includes(`${name} =`) ||
          hasCall(to.text, name),
      ),
  )
  calls.changed = calls.changed.filter(
    ({ from, to }) =>
      argumentCount(from) !== argumentCount(to) ||
      !touched.some((other) => other !== to && hasCall(to.text, other.name)),
  )
  // A condition says which call it is about.
  for (const side of ['added', 'removed'] as const) {
    const about = new Set(of('condition')[side].flatMap(({ name }) => name.split('|')))
    calls[side] = calls[side].filter(({ name }) => !about.has(name))
    if (of('condition')[side].length > 1) continue
    // And which variable.
    of('variable')[side] = of('variable')[side].filter(
      ({ name }) => !about.has(name) || of('variable')[side].length > 1,
    )
  }
  // A statement with a changed call in it changed only there.
  const saysCall = (text: string): boolean => touched.some((call) => hasCall(text, call.name))
  for (const kind of ['variable', 'assignment', 'entry', 'argument', 'return', 'constant'] as const) {
    const one = of(kind)
    one.changed = one.changed.filter(({ from, to }) => !saysCall(from.text) && !saysCall(to.text))
  }
  // What is raised, asserted or decided changed with the call in it.
  calls.changed = calls.changed.filter(
    ({ to }) =>
      !(['raise', 'assertion', 'condition', 'loop'] as const).some((kind) =>
        of(kind).changed.some((one) => hasCall(one.to.text, to.name)),
      ),
  )
}

const hasCall = (text: string, name: string): boolean =>
  text.includes(`${name} (`) || text.includes(`${name} ! (`)

/** The first one shortly after a line. */
function drop(facts: Fact[], at: number): void {
  const index = facts.findIndex((fact) => fact.at >= at && fact.at <= at + 3)
  if (index !== -1) facts.splice(index, 1)
}

function argumentCount({ text }: Fact): number {
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

const names = (facts: readonly Fact[]): string[] => facts.map(({ name }) => name)
const changedNames = (changed: readonly Changed[]): string[] => changed.map(({ to }) => to.name)
const isShort = (one: string): boolean => /^(?:-?[\d._]{1,9}|true|false|True|False|null|None|nil)$/.test(one)

function clausesOf(kind: FactKind, { added, removed, changed }: Difference, language: string): string[] {
  switch (kind) {
    case 'test':
      return testClauses(added, removed)
    case 'condition':
      return [
        ...conditionClauses('adds', added),
        ...conditionClauses('removes', removed),
        ...(changed.length === 0 ? [] : [`changes ${aConditionOn(changed.map(({ to }) => to))}`]),
      ]
    case 'call':
      return callClauses({ added, removed, changed })
    case 'raise':
      return [
        ...(added.length === 0 ? [] : [`raises ${anError(added)}`]),
        ...(removed.length === 0 ? [] : [`no longer raises ${anError(removed)}`]),
        ...(changed.length === 0
          ? []
          : [`changes ${spokenCount(changed.length, 'raised error').replace('one', 'a')}`]),
      ]
    case 'import':
      return [
        ...importClauses(names(added), names(removed)),
        ...(changed.length === 0
          ? []
          : [`imports ${saidNames(changedNames(changed).map(importName))} from elsewhere`]),
      ]
    case 'handler': {
      const clauses: string[] = []
      if (added.length > 0) clauses.push('adds error handling')
      if (removed.length > 0) clauses.push('removes error handling')
      if (changed.length > 0) clauses.push('changes which errors it handles')
      return clauses
    }
    case 'callback':
      return changed.length === 0
        ? []
        : [
            `changes the parameters of ${changed.length === 1 ? 'a callback' : `${numberWord(changed.length)} callbacks`}`,
          ]
    case 'item': {
      const by = added.length - removed.length
      const items = (count: number): string => (count === 1 ? 'an entry' : `${numberWord(count)} entries`)
      if (by > 0) return [`adds ${items(by)} to a list`]
      if (by < 0) return [`removes ${items(-by)} from a list`]
      return changed.length === 0 ? [] : [`changes ${items(changed.length)} of a list`]
    }
    case 'jump':
      return added.length + removed.length === 0 ? [] : ['changes when a loop ends or goes on']
    case 'return':
      if (added.length > 0 && removed.length === 0 && changed.length === 0)
        return [added.length === 1 ? 'adds a return' : `adds ${added.length} returns`]
      if (removed.length > 0 && added.length === 0 && changed.length === 0)
        return [removed.length === 1 ? 'removes a return' : `removes ${removed.length} returns`]
      return added.length + removed.length + changed.length === 0 ? [] : ['changes what it returns']
    case 'variable':
    case 'constant':
    case 'field':
    case 'member':
    case 'entry':
    case 'argument':
    case 'assignment':
    case 'decorator':
      return namedClauses(kind, language, { added, removed, changed })
    case 'loop':
    case 'case':
    case 'branch':
    case 'error check':
    case 'assertion':
      return countClauses(kind === 'branch' ? 'else branch' : kind, { added, removed, changed })
  }
}

const NOUNS: Partial<Record<FactKind, string>> = {
  assignment: 'value',
  member: 'value',
  argument: 'named argument',
}
const DECORATORS: Readonly<Record<string, string>> = {
  java: 'annotation',
  kotlin: 'annotation',
  rust: 'attribute',
  csharp: 'attribute',
}

function namedClauses(kind: FactKind, language: string, { added, removed, changed }: Difference): string[] {
  const noun =
    kind === 'decorator'
      ? (DECORATORS[language] ?? 'decorator')
      : language === 'makefile' && kind === 'entry'
        ? 'target'
        : (NOUNS[kind] ?? kind)
  const clauses: string[] = []
  const [only, gone] = [added[0], removed[0]]
  const isSwap = added.length === 1 && removed.length === 1 && only && gone
  if (
    isSwap &&
    only.text === gone.text &&
    saidName(only.name) !== saidName(gone.name) &&
    kind !== 'decorator'
  ) {
    clauses.push(`renames the ${noun} ${saidName(gone.name)} to ${saidName(only.name)}`)
  } else if (isSwap && saidName(only.name) !== '' && saidName(gone.name) !== '') {
    clauses.push(`replaces the ${noun} ${saidName(gone.name)} with ${saidName(only.name)}`)
  } else if (kind === 'assignment') {
    if (added.length > 0) clauses.push(`sets ${saidNames(names(added)) || 'a value'}`)
    if (removed.length > 0) clauses.push(`no longer sets ${saidNames(names(removed)) || 'a value'}`)
  } else {
    if (added.length > 0) clauses.push(`adds ${nouns(noun, added)}`)
    if (removed.length > 0) clauses.push(`removes ${nouns(noun, removed)}`)
  }
  if (changed.length > 0) {
    const one = changed.length === 1 ? changed[0]! : null
    const values = one && [lastValue(one.from.text), lastValue(one.to.text)]
    if (one && values && values.every(isShort) && saidName(one.to.name) !== '')
      clauses.push(`changes ${saidName(one.to.name)} from ${values[0]} to ${values[1]}`)
    else
      clauses.push(
        `changes ${nouns(
          noun,
          changed.map(({ to }) => to),
        )}`,
      )
  }
  return clauses
}

const lastValue = (text: string): string => text.replace(/^= /, '')

function nouns(noun: string, facts: readonly Fact[]): string {
  const unique = [...new Set(facts.map(({ name }) => name))]
  const said = [...new Set(unique.slice(0, 8).map(saidName))].filter((name) => name !== '')
  const plural = noun === 'entry' ? 'entries' : `${noun}s`
  if (said.length === 0)
    return facts.length === 1 ? `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}` : `${facts.length} ${plural}`
  if (unique.length <= 8 && said.length <= 3)
    return `the ${said.length === 1 ? noun : plural} ${saidNames(said, 3)}`
  return `${unique.length <= 8 ? said.length : unique.length} ${plural}, among them ${said[0]}`
}

function countClauses(noun: string, { added, removed, changed }: Difference): string[] {
  const some = (facts: readonly unknown[]): string => {
    const article = /^[aeiou]/.test(noun) ? 'an' : 'a'
    return facts.length === 1 ? `${article} ${noun}` : `${numberWord(facts.length)} ${noun}s`
  }
  return [
    ...(added.length === 0 ? [] : [`adds ${some(added)}`]),
    ...(removed.length === 0 ? [] : [`removes ${some(removed)}`]),
    ...(changed.length === 0 ? [] : [`changes ${some(changed)}`]),
  ]
}

function testClauses(added: readonly Fact[], removed: readonly Fact[]): string[] {
  const say = (verb: string, facts: readonly Fact[]): string[] => {
    if (facts.length === 0) return []
    if (facts.length > 1) return [`${verb} ${numberWord(facts.length)} tests`]
    const written = facts[0]!.name
    const title = /^\w+$/.test(written) ? saidName(written) : saidTitle(written)
    return [title === '' ? `${verb} a test` : `${verb} the test “${title}”`]
  }
  if (added.length === 1 && removed.length === 1) return [`renames a test to “${saidTitle(added[0]!.name)}”`]
  return [...say('adds', added), ...say('removes', removed)]
}

/** The title of a test is prose, so it can be read out. */
export function saidTitle(title: string): string {
  const words = title
    .replaceAll(/^["'`]|["'`]$/g, '')
    .replaceAll(/[^\p{L}\p{N}\s'.-]+|\.(?!\d)|(?<!\d)\./gu, ' ')
    .trim()
    .split(/\s+/)
  return words.slice(0, 8).join(' ').slice(0, 60)
}

function conditionClauses(verb: string, facts: readonly Fact[]): string[] {
  if (facts.length === 0) return []
  const only = facts.length === 1 ? facts[0]! : null
  const leads =
    only?.leads === 'return'
      ? ' that returns early'
      : only?.leads === 'raise'
        ? ' that raises an error'
        : only?.leads === 'skip'
          ? ' that leaves or skips a round of a loop'
          : ''
  return [`${verb} ${aConditionOn(facts)}${leads}`]
}

function aConditionOn(facts: readonly Fact[]): string {
  if (facts.length > 1) return `${numberWord(facts.length)} conditions`
  const about = (facts[0]?.name ?? '').split('|').filter((name) => name !== '')
  const said = saidNames(about)
  return said === '' || said.split(' ').length > 6 ? 'a condition' : `a condition on ${said}`
}

function anError(facts: readonly Fact[]): string {
  const said = saidName(facts[0]!.name)
  if (facts.length > 1) return `${numberWord(facts.length)} errors`
  return said === '' || said === 'error'
    ? 'an error'
    : /error|exception|panic/.test(said)
      ? `${/^[aeiou]/.test(said) ? 'an' : 'a'} ${said}`
      : 'an error'
}

function importClauses(added: readonly string[], removed: readonly string[]): string[] {
  const said = (imports: readonly string[]): string => saidNames(imports.map(importName))
  const [come, gone] = [said(added), said(removed)]
  if (come !== '' && gone !== '' && come !== gone && added.length === 1 && removed.length === 1)
    return [`imports ${come} instead of ${gone}`]
  if (come !== '' && come === gone) return [`imports ${come} from elsewhere`]
  return [...(come === '' ? [] : [`imports ${come}`]), ...(gone === '' ? [] : [`no longer imports ${gone}`])]
}

/** The last part of a path is what the import is called. */
export const importName = (written: string): string => {
  const path = written.replaceAll(/^["'`<]|["'`>]$/g, '').replace(/\/v\d+$/, '')
  return (path.split('/').findLast((part) => part !== '' && part !== '.') ?? path).replace(
    /\.(?:js|ts|h|hpp|json|css|py)$/,
    '',
  )
}

function callClauses({ added, removed, changed }: Difference): string[] {
  const clauses: string[] = []
  const unique = (facts: readonly Fact[]): string[] => [...new Set(names(facts))]
  const come = unique(added).filter((name) => !names(removed).includes(name))
  const gone = unique(removed).filter((name) => !names(added).includes(name))
  const said = (list: readonly string[]): string => saidNames(list)
  if (come.length > 0 && gone.length === 1 && come.length === 1)
    clauses.push(`calls ${said(come)} instead of ${said(gone)}`)
  else {
    if (come.length > 0) clauses.push(`calls ${said(come)}`)
    if (gone.length > 0)
      clauses.push(gone.length === 1 ? `removes a call of ${said(gone)}` : `removes calls of ${said(gone)}`)
  }
  if (changed.length > 0) {
    const targets = [...new Set(changedNames(changed))]
    const by = changed.map(({ from, to }) =>
      [from, to].some(({ text }) => text.endsWith('…')) ? 0 : argumentCount(to) - argumentCount(from),
    )
    const count = by.every((one) => one === by[0]) ? by[0]! : 0
    const target = targets.length === 1 ? said(targets) : `${targets.length} functions`
    if (count === 0)
      clauses.push(
        targets.length === 1
          ? `passes other arguments to ${target}`
          : `passes other arguments to ${saidNames(targets)}`,
      )
    else
      clauses.push(
        `passes ${numberWord(Math.abs(count))} ${count > 0 ? 'more' : 'fewer'} ${Math.abs(count) === 1 ? 'argument' : 'arguments'} to ${target}`,
      )
  }
  return clauses.filter((clause) => !/(?:calls|to|of) *$/.test(clause))
}
