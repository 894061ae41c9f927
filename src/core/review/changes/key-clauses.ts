// Says which keys of a configuration changed, and which dependencies got another version.
import { baseName } from '../../../base/base-name.ts'
import { spokenList } from '../../understanding/replies/spoken-count.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidName, saidNames, some } from './hunk-sentence.ts'
import { isVersion, lockClauses } from './lock-clauses.ts'
import { textChange } from './text-change.ts'

interface Key {
  name: string
  value: string
  /** The keys around it, outermost first. */
  path: string
  isDependency: boolean
}

const PAIR =
  /^(\s*)(?:-\s+)?("(?:[^"\\]|\\.){1,120}"|'[^']{1,120}'|[\w@$./-]{1,120}(?:\[\w*\])?)\s*([:=])\s*(.*)$/
const TABLE = /^\s*\[\[?([^\]]{1,120})\]\]?\s*$/
const ITEM = /^\s*-\s+(\S.*)$/
const TEXT_ITEM = /^\s*(["'])((?:[^"'\\]|\\.){1,200})\1\s*,?\s*$/
const COMMENT = /^\s*(?:#|\/\/|;)/
const DEPENDENCIES =
  /(?:^|[.-])(?:dependencies|devdependencies|peerdependencies|optionaldependencies|requires|install_requires|extras_require|dependency-groups|resolutions|overrides|catalog)(?:$|[.-])/i
const REQUIREMENT = /^\s*([A-Za-z][\w.-]*(?:\[[\w,]+\])?)\s*((?:[=<>~!^]=?=?|@)\s*[^\s;#]+)?/
const GO_MODULE =
  /^\s*(?:require\s+|go\s+|toolchain\s+)?((?:[\w.-]+\.[\w.-]+\/)?[\w./-]+)\s+(v?\d[\w.+-]*)(?:\s*\/\/.*)?$/
const MANIFEST_OF_LINES =
  /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$|(?:^|\/)(?:requirements.*\.(?:txt|in)|go\.mod|go\.sum|constraints.*\.txt)$/i
const ELEMENT = /^\s*<([\w.:-]{1,60})>(.{1,240}?)(?:<\/|$)/
/** Of a project of Maven. */
const PARTS = /^(?:dependency|plugin|parent|extension)$/
const LOCK = /(?:\.lock|-lock\.(?:json|ya?ml)|^go\.sum|lockfile.*)$/i

export const isKeyFile = (file: string, language: string): boolean =>
  /^(?:json|yaml|toml|ini)$/.test(language) ||
  (language === 'xml' && /(?:^|\/)pom\.xml$|\.(?:csproj|props|targets)$/.test(file)) ||
  MANIFEST_OF_LINES.test(file) ||
  LOCK.test(baseName(file))

/** The outermost keys of a whole file. */
export function outermostKeys(lines: readonly HunkLine[]): string[] {
  const keys = lines.flatMap(({ text }) => {
    const found = PAIR.exec(text) ?? TABLE.exec(text)
    return found === null ? [] : [{ indent: text.search(/\S/), name: found[2] ?? found[1]! }]
  })
  const least = Math.min(...keys.map(({ indent }) => indent))
  return keys.filter(({ indent }) => indent === least).map(({ name }) => name)
}

/** Above are the lines before the hunk, if they are known. */
export function keyClauses(
  file: string,
  lines: readonly HunkLine[],
  above: readonly string[],
): { clauses: string[]; around: string } {
  const name = baseName(file)
  if (LOCK.test(name)) return { clauses: lockClauses(lines), around: '' }
  const side = (other: '+' | '-'): { keys: Key[]; items: string[]; comments: string[] } =>
    keysOf(file, lines, other, above)
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
    ...(added.some(opens) || removed.some(opens) ? [] : itemClauses(old.items, now.items)),
  ]
  const texts = (list: readonly string[]): string => list.join('\n')
  if (texts(old.comments) !== texts(now.comments)) clauses.push(commentClause(old.comments, now.comments))
  const paths = [...new Set([...come, ...gone].filter((key) => !key.isDependency).map(({ path }) => path))]
  return { clauses, around: paths.length === 1 ? saidName(paths[0]!.split('\n').at(-1) ?? '') : '' }
}

function keysOf(
  file: string,
  lines: readonly HunkLine[],
  other: '+' | '-',
  above: readonly string[],
): { keys: Key[]; items: string[]; comments: string[] } {
  const keys: Key[] = []
  const items: string[] = []
  const comments: string[] = []
  const around: { indent: number; name: string }[] = []
  let table = ''
  /** Of Maven. */
  let artifact = ''
  /** What is in a new dependency says no more than its name. */
  let skipped: number | null = null
  const open = (indent: number, name: string): void => {
    while (around.length > 0 && around.at(-1)!.indent >= indent) around.pop()
    around.push({ indent, name })
  }
  for (const text of above.slice(-200)) read(text, false)
  for (const { mark, text } of lines) if (mark !== other) read(text, mark !== ' ')
  return { keys, items, comments }

  function read(text: string, isChanged: boolean): void {
    if (text.trim() === '') return
    if (COMMENT.test(text)) {
      if (isChanged) comments.push(text.trim())
      return
    }
    const heading = /\.(?:toml|ini|cfg|properties|editorconfig)$|(?:^|\/)\.[\w-]+$/i.test(file)
      ? TABLE.exec(text)
      : null
    if (heading) {
      table = heading[1]!
      if (isChanged) keys.push({ name: table, value: '', path: '', isDependency: false })
      return
    }
    const indentOf = text.search(/\S/)
    const isXml = /\.(?:xml|csproj|props|targets)$/.test(file)
    if (isXml && skipped !== null && indentOf > skipped && !/<artifactId>/.test(text)) return
    if (isXml && skipped !== null && indentOf <= skipped) skipped = null
    const opening = isXml ? /^\s*<([\w.:-]{1,60})>\s*$/.exec(text)?.[1] : undefined
    if (opening !== undefined) {
      const path = around
        .filter((one) => one.indent < indentOf)
        .map((one) => one.name)
        .join('\n')
      const isPart = PARTS.test(opening)
      artifact = isPart ? '' : artifact
      if (isPart && isChanged) skipped = indentOf
      else if (isChanged) keys.push({ name: opening, value: '', path, isDependency: false })
      open(indentOf, opening)
      return
    }
    const element = /\.(?:xml|csproj|props|targets)$/.test(file) ? ELEMENT.exec(text) : null
    if (element) {
      const [, tag, value] = element as unknown as [string, string, string]
      if (tag === 'groupId') return
      if (tag === 'artifactId') artifact = value
      // What is directly in the project is its own.
      const isOwn = above.length > 0 && !around.some((one) => PARTS.test(one.name))
      const isDependency = !isOwn && (tag === 'artifactId' || (tag === 'version' && artifact !== ''))
      if (isChanged)
        keys.push({
          name: isDependency ? artifact : tag,
          value: tag === 'artifactId' ? '' : value,
          path: around
            .filter((one) => one.indent < indentOf)
            .map((one) => one.name)
            .join('\n'),
          isDependency,
        })
      return
    }
    if (/^\s*<\/?(?:dependency|plugin|parent|project)\b/.test(text)) artifact = ''
    const lineManifest = MANIFEST_OF_LINES.test(file)
    const found = lineManifest ? null : PAIR.exec(text)
    if (lineManifest) {
      const one = baseName(file) === 'go.mod' ? GO_MODULE.exec(text) : REQUIREMENT.exec(text)
      if (one && isChanged)
        keys.push({ name: shortName(one[1]!), value: versionOf(one[2] ?? ''), path: '', isDependency: true })
      return
    }
    const indent = text.search(/\S/)
    if (found) {
      const key = found[2]!.replaceAll(/^["']|["']$/g, '')
      const value = found[4]!
        .replace(/\s#.*$/, '')
        .replace(/,\s*$/, '')
        .trim()
      const depth = indent + (/^\s*-\s/.test(text) ? 2 : 0)
      while (around.length > 0 && around.at(-1)!.indent >= depth) around.pop()
      const path = [table, ...around.map((one) => one.name)].filter((one) => one !== '').join('\n')
      const isAction = key === 'uses' && value.includes('@')
      const isHook = key === 'rev'
      const isDependency =
        isAction ||
        DEPENDENCIES.test(path.replaceAll('\n', '.')) ||
        (DEPENDENCIES.test(table) && value !== '')
      if (isChanged && !isHook) {
        // A hash usually has its version behind it.
        const version = isAction
          ? (/#\s*v?(\d[\w.]*)/.exec(found[4]!)?.[1] ?? value.split('@')[1] ?? '')
          : (/version\s*=\s*["']([^"']+)/.exec(value)?.[1] ?? value)
        keys.push({
          name: isAction ? `action ${shortName(value.split('@')[0]!)}` : isDependency ? shortName(key) : key,
          value: isDependency ? versionOf(version) : value,
          path,
          isDependency,
        })
      } else if (isChanged)
        keys.push({ name: 'revision', value: versionOf(value), path, isDependency: false })
      if (/^(?:[[{|>&].*)?$/.test(value) || value === '') open(depth, key)
      return
    }
    const item = ITEM.exec(text)?.[1] ?? TEXT_ITEM.exec(text)?.[2]
    if (item !== undefined && isChanged) {
      const path = [table, ...around.map((one) => one.name)].join('.')
      const requirement = DEPENDENCIES.test(path)
        ? REQUIREMENT.exec(item.replaceAll(/^["']|["']$/g, ''))
        : null
      if (requirement)
        keys.push({
          name: requirement[1]!,
          value: versionOf(requirement[2] ?? ''),
          path: '',
          isDependency: true,
        })
      else items.push(item)
    } else if (isChanged && /[\p{L}\p{N}]/u.test(text) && !/^\s*</.test(text)) items.push(text.trim())
  }
}

const shortName = (name: string): string =>
  name
    .replace(/\/v\d+$/, '')
    .split('/')
    .slice(-2)
    .findLast((part) => !part.startsWith('@')) ?? name
const versionOf = (text: string): string =>
  (/v?\d[\w.]*(?:-(?:alpha|beta|rc|next|snapshot)[.\d]*)?/i.exec(text)?.[0] ?? text).replace(/^v(?=\d)/, '')
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

function itemClauses(old: readonly string[], now: readonly string[]): string[] {
  const added = now.filter((item) => !old.includes(item))
  const removed = old.filter((item) => !now.includes(item))
  const [come, gone] = [saidItems(added), saidItems(removed)]
  if (added.length > 0 && added.length === removed.length)
    return come !== null && gone !== null && come !== gone
      ? [`replaces ${gone} with ${come} in a list`]
      : [`changes ${some(added.length, 'entry', 'entries')} of a list`]
  return [
    ...(added.length > 0 ? [`adds ${come ?? some(added.length, 'entry', 'entries')} to a list`] : []),
    ...(removed.length > 0
      ? [`removes ${gone ?? some(removed.length, 'entry', 'entries')} from a list`]
      : []),
  ]
}

/** At most two, and only if they are names or versions. */
function saidItems(items: readonly string[]): string | null {
  const spoken = items.map((item) => {
    const bare = item.replaceAll(/^["']|["']$/g, '')
    return isVersion(bare) ? bare : /^[\w@/.-]{1,30}$/.test(bare) ? saidName(bare) : ''
  })
  return spoken.length > 2 || spoken.includes('') ? null : spokenList(spoken)
}

function commentClause(old: readonly string[], now: readonly string[]): string {
  return old.length === 0 ? 'adds a comment' : now.length === 0 ? 'removes a comment' : 'changes a comment'
}
