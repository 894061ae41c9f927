// Says which variables, fields, entries and the like came, went or changed, and which functions are called and imported.
import { numberWord } from '../../understanding/replies/spoken-count.ts'
import type { Fact, FactKind } from './fact.ts'
import { argumentCount, type Changed, type Difference } from './fact-difference.ts'
import { saidName, saidNames, some } from './hunk-sentence.ts'
import { quotedString } from './text-change.ts'

const names = (facts: readonly Fact[]): string[] => facts.map(({ name }) => name)
const isShort = (one: string): boolean => /^(?:-?[\d._]{1,9}|true|false|True|False|null|None|nil)$/.test(one)
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

export function namedClauses(
  kind: FactKind,
  language: string,
  { added, removed, changed }: Difference,
): string[] {
  const noun =
    kind === 'decorator'
      ? (DECORATORS[language] ?? 'decorator')
      : language === 'makefile' && kind === 'entry'
        ? 'target'
        : (NOUNS[kind] ?? kind)
  const structs = new Set([...added, ...removed, ...changed.map(({ to }) => to)].map(({ of }) => of ?? ''))
  const struct = kind === 'entry' && structs.size === 1 ? saidName([...structs][0]!) : ''
  if (struct !== '') return fieldClauses(struct, { added, removed, changed })
  const clauses: string[] = []
  const [only, gone] = [added[0], removed[0]]
  const isSwap = added.length === 1 && removed.length === 1 && only && gone
  if (isSwap && saidName(only.name) === saidName(gone.name) && saidName(only.name) !== '') {
    clauses.push(`changes how the ${noun} ${saidName(only.name)} is written`)
  } else if (isSwap && saidName(only.name) !== '' && saidName(gone.name) !== '') {
    clauses.push(
      kind === 'assignment'
        ? `sets ${saidName(only.name)} instead of ${saidName(gone.name)}`
        : `replaces the ${noun} ${saidName(gone.name)} with ${saidName(only.name)}`,
    )
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

/** Of the value of a struct. */
function fieldClauses(struct: string, { added, removed, changed }: Difference): string[] {
  const said = (facts: readonly Fact[]): string => `${nouns('field', facts)} of ${struct}`
  return [
    ...(added.length > 0 ? [`sets ${said(added)}`] : []),
    ...(removed.length > 0 ? [`no longer sets ${said(removed)}`] : []),
    ...(changed.length > 0 ? [`changes ${said(changed.map(({ to }) => to))}`] : []),
  ]
}

const lastValue = (text: string): string => text.replace(/^= /, '')

function nouns(noun: string, facts: readonly Fact[]): string {
  const unique = [...new Set(facts.map(({ name }) => name))]
  const said = [...new Set(unique.slice(0, 8).map(saidName))].filter((name) => name !== '')
  const plural = noun === 'entry' ? 'entries' : `${noun}s`
  if (said.length === 0) return some(facts.length, noun, plural)
  if (unique.length <= 8 && said.length <= 3)
    return `the ${said.length === 1 ? noun : plural} ${saidNames(said, 3)}`
  return `${unique.length <= 8 ? said.length : unique.length} ${plural}, among them ${said[0]}`
}

export function importClauses({ added, removed, changed }: Difference): string[] {
  const said = (facts: readonly Fact[]): string => saidNames(names(facts).map(importName))
  const [come, gone] = [said(added), said(removed)]
  const elsewhere = said(changed.map(({ to }) => to))
  const last = elsewhere === '' ? [] : [`imports ${elsewhere} from elsewhere`]
  if (come !== '' && gone !== '' && come !== gone && added.length === 1 && removed.length === 1)
    return [`imports ${come} instead of ${gone}`, ...last]
  if (come !== '' && come === gone) return [`imports ${come} from elsewhere`, ...last]
  return [
    ...(come === '' ? [] : [`imports ${come}`]),
    ...(gone === '' ? [] : [`no longer imports ${gone}`]),
    ...last,
  ]
}

export function exportClauses({ added, removed, changed }: Difference): string[] {
  const said = (facts: readonly Fact[]): string => saidNames(names(facts).map(importName))
  const [come, gone, elsewhere] = [said(added), said(removed), said(changed.map(({ to }) => to))]
  return [
    ...(come === '' ? [] : [`exports ${come}`]),
    ...(gone === '' ? [] : [`no longer exports ${gone}`]),
    ...(elsewhere === '' ? [] : [`exports ${elsewhere} from elsewhere`]),
  ]
}

/** The last part of a path is what the import is called. */
export const importName = (written: string): string => {
  const path = written.replaceAll(/^["'`<]|["'`>]$/g, '').replace(/\/v\d+$/, '')
  return (path.split('/').findLast((part) => part !== '' && part !== '.') ?? path).replace(
    /\.(?:js|ts|h|hpp|json|css|py)$/,
    '',
  )
}

const FIRST_STRING = /^(?:"[^"]{1,60}"|'[^']{1,60}')(?= ,|$)/

/** The same function of another object or module. */
const isOfAnother = ({ from, to }: Changed): boolean => from.text === to.text && from.of !== to.of

export function callClauses({ added, removed, changed: all }: Difference): string[] {
  const clauses: string[] = []
  const unique = (facts: readonly Fact[]): string[] => [...new Set(names(facts))]
  const come = unique(added).filter((name) => !names(removed).includes(name))
  const gone = unique(removed).filter((name) => !names(added).includes(name))
  const said = (list: readonly string[]): string => saidNames(list)
  const first = added.length === 1 ? FIRST_STRING.exec(added[0]!.text)?.[0] : undefined
  const passed = first === undefined ? '' : quotedString(first)
  if (come.length > 0 && gone.length === 1 && come.length === 1)
    clauses.push(`calls ${said(come)} instead of ${said(gone)}`)
  else {
    const target = come.length === 1 && added.length === 1 ? saidName(added[0]!.target ?? '') : ''
    const what = passed === '' ? (target === '' ? '' : ` for the value of ${target}`) : ` with ${passed}`
    if (come.length > 0) clauses.push(`calls ${said(come)}${what}`)
    if (gone.length > 0)
      clauses.push(gone.length === 1 ? `removes a call of ${said(gone)}` : `removes calls of ${said(gone)}`)
  }
  const moved = all.find(isOfAnother)
  if (moved) {
    const [now, was] = [moved.to, moved.from].map(({ of = '', name }) => saidName(`${of} ${name}`))
    clauses.push(`calls ${now} instead of ${was}`)
  }
  const changed = all.filter((one) => !isOfAnother(one))
  if (changed.length > 0) {
    const targets = [...new Set(changed.map(({ to }) => to.name))]
    const by = changed.map(({ from, to }) =>
      [from, to].some(({ text }) => text.endsWith('…')) ? 0 : argumentCount(to) - argumentCount(from),
    )
    const count = by.every((one) => one === by[0]) ? by[0]! : 0
    const target = targets.length === 1 ? said(targets) : `${targets.length} functions`
    if (count === 0) clauses.push(`passes other arguments to ${saidNames(targets)}`)
    else
      clauses.push(
        `passes ${numberWord(Math.abs(count))} ${count > 0 ? 'more' : 'fewer'} ${Math.abs(count) === 1 ? 'argument' : 'arguments'} to ${target}`,
      )
  }
  return clauses.filter((clause) => !/(?:calls|to|of) *$/.test(clause))
}
