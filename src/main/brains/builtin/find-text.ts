// "Find retry": shows every line that has it, and says how many there are. Also usages, imports, and what is still to do.
import type { IntentOf, Scope } from '../../../core/intents/intent.ts'
import { looseForm, wordsOfName } from '../../../core/intents/spoken-forms.ts'
import type { SearchOutcome } from '../../../core/workspace.ts'
import type { GrepOptions } from '../../../core/workspace-tools.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { sentenceCase, spokenCount } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { symbolAtLine } from './change-files.ts'
import { createLiveHits } from './live-hits.ts'
import { showFile } from './show-file.ts'
import type { Turn } from './turn.ts'
import { scopeGlobs } from './where-to-look.ts'
import { fileInFront } from './which-file.ts'

/** A longer text is not repeated back. */
const MAX_REPEATED = 60
const MAX_TITLE = 200

interface Attempt {
  pattern: string
  regex: boolean
}

const literal = (pattern: string): Attempt => ({ pattern, regex: false })
const regex = (pattern: string): Attempt => ({ pattern, regex: true })

export async function findText(intent: IntentOf<'find'>, turn: Turn): Promise<string> {
  const { text, how } = intent
  const where = await whereTo(intent.in, turn)
  if (typeof where === 'string') return where
  // "Errors in the parser", with no such file, is all of it what is looked for.
  const sought = where.rest === undefined ? text : `${text} in the ${where.rest}`
  const found = await search(sought, attemptsFor(sought, how), where.include, turn)
  if (typeof found === 'string') return found
  return foundWords(found, () => `I found nothing for ${repeated(sought)}.`, 'place')
}

export async function findUsages(intent: IntentOf<'usages'>, turn: Turn): Promise<string> {
  const where = await whereTo(intent.in, turn)
  if (typeof where === 'string') return where
  const name = intent.name === 'this' ? await symbolInFront(turn) : intent.name
  if (name === null) return 'I cannot tell what you mean. Say its name.'
  // "The old logger" may be called so, or be the logger as it is now.
  const plainer = name.replace(/^(?:old|new|current|existing|legacy|main|own) (?=\S)/i, '')
  const attempts = [
    ...attemptsFor(name, undefined),
    ...(plainer === name ? [] : attemptsFor(plainer, undefined)),
  ]
  const found = await search(name, attempts, where.include, turn, `Usages: ${name}`)
  if (typeof found === 'string') return found
  const none = `I found no use of ${repeated(name)}.`
  if (intent.count !== 'files' || found.hits.length === 0) return foundWords(found, () => none, 'place')
  const files = new Set(found.hits.map(({ file }) => file)).size
  return `${sentenceCase(found.truncated ? `more than ${files} files` : spokenCount(files, 'file'))}, with ${spokenCount(found.hits.length, 'place')} in all.`
}

/** The function or class the person is in the middle of. */
async function symbolInFront(turn: Turn): Promise<string | null> {
  const file = fileInFront(turn)
  return file === null ? null : ((await symbolAtLine(file, turn))?.name ?? null)
}

export async function findImports(intent: IntentOf<'imports'>, turn: Turn): Promise<string> {
  const where = await whereTo(intent.in, turn)
  if (typeof where === 'string') return where
  const name = looseForm(intent.name) ?? escaped(intent.name)
  const form = `(?:^\\s*(?:import|from|use|using|#\\s*include|require|require_once|include|mod)\\b|\\b(?:import|require)\\s*\\(|\\}\\s*from\\b).*${name}`
  const found = await search(intent.name, [regex(form)], where.include, turn, `Imports: ${intent.name}`)
  if (typeof found === 'string') return found
  if (found.hits.length === 0) return `I found nothing that imports ${repeated(intent.name)}.`
  const files = [...new Set(found.hits.map(({ file }) => file))]
  const [first = ''] = files
  return files.length === 1
    ? `Only ${spokenName(first)} imports it.`
    : `${sentenceCase(spokenCount(files.length, 'file'))} import it.`
}

export async function findTodos(intent: IntentOf<'todos'>, turn: Turn): Promise<string> {
  const where = await whereTo(intent.in, turn)
  if (typeof where === 'string') return where
  // In capitals, as notes are written; a list called todos is something else.
  const found = await search('TODO', [regex('\\b(?:TODO|FIXME|XXX|HACK)\\b')], where.include, turn, 'To do')
  if (typeof found === 'string') return found
  return foundWords(found, () => 'I found nothing left to do.', 'note')
}

async function whereTo(
  scope: Scope | undefined,
  turn: Turn,
): Promise<{ include?: readonly string[]; rest?: string } | string> {
  return scope === undefined ? {} : scopeGlobs(scope, turn)
}

/** As it was said first, then however it may be written. */
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
      // Signs that were typed mean themselves; words may be joined in any way.
      return loose === null || /[^\p{L}\p{N}\s]/u.test(text)
        ? [literal(text), ...(loose === null ? [] : [regex(loose)])]
        : [regex(loose)]
  }
}

/** All words in one line, in either order; failing that, the thing alone. */
function wordAttempts(text: string): Attempt[] {
  const words = text.split(' ').filter((word) => word !== '')
  const deed = escaped(words.at(-1) ?? '')
  const thing = words.slice(0, -1).join(' ')
  const name = looseForm(thing) ?? escaped(thing)
  return [regex(`${name}.*${deed}|${deed}.*${name}`), regex(name)]
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Tries one way after the other until something is found, as one search. */
async function search(
  pattern: string,
  attempts: readonly Attempt[],
  include: readonly string[] | undefined,
  turn: Turn,
  title?: string,
): Promise<SearchOutcome | string> {
  const found = await turn.use('Grep', { pattern }, async (signal, callId) => {
    // Under the name that the whole will have, which then takes its place.
    const live = createLiveHits((results) => {
      if (signal.aborted) return
      turn.show(
        {
          kind: 'search_results',
          title: (title ?? `Search: ${pattern}`).slice(0, MAX_TITLE),
          query: pattern,
          results,
        },
        callId,
      )
    })
    const options: GrepOptions = { signal, include, title, onHits: (hits) => live.add(hits) }
    try {
      const [first = literal(pattern), ...others] = attempts
      let outcome = await turn.tools.grep(first.pattern, { ...options, ...(first.regex && { regex: true }) })
      for (const other of others) {
        if (!outcome.ok || outcome.value.hits.length > 0 || signal.aborted) break
        outcome = await turn.tools.grep(other.pattern, { ...options, ...(other.regex && { regex: true }) })
      }
      return outcome
    } finally {
      live.end()
    }
  })
  if (!found.ok) return faultSentence(found.fault?.code)
  listHits(found.value, turn)
  return found.value
}

/** "The third result" opens the third. */
function listHits({ hits }: SearchOutcome, turn: Turn): void {
  if (hits.length === 0) return
  turn.dialogue.listed = hits.map(({ file, line }) => ({
    label: spokenName(file),
    file,
    take: (next) => showFile(file, line > 0 ? { line } : {}, next),
  }))
}

function foundWords({ hits, truncated }: SearchOutcome, none: () => string, noun: string): string {
  const [first] = hits
  if (first === undefined) return none()
  const files = new Set(hits.map(({ file }) => file)).size
  const where = files === 1 ? `in ${spokenName(first.file)}` : `in ${spokenCount(files, 'file')}`
  if (truncated) {
    return `I found more than ${spokenCount(hits.length, noun)}, so I stopped there. The first ones are ${where}.`
  }
  return `I found ${spokenCount(hits.length, noun)} ${where}.`
}

function repeated(text: string): string {
  const said = /[/\\*_`#[\]]/.test(text) ? wordsOfName(text).join(' ') : text
  return said.length > MAX_REPEATED || said === '' ? 'that' : said
}
