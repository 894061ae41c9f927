// "Where do we check that the user is signed in": opens the code or document that the question is about, says what it
// is, and lists the next best.
import type { CodeSymbol } from '../../../core/tools/codebase.ts'
import { findPassagesTool, type Finding } from '../../../core/tools/find-passages.ts'
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { searchTerms } from '../../../core/understanding/search-terms.ts'
import { stripPoliteness } from '../../../core/understanding/strip-politeness.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { sentenceCase, spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenDoc, spokenSymbol, spokenText } from '../../../core/understanding/replies/spoken-text.ts'
import { showFile } from './resolve-file.ts'
import { suggest } from './suggest.ts'
import type { Turn } from './turn.ts'
import { unreadSentence } from './unread-code.ts'

/** With less of the question, a passage is only the nearest thing there is. */
const SURE = 0.45
/** With less, it is about something else. */
const RELATED = 0.3
/** With so much of it, even what is no question is about this. */
const SAME = 0.75
/** A longer symbol opens at the line that answers, a shorter one at its head. */
const SHORT = 40

export async function answerQuestion(question: string, turn: Turn): Promise<string> {
  const reply = searchTerms(question).length === 0 ? null : await findAnswer(question, turn, RELATED)
  return reply ?? suggest(question, turn)
}

/** Not understood, and no question: it may name what it is about, such as "the rate limiter". */
export async function answerUnknown(said: string, turn: Turn): Promise<string> {
  const reply = searchTerms(said).length < 2 ? null : await findAnswer(said, turn, SAME)
  return reply ?? suggest(said, turn)
}

/** A name has fewer words. */
const DESCRIBES = 4
/** With less of a description, a passage is not what it describes. */
const DESCRIBED = 0.5

/** The request named something that does not exist: its words may describe something that does. */
export async function searchInstead(said: string, turn: Turn): Promise<string | null> {
  const asked = stripPoliteness(said)
  const isQuestion = /^(?:where|what|which|how|why|who|when|show me)\b/i.test(asked)
  const described = asked.replace(/^show me /i, '')
  return isQuestion && described.split(' ').length > DESCRIBES ? findAnswer(asked, turn, DESCRIBED) : null
}

export const isDescription = (said: string): boolean => said.split(' ').length >= DESCRIBES

/** "The code that gathers the test files": the symbol that a description fits best. */
export async function describedSymbol(description: string, turn: Turn): Promise<CodeSymbol | null> {
  if (!isDescription(description)) return null
  const found = await turn.use(findPassagesTool, { question: description }, { hide: 'all' })
  const best = found.ok ? found.value.findings.find(({ kind }) => kind === 'symbol') : undefined
  if (!best || best.name === null || best.coverage < DESCRIBED) return null
  return symbolOf(best.name, best, turn)
}

/** Says which symbol a description was taken for. */
export const takenFor = (symbol: CodeSymbol): string =>
  `I take that to be ${spokenSymbol(symbol.name)} in ${spokenName(symbol.file)}. `

/** Null if nothing has at least that much of the question. */
export async function findAnswer(question: string, turn: Turn, enough: number): Promise<string | null> {
  const found = await turn.use(
    findPassagesTool,
    { question },
    { showIf: ({ findings }) => isAbout(findings, enough) },
  )
  if (!found.ok) return faultSentence(found.fault?.code)
  const { findings } = found.value
  const unread = unreadSentence(found.value, 'a better one')
  const [best] = findings
  if (!best || !isAbout(findings, enough)) {
    return found.value.complete ? null : 'I am still reading the code. Ask me again in a moment.'
  }
  const { dialogue } = turn
  dialogue.question = question
  dialogue.listed = findings.map((finding) => ({
    label: labelOf(finding),
    file: finding.file,
    take: (next) => openFinding(finding, next),
  }))
  dialogue.taken = dialogue.listed[0] ?? null
  const reply = await openFinding(best, turn)
  const others = findings.length - 1
  const more =
    others === 0 ? '' : ` ${sentenceCase(spokenCount(others, 'more place is', 'more places are'))} listed.`
  const unsure = best.coverage < SURE ? 'The nearest I found: ' : ''
  return `${unsure}${reply}${more}${unread}`
}

const isAbout = (findings: readonly Finding[], enough: number): boolean =>
  (findings[0]?.coverage ?? 0) >= enough

const labelOf = ({ kind, name, file }: Finding): string =>
  kind === 'symbol' && name !== null ? `${spokenSymbol(name)} in ${spokenName(file)}` : spokenName(file)

/** Opens a finding, and says what it is. */
async function openFinding(finding: Finding, turn: Turn): Promise<string> {
  const { kind, name, file, startLine, endLine, bestLine } = finding
  const line = kind === 'symbol' && endLine - startLine < SHORT ? startLine : bestLine
  const shown = await showFile(file, { line }, turn)
  if (!shown.startsWith('Here is')) return shown
  const symbol = kind === 'symbol' && name !== null ? await symbolOf(name, finding, turn) : null
  turn.dialogue.focus = { file, startLine, endLine, symbol }
  if (kind === 'section' && name !== null) {
    return `${sentenceCase(spokenName(file))} has a section about it: ${spokenText(name, 1)}`
  }
  if (!symbol) return `${sentenceCase(spokenName(file))}, line ${line}.`
  const doc = symbol.doc === null ? '' : spokenDoc(symbol.doc, 1)
  const where = `${sentenceCase(spokenSymbol(symbol.name))} in ${spokenName(file)}, line ${line}.`
  return doc === '' ? where : `${where} ${doc}`
}

/** The index knows it already; only an index that is being built, or many of that name, make it read the file again. */
async function symbolOf(name: string, finding: Finding, turn: Turn): Promise<CodeSymbol | null> {
  const { file, startLine } = finding
  const isIt = (one: CodeSymbol): boolean =>
    one.file === file && one.name === name && one.startLine === startLine
  const known = await turn.look((workspace) =>
    workspace.indexState().tag === 'ready' ? workspace.symbolsNamed([name]) : Promise.resolve([]),
  )
  const found = known.ok ? known.value.find(isIt) : undefined
  if (found) return found
  const outline = await turn.look((workspace) => workspace.outline(file))
  return (outline.ok ? outline.value.find(isIt) : undefined) ?? null
}

const PLACES = { docs: 'in the documentation', tests: 'in the tests', code: '' }

/** "What about in the docs", "what about the query string". */
export async function askAgain({ place, instead }: IntentOf<'ask_again'>, turn: Turn): Promise<string> {
  const { question, focus } = turn.dialogue
  if (instead !== undefined) return answerQuestion(inPlaceOf(question, instead), turn)
  const about = question ?? (focus?.symbol ? spokenSymbol(focus.symbol.name) : null)
  if (about === null) return 'Ask me about something first.'
  const bare = about.replace(/\b(?:docs?|documentation|tests?|guides?)\b/gi, ' ')
  return answerQuestion(`${bare} ${PLACES[place ?? 'code']}`.replace(/\s+/g, ' ').trim(), turn)
}

/** The last question about something else: "migrating to version five", then "what about version four". */
function inPlaceOf(question: string | null, instead: string): string {
  if (question === null) return instead
  const fresh = searchTerms(instead)
  const kept = searchTerms(question).filter(({ word }) => !fresh.some((term) => term.word === word))
  // What is new stands for the last words of the question.
  return [...kept.slice(0, Math.max(1, kept.length - 1)).map(({ word }) => word), instead].join(' ')
}
