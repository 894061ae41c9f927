// Says which rules and properties of a style sheet changed.
import { numberWord } from '../../understanding/replies/spoken-count.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidName, saidNames } from './hunk-sentence.ts'

const PROPERTY = /^\s*(--[\w-]+|[$@]?[a-z][\w-]*)\s*:\s*([^{]*?);?\s*$/
const RULE = /^\s*([^{}:;/][^{};]{0,200}?|:[^{};]{1,200}?|[^{}]{1,200}?)\s*\{/

interface Styles {
  rules: string[]
  properties: { name: string; value: string; rule: string }[]
}

export function styleClauses(
  lines: readonly HunkLine[],
  above: readonly string[],
): { clauses: string[]; around: string } {
  const [old, now] = [stylesOf(lines, '+', above), stylesOf(lines, '-', above)]
  const rules = (verb: string, list: readonly string[]): string[] => {
    if (list.length === 0) return []
    if (list.length > 1) return [`${verb} ${numberWord(list.length)} rules`]
    return [`${verb} ${ruleNamed(list[0]!)}`]
  }
  const come = now.rules.filter((rule) => !old.rules.includes(rule))
  const gone = old.rules.filter((rule) => !now.rules.includes(rule))
  const key = ({ name, rule }: { name: string; rule: string }): string => `${rule}\n${name}`
  const was = new Map(old.properties.map((one) => [key(one), one.value]))
  const is = new Map(now.properties.map((one) => [key(one), one.value]))
  const others = now.properties.filter((one) => !come.includes(one.rule))
  const added = others.filter((one) => !was.has(key(one)))
  const changed = others.filter((one) => was.has(key(one)) && was.get(key(one)) !== one.value)
  const removed = old.properties.filter((one) => !is.has(key(one)) && !gone.includes(one.rule))
  const said = (list: readonly { name: string }[]): string => {
    const names = [...new Set(list.map(({ name }) => saidName(name)))]
    return names.length > 3 ? `${names.length} properties` : saidNames(names, 3)
  }
  const touched = [...new Set([...added, ...changed, ...removed].map(({ rule }) => rule))]
  const where = touched.length === 1 && touched[0] !== '' ? ruleNamed(touched[0]!) : ''
  const clauses: string[] = []
  if (changed.length > 0) clauses.push(`changes ${said(changed)}`)
  if (added.length > 0) clauses.push(`sets ${said(added)}`)
  if (removed.length > 0) clauses.push(`no longer sets ${said(removed)}`)
  if (come.length + gone.length === 0) return { clauses, around: where }
  const whole =
    come.length === 1 && gone.length === 1
      ? ['changes what a rule applies to']
      : [...rules('adds', come), ...rules('removes', gone)]
  return {
    clauses: [...whole, ...clauses.map((clause) => (where === '' ? clause : `${clause} in ${where}`))],
    around: '',
  }
}

function ruleNamed(selector: string): string {
  const name = saidName(selector.replace(/^.*,\s*/, '').replaceAll(/[#.>+~*:()[\]=]/g, ' '))
  if (selector.startsWith('@')) return `a ${name} block`
  return name === '' || name.split(' ').length > 4 ? 'a rule' : `the rule for ${name}`
}

function stylesOf(lines: readonly HunkLine[], other: '+' | '-', above: readonly string[]): Styles {
  const found: Styles = { rules: [], properties: [] }
  const around: string[] = []
  const read = (text: string, isChanged: boolean): void => {
    const property = text.includes(':') ? PROPERTY.exec(text) : null
    if (property && isChanged)
      found.properties.push({ name: property[1]!, value: property[2]!, rule: around.at(-1) ?? '' })
    const rule = property || !text.includes('{') ? null : RULE.exec(text)
    if (rule) {
      around.push(rule[1]!.trim())
      if (isChanged) found.rules.push(rule[1]!.trim())
    }
    if (text.includes('}') && around.length > 0) around.pop()
  }
  for (const text of above.slice(-100)) read(text, false)
  for (const { mark, text } of lines) if (mark !== other) read(text, mark !== ' ')
  return found
}
