// "Which tests cover it", "what breaks if I change it", "how long is it", "show me its code": what a symbol is connected to.
import { findRelationsTool, type Relations } from '../../../core/tools/find-relations.ts'
import { readTool } from '../../../core/tools/read-file.ts'
import type { CodeSymbol } from '../../../core/tools/codebase.ts'
import type { Named } from '../../../core/understanding/intent.ts'
import {
  impactSentence,
  relationsPage,
  testsSentence,
  type Stop,
} from '../../../core/understanding/replies/relations-report.ts'
import { spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenSymbol } from '../../../core/understanding/replies/spoken-text.ts'
import { answerQuestion, describedSymbol, findAnswer, isDescription, takenFor } from './answer-question.ts'
import { openTestOfThis } from './open-file.ts'
import { pathGlob, showFile, shownFile } from './resolve-file.ts'
import { focusOn, symbolInFocus, symbolsMeant } from './symbol-in-focus.ts'
import type { Turn } from './turn.ts'

const MAX_SOURCE_LINES = 80
/** With less in common, a test is about something else. */
const NEAR = 0.3
const WHICH = 'I cannot tell what you mean. Say its name.'

export async function testsOf(what: Named, question: string, turn: Turn): Promise<string> {
  const [named] = await symbolsMeant(what, turn)
  const symbol = named ?? (what === 'this' ? null : await describedSymbol(what.name, turn))
  if (symbol) {
    const relations = await relationsOf(symbol, turn)
    const tests = relations?.uses.filter(({ isTest }) => isTest) ?? []
    if (tests.length > 0) {
      turn.show(
        {
          kind: 'search_results',
          title: `Tests of ${symbol.name}`,
          query: symbol.name,
          results: tests.map(({ file, line, content }) => ({ file, line, content })),
        },
        'tests',
      )
      listStops(
        tests.map((use) => ({
          file: use.file,
          line: use.line,
          label: spokenName(use.file),
          symbol: use.inside,
        })),
        turn,
      )
      focusOn(symbol, turn)
      return `${named ? '' : takenFor(symbol)}${testsSentence(tests, relations?.moreTests ?? false)}`
    }
  }
  const { focus, question: last } = turn.dialogue
  if (what === 'this' && !symbol && last === null)
    return focus === null && shownFile(turn) !== null ? openTestOfThis(turn) : WHICH
  const name = symbol ? spokenSymbol(symbol.name) : ''
  const none = symbol ? `No test mentions ${name}.` : 'I found no test for that.'
  const about = what === 'this' ? `${last ?? ''} ${name}` : question
  const nearest = await findAnswer(`${about} in the tests`, turn, NEAR)
  if (nearest === null) return none
  if (!symbol) return nearest
  focusOn(symbol, turn)
  const { focus: now, shown } = turn.dialogue
  if (now !== null && shown !== null) now.beside = shown
  return `${none} The nearest: ${nearest}`
}

export async function impactOf(what: Named, question: string, turn: Turn): Promise<string> {
  const [named] = await symbolsMeant(what, turn)
  const symbol = named ?? (what === 'this' ? null : await describedSymbol(what.name, turn))
  if (!symbol) return what === 'this' ? WHICH : nothingCalled(what.name, question, turn)
  const relations = await showRelations(symbol, turn)
  if (relations === null) return 'I could not search for it.'
  return `${named ? '' : takenFor(symbol)}${impactSentence(relations)}`
}

/** The words around a name, such as "what breaks if I change", say nothing about what is meant. */
async function nothingCalled(name: string, question: string, turn: Turn): Promise<string> {
  const nearest = await findAnswer(name, turn, NEAR)
  if (nearest === null) return answerQuestion(question, turn)
  return isDescription(name) ? nearest : `Nothing here is called ${name}. The nearest: ${nearest}`
}

export async function lengthOfIt(turn: Turn): Promise<string> {
  const symbol = await symbolInFocus(turn)
  const file = shownFile(turn)
  if (symbol !== null) {
    const lines = spokenCount(symbol.endLine - symbol.startLine + 1, 'line')
    return `The ${symbol.kind} ${spokenSymbol(symbol.name)} has ${lines}.`
  }
  if (file === null) return WHICH
  const counts = await turn.look((workspace, signal) =>
    workspace.lineCounts({ globs: { include: [pathGlob(file)] }, signal }),
  )
  const lines = counts.ok ? counts.value.find((one) => one.file === file)?.lines : undefined
  return lines === undefined ? WHICH : `${spokenName(file)} has ${spokenCount(lines, 'line')}.`
}

export async function openIt(turn: Turn): Promise<string> {
  const symbol = await symbolInFocus(turn)
  if (symbol === null) return 'I cannot see which word you mean. Say its name.'
  focusOn(symbol, turn)
  return showFile(symbol.file, { line: symbol.startLine }, turn)
}

/** Shows the page of a symbol, whose places have numbers. Null if the search failed. */
export async function showRelations(symbol: CodeSymbol, turn: Turn): Promise<Relations | null> {
  const { name, file, startLine, endLine } = symbol
  const relations = await relationsOf(symbol, turn)
  if (relations === null) return null
  const lastLine = Math.min(endLine, startLine + MAX_SOURCE_LINES - 1)
  const read = await turn.use(readTool, { path: file, line: startLine, endLine: lastLine }, { hide: 'all' })
  const source = read.ok && read.value.kind === 'text' ? read.value.text : ''
  const { content, stops } = relationsPage(relations, source)
  turn.show({ kind: 'markdown', title: name, content, file }, `explain:${file}:${startLine}`)
  listStops(stops, turn)
  turn.dialogue.lastFile = file
  focusOn(symbol, turn)
  return relations
}

async function relationsOf(symbol: CodeSymbol, turn: Turn): Promise<Relations | null> {
  const found = await turn.use(findRelationsTool, { pattern: symbol.name, symbol })
  return found.ok ? found.value : null
}

function listStops(stops: readonly Stop[], turn: Turn): void {
  turn.dialogue.listed = stops.map(({ file, line, label, symbol }) => ({
    label,
    file,
    take: (next) => {
      if (symbol !== null) focusOn(symbol, next)
      return showFile(file, { line }, next)
    },
  }))
  // The page begins with the first.
  turn.dialogue.taken = turn.dialogue.listed[0] ?? null
}
