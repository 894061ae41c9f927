// "Find retry": shows every line that contains it and says how many there are. Also usages, imports and to-dos.
import { baseName } from '../../../base/base-name.ts'
import type { IntentOf, Scope } from '../../../core/understanding/intent.ts'
import { looseForm, wordsOfName } from '../../../core/understanding/spoken-forms.ts'
import { grepTool, type SearchResult } from '../../../core/tools/search-files.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { sentenceCase, spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { answerQuestion, describedSymbol, findAnswer, takenFor } from './answer-question.ts'
import { showFile, scopeGlobs, shownFile } from './resolve-file.ts'
import { focusOn, symbolsMeant } from './symbol-in-focus.ts'
import type { Turn } from './turn.ts'
import { usesOfSymbol } from './uses-of-symbol.ts'

/** With less of a description, a passage is not what was looked for. */
const ENOUGH = 0.5
/** The reply does not repeat a longer text. */
const MAX_REPEATED = 60

interface Attempt {
  pattern: string
  regex: boolean
}

const literal = (pattern: string): Attempt => ({ pattern, regex: false })
const regex = (pattern: string): Attempt => ({ pattern, regex: true })

/** It says what something does, so it is no name. */
const DESCRIPTION = /\b(?:that|which|how|where|when|what|the (?:code|function|part|bit|place|thing|logic))\b/i

/** More words are a description rather than a text that stands somewhere. */
const FEW_WORDS = 3

export async function findText(intent: IntentOf<'find'>, question: string, turn: Turn): Promise<string> {
  const { text, how } = intent
  // Who asks for all places wants a list of lines.
  const isDescription =
    how === 'words'
      ? !/\b(?:all|every|each|places)\b/i.test(question)
      : how === undefined && /\bwhere\b/i.test(question) && text.split(' ').length > FEW_WORDS
  if (isDescription && (intent.in === undefined || intent.in.perhaps !== undefined)) {
    return answerQuestion(question, turn)
  }
  const where = await scopeOf(intent.in, turn)
  if (typeof where === 'string') return where
  // If there is no such file, "errors in the parser" is the text to search for.
  const sought = where.rest === undefined ? text : `${text} in the ${where.rest}`
  const found = await search(sought, attemptsFor(sought, how), where.include, turn)
  if (typeof found === 'string') return found
  if (found.hits.length === 0 && (how === undefined || how === 'words')) {
    const answered = await findAnswer(question, turn, ENOUGH)
    if (answered !== null) return answered
  }
  return foundSentence(found, () => `I found nothing for ${repeated(sought)}.`, 'place')
}

export async function findUsages(intent: IntentOf<'usages'>, turn: Turn): Promise<string> {
  const where = await scopeOf(intent.in, turn)
  if (typeof where === 'string') return where
  const symbols = await symbolsMeant(intent.name === 'this' ? 'this' : { name: intent.name }, turn)
  const [symbol] = symbols
  if (symbol) focusOn(symbol, turn)
  const described =
    symbol || intent.name === 'this' || !DESCRIPTION.test(intent.name)
      ? null
      : await describedSymbol(intent.name, turn)
  if (described) return `${takenFor(described)}${await findUsages({ ...intent, name: described.name }, turn)}`
  const name = intent.name === 'this' ? (symbol?.name ?? null) : intent.name
  if (name === null) return 'I cannot tell what you mean. Say its name.'
  // "The old logger" may be its name, or mean the logger.
  const plainer = name.replace(/^(?:old|new|current|existing|legacy|main|own) (?=\S)/i, '')
  const attempts = [
    ...attemptsFor(name, undefined),
    ...(plainer === name ? [] : attemptsFor(plainer, undefined)),
  ]
  const isOne = symbols.every((one) => one.name === symbol?.name)
  const uses = symbol && isOne ? await usesOfSymbol(symbol, where.include, turn) : null
  if (uses) listHits(uses, turn)
  const found =
    uses ?? (await search(name, attempts, where.include, turn, { title: `Usages: ${name}`, codeFirst: true }))
  if (typeof found === 'string') return found
  const instead = found.hits.length === 0 ? await turn.searchInstead() : null
  if (instead !== null) return instead
  const none = `I found no use of ${repeated(name)}.`
  if (intent.count !== 'files' || found.hits.length === 0) return foundSentence(found, () => none, 'place')
  const files = new Set(found.hits.map(({ file }) => file)).size
  const places = spokenCount(found.hits.length, 'place')
  return found.truncated
    ? `At least ${spokenCount(files, 'file')}, with ${places} or more.`
    : `${sentenceCase(spokenCount(files, 'file'))}, with ${places} in all.`
}

export async function findImports(intent: IntentOf<'imports'>, turn: Turn): Promise<string> {
  const where = await scopeOf(intent.in, turn)
  if (typeof where === 'string') return where
  const sought = intent.name === 'this' ? moduleInFocus(turn) : intent.name
  if (sought === null) return 'I cannot tell what you mean. Say its name.'
  const name = `${looseForm(sought) ?? escaped(sought)}(?:[^\\w$]|$)`
  const form = `(?:^\\s*(?:import|from|use|using|#\\s*include|require|require_once|include|mod)\\b|\\b(?:import|require)\\s*\\(|\\}\\s*from\\b).*${name}`
  const found = await search(sought, [regex(form)], where.include, turn, { title: `Imports: ${sought}` })
  if (typeof found === 'string') return found
  if (found.hits.length === 0) return `I found nothing that imports ${repeated(sought)}.`
  const files = [...new Set(found.hits.map(({ file }) => file))]
  const [first = ''] = files
  return files.length === 1
    ? `Only ${spokenName(first)} imports it.`
    : `${sentenceCase(spokenCount(files.length, 'file'))} import it.`
}

/** Code imports a file by its name without the ending. */
function moduleInFocus(turn: Turn): string | null {
  const file = turn.dialogue.focus?.file ?? shownFile(turn)
  return file === null ? null : baseName(file).replace(/\.[^.]*$/, '')
}

export async function findTodos(intent: IntentOf<'todos'>, turn: Turn): Promise<string> {
  const where = await scopeOf(intent.in, turn)
  if (typeof where === 'string') return where
  // In capitals: a list called todos is something else.
  const found = await search('TODO', [regex('\\b(?:TODO|FIXME|XXX|HACK)\\b')], where.include, turn, {
    title: 'To do',
  })
  if (typeof found === 'string') return found
  return foundSentence(found, () => 'I found nothing left to do.', 'note')
}

async function scopeOf(
  scope: Scope | undefined,
  turn: Turn,
): Promise<{ include?: readonly string[]; rest?: string } | string> {
  return scope === undefined ? {} : scopeGlobs(scope, turn)
}

/** First as the user said it, then in every way to write it. */
function attemptsFor(text: string, how: IntentOf<'find'>['how']): Attempt[] {
  const loose = looseForm(text)
  switch (how) {
    case 'regex':
      return [regex(text)]
    case 'exact':
      return [literal(text), ...(loose === null ? [] : [regex(loose)])]
    case 'words':
      return wordAttempts(text)
    case undefined:
      // Punctuation means itself; words may be joined in any way.
      return loose === null || /[^\p{L}\p{N}\s]/u.test(text)
        ? [literal(text), ...(loose === null ? [] : [regex(loose)])]
        : [regex(loose)]
  }
}

/** All words in one line, in either order; otherwise the thing alone. */
function wordAttempts(text: string): Attempt[] {
  const words = text.split(' ').filter((word) => word !== '')
  const verb = escaped(words.at(-1) ?? '')
  const thing = words.slice(0, -1).join(' ')
  const name = looseForm(thing) ?? escaped(thing)
  return [regex(`${name}.*${verb}|${verb}.*${name}`), regex(name)]
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

async function search(
  pattern: string,
  attempts: readonly Attempt[],
  include: readonly string[] | undefined,
  turn: Turn,
  options: { title?: string; codeFirst?: boolean } = {},
): Promise<SearchResult | string> {
  const found = await turn.use(grepTool, { pattern, attempts, include, ...options })
  if (!found.ok) return faultSentence(found.fault?.code)
  listHits(found.value, turn)
  return found.value
}

/** "The third result" opens the third. */
function listHits({ hits }: SearchResult, turn: Turn): void {
  if (hits.length === 0) return
  turn.dialogue.listed = hits.map(({ file, line }) => ({
    label: spokenName(file),
    file,
    take: (next) => showFile(file, line > 0 ? { line } : {}, next),
  }))
}

function foundSentence({ hits, truncated }: SearchResult, none: () => string, noun: string): string {
  const [first] = hits
  if (first === undefined) return none()
  const files = new Set(hits.map(({ file }) => file)).size
  const where = files === 1 ? `in ${spokenName(first.file)}` : `in ${spokenCount(files, 'file')}`
  if (truncated) {
    return `I found ${spokenCount(hits.length, noun)} or more, so I stopped there. The first ones are ${where}.`
  }
  return `I found ${spokenCount(hits.length, noun)} ${where}.`
}

function repeated(text: string): string {
  const said = /[/\\*_`#[\]]/.test(text) ? wordsOfName(text).join(' ') : text
  return said.length > MAX_REPEATED || said === '' ? 'that' : said
}
