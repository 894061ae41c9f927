// Requests to find something: text, the declaration of a name, what is left to do.
import { firstMatch, type Intent, type Scope, type Pattern } from './intent.ts'
import { fileName, splitScope, withScope } from './named-targets.ts'
import { isQuoted, unquoted } from './strip-politeness.ts'
import { spokenCode } from './spoken-forms.ts'
import { parseUsageRequest, LOOK, nameSaid } from './usage-grammar.ts'

const TODOS = new RegExp(
  `^(?:(?:${LOOK}|are there|do we have|how many|count|what) )?(?:me )?(?:all |every |each |any |the |our |my |of |open |remaining |outstanding )*(?:todos?|to-?dos?|to dos?|fix ?mes?|todo comments?|to do comments?|todo items?|todo notes?)(?: (?:comments?|items?|notes?|left|there are|are there|do we have|are left|still open|and fix ?mes?))*(?: (?:in|inside|within|across|under) (.+))?$`,
  'i',
)

const BARE_DEFINE =
  /^(?:go to|jump to|show(?: me)?|open)(?: the)? (?:definition|declaration|implementation)$/i

const defined = (said: string): Intent | null => {
  const name = nameSaid(said)
  return name === '' ? null : { kind: 'define', name }
}

const DEFINES: readonly Pattern[] = [
  {
    form: /^(?:(?:go|jump|skip|take me|navigate|get|bring me) to|open|show(?: me)?|find(?: me)?|see|where(?:'s| is)|what(?:'s| is)|view|look up)(?: the| its)? (?:definition|declaration|implementation|source|source code|code) (?:of|for) (.+)$/i,
    make: ([said = '']) => defined(said),
  },
  {
    form: /^(?:show me |tell me |find |find out |see )?where (?:is |are |was |were |do we |did we |does |'s )?(.+?) (?:is |are |was |gets? |being )?(?:defined|declared|implemented|define|declare|implement|live|lives|come from|comes from|coming from)(?: in (?:the )?(?:code|codebase|project|repo))?$/i,
    make: ([said = '']) => defined(said),
  },
  { form: /^where's (.+?) (?:defined|declared|implemented)(?: at)?$/i, make: ([said = '']) => defined(said) },
  {
    form: /^(?:who|what|which file|what file|which module) (?:defines|declares|implements) (.+)$/i,
    make: ([said = '']) => defined(said),
  },
  { form: /^(?:definition|declaration) of (.+)$/i, make: ([said = '']) => defined(said) },
  {
    form: /^(?:go|jump) to (?:the )?(?:function|method|class|type|interface|struct|enum)(?: called| named)? (.+)$/i,
    make: ([said = '']) => defined(said),
  },
  {
    form: /^(?:open|show(?: me)?|find(?: me)?|go to|jump to|take me to|bring me to|see|view|is there|do we have)(?: the| an?)? (?:function|method|class|interface|struct|enum|component|hook)(?: called| named)? (.+)$/i,
    make: ([said = '']) => defined(said),
  },
  {
    form: /^(?:open|show(?: me)?|find(?: me)?|go to|jump to|take me to|bring me to|see|view|where(?:'s| is))(?: the)? (.+?) (?:function|method|class|interface|struct|enum)$/i,
    make: ([said = '']) => defined(said),
  },
]

/** "Where do we handle login errors", "all the places where we log": a verb and its object. */
const ACTIONS: readonly Pattern[] = [
  {
    form: /^(?:(?:show|tell)(?: me)? |find(?: out)? )?where (?:(?:do|does|did) )?(?:we|i|you|they|it) (?!have\b)(\w{3,}) (.+?)(?: in (?:the )?(?:code|project|repo))?$/i,
    make: ([verb = '', thing = '']) => actionOn(verb, thing),
  },
  {
    form: new RegExp(
      `^(?:${LOOK} )?(?:all |every |any |each |me )*(?:of )?(?:the )?places? (?:where|that) (?:we|i|you|they|it) (\\w{3,}) (.+)$`,
      'i',
    ),
    make: ([verb = '', thing = '']) => actionOn(verb, thing),
  },
  {
    form: /^(?:open|find(?: me)?|show(?: me)?|bring up|pull up|where(?:'s| is)|go to|locate|see)(?: the| a)? (?:file|module|code|function|method|class|place|part|thing|component|logic)s? (?:that|which) (\w{3,}?)(?:e?s)? (.+)$/i,
    make: ([verb = '', thing = '']) => actionOn(verb, thing),
  },
]

function actionOn(verb: string, said: string): Intent | null {
  const { rest, scope } = splitScope(said)
  const thing = spokenCode(rest.replace(/^(?:the|an?|our|my|all|every) (?=\S)/i, ''))
  return thing === ''
    ? null
    : { kind: 'find', text: `${thing} ${stem(verb)}`, how: 'words', ...withScope(scope) }
}

const REGEX =
  /^(?:find|search for|search|grep for|grep|look for|search with|match)(?: (?:the|a|this))?(?: (?:regex|regexp|regular expression|reg ex|pattern)):? (.+)$/i
const EXACT =
  /^(?:find|search for|search|look for|look up|locate|show me where (?:it says|we say)|where does it say|where do we say|grep)(?: me)?(?: (?:all|every|any|the|this|exact|exactly|literal))* (?:string|text|words?|phrase|message|literal|error message|log message|exactly) (.+)$/i
/** Searches for exactly the text that follows. */
const GREP = /^(?:rip)?grep(?: for)? (.+)$/i
const FILE =
  /^(?:find|locate|look for|search for|where(?:'s| is))(?: me)? (?:(?:the file|a file|files?(?: called| named))(?: called| named)? (.+)|(?:the |my |our )?((?:(?! in ).)+?) file)$/i

/** Tests are named after what they test. */
const TESTS =
  /^(?:find|locate|look for|where are|where's|show me|is there|are there|do we have)(?: me)?(?: the| any| all| an?)* (?:unit )?tests? (?:for|of) (?:the )?((?!this\b|that\b|it\b).+)$|^(?:which|what) tests? (?:covers?|checks?) (?:the )?(.+)$|^does (?:the )?(.+?) have(?: an?y?)? tests?$/i
const TEST_OF_THIS =
  /^(?:(?:open|show(?: me)?|find(?: me)?|go to|jump to|switch to|take me to|see|where(?:'s| is| are)|is there|are there|do we have)(?: an?y?| the| its)?(?: unit)? tests? (?:for|of) (?:this|it|that)(?: (?:file|one|module|class|function))?|(?:open|show(?: me)?|go to|jump to|switch to) (?:its|this file's) tests?)$/i

const CODE = '(?:code|codebase|code base|project|repo|repository|workspace|folder|files|source)'
const PLAIN: readonly RegExp[] = [
  new RegExp(
    `^search (?:in |through |across )?(?:the |this |my |our )?(?:whole |entire )?${CODE} for (.+)$`,
    'i',
  ),
  /^(?:find me|find|search for|search|look for|look up|locate|hunt for|scan for|check for|i'm looking for|i am looking for)(?: where)? (.+)$/i,
  /^(?:show me |tell me |find out )?where(?:'s| is| are| was| were| does| did| do (?:we|i|you|they)(?: have)?)? (.+)$/i,
]
const WHERE_END = / (?:is|are|was|gets?|get|being|located|at|happens?|happening)$/i
/** "The token is validated": an object and its verb, which seldom stand side by side in code. */
const PASSIVE = /^(?:the |an? |our |my )?(.+?) (?:(?:is|are|was|were|gets?|being) )?(\w{3,}(?:ed|t|wn))$/i
const PARTICIPLE =
  /(?:ed|sent|set|built|thrown|caught|written|read|made|kept|held|shown|drawn|run|put|cut|split)$/i

function plain(said: string, asked: string): Intent | null {
  const { rest, scope } = splitScope(said)
  const where = /\bwhere\b/i.test(asked)
  if (isQuoted(rest)) return { kind: 'find', text: unquoted(rest), how: 'exact', ...withScope(scope) }
  const passive = where ? PASSIVE.exec(rest.replace(/(?: in)? (?:the code|here)$/i, '')) : null
  if (passive && PARTICIPLE.test(passive[2] ?? '')) {
    const thing = spokenCode((passive[1] ?? '').replace(/ (?:is|are|was|were|gets?|being)$/i, ''))
    return { kind: 'find', text: `${thing} ${stem(passive[2] ?? '')}`, how: 'words', ...withScope(scope) }
  }
  const bare = (where ? rest.replace(WHERE_END, '') : rest).replace(
    /^(?:the|an?|all(?! caps\b)|any|every|all the|some) (?=\S)/i,
    '',
  )
  return textSearch(bare, scope)
}

/** "Validated" and "validates" share a stem. */
const stem = (verb: string): string =>
  verb.length > 4 ? verb.replace(/(?:([bdgmnprt])\1)?ed$|e$/i, (_, twice?: string) => twice ?? '') : verb

function textSearch(said: string, scope: Scope | null): Intent | null {
  const text = isQuoted(said) ? unquoted(said) : spokenCode(said.trim())
  return text === '' ? null : { kind: 'find', text, ...withScope(scope) }
}

function verbatim(said: string, how: 'exact' | 'regex'): Intent | null {
  const { rest, scope } = isQuoted(said) ? { rest: said, scope: null } : splitScope(said)
  const text = isQuoted(rest) ? unquoted(rest) : how === 'exact' ? spokenCode(rest) : rest.trim()
  return text === '' ? null : { kind: 'find', text, how, ...withScope(scope) }
}

export function parseFindRequest(asked: string): Intent | null {
  const todos = TODOS.exec(asked)
  if (todos) {
    const scope = todos[1] === undefined ? null : splitScope(`todo in ${todos[1]}`).scope
    return { kind: 'todos', ...withScope(scope) }
  }
  if (BARE_DEFINE.test(asked)) return { kind: 'define', name: 'this' }
  const regex = REGEX.exec(asked)?.[1]
  if (regex !== undefined) return verbatim(regex, 'regex')
  const exact = EXACT.exec(asked)?.[1]
  if (exact !== undefined) return verbatim(exact, 'exact')
  const grep = GREP.exec(asked)?.[1]
  if (grep !== undefined) {
    const text = unquoted(grep)
    // Plain words were spoken and may name signs; text with signs was typed and is taken as it is.
    return { kind: 'find', text: /^[a-z ]+$/i.test(grep) ? spokenCode(text) : text, how: 'exact' }
  }
  if (TEST_OF_THIS.test(asked)) return { kind: 'test_of_this' }
  const tested = TESTS.exec(asked)
    ?.slice(1)
    .find((name) => name !== undefined)
  if (tested !== undefined) return { kind: 'open', target: `${fileName(tested).replace(/\.\w+$/, '')} test` }
  const file = FILE.exec(asked)
  if (file) {
    const target = fileName(file[1] ?? file[2] ?? '')
    return target === '' ? null : { kind: 'open', target }
  }
  const intent = firstMatch(DEFINES, asked) ?? parseUsageRequest(asked) ?? firstMatch(ACTIONS, asked)
  if (intent) return intent
  for (const form of PLAIN) {
    const said = form.exec(asked)?.[1]
    if (said !== undefined) return plain(said, asked)
  }
  return null
}
