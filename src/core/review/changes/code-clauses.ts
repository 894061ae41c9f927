// Says how the facts of the code on both sides of a hunk differ, the most important first.
import { numberWord } from '../../understanding/replies/spoken-count.ts'
import type { Fact, FactKind } from './fact.ts'
import { difference, type Difference } from './fact-difference.ts'
import { addsOrRemoves, saidName, saidNames, saidTitle, some } from './hunk-sentence.ts'
import { callClauses, exportClauses, importClauses, importName, namedClauses } from './named-clauses.ts'
import { leaveOutRepeated } from './repeated-facts.ts'
import { quotedString } from './text-change.ts'

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
  'export',
  ...LAST_RESORT,
]

export function codeClauses(before: readonly Fact[], after: readonly Fact[], language: string): string[] {
  // What is in a new test is part of it.
  const tests = difference(before, after, 'test')
  const old = outside(before, tests.removed)
  const now = outside(after, tests.added)
  const differences = new Map(ORDER.map((kind) => [kind, difference(old, now, kind)]))
  const all = [...differences.values()]
  for (const kind of ['import', 'export', 'assignment'] as const)
    leaveOutKnown(differences.get(kind)!, old, now, kind)
  leaveOutRepeated(differences)
  const moved = fromModule(differences.get('import')!, differences.get('variable')!)
  if (
    moved === null &&
    all.every(({ added, removed, changed }) => added.length + removed.length + changed.length === 0)
  )
    return []
  const clauses = ORDER.filter((kind) => !LAST_RESORT.includes(kind)).flatMap((kind) =>
    clausesOf(kind, differences.get(kind)!, language),
  )
  if (moved !== null) return [`${moved} now comes from a module`, ...clauses]
  return clauses.length > 0
    ? clauses
    : LAST_RESORT.flatMap((kind) => clausesOf(kind, differences.get(kind)!, language))
}

/** What is on both sides neither came nor went, however often it is there. */
function leaveOutKnown(
  of: Difference,
  before: readonly Fact[],
  after: readonly Fact[],
  kind: FactKind,
): void {
  const has = (facts: readonly Fact[], name: string): boolean =>
    facts.some((fact) => fact.kind === kind && fact.name === name)
  // That a value is set once more is said.
  if (kind !== 'assignment') of.added = of.added.filter(({ name }) => !has(before, name))
  of.removed = of.removed.filter(({ name }) => !has(after, name))
}

/** A variable that is imported now; it is no longer said to have gone or come. */
function fromModule(imports: Difference, variables: Difference): string | null {
  for (const { name } of variables.removed) {
    const found = imports.added.find((one) => importName(one.name) === name)
    if (!found || saidName(name) === '') continue
    imports.added = imports.added.filter((one) => one !== found)
    variables.removed = variables.removed.filter((one) => one.name !== name)
    return saidName(name)
  }
  return null
}

const outside = (facts: readonly Fact[], tests: readonly Fact[]): Fact[] =>
  facts.filter(({ at }) => !tests.some((test) => at > test.at && at <= (test.until ?? test.at)))

function clausesOf(kind: FactKind, { added, removed, changed }: Difference, language: string): string[] {
  switch (kind) {
    case 'test':
      return testClauses(added, removed)
    case 'condition':
      return [
        ...conditionClauses('adds', added),
        ...conditionClauses('removes', removed),
        ...(changed.length === 0
          ? []
          : [`changes ${aConditionOn(changed.map(({ from, to }) => (to.name === '' ? from : to)))}`]),
      ]
    case 'call':
      return callClauses({ added, removed, changed })
    case 'raise':
      return [
        ...(added.length === 0 ? [] : [`raises ${anError(added)}`]),
        ...(removed.length === 0 ? [] : [`no longer raises ${anError(removed)}`]),
        ...(changed.length === 0 ? [] : [`changes ${some(changed.length, 'raised error')}`]),
      ]
    case 'import':
      return importClauses({ added, removed, changed })
    case 'export':
      return exportClauses({ added, removed, changed })
    case 'handler':
      return [
        ...(added.length > 0 ? ['adds error handling'] : []),
        ...(removed.length > 0 ? ['removes error handling'] : []),
        ...(changed.length > 0 ? ['changes which errors it handles'] : []),
      ]
    case 'callback':
      return changed.length === 0 ? [] : [`changes the parameters of ${some(changed.length, 'callback')}`]
    case 'item': {
      const [only, by] = [added[0] ?? removed[0], added.length - removed.length]
      const name = added.length + removed.length === 1 ? quotedString(only!.text) : ''
      if (name !== '') return [by > 0 ? `adds ${name} to a list` : `removes ${name} from a list`]
      if (by !== 0) return [`${addsOrRemoves(by, 'entry', 'entries')} ${by > 0 ? 'to' : 'from'} a list`]
      return changed.length === 0 ? [] : [`changes ${some(changed.length, 'entry', 'entries')} of a list`]
    }
    case 'jump':
      return added.length + removed.length === 0 ? [] : ['changes when a loop ends or goes on']
    case 'return':
      if (changed.length === 0 && (added.length === 0) !== (removed.length === 0))
        return [addsOrRemoves(added.length - removed.length, 'return')]
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
      return kind === 'branch'
        ? countClauses('else branch', { added, removed, changed }, 'else branches')
        : countClauses(kind, { added, removed, changed })
  }
}

const countClauses = (noun: string, { added, removed, changed }: Difference, plural?: string): string[] => [
  ...(added.length === 0 ? [] : [`adds ${some(added.length, noun, plural)}`]),
  ...(removed.length === 0 ? [] : [`removes ${some(removed.length, noun, plural)}`]),
  ...(changed.length === 0 ? [] : [`changes ${some(changed.length, noun, plural)}`]),
]

/** What is in a new group is said with the group. */
function testClauses(added: readonly Fact[], removed: readonly Fact[]): string[] {
  const [come, gone] = [added, removed].map((facts) => facts.filter(({ isGroup }) => isGroup !== true))
  const groups = (verb: string, facts: readonly Fact[]): string[] => {
    const those = facts.filter(({ isGroup }) => isGroup === true)
    const title = saidTitle(those[0]?.name ?? '')
    if (those.length > 1) return [`${verb} ${numberWord(those.length)} groups of tests`]
    if (those.length === 0) return []
    return [title === '' ? `${verb} a group of tests` : `${verb} the tests “${title}”`]
  }
  const tests = (verb: string, facts: readonly Fact[]): string[] => {
    if (facts.length === 0) return []
    if (facts.length > 1) return [`${verb} ${numberWord(facts.length)} tests`]
    const written = facts[0]!.name
    const title = /^\w+$/.test(written) ? saidName(written) : saidTitle(written)
    return [title === '' ? `${verb} a test` : `${verb} the test “${title}”`]
  }
  const ofTests =
    come!.length === 1 && gone!.length === 1
      ? [`replaces a test with “${saidTitle(come![0]!.name)}”`]
      : [...tests('adds', come!), ...tests('removes', gone!)]
  return [...ofTests, ...groups('adds', added), ...groups('removes', removed)]
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
  return some(facts.length, facts.length === 1 && /error|exception|panic/.test(said) ? said : 'error')
}
