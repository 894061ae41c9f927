// How a symbol is connected: what it calls, what calls it, which tests cover it. As a page with numbered stops, and as
// sentences to speak.
import type { CodeSymbol } from '../../tools/codebase.ts'
import { isCode, type Relations, type Use } from '../../tools/find-relations.ts'
import { languageOfFile } from '../../artifacts/file-language.ts'
import { codeBlock, escapeMarkdown, inlineCode, placeLink } from './markdown-text.ts'
import { orMore, sentenceCase, spokenCount, spokenList } from './spoken-count.ts'
import { spokenName } from './spoken-name.ts'
import { spokenSymbol } from './spoken-text.ts'

const MAX_LISTED = 50
/** The screen shows longer lists. */
const MAX_SPOKEN = 3

/** A place that the page numbers, and "next" goes to. */
export interface Stop {
  file: string
  line: number
  label: string
  symbol: CodeSymbol | null
}

export interface RelationsPage {
  content: string
  stops: Stop[]
}

export function relationsPage(relations: Relations, source: string): RelationsPage {
  const { symbol, uses, calls, truncated, moreTests } = relations
  const { name, kind, file, startLine, endLine, container, signature, doc } = symbol
  const language = languageOfFile(file) ?? ''
  const stops: Stop[] = [stopAt(symbol)]
  const number = (stop: Stop): string => `${stops.push(stop)}.`
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`
  const code = uses.filter(isCode)
  const tests = uses.filter(({ isTest }) => isTest)
  const comments = uses.filter(({ isComment }) => isComment)
  const documents = uses.filter(({ isDocument }) => isDocument)
  const parts = [
    `# ${inlineCode(name)}`,
    `1. ${sentenceCase(kind)}${container === null ? '' : ` of ${inlineCode(container)}`} in ${placeLink(file, startLine, file)}, ${lines}.`,
    codeBlock(signature, language),
    doc === null ? '_It has no comment._' : quoted(doc),
    ...section(
      'Calls',
      calls.map((called) => `${number(stopAt(called))} ${calledLine(called)}`),
    ),
    ...section(
      `Used in ${orMore(code.length, 'place', truncated)}`,
      code.slice(0, MAX_LISTED).map((use) => `${number(stopOf(use))} ${useLine(use)}`),
    ),
    ...section(
      `Tests: ${orMore(tests.length, 'place', moreTests)}`,
      tests.slice(0, MAX_LISTED).map((use) => `${number(stopOf(use))} ${useLine(use)}`),
    ),
    ...section(
      `In comments: ${spokenCount(comments.length, 'place')}`,
      comments.slice(0, MAX_LISTED).map((use) => `${number(stopOf(use))} ${useLine(use)}`),
    ),
    ...section(
      `In documents: ${spokenCount(documents.length, 'place')}`,
      documents.slice(0, MAX_LISTED).map((use) => `${number(stopOf(use))} ${useLine(use)}`),
    ),
    ...(uses.length === 0 ? ['Nothing else in this folder mentions it.'] : []),
    ...(source === '' ? [] : ['## Source', codeBlock(source, language)]),
  ]
  return { content: `${parts.join('\n\n')}\n`, stops }
}

const stopAt = (symbol: CodeSymbol): Stop => ({
  file: symbol.file,
  line: symbol.startLine,
  label: spokenSymbol(symbol.name),
  symbol,
})

const stopOf = ({ file, line, inside }: Use): Stop => ({
  file,
  line,
  label: inside === null ? spokenName(file) : spokenSymbol(inside.name),
  symbol: inside,
})

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]

const quoted = (doc: string): string =>
  doc
    .trim()
    .split('\n')
    // A line of signs would make a heading of the line above it.
    .map((line) => `> ${escapeMarkdown(line).replace(/^(?=[-=+])/, '\\')}`)
    .join('\n')

function calledLine({ name, file, startLine, doc }: CodeSymbol): string {
  const about = doc === null ? '' : `: ${escapeMarkdown(doc.split('\n')[0] ?? '').slice(0, 160)}`
  return `${inlineCode(name)}, ${placeLink(file, startLine)}${about}`
}

const useLine = ({ file, line, content, inside }: Use): string =>
  `${placeLink(file, line)}${inside === null ? '' : ` in ${inlineCode(inside.name)}`} ${inlineCode(content.slice(0, 160))}`

/** "Nothing uses it", "Two places use it: boot and retry", and its tests. */
export function impactSentence({ symbol, uses, truncated, moreTests }: Relations): string {
  const code = uses.filter(isCode)
  const documents = new Set(uses.filter(({ isDocument }) => isDocument).map(({ file }) => file))
  const name = sentenceCase(spokenSymbol(symbol.name))
  const used =
    code.length === 0
      ? `${name} is not used anywhere else in this folder`
      : `${name} is used in ${orMore(code.length, 'place', truncated)}, in ${insides(code)}`
  const described =
    documents.size === 0
      ? ''
      : ` ${sentenceCase(spokenCount(documents.size, 'document'))} ${documents.size === 1 ? 'mentions' : 'mention'} it.`
  return `${used}. ${testsSentence(uses, moreTests)}${described}`
}

export function testsSentence(uses: readonly Use[], hasMore: boolean): string {
  const files = [...new Set(uses.filter(({ isTest }) => isTest).map(({ file }) => file))]
  if (files.length === 0) return 'No test mentions it.'
  const names = spokenList(files.slice(0, MAX_SPOKEN).map(spokenName))
  return files.length === 1
    ? `Its tests are in ${names}${hasMore ? ', and there are more' : ''}.`
    : `${sentenceCase(orMore(files.length, 'test file', hasMore))} mention it, ${files.length > MAX_SPOKEN ? 'first of all ' : ''}${names}.`
}

function insides(uses: readonly Use[]): string {
  const isMixed = uses.some(({ inside }) => inside === null)
  const names = [
    ...new Set(
      uses.map(({ inside, file }) =>
        // Beside the name of a file, a name alone would sound like one.
        inside === null
          ? spokenName(file)
          : `${isMixed ? `the ${inside.kind} ` : ''}${spokenSymbol(inside.name)}`,
      ),
    ),
  ]
  const rest = names.length - MAX_SPOKEN
  const first = names.slice(0, MAX_SPOKEN)
  return rest > 0 ? `${first.join(', ')} and ${spokenCount(rest, 'other')}` : spokenList(first)
}

export const callsSentence = ({ calls }: Relations): string =>
  calls.length === 0
    ? ''
    : ` It calls ${spokenList(calls.slice(0, MAX_SPOKEN).map(({ name }) => spokenSymbol(name)))}${calls.length > MAX_SPOKEN ? ` and ${spokenCount(calls.length - MAX_SPOKEN, 'other')}` : ''}.`
