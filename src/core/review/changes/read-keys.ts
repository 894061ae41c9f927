// Reads the keys on one side of a hunk of a configuration: with the keys around them, and which of them are dependencies.
import { baseName } from '../../../base/base-name.ts'
import type { HunkLine } from './hunk-lines.ts'

export interface Key {
  name: string
  value: string
  /** The keys around it, outermost first. */
  path: string
  isDependency: boolean
}

export interface Keys {
  keys: Key[]
  /** Entries of lists that are no dependencies, and other lines. */
  items: string[]
  /** The keys around them. */
  itemPaths: string[]
  /** All of them are entries of lists. */
  isList: boolean
  comments: string[]
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
export const MANIFEST_OF_LINES =
  /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$|(?:^|\/)(?:requirements.*\.(?:txt|in)|go\.mod|go\.sum|constraints.*\.txt)$/i
const ELEMENT = /^\s*<([\w.:-]{1,60})>(.{1,240}?)(?:<\/|$)/
/** Of a project of Maven. */
const PARTS = /^(?:dependency|plugin|parent|extension)$/
const HAS_TABLES = /\.(?:toml|ini|cfg|properties|editorconfig)$|(?:^|\/)\.[\w-]+$/i
const IS_XML = /\.(?:xml|csproj|props|targets)$/

/** The outermost keys of a whole file. */
export function outermostKeys(lines: readonly HunkLine[]): string[] {
  const keys = lines.flatMap(({ text }) => {
    const found = PAIR.exec(text) ?? TABLE.exec(text)
    return found === null ? [] : [{ indent: text.search(/\S/), name: found[2] ?? found[1]! }]
  })
  const least = Math.min(...keys.map(({ indent }) => indent))
  return keys.filter(({ indent }) => indent === least).map(({ name }) => name)
}

/** `other` is the mark of the side that is not read; above are the lines before the hunk, if they are known. */
export function readKeys(
  file: string,
  lines: readonly HunkLine[],
  other: '+' | '-',
  above: readonly string[],
): Keys {
  const found: Keys = { keys: [], items: [], itemPaths: [], isList: true, comments: [] }
  const { keys, items, comments } = found
  const around: { indent: number; name: string }[] = []
  const isXml = IS_XML.test(file)
  const requirement = baseName(file) === 'go.mod' ? GO_MODULE : REQUIREMENT
  let table = ''
  /** Of Maven. */
  let artifact = ''
  /** What is in a new dependency says no more than its name. */
  let skipped: number | null = null
  for (const text of above.slice(-200)) read(text, false)
  for (const { mark, text } of lines) if (mark !== other) read(text, mark !== ' ')
  return found

  function read(text: string, isChanged: boolean): void {
    const indent = text.search(/\S/)
    if (indent === -1) return
    if (COMMENT.test(text)) {
      if (isChanged) comments.push(text.trim())
      return
    }
    const heading = HAS_TABLES.test(file) ? TABLE.exec(text) : null
    if (heading) {
      table = heading[1]!
      if (isChanged) keys.push({ name: table, value: '', path: '', isDependency: false })
    } else if (MANIFEST_OF_LINES.test(file)) {
      if (isChanged) readRequirement(text, requirement)
    } else if (isXml && readXml(text, indent, isChanged)) return
    else if (!readPair(text, indent, isChanged) && isChanged) readItem(text)
  }

  function readRequirement(text: string, pattern: RegExp): boolean {
    const one = pattern.exec(text)
    if (one)
      keys.push({ name: shortName(one[1]!), value: versionOf(one[2] ?? ''), path: '', isDependency: true })
    return one !== null
  }

  /** An element that has others in it, or one with its text. */
  function readXml(text: string, indent: number, isChanged: boolean): boolean {
    if (skipped !== null && indent > skipped && !/<artifactId>/.test(text)) return true
    if (skipped !== null && indent <= skipped) skipped = null
    const outer = around.filter((one) => one.indent < indent).map((one) => one.name)
    const opening = /^\s*<([\w.:-]{1,60})>\s*$/.exec(text)?.[1]
    if (opening !== undefined) {
      const isPart = PARTS.test(opening)
      if (isPart) artifact = ''
      if (isPart && isChanged) skipped = indent
      else if (isChanged) keys.push({ name: opening, value: '', path: outer.join('\n'), isDependency: false })
      open(indent, opening)
      return true
    }
    const [, tag, value] = ELEMENT.exec(text) ?? []
    if (tag === undefined || value === undefined) {
      if (/^\s*<\/?(?:dependency|plugin|parent|project)\b/.test(text)) artifact = ''
      return false
    }
    if (tag === 'groupId') return true
    if (tag === 'artifactId') artifact = value
    // What is directly in the project is its own.
    const isOwn = above.length > 0 && !outer.some((name) => PARTS.test(name))
    const isDependency = !isOwn && (tag === 'artifactId' || (tag === 'version' && artifact !== ''))
    if (isChanged)
      keys.push({
        name: isDependency ? artifact : tag,
        value: tag === 'artifactId' ? '' : value,
        path: outer.join('\n'),
        isDependency,
      })
    return true
  }

  function readPair(text: string, indent: number, isChanged: boolean): boolean {
    const [, , written, , rest] = PAIR.exec(text) ?? []
    if (written === undefined || rest === undefined) return false
    const key = unquoted(written)
    const value = rest
      .replace(/\s#.*$/, '')
      .replace(/,\s*$/, '')
      .trim()
    const depth = indent + (/^\s*-\s/.test(text) ? 2 : 0)
    while (around.length > 0 && around.at(-1)!.indent >= depth) around.pop()
    const path = pathHere()
    const isAction = key === 'uses' && value.includes('@')
    const isDependency =
      isAction || DEPENDENCIES.test(path.join('.')) || (DEPENDENCIES.test(table) && value !== '')
    if (isChanged && key === 'rev')
      keys.push({ name: 'revision', value: versionOf(value), path: path.join('\n'), isDependency: false })
    else if (isChanged) {
      // A hash usually has its version behind it.
      const version = isAction
        ? (/#\s*v?(\d[\w.]*)/.exec(rest)?.[1] ?? value.split('@')[1] ?? '')
        : (/version\s*=\s*["']([^"']+)/.exec(value)?.[1] ?? value)
      keys.push({
        name: isAction ? `action ${shortName(value.split('@')[0]!)}` : isDependency ? shortName(key) : key,
        value: isDependency ? versionOf(version) : value,
        path: path.join('\n'),
        isDependency,
      })
    }
    if (/^(?:[[{|>&].*)?$/.test(value)) open(depth, key)
    return true
  }

  function readItem(text: string): void {
    const item = ITEM.exec(text)?.[1] ?? TEXT_ITEM.exec(text)?.[2]
    if (item !== undefined) {
      const isRequirement =
        DEPENDENCIES.test(pathHere().join('.')) && readRequirement(unquoted(item), REQUIREMENT)
      if (!isRequirement) addItem(text, item)
    } else if (/[\p{L}\p{N}]/u.test(text) && !/^\s*</.test(text)) {
      found.isList = false
      addItem(text, text.trim())
    }
  }

  function addItem(text: string, item: string): void {
    const indent = text.search(/\S/)
    items.push(item)
    found.itemPaths.push(around.findLast((one) => one.indent <= indent)?.name ?? '')
  }

  function pathHere(): string[] {
    return [table, ...around.map((one) => one.name)].filter((name) => name !== '')
  }

  function open(indent: number, name: string): void {
    while (around.length > 0 && around.at(-1)!.indent >= indent) around.pop()
    around.push({ indent, name })
  }
}

export const unquoted = (text: string): string => text.replaceAll(/^["']|["']$/g, '')

export const shortName = (name: string): string =>
  name
    .replace(/\/v\d+$/, '')
    .split('/')
    .slice(-2)
    .findLast((part) => !part.startsWith('@')) ?? name
export const versionOf = (text: string): string =>
  (/v?\d[\w.]*(?:-(?:alpha|beta|rc|next|snapshot)[.\d]*)?/i.exec(text)?.[0] ?? text).replace(/^v(?=\d)/, '')
