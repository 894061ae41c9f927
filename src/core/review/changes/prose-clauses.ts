// Says what a hunk changes in a document: headings, entries of lists, examples, links, words.
import { numberWord, spokenCount } from '../../understanding/replies/spoken-count.ts'
import { readCode, type Token } from './code-tokens.ts'
import { linesInExamples } from './examples.ts'
import type { HunkLine } from './hunk-lines.ts'
import { addsOrRemoves, saidTitle } from './hunk-sentence.ts'
import { onlyDifference } from './only-difference.ts'
import { type EditedPlace, editedPlaces, lineEdits } from './edited-places.ts'
import { entryClauses } from './entry-clauses.ts'
import { rowClauses } from './row-clauses.ts'
import {
  COLUMNS,
  differing,
  ENTRY,
  linksOf,
  plain,
  saidWords,
  squeezed,
  withoutLinks,
  withoutMarkup,
  wordsOf,
} from './prose-text.ts'
import { textChange } from './text-change.ts'

const HEADING = /^(?:#{1,6}|={1,6})\s+(.{1,200}?)\s*#*$/
const UNDERLINE = /^([=\-~^"'*+#])\1{2,}\s*$/
const FENCE = /^\s*(?:```(?!``)|~~~(?!~))/
/** An example that is open is one only if all above is known. */
const MAX_LOOK_BACK = 3000

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

/** The sections that have a changed line: those below a heading that stayed are another one. */
export function sectionsAround(lines: readonly HunkLine[], above: readonly string[]): string[] {
  const first = lines.findIndex(({ mark }) => mark !== ' ')
  const shown = [...above, ...lines.slice(0, first + 1).map(({ text }) => text)]
  let section = sectionAround(shown, shown.length - 2)
  if (section === '') return []
  const sections = [section]
  const inExamples = linesInExamples(above, lines)
  for (let at = first + 1; at < lines.length; at++) {
    const { mark, text } = lines[at]!
    const heading = inExamples[at] || mark !== ' ' ? '' : headingAt(lines, at)
    if (heading !== '') section = heading
    else if (mark !== ' ' && text.trim() !== '' && !sections.includes(section)) sections.push(section)
  }
  return sections
}

function headingAt(lines: readonly HunkLine[], at: number): string {
  const two = lines.slice(at, at + 2).map(({ text }) => text)
  return headingsOf(two)[0] ?? ''
}

/** The first heading of a document. */
export function titleOf(lines: readonly string[]): string {
  for (let at = 0; at < Math.min(10, lines.length); at++) {
    const title = sectionAround(lines.slice(0, 10), at)
    if (title !== '') return title
  }
  return ''
}

/** `above` are the lines before the hunk, as far as they are known. */
export function proseClauses(lines: readonly HunkLine[], above: readonly string[]): string[] {
  const old = lines.filter(({ mark }) => mark === '-').map(({ text }) => text)
  const now = lines.filter(({ mark }) => mark === '+').map(({ text }) => text)
  const inExamples = linesInExamples(above, lines)
  const code = lines.filter(({ mark }, at) => mark === '+' && inExamples[at])
  const wasCode = lines.filter(({ mark }, at) => mark === '-' && inExamples[at])
  const inExample = code.length + wasCode.length
  const changed = Math.max(old.length, now.length)
  const all = editedPlaces(lines, () => true)
  // What went from one place to another stayed in none.
  const stays = (shape: (side: readonly string[]) => string): boolean =>
    all.every((place) => shape(place.old) === shape(place.now))
  if (stays((side) => wordsOf(side).join(' '))) {
    if (inExample === 0 && stays(squeezed)) return ['only breaks the lines of a text elsewhere']
    if (inExample === 0 && stays((side) => squeezed(side.map(withoutMarkup))))
      return ['changes only the markup']
  } else if (old.toSorted().join('\n') === now.toSorted().join('\n'))
    return [`moves ${spokenCount(old.length, 'line')}`]
  else if (inExample === 0 && stays(withoutLinks)) {
    const [was, is] = [linksOf(old), linksOf(now)]
    const count = is.filter((link, at) => link !== was[at]).length
    if (was.length === is.length && count > 0)
      return [count === 1 ? 'changes where a link leads' : `changes where ${numberWord(count)} links lead`]
  } else if (old.length > 0 && saidWords(old) === saidWords(now)) {
    const more = linksOf(now).length - linksOf(old).length
    if (more !== 0) return [addsOrRemoves(more, 'link')]
  }
  const clauses = headingClauses(old, now)
  if (
    clauses.length === 0 &&
    wasCode.length === 0 &&
    code.length > 0 &&
    now.filter((line) => FENCE.test(line)).length === 2
  )
    clauses.push(`adds an example of ${spokenCount(code.length, 'line')}`)
  else if (inExample > 0 && inExample >= (old.length + now.length) / 2)
    return [...clauses, exampleClause(wasCode, code)]
  const said = clauses.at(-1) ?? ''
  // What is in a new section is a part of it.
  const whole = old.length === 0 ? now : now.length === 0 ? old : []
  if (clauses.length === 1 && whole.length > 0 && all.length === 1 && / section/.test(said))
    return [`${said}, with ${wordCount(wordsOf(whole).length)}`]
  if (inExample > 0 && !/ example /.test(said)) clauses.push(exampleClause(wasCode, code))
  const places = editedPlaces(
    lines,
    (line, at) => !inExamples[at] && !isRule(line.text) && !isUnderlined(lines, at),
  )
  clauses.push(...entryClauses(places), ...rowClauses(places))
  const others = places.flatMap(({ old: was, now: is }) => proseOnly(was, is))
  if (others.length > 0) clauses.push(...textClauses(others))
  return clauses.length > 0 ? clauses : [plainCount(old.length, now.length, changed)]
}

function headingClauses(old: readonly string[], now: readonly string[]): string[] {
  const headings = headingsOf(now).filter((one) => !headingsOf(old).includes(one))
  const left = headingsOf(old).filter((one) => !headingsOf(now).includes(one))
  if (headings.length === 1 && left.length === 1 && left[0] !== '' && headings[0] !== '')
    return [`changes the heading ${left[0]} to ${headings[0]}`]
  return [
    ...(headings.length > 0 ? [`adds ${sections(headings)}`] : []),
    ...(left.length > 0 ? [`removes ${sections(left)}`] : []),
  ]
}

/** A heading, its underline or a fence, which is said by itself. */
const isRule = (text: string): boolean => HEADING.test(text) || UNDERLINE.test(text) || FENCE.test(text)

function isUnderlined(lines: readonly HunkLine[], at: number): boolean {
  const { mark } = lines[at]!
  const next = lines.slice(at + 1).find((line) => line.mark === ' ' || line.mark === mark)
  return next !== undefined && UNDERLINE.test(next.text)
}

/** What is neither an entry of a list, nor goes on with one, nor a row. */
function proseOnly(old: readonly string[], now: readonly string[]): EditedPlace[] {
  const rest = (side: readonly string[]): string[] => {
    let inEntry = false
    return side.filter((line) => {
      inEntry = ENTRY.test(line) || (inEntry && /^\s+\S/.test(line))
      return !inEntry && !COLUMNS.test(line) && line.trim() !== ''
    })
  }
  const place = { old: rest(old), now: rest(now) }
  return place.old.length + place.now.length === 0 ? [] : [place]
}

/** Each place by itself: words of two lines are never read out as one text. */
function textClauses(places: readonly EditedPlace[]): string[] {
  const edits = places.flatMap(lineEdits)
  const said = edits.map(({ old, now }) =>
    textChange(withoutLinks(old), withoutLinks(now), '', old.length + now.length > 2),
  )
  const [first] = said
  if (first && said.every((one) => one === first))
    return [said.length === 1 ? first : `${first} in ${numberWord(said.length)} places`]
  const [old, now] = [edits.flatMap((one) => one.old), edits.flatMap((one) => one.now)]
  const [lost, gained] = differing(wordsOf(old), wordsOf(now))
  return lost.length + gained.length === 0
    ? [plainCount(old.length, now.length, Math.max(old.length, now.length))]
    : [wordsClause(lost, gained, old.length, now.length)]
}

function plainCount(old: number, now: number, changed: number): string {
  if (old === 0 || now === 0) return `${old === 0 ? 'adds' : 'removes'} ${spokenCount(changed, 'line')}`
  return old === now
    ? `changes ${spokenCount(changed, 'line')}`
    : `replaces ${spokenCount(old, 'line')} with ${numberWord(now)}`
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
