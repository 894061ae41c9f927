// Requests to count, measure and list files, lines, functions and scripts.
import { firstMatch, type Intent, type Scope, type Pattern } from './intent.ts'
import { isEverywhere, isThis, namedFile, scopeOf, withScope } from './named-targets.ts'
import { symbolName } from './explain-grammar.ts'

const COUNTED = '(files?|modules?|lines?(?: of (?:code|text))?|functions?|methods?)'
const LARGE = '(?:biggest|largest|longest|hugest|lengthiest)'
const RANKED = '(files?|modules?|functions?|methods?)'
const IN = '(?: (?:in|inside|under|of|from|across) (.+?))?'
const THERE = '(?: (?:are there|there are|are|do we have|do i have|we have|exist))?'

const countedThing = (said: string): 'files' | 'lines' | 'functions' =>
  /^line/i.test(said) ? 'lines' : /^(?:file|module)/i.test(said) ? 'files' : 'functions'

/** Where to count; null if the text names no place, so that other patterns can try. */
function countScope(said: string | undefined): { in?: Scope } | null {
  if (said === undefined || isEverywhere(said) || /^(?:here|there|total|all|it all)$/i.test(said)) return {}
  if (/^(?:this|it|that)$/i.test(said)) return { in: { file: 'this' } }
  const scope = scopeOf(said) ?? bareScope(said)
  return scope === null ? null : withScope(scope)
}

/** "In src": a bare name is a folder or a file, whichever exists. */
function bareScope(said: string): Scope | null {
  const name = /^[\w.@/-]+(?: [\w.@-]+){0,2}$/.exec(said.trim())?.[0]
  return name === undefined ? null : { perhaps: name }
}

const counted = (what: string, where: string | undefined): Intent | null => {
  const found = countScope(where)
  return found && { kind: 'count', what: countedThing(what), ...found }
}
const largest = (what: string, where: string | undefined): Intent | null => {
  const found = countScope(where)
  return found && { kind: 'largest', what: countedThing(what) === 'files' ? 'files' : 'functions', ...found }
}

const COUNTS: readonly Pattern[] = [
  {
    // A language, before a file of that name.
    form: new RegExp(
      `^(?:how many|count(?: all)?(?: the| my| our)?|(?:what(?:'s| is) )?the number of) lines of ((?:\\S+ )?\\S+?)(?: code)?${THERE}(?: in total| altogether| here)?$`,
      'i',
    ),
    make: ([kind = '']) => {
      const ofKind = scopeOf(`${kind} files`)
      return ofKind?.include === undefined ? null : { kind: 'count', what: 'lines', in: ofKind }
    },
  },
  {
    form: new RegExp(
      `^(?:(?:tell me |do you know )?how many|count(?: up)?(?: all)?(?: the| my| our)?|(?:what(?:'s| is) )?the number of) ${COUNTED}${THERE}${IN}${THERE}(?: in total| altogether| here)?$`,
      'i',
    ),
    make: ([what = '', where]) => counted(what, where),
  },
  {
    form: new RegExp(`^how many ${COUNTED} (?:does|do|has|have) (.+?)(?: have| has| contain| got)?$`, 'i'),
    make: ([what = '', where = '']) =>
      /^(?:we|i|you)$/i.test(where) ? counted(what, undefined) : counted(what, where),
  },
  {
    form: new RegExp(`^(?:how many|count(?: all)?(?: the| my| our)?) ((?:\\S+ )?\\S+) files${THERE}$`, 'i'),
    make: ([kind = '']) => {
      const ofKind = scopeOf(`${kind} files`)
      return ofKind?.include === undefined ? null : { kind: 'count', what: 'files', in: ofKind }
    },
  },
  {
    form: /^how (?:big|long|large) (?:is|are) (.+)$/i,
    make: ([said = '']) => {
      if (/\b(?:function|method|class)$/i.test(said)) return { kind: 'explain', what: symbolName(said) }
      return counted('lines', said)
    },
  },
]

const LARGEST: readonly Pattern[] = [
  // The list has the lines of each, the longest first.
  {
    form: new RegExp(
      `^(?:(?:find|show|list|give|tell)(?: me)?|which|what|are there)(?: all| any| the)* ${RANKED} (?:that |which )?(?:are |is |have |has |with )?(?:longer|bigger|larger|more) than \\S+(?: \\S+)? lines${IN}$`,
      'i',
    ),
    make: ([what = '', where]) => largest(what, where),
  },
  {
    form: new RegExp(
      `^(?:(?:what|which|show(?: me| us)?|list|find(?: me)?|give me|tell me|see|open|where)(?:'s| is| are| was)? )?(?:the )?(?:(?:top|first) )?(?:\\S+ )?${LARGE} ${RANKED}(?: (?:here|there are|do we have|(?:that )?we have|by (?:lines|size)))?${IN}$`,
      'i',
    ),
    make: ([what = '', where]) => largest(what, where),
  },
  {
    form: new RegExp(
      `^(?:(?:tell|show) me )?(?:which|what) ${RANKED}${IN} (?:is|are) (?:the )?${LARGE}${IN}$`,
      'i',
    ),
    make: ([what = '', before, after]) => largest(what, before ?? after),
  },
  {
    form: new RegExp(
      `^(?:which|what) ${RANKED} (?:has|have|with|contains?) (?:the )?most (?:lines|code|text)${IN}$`,
      'i',
    ),
    make: ([what = '', where]) => largest(what, where),
  },
]

const SHOW = '(?:list|show(?: me| us)?|give me|tell me|what|which|what are|see|find(?: me)?|display)'
const ALL = '(?: (?:all|every|each|any))?(?: of)?(?: (?:the|my|our))?'

const LISTS: readonly Pattern[] = [
  {
    form: new RegExp(
      `^${SHOW}${ALL} (?:functions?|methods?|classes|symbols|exports?|declarations?|types)(?: (?:are|are there|are declared|are defined|do we have))?(?: (?:in|of|inside|from) (.+))$`,
      'i',
    ),
    make: ([where = '']) => listedSymbols(where),
  },
  {
    form: /^(?:show me )?what (?:else|all) is (?:there )?in (?:here|(?:this|the|that) (?:file|module))$|^what (?:else )?does (?:this|the) (?:file|module) (?:have|contain)$/i,
    make: () => listedSymbols('this file'),
  },
  {
    form: /^(?:list|show(?: me| us)?|what are) (?:the |its )(?:functions|methods|symbols)$/i,
    make: () => listedSymbols('this file'),
  },
  {
    form: /^(?:(?:open|show(?: me| us)?|give me|see) )?(?:the |an |its )?outline(?: (?:of|for) (.+))?$/i,
    make: ([where = 'this file']) => listedSymbols(where),
  },
  {
    form: /^what does (.+?) (?:export|declare|define|contain)$/i,
    make: ([where = '']) => listedSymbols(where),
  },
  {
    form: new RegExp(
      `^${SHOW}${ALL}((?: \\S+){0,2}?) files(?: (?:are there|there are|are|do we have|exist))?${IN}(?: (?:are there|do we have))?$`,
      'i',
    ),
    make: ([kind = '', where]) => listedFiles(kind.trim(), where),
  },
  {
    form: /^(?:(?:open|show(?: me| us)?|give me|see|list) )?(?:the |a )?(?:file|folder|directory) (?:tree|structure|list|listing)$/i,
    make: () => ({ kind: 'list', what: 'files' }),
  },
  {
    form: new RegExp(
      `^(?:where are|${SHOW})${ALL} (?:unit |integration )?tests(?: (?:are there|there are|do we have|exist))?$`,
      'i',
    ),
    make: () => listedFiles('test', undefined),
  },
  {
    form: new RegExp(
      `^${SHOW}${ALL} (?:npm |package )?(?:scripts|tasks|targets)(?: (?:are there|there are|do we have|can i run|exist))?$`,
      'i',
    ),
    make: () => ({ kind: 'list', what: 'commands' }),
  },
  {
    form: /^how (?:do|can|should|would) (?:i|we|you) (?:run|start|build|test|lint|launch|compile|execute)(?: (?:it|this|everything|(?:the |this |my |our |all |all the |its )?(?:tests?|unit tests?|test suite|project|app|application|code|repo|thing|linter?|build|server|dev server|program)))?(?: here| locally)?$/i,
    make: () => ({ kind: 'list', what: 'commands' }),
  },
]

function listedSymbols(said: string): Intent | null {
  if (isThis(said)) return { kind: 'list', what: 'symbols', in: { file: 'this' } }
  const scope = scopeOf(said)
  const file = scope?.file ?? (scope?.perhaps === undefined ? null : namedFile(said))
  return file ? { kind: 'list', what: 'symbols', in: { file } } : null
}

function listedFiles(kind: string, where: string | undefined): Intent | null {
  const found = countScope(where)
  if (found === null) return null
  if (kind === '') return { kind: 'list', what: 'files', ...found }
  const ofKind = scopeOf(`${kind} files`)
  // No file name tells "changed files".
  return ofKind?.include === undefined || found.in !== undefined
    ? null
    : { kind: 'list', what: 'files', in: ofKind }
}

export const parseMeasureRequest = (asked: string): Intent | null =>
  firstMatch(COUNTS, asked) ?? firstMatch(LARGEST, asked) ?? firstMatch(LISTS, asked)
