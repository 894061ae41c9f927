// The terms by which code is searched: words of names, without those that say nothing, and with the other words that
// developers use for the same thing.

import { wordsOfName } from './spoken-forms.ts'

/** Words of a question that do not say what it is about. */
const EMPTY = new Set(
  (
    "a an the this that these those it its it's is are was were be been being am do does did doing done have has had " +
    'having i we you they he she our my your their us me them of in on at to for from with by as into onto about and ' +
    'or but if then than so not no any all each every some there here where what which who whom whose when why how ' +
    'can could would will should shall may might must code codebase file files folder project repo repository app ' +
    'place places part parts thing things stuff find show tell look looking open go please actually really just get ' +
    'gets got getting happen happens happening handled handle handles handling responsible implemented implementation ' +
    'defined definition live lives logic work works working use used uses using let lets exactly called call calls ' +
    'inside within through over out up down one ones same way ways s t re ve ll d don doesn didn isn aren much many ' +
    'explain describe walk take know want see say says come comes coming decide decides decided determine someone ' +
    'somebody something anything everything else ever also own other another'
  ).split(/\s+/),
)

/** They say where to look rather than for what. */
const WHERE_TO_LOOK = new Set([
  'docs',
  'doc',
  'documentation',
  'documented',
  'document',
  'tests',
  'specs',
  'tested',
])

/** Words of a language's grammar; in code they are everywhere. */
const KEYWORDS = new Set(
  (
    'const let var function return if else for while do switch case break continue new this self def class import ' +
    'from export default extends implements public private protected static void async await true false null none ' +
    'nil undefined typeof instanceof in of as is not and or the a an to be it at on by with fn pub mut impl use mod ' +
    'struct enum func package interface type readonly override final abstract try catch finally elif pass lambda ' +
    'yield require include module exports end begin'
  ).split(/\s+/),
)

/** Each line lists words for one thing. A phrase counts as a word. */
const SAME: readonly (readonly string[])[] = `
login|log in|sign in|signin|auth|authenticate|authentication|authorize|authorization|credential|signed in|logged in
unauthorized|401|forbidden|403|permission|access denied|allowed
not found|404|missing|unknown|no such|doesn't exist|does not exist
listen|bind|port|serve|address|host
error|exception|failure|fault|fail|throw|raise|panic
crash|panic|recover|uncaught|abort
config|configuration|configure|settings|setting|options|preferences|env|environment
delete|remove|destroy|drop|unregister|discard
create|make|construct|build|new|instantiate|factory
add|insert|append|push|register
update|change|modify|patch|mutate
load|read|fetch|retrieve
send|respond|response|reply|write|emit
database|db|sql|storage|store
cache|memo|memoize|cached
parse|parser|decode|deserialize|unmarshal|bind
serialize|serializer|encode|stringify|marshal|dump|dumps|jsonify
validate|validation|validator|check|verify|schema|assert
start|boot|launch|init|initialize|setup|set up|bootstrap|run|ready
stop|close|shutdown|shut down|terminate|teardown|tear down|cleanup|clean up
log|logger|logging|print
route|router|routing|url|endpoint|path
retry|backoff|attempt|try again
limit|max|maximum|too big|too large|too long|exceed|size
big|large|length|size
timeout|time out|deadline|expire|expiry|too slow
redirect|location|302|301
upload|multipart|form file|save uploaded file
header|headers
middleware|hook|hooks|plugin|interceptor|handler
template|render|renderer|view|html
websocket|socket|ws|upgrade
thread|worker|concurrency|concurrent|parallel|mutex|lock|goroutine
arguments|args|argv|flags|command line|cli|click
version|upgrade
copy|clone|duplicate
test|tests|spec|testing
ip|remote address|client ip|x forwarded for|proxy
query|querystring|query string|search params|url parameters
param|params|parameter|parameters
order|sort|priority|weight
wildcard|catch all|star|glob
duplicate|already|twice|conflict
method|verb|http method
cookie|cookies|session
secret|key|sign|signature|signing
stream|streaming|chunk|pipe
compress|gzip|deflate|encoding
warn|warning|deprecated|deprecation
debug|debugger|development|debug mode
static|assets|public files|send file|static file
encrypt|cipher|crypto|hash
count|number|amount|how many
default|fallback
invalid|bad|malformed|wrong|illegal
empty|blank|nothing
inject|fake request|test client|simulate
decorate|decorator|extend
prefix|mount|blueprint|group|namespace
context|ctx|request context|app context
content type|mime|media type|accept
reload|reloader|watch|auto reload|restart
first|before|pre
changelog|change log|changes|changed|release|releases|history|what's new
after|post|finally
`
  .trim()
  .split('\n')
  .map((line) => line.split('|'))

export interface SearchTerm {
  /** As the user said it. */
  word: string
  /** Other words for the same thing. */
  others: readonly string[]
}

const MAX_TERMS = 12
const MAX_OTHERS = 12

/** What a question is about, in the order of its words. */
export function searchTerms(said: string): SearchTerm[] {
  const text = ` ${wordsOfName(said).join(' ')} `
  const terms = new Map<string, Set<string>>()
  const add = (word: string, others: readonly string[]): void => {
    const known = terms.get(word) ?? new Set()
    for (const other of others) if (other !== word) known.add(other)
    terms.set(word, known)
  }
  let rest = text
  // Phrases first: "not found" is one thing, and "not" alone says nothing.
  for (const [phrase, others] of PHRASES) {
    if (!text.includes(` ${phrase} `)) continue
    rest = rest.replaceAll(` ${phrase} `, ' ')
    const words = phrase.split(' ').filter((word) => !EMPTY.has(word))
    for (const word of words) add(word, others)
    if (words.length === 0) add(phrase.replaceAll(' ', ''), others)
  }
  const left = rest.split(' ').filter((word) => word !== '' && !EMPTY.has(word))
  const telling = left.filter((word) => !WHERE_TO_LOOK.has(word))
  const words = telling.length + terms.size > 0 ? telling : left
  for (const word of words) add(word, OTHERS.get(stemOf(word)) ?? [])
  return [...terms]
    .slice(0, MAX_TERMS)
    .map(([word, others]) => ({ word, others: [...others].slice(0, MAX_OTHERS) }))
}

/** The words of a text, as the index keeps them: each once, names split, without keywords. */
export function indexedWords(text: string, limit: number): string {
  const seen = new Set<string>()
  for (const name of namesIn(text)) {
    const lower = name.toLowerCase()
    // Splitting is slow, and most names are one word.
    for (const word of name === lower || name.length < 4 ? [lower] : wordsOfName(name)) {
      if (word.length > 1 && word.length <= MAX_WORD && !KEYWORDS.has(word)) seen.add(word)
    }
    if (seen.size >= limit) break
  }
  return [...seen].join(' ')
}

const MAX_WORD = 40

/** Unicode patterns take ten times as long, and nearly all code is ASCII. */
const namesIn = (text: string): Set<string> =>
  new Set(/[^\0-\x7f]/.test(text) ? text.match(/[\p{L}\p{N}]+/gu) : text.match(/[A-Za-z0-9]+/g))

/** Rough: enough to find a word in the table above. */
function stemOf(word: string): string {
  return word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(?:ing|ed|es|s|er|or)$/, '')
}

const PHRASES: readonly (readonly [string, readonly string[]])[] = SAME.flatMap((words) =>
  words
    .filter((word) => word.includes(' '))
    .map(
      (phrase) =>
        [phrase, words.flatMap((word) => word.split(' ')).filter((word) => !EMPTY.has(word))] as const,
    ),
)

const OTHERS: ReadonlyMap<string, readonly string[]> = othersByStem()

function othersByStem(): Map<string, readonly string[]> {
  const byStem = new Map<string, readonly string[]>()
  for (const words of SAME) {
    const single = words.filter((word) => !word.includes(' '))
    for (const word of single) {
      const stem = stemOf(word)
      byStem.set(stem, [...(byStem.get(stem) ?? []), ...single])
    }
  }
  return byStem
}
