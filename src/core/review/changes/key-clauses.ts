// Says which keys of a configuration changed, and which dependencies got another version.
import { baseName } from '../../../base/base-name.ts'
import { spokenList } from '../../understanding/replies/spoken-count.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidName, saidNames, some } from './hunk-sentence.ts'
import { isVersion, lockClauses } from './lock-clauses.ts'
import { firstWords } from './prose-text.ts'
import { type Key, type Keys, MANIFEST_OF_LINES, readKeys, unquoted, versionOf } from './read-keys.ts'
import { textChange } from './text-change.ts'

const LOCK = /(?:\.lock|-lock\.(?:json|ya?ml)|^go\.sum|lockfile.*)$/i

export const isKeyFile = (file: string, language: string): boolean =>
  /^(?:json|yaml|toml|ini)$/.test(language) ||
  (language === 'xml' && /(?:^|\/)pom\.xml$|\.(?:csproj|props|targets)$/.test(file)) ||
  MANIFEST_OF_LINES.test(file) ||
  LOCK.test(baseName(file))

/** Above are the lines before the hunk, if they are known. */
export function keyClauses(
  file: string,
  lines: readonly HunkLine[],
  above: readonly string[],
): { clauses: string[]; around: string } {
  const name = baseName(file)
  if (LOCK.test(name)) return { clauses: lockClauses(lines), around: '' }
  const side = (other: '+' | '-'): Keys => readKeys(file, lines, other, above)
  const [old, now] = [side('+'), side('-')]
  const id = ({ path, name: key, isDependency }: Key): string => (isDependency ? key : `${path}\n${key}`)
  const same = new Set(old.keys.map((key) => `${id(key)}\n${key.value}`))
  const still = new Set(now.keys.map((key) => `${id(key)}\n${key.value}`))
  const gone = old.keys.filter((key) => !still.has(`${id(key)}\n${key.value}`))
  const come = now.keys.filter((key) => !same.has(`${id(key)}\n${key.value}`))
  const changed: { from: Key; to: Key }[] = []
  for (const to of come) {
    const from = gone.find((key) => id(key) === id(to) && !changed.some((one) => one.from === key))
    if (from) changed.push({ from, to })
  }
  const added = come.filter((key) => !changed.some(({ to }) => to === key))
  const removed = gone.filter((key) => !changed.some(({ from }) => from === key))
  const clauses = [
    ...changedKeys(changed),
    ...listed('adds', added),
    ...listed('removes', removed),
    ...(added.some(opens) || removed.some(opens)
      ? []
      : itemClauses(old.items, now.items, old.isList && now.isList)),
  ]
  const texts = (list: readonly string[]): string => list.join('\n')
  if (texts(old.comments) !== texts(now.comments)) clauses.push(commentClause(old.comments, now.comments))
  const paths = [...new Set([...come, ...gone].filter((key) => !key.isDependency).map(({ path }) => path))]
  const lists = [...new Set([...old.itemPaths, ...now.itemPaths])]
  // A list by the key that it is the value of.
  const list = come.length + gone.length === 0 && lists.length === 1 ? saidName(lists[0]!) : ''
  return { clauses, around: paths.length === 1 ? saidName(paths[0]!.split('\n').at(-1) ?? '') : list }
}

const isShort = (text: string): boolean => /^["']?[\w.-]{1,16}["']?$/.test(text)
const said = (value: string): string => value.replaceAll(/["']/g, '')

function changedKeys(changed: readonly { from: Key; to: Key }[]): string[] {
  const dependencies = changed.filter(({ to }) => to.isDependency)
  const others = changed.filter(({ to }) => !to.isDependency)
  const clauses: string[] = []
  if (dependencies.length === 1) clauses.push(updated(dependencies[0]!))
  else if (dependencies.length > 0)
    clauses.push(
      `changes the versions of ${names(
        dependencies.map(({ to }) => to),
        'dependencies',
      )}`,
    )
  const one = others.length === 1 ? others[0]! : null
  if (one && /^true$/i.test(one.to.value) && /^false$/i.test(one.from.value))
    clauses.push(`turns ${saidName(one.to.name)} on`)
  else if (one && /^false$/i.test(one.to.value) && /^true$/i.test(one.from.value))
    clauses.push(`turns ${saidName(one.to.name)} off`)
  else if (one && isShort(one.from.value) && isShort(one.to.value)) {
    clauses.push(`changes ${keyNamed(one.to.name)} from ${said(one.from.value)} to ${said(one.to.value)}`)
  } else if (one)
    clauses.push(
      textChange(one.from.value, one.to.value, keyNamed(one.to.name)) ?? `changes ${keyNamed(one.to.name)}`,
    )
  else if (others.length > 1) clauses.push(`changes ${names(others.map(({ to }) => to))}`)
  return clauses
}

const keyNamed = (name: string): string =>
  saidName(name) === '' ? 'a key' : saidName(name) === 'version' ? 'the version' : saidName(name)

function updated({ from, to }: { from: Key; to: Key }): string {
  const name = saidName(to.name) || 'a dependency'
  const [old, now] = [versionOf(from.value), versionOf(to.value)]
  if (!isVersion(old) || !isVersion(now) || old === now)
    return `changes the version of ${name.startsWith('action ') ? `the ${name}` : name}`
  return `updates ${name.startsWith('action ') ? `the ${name}` : name} from ${old} to ${now}`
}

function names(keys: readonly Key[], noun = 'keys'): string {
  const list = [...new Set(keys.map(({ name }) => saidName(name)))].filter((name) => name !== '')
  return list.length > 4 ? `${list.length} ${noun}, among them ${list[0]}` : saidNames(list, 3)
}

/** Its value is on the next lines. */
const opens = ({ value, isDependency }: Key): boolean => !isDependency && value.length < 2

function listed(verb: string, keys: readonly Key[]): string[] {
  // A key in a new key says nothing more.
  const outermost = keys.filter(
    (key) =>
      !keys.some((outer) => outer !== key && key.path.split('\n').includes(outer.name) && opens(outer)),
  )
  const dependencies = outermost.filter(({ isDependency }) => isDependency)
  const dependencyNames = [...new Set(dependencies.map(({ name }) => name))]
  const others = outermost.filter(({ isDependency }) => !isDependency)
  const clauses: string[] = []
  if (dependencies.length > 0) {
    const many =
      dependencyNames.length > 4
        ? `${dependencyNames.length} dependencies`
        : `the ${dependencyNames.length === 1 ? 'dependency' : 'dependencies'} ${saidNames(
            dependencies.map(({ name }) => name),
            3,
          )}`
    clauses.push(`${verb} ${many}`)
  }
  const list = [...new Set(others.map(({ name }) => saidName(name)))].filter((name) => name !== '')
  if (list.length === 1) clauses.push(`${verb} the key ${list[0]}`)
  else if (list.length > 4) clauses.push(`${verb} ${list.length} keys, among them ${list[0]}`)
  else if (list.length > 0) clauses.push(`${verb} the keys ${saidNames(list, 3)}`)
  return clauses
}

function itemClauses(old: readonly string[], now: readonly string[], isList: boolean): string[] {
  const added = now.filter((item) => !old.includes(item))
  const removed = old.filter((item) => !now.includes(item))
  if (!isList) return lineClauses(added, removed)
  const [come, gone] = [saidItems(added), saidItems(removed)]
  if (added.length === 1 && removed.length === 1 && (come === null || gone === null)) {
    const change = textChange(removed[0]!, added[0]!, 'a list entry')
    if (change !== null) return [change]
  }
  const { said: first, isAll } =
    added.length === 0 || come !== null ? { said: '', isAll: false } : firstWords(added[0]!, 4)
  const which =
    first === ''
      ? ''
      : `${added.length === 1 ? ', which' : ', the first of which'} now ${isAll ? 'is' : 'begins with'} “${first}”`
  if (added.length > 0 && added.length === removed.length)
    return come !== null && gone !== null && come !== gone
      ? [`replaces ${gone} with ${come} in a list`]
      : [`changes ${some(added.length, 'entry', 'entries')} of a list${which}`]
  return [
    ...(added.length > 0 ? [`adds ${come ?? some(added.length, 'entry', 'entries')} to a list`] : []),
    ...(removed.length > 0
      ? [`removes ${gone ?? some(removed.length, 'entry', 'entries')} from a list`]
      : []),
  ]
}

/** Lines of a text or of a value are no list. */
function lineClauses(added: readonly string[], removed: readonly string[]): string[] {
  if (added.length + removed.length === 0) return []
  if (added.length === 1 && removed.length === 1)
    return [textChange(removed[0]!, added[0]!, 'a line') ?? 'changes a line']
  if (added.length === removed.length) return [`changes ${some(added.length, 'line')}`]
  return [
    ...(added.length > 0 ? [`adds ${some(added.length, 'line')}`] : []),
    ...(removed.length > 0 ? [`removes ${some(removed.length, 'line')}`] : []),
  ]
}

/** At most two, and only if they are names or versions. */
function saidItems(items: readonly string[]): string | null {
  const spoken = items.map((item) => {
    const bare = unquoted(item)
    return isVersion(bare) ? bare : /^[\w@/.-]{1,30}$/.test(bare) ? saidName(bare) : ''
  })
  return spoken.length > 2 || spoken.includes('') ? null : spokenList(spoken)
}

function commentClause(old: readonly string[], now: readonly string[]): string {
  return old.length === 0 ? 'adds a comment' : now.length === 0 ? 'removes a comment' : 'changes a comment'
}
