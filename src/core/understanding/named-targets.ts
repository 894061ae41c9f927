// What a request names: a file, a line in it, where to search.
import type { Named, Scope } from './intent.ts'
import { isQuoted, unquoted } from './strip-politeness.ts'
import { misheard, spokenPath } from './spoken-forms.ts'
import { spokenNumber } from './spoken-number.ts'

const THIS =
  /^(?:(?:the )?(?:current|open|opened|active) (?:file|one|document|function|method|class|folder|tab)|(?:this|that|it|here)(?: (?:one|file|document|module|function|method|class|code|thing|folder|directory|symbol|line|page|here))?|the (?:file|function|method|class|code|document|folder|line)(?: (?:i'm|i am|we're) (?:on|in|looking at)| in front(?: of me)?)?|what (?:i'm|i am|we're) looking at|what's in front(?: of me)?)$/i

export const isThis = (said: string): boolean => THIS.test(said.trim())

export function namedFile(said: string | undefined): Named | null {
  if (said === undefined || said.trim() === '') return null
  if (isThis(said)) return 'this'
  const name = fileName(said)
  return name === '' ? null : { name }
}

export function fileName(said: string): string {
  if (isQuoted(said)) return unquoted(said)
  return unquoted(
    spokenPath(
      misheard(said)
        .trim()
        .replace(/^(?:the|my|our|this|that|a|an) (?=\S)/i, '')
        .replace(/^file (?:called |named )?(?=\S)/i, '')
        .replace(/(?<=\S) (?:file|module|document|page)$/i, ''),
    ),
  )
}

export interface Place {
  rest: string
  line: number | null
  endLine: number | null
}

const NOTHING = { line: null, endLine: null }

/** Splits off the line. "The line parser" has none: a line is a number. */
export function splitLine(said: string): Place {
  const colon = /^(.+?):(\d{1,9})(?::\d{1,9})?$/.exec(said)
  if (colon) return { rest: colon[1] ?? '', line: Number(colon[2]), endLine: null }
  const first = /^(?:the )?lines?(?: numbers?)? (.+?) (?:of|in|from) (.+)$/i.exec(said)
  const firstLines = first && lineRange(first[1] ?? '')
  if (first && firstLines) return { rest: first[2] ?? '', ...firstLines }
  const top = /^(?:the )?(?:first|top) (.+?) lines (?:of|in|from) (.+)$/i.exec(said)
  const topLines = spokenNumber(top?.[1] ?? '')
  if (top && topLines !== null && topLines > 0) return { rest: top[2] ?? '', line: 1, endLine: topLines }
  const start = /^(?:the )?(?:top|beginning|start|head) of (.+)$/i.exec(said)?.[1]
  if (start !== undefined) return { rest: start, line: 1, endLine: null }
  const alone = /^(?:(?:the|to|at|on) )?lines?(?: numbers?)? (.+)$/i.exec(said)
  const aloneLines = alone && lineRange(alone[1] ?? '')
  if (aloneLines) return { rest: '', ...aloneLines }
  const last = /^(.+) lines?(?: numbers?)? (.+)$/i.exec(said)
  const lastLines = last && lineRange(last[2] ?? '')
  if (last && lastLines) {
    return { rest: (last[1] ?? '').replace(/,?(?: at| on| to| from)?(?: the)?$/i, ''), ...lastLines }
  }
  return { rest: said, ...NOTHING }
}

export function lineRange(said: string): { line: number; endLine: number | null } | null {
  const range = /^(?:from )?(.+?)(?: to | through | until | till | and |\s?-\s?)(.+)$/i.exec(said)
  const one = spokenNumber(said)
  // "One hundred and six" is one number; "forty to sixty" are two.
  if (one !== null) return one > 0 ? { line: one, endLine: null } : null
  const from = spokenNumber(range?.[1] ?? '')
  const to = spokenNumber((range?.[2] ?? '').replace(/^line /i, ''))
  return from !== null && to !== null && from > 0 && to >= from ? { line: from, endLine: to } : null
}

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  typescript: ['*.ts', '*.tsx', '*.mts', '*.cts'],
  ts: ['*.ts', '*.tsx'],
  javascript: ['*.js', '*.jsx', '*.mjs', '*.cjs'],
  js: ['*.js', '*.jsx', '*.mjs', '*.cjs'],
  python: ['*.py'],
  go: ['*.go'],
  golang: ['*.go'],
  rust: ['*.rs'],
  java: ['*.java'],
  ruby: ['*.rb'],
  c: ['*.c', '*.h'],
  'c++': ['*.cpp', '*.cc', '*.cxx', '*.hpp', '*.h'],
  cpp: ['*.cpp', '*.cc', '*.cxx', '*.hpp', '*.h'],
  'c sharp': ['*.cs'],
  csharp: ['*.cs'],
  php: ['*.php'],
  shell: ['*.sh', '*.bash'],
  bash: ['*.sh', '*.bash'],
  css: ['*.css', '*.scss'],
  html: ['*.html', '*.htm'],
  json: ['*.json'],
  jason: ['*.json'],
  pie: ['*.py'],
  yaml: ['*.yml', '*.yaml'],
  markdown: ['*.md', '*.mdx'],
  test: ['*.test.*', '*.spec.*', '*_test.*', 'test_*.*'],
  config: ['*.config.*', '*.json', '*.toml', '*.yml', '*.yaml', '*.ini'],
}
const LANGUAGE = Object.keys(LANGUAGES)
  .map((name) => name.replaceAll('+', '\\+'))
  .join('|')
const EVERYWHERE =
  /^(?:(?:the|this|my|our) )?(?:whole |entire |current |full )?(?:code|codebase|code base|project|repo|repository|workspace|files|source|source code|tree|code here)$/i
export const isEverywhere = (said: string): boolean => EVERYWHERE.test(said.trim())
const OF_LANGUAGE = new RegExp(
  `^(?:(?:all|any|the|my|our|only) )*(?:the )?(${LANGUAGE}) (?:files?|code|sources?|scripts?)(?: only)?$`,
  'i',
)
const ENDING = /^(?:(?:all|any|the|my|our|only) )*(?:dot |\*?\.)([a-z0-9]{1,10}) files?(?: only)?$/i
const FOLDER =
  /^(?:the |my |our )?(?:(?:folder|directory|dir)(?: called| named)? (.+)|(.+?) (?:folder|directory|dir))$/i
const HAS_ENDING = /^[^\s]*[\w-]\.[a-z]\w{0,9}$|\bdot [a-z0-9 ]{1,10}$|\//i

/** Where to search, from the text after "in"; null if it names no place. */
export function scopeOf(said: string): Scope | null {
  const place = said.trim()
  if (EVERYWHERE.test(place)) return {}
  if (/^(?:this|the current|that) (?:folder|directory|dir)$|^here$/i.test(place)) return { folder: 'this' }
  if (/^(?:this|the current|that|the open) (?:file|document|module|one)$/i.test(place))
    return { file: 'this' }
  const language = OF_LANGUAGE.exec(place)?.[1]
  if (language !== undefined) return { include: LANGUAGES[language.toLowerCase()] ?? [] }
  const ending = ENDING.exec(place)?.[1]
  if (ending !== undefined) return { include: [`*.${ending.toLowerCase()}`] }
  const folder = FOLDER.exec(place)
  if (folder) return { folder: { name: spokenPath((folder[1] ?? folder[2] ?? '').trim()) } }
  if (/^(?:the )?tests$/i.test(place)) return { include: LANGUAGES['test'] ?? [] }
  if (/(?:^| )file$/i.test(place) || HAS_ENDING.test(place)) {
    const name = fileName(place)
    return name.endsWith('/') ? { folder: { name: name.slice(0, -1) } } : { file: { name } }
  }
  const perhaps = /^(?:the|my|our) (\S+(?: \S+){0,3})$/i.exec(place)?.[1]
  return perhaps === undefined ? null : { perhaps: spokenPath(perhaps) }
}

/** Splits "retry in the python files" at the last "in" that names a place. */
export function splitScope(said: string): { rest: string; scope: Scope | null } {
  const found = /^(.+) (?:in|inside|inside of|within|across|throughout|under|among|from) (.+)$/i.exec(said)
  const scope = found ? scopeOf(found[2] ?? '') : null
  return found && scope
    ? { rest: (found[1] ?? '').replace(/(?<=\S) (?:anywhere|everywhere|all)$/i, ''), scope }
    : { rest: said, scope: null }
}

/** The scope as a part of an intent; a search everywhere has none. */
export const withScope = (scope: Scope | null): { in?: Scope } =>
  scope === null || Object.keys(scope).length === 0 ? {} : { in: scope }
