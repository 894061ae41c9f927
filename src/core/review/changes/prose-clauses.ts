// Says what a hunk changes in a document: headings, entries of lists, examples, links, words.
import { numberWord, spokenCount } from '../../understanding/replies/spoken-count.ts'
import { readCode, type Token } from './code-tokens.ts'
import { linesInExamples } from './examples.ts'
import type { HunkLine } from './hunk-lines.ts'
import { addsOrRemoves, saidTitle } from './hunk-sentence.ts'
import { onlyDifference } from './only-difference.ts'
import { textChange } from './text-change.ts'

const HEADING = /^(?:#{1,6}|={1,6})\s+(.{1,200}?)\s*#*$/
const UNDERLINE = /^([=\-~^"'*+#])\1{2,}\s*$/
const ENTRY = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S/
const FENCE = /^\s*(?:```(?!``)|~~~(?!~))/
const LINK = /\]\([^)\s]{1,500}\)|https?:\/\/\S+|<https?:[^>]+>|\]: \S+/g
/** An example that is open is one only if all above is known. */
const MAX_LOOK_BACK = 3000
const COLUMNS = /^\s*\|.*\|\s*$/

/** The section around a line: the heading above it that is not in an example. */
export function sectionAround(lines: readonly string[], at: number): string {
  let section = ''
  let inside = false
  const last = Math.min(at, lines.length - 1)
  for (let line = Math.max(0, last - MAX_LOOK_BACK); line <= last; line++) {
    const text = lines[line]!.slice(0, 240)
    if (FENCE.test(text)) inside = !inside
    if (inside) continue
    const heading = HEADING.exec(text)
    const above = lines[line - 1]?.trim() ?? ''
    if (heading) section = heading[1]!
    else if (
      UNDERLINE.test(text) &&
      above !== '' &&
      above.length <= text.trim().length + 3 &&
      !UNDERLINE.test(above) &&
      line < at
    )
      section = above
  }
  return saidTitle(plain(section))
}

/** The first heading of a document. */
export function titleOf(lines: readonly string[]): string {
  for (let at = 0; at < Math.min(10, lines.length); at++) {
    const title = sectionAround(lines.slice(0, 10), at)
    if (title !== '') return title
  }
  return ''
}

const plain = (text: string): string =>
  text
    .replaceAll(/<[^<>]{1,200}>/g, ' ')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/:[a-z]+:`([^`]*)`/g, '$1')
    .replaceAll(/[`*_]/g, '')

/** `above` are the lines before the hunk, as far as they are known. */
export function proseClauses(lines: readonly HunkLine[], above: readonly string[]): string[] {
  const old = lines.filter(({ mark }) => mark === '-').map(({ text }) => text)
  const now = lines.filter(({ mark }) => mark === '+').map(({ text }) => text)
  const clauses: string[] = []
  const [gone, come] = [wordsOf(old), wordsOf(now)]
  const [lost, gained] = differing(gone, come)
  if (lost.length === 0 && gained.length === 0) {
    return [
      old.length === 0 || now.length === 0 || squeezed(old) !== squeezed(now)
        ? 'changes only the markup'
        : 'only breaks the lines of a text elsewhere',
    ]
  }
  if (withoutLinks(old) === withoutLinks(now)) {
    const count = now.join('\n').match(LINK)?.length ?? 1
    return [count === 1 ? 'changes where a link leads' : `changes where ${numberWord(count)} links lead`]
  }
  const links = (list: readonly string[]): number => list.join('\n').match(LINK)?.length ?? 0
  const more = links(now) - links(old)
  if (more !== 0 && old.length > 0 && saidWords(old) === saidWords(now)) return [addsOrRemoves(more, 'link')]
  const headings = headingsOf(now).filter((one) => !headingsOf(old).includes(one))
  const left = headingsOf(old).filter((one) => !headingsOf(now).includes(one))
  if (headings.length === 1 && left.length === 1 && left[0] !== '' && headings[0] !== '')
    clauses.push(`renames the section ${left[0]} to ${headings[0]}`)
  else {
    if (headings.length > 0) clauses.push(`adds ${sections(headings)}`)
    if (left.length > 0) clauses.push(`removes ${sections(left)}`)
  }
  const inExamples = linesInExamples(above, lines)
  const code = lines.filter(({ mark }, at) => mark === '+' && inExamples[at])
  const wasCode = lines.filter(({ mark }, at) => mark === '-' && inExamples[at])
  const inExample = code.length + wasCode.length
  if (inExample > 0 && inExample >= (old.length + now.length) / 2)
    return [...clauses, exampleClause(wasCode, code)]
  const count = (list: readonly string[], pattern: RegExp): number =>
    list.filter((line) => pattern.test(line)).length
  const entries = count(now, ENTRY) - count(old, ENTRY)
  const rows = count(now, COLUMNS) - count(old, COLUMNS)
  if (entries !== 0)
    clauses.push(`${addsOrRemoves(entries, 'entry', 'entries')} ${entries > 0 ? 'to' : 'from'} a list`)
  else if (rows !== 0) clauses.push(`${addsOrRemoves(rows, 'row')} ${rows > 0 ? 'to' : 'from'} a table`)
  if (code.length > 0 && wasCode.length === 0) clauses.push('adds an example')
  if (clauses.length === 0) {
    const said = textChange(withoutLinks(old), withoutLinks(now), '')
    if (said !== null) return [said]
  }
  const words = wordsClause(lost, gained, old.length, now.length)
  if (clauses.length === 0) return [words]
  // What is added is as long as what is written.
  const last = clauses.at(-1)!
  const isSmall = lost.length <= 3 || lost.length < gained.length / 10
  if (last.startsWith('adds') && isSmall && gained.length > 0)
    clauses[clauses.length - 1] = `${last}, with ${wordCount(gained.length)}`
  else if (!(last.startsWith('removes') && words.startsWith('removes'))) clauses.push(words)
  else clauses[clauses.length - 1] = `${last}, with ${wordCount(lost.length)}`
  return clauses
}

function exampleClause(old: readonly HunkLine[], now: readonly HunkLine[]): string {
  if (old.length === 0) return `adds ${spokenCount(now.length, 'line')} of an example`
  if (now.length === 0) return `removes ${spokenCount(old.length, 'line')} of an example`
  const tokens = (side: readonly HunkLine[]): Token[] =>
    readCode(
      side.map(({ text }) => text),
      '',
    ).tokens
  const said = onlyDifference(tokens(old), tokens(now))
  return said === null
    ? `changes ${spokenCount(Math.max(old.length, now.length), 'line')} of an example`
    : `${said} in an example`
}

const wordCount = (count: number): string =>
  count > 20 ? `about ${Math.round(count / 10) * 10} words` : spokenCount(count, 'word')

function wordsClause(lost: readonly string[], gained: readonly string[], old: number, now: number): string {
  if (old === 0) return `adds ${wordCount(gained.length)}`
  if (now === 0) return `removes ${wordCount(lost.length)}`
  if (gained.length <= 2 && lost.length > 10) return `removes ${wordCount(lost.length)}`
  if (lost.length === 0) return `adds ${wordCount(gained.length)}`
  if (gained.length === 0) return `removes ${wordCount(lost.length)}`
  return lost.length === gained.length
    ? `changes ${wordCount(lost.length)}`
    : `replaces ${wordCount(lost.length)} with ${numberWord(gained.length)}`
}

const sections = (titles: readonly string[]): string =>
  titles.length === 1
    ? `the section ${titles[0]}`
    : `${numberWord(titles.length)} sections, among them ${titles[0]}`

function headingsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    const heading = HEADING.exec(line)
    if (heading) return [saidTitle(plain(heading[1]!))]
    const above = lines[at - 1]?.trim() ?? ''
    return UNDERLINE.test(line) &&
      above !== '' &&
      !UNDERLINE.test(above) &&
      line.trim().length >= above.length &&
      !ENTRY.test(above)
      ? [saidTitle(plain(above))]
      : []
  })
}

const squeezed = (lines: readonly string[]): string => lines.join('').replaceAll(/\s+/g, '')
const withoutLinks = (lines: readonly string[]): string => lines.join('\n').replaceAll(LINK, '')
const saidWords = (lines: readonly string[]): string => wordsOf([withoutLinks(lines)]).join(' ')
const wordsOf = (lines: readonly string[]): string[] =>
  lines
    .join(' ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}'’./:@_-]*/gu)
    ?.map((word) => word.replace(/[./:_-]+$/, '')) ?? []

/** The words that only one of them has, as often as it has them more. */
function differing(old: readonly string[], now: readonly string[]): [lost: string[], gained: string[]] {
  const counts = new Map<string, number>()
  for (const word of old) counts.set(word, (counts.get(word) ?? 0) + 1)
  const gained = now.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
  return [[...counts].flatMap(([word, left]) => (left > 0 ? Array<string>(left).fill(word) : [])), gained]
}
