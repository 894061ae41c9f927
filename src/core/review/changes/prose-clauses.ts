// Says what a hunk changes in a document: headings, entries of lists, examples, links, words.
import { numberWord, spokenCount } from '../../understanding/replies/spoken-count.ts'
import type { HunkLine } from './hunk-lines.ts'
import { addsOrRemoves, saidTitle } from './hunk-sentence.ts'

const HEADING = /^#{1,6}\s+(.{1,200}?)\s*#*$/
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

const plain = (text: string): string =>
  text
    .replaceAll(/<[^<>]{1,200}>/g, ' ')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/:[a-z]+:`([^`]*)`/g, '$1')
    .replaceAll(/[`*_]/g, '')

export function proseClauses(lines: readonly HunkLine[], openFence: boolean): string[] {
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
  const headings = headingsOf(now).filter((one) => !headingsOf(old).includes(one))
  const left = headingsOf(old).filter((one) => !headingsOf(now).includes(one))
  if (headings.length === 1 && left.length === 1 && left[0] !== '' && headings[0] !== '')
    clauses.push(`renames the section ${left[0]} to ${headings[0]}`)
  else {
    if (headings.length > 0) clauses.push(`adds ${sections(headings)}`)
    if (left.length > 0) clauses.push(`removes ${sections(left)}`)
  }
  const { code, wasCode } = codeLines(lines, openFence)
  if (code + wasCode > 0 && code + wasCode >= (old.length + now.length) / 2) {
    if (wasCode === 0) clauses.push(`adds ${spokenCount(code, 'line')} of an example`)
    else if (code === 0) clauses.push(`removes ${spokenCount(wasCode, 'line')} of an example`)
    else clauses.push(`changes an example`)
    return clauses
  }
  const count = (list: readonly string[], pattern: RegExp): number =>
    list.filter((line) => pattern.test(line)).length
  const entries = count(now, ENTRY) - count(old, ENTRY)
  const rows = count(now, COLUMNS) - count(old, COLUMNS)
  if (entries !== 0)
    clauses.push(`${addsOrRemoves(entries, 'entry', 'entries')} ${entries > 0 ? 'to' : 'from'} a list`)
  else if (rows !== 0) clauses.push(`${addsOrRemoves(rows, 'row')} ${rows > 0 ? 'to' : 'from'} a table`)
  if (code > 0 && wasCode === 0) clauses.push('adds an example')
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

const wordCount = (count: number): string =>
  count > 20 ? `about ${Math.round(count / 10) * 10} words` : spokenCount(count, 'word')

function wordsClause(lost: readonly string[], gained: readonly string[], old: number, now: number): string {
  if (old === 0) return `adds ${wordCount(gained.length)}`
  if (now === 0) return `removes ${wordCount(lost.length)}`
  if (gained.length <= 2 && lost.length > 10) return `removes ${wordCount(lost.length)}`
  if (lost.length === 0) return `adds ${wordCount(gained.length)}`
  if (gained.length === 0) return `removes ${wordCount(lost.length)}`
  if (lost.length === 1 && gained.length === 1) {
    const [from, to] = [lost[0]!, gained[0]!]
    return /^[\p{L}\d.]{1,20}$/u.test(from) && /^[\p{L}\d.]{1,20}$/u.test(to)
      ? `changes the word ${from} to ${to}`
      : 'changes one word'
  }
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

/** How many changed lines are code: inside a fence. */
function codeLines(lines: readonly HunkLine[], openFence: boolean): { code: number; wasCode: number } {
  let inside = openFence
  let code = 0
  let wasCode = 0
  for (const { mark, text } of lines) {
    if (FENCE.test(text)) inside = !inside
    else if (inside && mark === '+') code++
    else if (inside && mark === '-') wasCode++
  }
  return { code, wasCode }
}

/** Whether a fence is open before a line. */
export function fenceOpen(lines: readonly string[], at: number): boolean {
  let open = false
  for (let line = Math.max(0, at - MAX_LOOK_BACK); line < at; line++)
    if (FENCE.test(lines[line] ?? '')) open = !open
  return open
}
