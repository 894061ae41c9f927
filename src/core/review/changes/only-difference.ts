// What differs between the code on both sides of a hunk, if it is one kind of thing: strings, numbers or names.
import type { Token } from './code-tokens.ts'
import { saidName, saidNames, some } from './hunk-sentence.ts'
import { importName } from './named-clauses.ts'
import { quotedString, textChange } from './text-change.ts'

export const isEqual = (old: readonly Token[], now: readonly Token[]): boolean => codeOf(old) === codeOf(now)

/** Whether one is the other with something left out. */
export function isPart(part: readonly Token[], whole: readonly Token[]): boolean {
  let at = 0
  for (const { text } of whole) if (at < part.length && part[at]!.text === text) at++
  return at === part.length
}

/** Without what only the layout needs. */
const codeOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/[,;]\n(?=[)\]}])/g, '')

/** If all that differs is of one kind: strings, numbers or names. */
export function onlyDifference(old: readonly Token[], now: readonly Token[]): string | null {
  if (old.length !== now.length) return listsOrTexts(old, now)
  const pairs: { from: Token; to: Token; at: number }[] = []
  for (const [at, from] of old.entries()) {
    const to = now[at]!
    if (from.text === to.text) continue
    if (from.kind !== to.kind) return null
    pairs.push({ from, to, at })
  }
  const kinds = new Set(pairs.map(({ to }) => to.kind))
  if (kinds.size !== 1) return null
  const [first] = pairs as [(typeof pairs)[number]]
  if (kinds.has('string'))
    return strings(
      old,
      now,
      pairs.map(({ at }) => at),
    )
  if (kinds.has('number')) {
    const isOne = pairs.every(({ from, to }) => from.text === first.from.text && to.text === first.to.text)
    if (!isOne || first.from.text.length > 9 || first.to.text.length > 9)
      return `changes ${some(pairs.length, 'number')}`
    const name = assignedName(now, first.at)
    const isExpected =
      name === '' &&
      tokensOfLine(now, first.at).some(({ text }) => /^(?:expect|assert\w*|should)$/i.test(text))
    const around = name === '' && !isExpected ? nameAround(now, first.at) : ''
    const what = isExpected ? 'an expected number' : around === '' ? 'a number' : `a number in ${around}`
    return `changes ${name === '' ? what : name} from ${first.from.text} to ${first.to.text}${pairs.length > 1 ? ` in ${pairs.length} places` : ''}`
  }
  if (!kinds.has('word')) return null
  const names = new Map(pairs.map(({ from, to }) => [from.text, to.text]))
  const isConsistent = pairs.every(({ from, to }) => names.get(from.text) === to.text)
  if (
    !isConsistent ||
    names.size > 2 ||
    pairs.some(({ from, to }) => VALUES.test(from.text) || VALUES.test(to.text))
  )
    return null
  const said = [...names].map(([from, to]) => [saidName(from), saidName(to)] as const)
  if (said.some(([from, to]) => from === '' || to === '' || from === to)) return null
  if (names.size === 2 && pairs.every((_, at) => at % 2 === 1 || isQualified(now, pairs[at]!, pairs[at + 1])))
    return qualified(
      now,
      pairs.map(({ at }) => at),
      said,
    )
  // One word for another could be anything: a call, a type, an import.
  const declares = now[first.at - 1]?.text ?? ''
  if (names.size === 1 && /^(?:const|let|var|val|mut)$/.test(declares)) {
    // It is renamed only if it was used by its old name here and is no longer.
    const isUsed = now.some(({ text }) => text === first.from.text)
    return pairs.length > 1 && !isUsed
      ? `renames the variable ${said[0]![0]} to ${said[0]![1]}`
      : `the variable ${said[0]![0]} becomes ${said[0]![1]}`
  }
  if (pairs.length === 1) {
    const one = oneWord(now, first.at, said[0]!)
    if (one !== null) return one
  }
  if (pairs.length < 2 && names.size === 1 && !isPlainUse(now, first.at)) return null
  const places = pairs.length > names.size ? ` in ${pairs.length} places` : ''
  return `uses ${saidNames([...names.values()])} instead of ${saidNames([...names.keys()])}${places}`
}

/** `a.b`, of which both words changed. */
const isQualified = (
  tokens: readonly Token[],
  one: { at: number },
  next: { at: number } | undefined,
): boolean => next?.at === one.at + 2 && /^(?:\.|::)$/.test(tokens[one.at + 1]!.text)

function qualified(
  tokens: readonly Token[],
  at: readonly number[],
  said: readonly (readonly [string, string])[],
): string | null {
  if (tokens[at[1]! + 1]?.text === '(') return null
  const whole = (side: 0 | 1): string => said.map((names) => names[side]).join(' ')
  return `uses ${whole(1)} instead of ${whole(0)}${at.length > 2 ? ` in ${at.length / 2} places` : ''}`
}

/** A single word that names a key, what is set, or what a called function belongs to. */
function oneWord(
  tokens: readonly Token[],
  at: number,
  [from, to]: readonly [from: string, to: string],
): string | null {
  const text = (index: number): string => tokens[index]?.text ?? ''
  const line = tokensOfLine(tokens, at)
  if (/^(?:import|from|use|using|package|export|#|@)$/.test(line[0]?.text ?? '')) return null
  const starts = line[0] === tokens[at] || /^[{,]$/.test(text(at - 1))
  if (text(at + 1) === ':' && starts && text(at - 1) !== '?') return `${from} becomes ${to}`
  if (text(at + 1) === '=' && text(at - 1) === '.') return `sets ${to} instead of ${from}`
  const called = tokens[at + 2]
  if (/^(?:\.|::)$/.test(text(at + 1)) && called?.kind === 'word' && text(at + 3) === '(') {
    const name = saidName(called.text)
    if (name !== '' && !/^(?:\.|::)$/.test(text(at - 1)))
      return `calls ${to} ${name} instead of ${from} ${name}`
  }
  return null
}

/** Neither a call nor a declaration nor an import. */
function isPlainUse(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? ''
  const line = tokensOfLine(tokens, at)
  if (/^(?:import|from|use|using|package|export|#)$/.test(line[0]?.text ?? '')) return false
  return (
    tokens[at + 1]?.text !== '(' &&
    !/^(?:const|let|var|val|def|fn|func|function|class|mut|[@#[])$/.test(before) &&
    !/^(?::|=|:=)$/.test(tokens[at + 1]?.text ?? '')
  )
}

function tokensOfLine(tokens: readonly Token[], at: number): Token[] {
  return tokens.slice(Math.max(0, at - 30), at + 30).filter((token) => token.at === tokens[at]!.at)
}

const VALUES =
  /^(?:true|false|True|False|null|None|nil|if|while|and|or|const|let|var|public|private|async|await|return)$/

/** The name a value is given: `x = 1`, `x: 1`. */
function assignedName(tokens: readonly Token[], at: number): string {
  const before = tokens[at - 1]?.text ?? ''
  return nameBefore(tokens, before === '-' ? at - 2 : at - 1)
}

/** The name of the value that something is a part of: `x = [1, 2]`. */
function nameAround(tokens: readonly Token[], at: number): string {
  for (let from = at - 1; from > at - 30 && tokens[from]?.at === tokens[at]!.at; from--) {
    const name = nameBefore(tokens, from)
    if (name !== '') return name === 'err' ? '' : name
  }
  return ''
}

const nameBefore = (tokens: readonly Token[], sign: number): string =>
  /^(?:=|:|:=)$/.test(tokens[sign]?.text ?? '') && tokens[sign - 1]?.kind === 'word'
    ? saidName(tokens[sign - 1]!.text)
    : ''

function strings(old: readonly Token[], now: readonly Token[], changed: readonly number[]): string {
  const uses = new Set(changed.map((at) => useOf(now, at)))
  const use = uses.size === 1 ? [...uses][0]! : 'string'
  const [first] = changed as [number]
  const [from, to] = [old[first]!.text, now[first]!.text].map((text) => text.replaceAll(/^["']|["']$/g, ''))
  if (changed.length > 1) {
    const many = `${use === 'import' ? 'the paths of ' : ''}${some(changed.length, use)}`
    const said = new Set(changed.map((at) => textChange(old[at]!.text, now[at]!.text, many)))
    const [same] = said
    if (said.size === 1 && typeof same === 'string') return same
    return `changes ${use === 'import' ? many : `the text of ${many}`}`
  }
  if (use === 'import') return `imports ${saidPath(to!)} instead of ${saidPath(from!)}`
  const name = assignedName(now, first)
  if (name !== '' && /^[\w.]{1,12}$/.test(from!) && /^[\w.]{1,12}$/.test(to!))
    return `changes ${name} from ${from} to ${to}`
  const isText = /^(?:text|message|title|label|description|name|link|url)$/.test(name) && use === 'string'
  const what = name === '' || use !== 'string' ? some(1, use) : isText ? `a ${name}` : name
  return textChange(from!, to!, what) ?? `changes ${isText ? what : `the text of ${what}`}`
}

const saidPath = (path: string): string => saidName(importName(path)) || 'a module'

/** If only strings were added to a list, or a text of several lines changed. */
function listsOrTexts(old: readonly Token[], now: readonly Token[]): string | null {
  const rest = (tokens: readonly Token[]): string =>
    tokens
      .filter(({ kind, text }) => kind !== 'string' && text !== ',')
      .map(({ text }) => text)
      .join('\u0001')
  if (rest(old) !== rest(now)) return null
  const isLong = [...old, ...now].some(({ kind, text }) => kind === 'string' && !/["'`]$/.test(text))
  const commas = (tokens: readonly Token[]): number => tokens.filter(({ text }) => text === ',').length
  const by = now.length - commas(now) - (old.length - commas(old))
  if (commas(old) === commas(now)) return isLong ? 'changes a text of several lines' : null
  if (by === 0) return null
  const [longer, shorter] = by > 0 ? [now, old] : [old, now]
  const differs = longer.findIndex(({ text }, at) => text !== shorter[at]?.text)
  const entryAt = longer[differs]?.text === ',' ? differs + 1 : differs
  // In Ruby, `gem 'a', 'b'` is a call.
  const line = longer[entryAt] === undefined ? [] : tokensOfLine(longer, entryAt)
  if (line.some(({ kind }, at) => kind === 'word' && line[at + 1]?.kind === 'string')) return null
  const name = Math.abs(by) === 1 ? longer[entryAt]?.text : undefined
  const entry = (name === undefined ? '' : quotedString(name)) || some(Math.abs(by), 'entry', 'entries')
  return by > 0 ? `adds ${entry} to a list` : `removes ${entry} from a list`
}

/** What a string is for, by the call that it is in. */
function useOf(tokens: readonly Token[], at: number): string {
  let depth = 0
  for (let index = at - 1; index >= 0 && index > at - 30; index--) {
    const { text, kind } = tokens[index]!
    if (/^[)\]}]$/.test(text)) depth++
    else if (/^[([{]$/.test(text)) depth--
    if (
      /^(?:import|from|require|use)$/.test(text) &&
      kind === 'word' &&
      tokens[index]!.at === tokens[at]!.at &&
      (text !== 'from' || index === at - 1)
    )
      return 'import'
    if (depth >= 0) continue
    const name = tokens[index - 1]?.text ?? ''
    // What is in the body of a function is no argument of what it is passed to.
    if (text === '{' && /^(?:=>|\))$/.test(name)) return 'string'
    if (/^(?:it|test|describe|specify|context|Run)$/.test(name) && index === at - 1) return 'test title'
    if (/error|exception|panic|fatal|abort|fail|bail/i.test(name)) return 'error message'
    if (/^(?:log|info|warn|warning|debug|trace|print\w*|puts|echo)$/i.test(name)) return 'message'
    depth = 0
  }
  return 'string'
}
