// Questions in plain words about what the code does: where, how, what happens, which tests, what breaks.
import { symbolName } from './explain-grammar.ts'
import { firstMatch, type Intent, type Named, type Pattern } from './intent.ts'
import { isThis } from './named-targets.ts'

/** "It", "that", "this function", and an empty rest, mean what the last answer was about. */
const meant = (said: string): Named =>
  isThis(said) || /^(?:it|that|this|them|these|those|they|its|him|her|)$/i.test(said.trim())
    ? 'this'
    : symbolName(said)

const TESTS: readonly Pattern[] = [
  {
    form: /^(?:(?:show me|find|tell me) )?(?:which|what) (?:are the )?(?:unit )?(?:tests?|specs?) (?:do )?(?:covers?|checks?|exercises?|tests?|uses?|verify|verifies|touch(?:es)?|exists? for|are there for|have we for|do we have for) (.+)$/i,
    make: ([said = '']) => ({ kind: 'tests_of', what: meant(said) }),
  },
  {
    form: /^(?:is|are) (.+?) (?:tested|covered(?: by (?:any )?tests?)?)(?: any ?where| at all)?$/i,
    make: ([said = '']) => ({ kind: 'tests_of', what: meant(said) }),
  },
  {
    form: /^where (?:is|are) (.+?) tested$/i,
    make: ([said = '']) => ({ kind: 'tests_of', what: meant(said) }),
  },
  {
    form: /^(?:how is|how are) (.+?) tested$/i,
    make: ([said = '']) => ({ kind: 'tests_of', what: meant(said) }),
  },
  {
    form: /^(?:and )?(?:(?:where|what|which) are )?(?:its|their) (?:unit )?(?:tests?|specs?)(?: file)?$|^(?:open|show(?: me)?|find|go to|see|list) (?:its|their|the) (?:unit )?(?:tests?|specs?)(?: file)?$|^(?:which|what) (?:unit )?(?:tests?|specs?) (?:does it|do they) have$|^(?:does|do) (?:it|they) have (?:any )?(?:unit )?(?:tests?|specs?)$/i,
    make: () => ({ kind: 'tests_of', what: 'this' }),
  },
]

const CHANGE =
  '(?:change[ds]?|edit(?:ed|s)?|modif(?:y|ies|ied)|remove[ds]?|delete[ds]?|rename[ds]?|touch(?:ed|es)?|refactor(?:ed|s)?|drop(?:ped|s)?|breaks?|broke|rewr(?:ite|ites|ote)|replace[ds]?|(?:get|gets|got) rid of|(?:take|takes|took) out)'
const IMPACT: readonly Pattern[] = [
  {
    form: new RegExp(
      `^what (?:else )?(?:(?:will |would |could |might |can |may )?(?:break|breaks|be affected|is affected|fail|fails|happen|happens|change|changes|go wrong)|else (?:breaks|changes|is affected)|do i break) (?:if|when) (?:i|we|you|someone|somebody) (?:were to )?${CHANGE} (.+)$`,
      'i',
    ),
    make: ([said = '']) => ({ kind: 'impact', what: meant(said) }),
  },
  {
    form: new RegExp(`^(?:is it|would it be) safe to ${CHANGE} (.+)$`, 'i'),
    make: ([said = '']) => ({ kind: 'impact', what: meant(said) }),
  },
]

const FLOWS: readonly Pattern[] = [
  {
    form: /^(?:what|which (?:functions?|methods?|code)) (?:else )?(?:does|do) (it|this|that|\S+(?: (?:function|method))?) (?:call|invoke)$/i,
    make: ([said = '']) => ({ kind: 'flow', what: meant(said), calls: true }),
  },
  {
    form: /^(?:what happens|what does it do|what is going on|tell me what happens|explain what happens|show me what happens) (?:if|when|whenever|once|after) (?:i|we|you|someone|somebody|one|the user) (?:call|calls|invoke|invokes|run|runs|use|uses) (.+)$/i,
    make: ([said = '']) => ({ kind: 'flow', what: meant(said), calls: true }),
  },
  {
    form: /^(?:what happens|what is going on|tell me what happens|explain what happens|show me what happens|what if|what does it do|what do we do|what's happening) ?(?:if|when|whenever|once|after|while|in case|with)? (.+)$/i,
    make: () => ({ kind: 'flow', what: 'question' }),
  },
  {
    form: /^(?:(?:explain|show me|tell me|describe|walk me through) )?how (?:does|do|is|are|did|can|will|would) (?!i\b|we\b|you\b|long\b|many\b|much\b)(.+?)(?: works?| working)?$/i,
    make: ([said = '']) =>
      isThis(said) || /^(?:it|that)$/i.test(said)
        ? { kind: 'flow', what: 'this' }
        : { kind: 'flow', what: 'question' },
  },
]

const PROJECT =
  '(?:it|this|the (?:project|app|code|library|package)|this (?:project|app|library|package|repo|repository)|we)'
const PACKAGES = '(?:packages?|librar(?:y|ies)|dependenc(?:y|ies)|frameworks?)'
const NEEDS = '(?:depend on|need|require|use|rely on|pull in)'

const FACTS: readonly Pattern[] = [
  {
    form: new RegExp(
      `^(?:what|which) version (?:is (?:this|it|the (?:project|app|library|package))|am i (?:looking at|on)|are we (?:on|at))$|^(?:what|which) version of \\S+(?: \\S+)? (?:is (?:this|it)|(?:do|does) (?:i|we|it|this|the project|one) (?:need|require|support|use|depend on)|am i looking at)$|^(?:what(?:'s| is)|where(?:'s| is)) (?:the|its|our)(?: current| project| package)* version(?: number)?(?: (?:set|defined|declared|stored|kept|written(?: down)?))?$`,
      'i',
    ),
    make: () => ({ kind: 'fact', about: 'version' }),
  },
  {
    form: new RegExp(
      `^(?:(?:list|show(?: me)?|what are|what's) )?(?:the |its |our |all |this project's |my )*(?:\\S+ )?(?:dependencies|third[- ]party ${PACKAGES})(?: of (?:this|the) (?:project|app|repo|library)| here)?$|^(?:what|which)(?: \\S+){0,2} ${PACKAGES} (?:does|do) ${PROJECT} ${NEEDS}$|^what (?:does|do) ${PROJECT} depend on$`,
      'i',
    ),
    make: () => ({ kind: 'fact', about: 'dependencies' }),
  },
  {
    form: /^(?:so )?what (?:exactly |actually )?(?:is|does) (?:this|the)(?: whole)? (?:library|package|framework|tool|software|code ?base|project|repo|repository|app|application|program)(?: (?:do|for|about|all about|exactly|actually))*$|^(?:give me|show me|tell me) (?:a |an |the )?(?:(?:quick|short|brief|high[- ]level|rough) )*(?:summary|overview|idea|introduction|tour) (?:of |about )?(?:what )?(?:this|the) ?(?:project|repo|repository|code ?base|app|library)(?: is| does| is about)?$/i,
    make: () => ({ kind: 'summarise', of: 'repository' }),
  },
  {
    form: /^(?:what are the |where are the |show me the )?(?:entry points?|main files?)(?: of (?:this|the) (?:project|repo|app))?$|^where (?:does|do) (?:it|this|the app|the program|execution|everything) (?:start|begin)$|^where should i start(?: reading)?$/i,
    make: () => ({ kind: 'summarise', of: 'repository' }),
  },
]

const REVIEWS: readonly Pattern[] = [
  {
    form: /^(?:is there |are there )?(?:anything|something|any) (?:risky|dangerous|suspicious|wrong|problematic|to worry about|i should worry about|worrying|fishy|risks?|problems?|issues?) ?(?:in|with|about)? ?(?:my|the|our|these|this)? ?(?:changes?|diff|edits?|commit)?$|^(?:review|check|audit) (?:my|the|our|these) (?:changes?|diff|edits?) for (?:risks?|problems?|issues?)$|^(?:how risky|what's risky|what is risky)(?: (?:are|is|in|about))?(?: (?:my|the|our|these|this))? (?:changes?|diff|edits?)$/i,
    make: () => ({ kind: 'risks' }),
  },
]

/** They go on from the last question or the last answer. */
const FOLLOW_UPS: readonly Pattern[] = [
  {
    form: /^(?:and )?(?:what|how) about (?:in |for )?(?:the |its |our )*(docs?|documentation|guides?|tests?|specs?|code|source(?: code)?|examples?)$|^(?:and )?(?:is (?:it|that|this)|are they) (?:also )?(?:in|mentioned in|described in|explained in) the (docs?|documentation|tests?)$|^(?:and )?(?:in|only in|look in|search) the (docs?|documentation|tests?|code|examples?)(?: instead| then)?$/i,
    make: ([a, b, c]) => ({ kind: 'ask_again', place: placeOf(a ?? b ?? c ?? '') }),
  },
  {
    form: /^(?:and )?(?:what|how) about (?!you\b|the other\b)(.+)$/i,
    make: ([said = '']) => ({ kind: 'ask_again', instead: said }),
  },
  {
    form: /^(?:and )?(?:(?:go to |show me |open )?(?:the )?next(?: (?:one|stop|place|result|match|hit))?)$/i,
    make: () => ({ kind: 'step', by: 1 }),
  },
  {
    form: /^(?:(?:go to |show me |open |go back to )?(?:the )?previous(?: (?:one|stop|place|result|match|hit))?|the one before)$/i,
    make: () => ({ kind: 'step', by: -1 }),
  },
  {
    form: /^how (?:long|big|large) is (?:it|that|this)(?: (?:function|method|class|one|symbol))?$|^how many lines (?:is|does|has) (?:it|that)(?: have| got| long)?$/i,
    make: () => ({ kind: 'length' }),
  },
  {
    form: /^(?:show|open|see|read|let me see|go to|jump to|take me to)(?: me)? (?:its|the|that|this) (?:code|source|source code|definition|implementation|declaration)$|^(?:show|open) (?:me )?(?:where )?(?:it|that) (?:is|was) (?:defined|declared|implemented)$|^where (?:is|was) (?:it|that) (?:defined|declared|implemented)$/i,
    make: () => ({ kind: 'define', name: 'this' }),
  },
  {
    form: /^(?:(?:open|show(?: me)?|go to|choose|take) )?the one with the (most|fewest|least) (?:matches|hits|results|uses|usages|places|mentions|lines)$/i,
    make: ([which = '']) => ({ kind: 'choose_most', ...(!/most/i.test(which) && { fewest: true }) }),
  },
]

function placeOf(said: string): 'docs' | 'tests' | 'code' {
  return /^(?:doc|guide|example)/i.test(said) ? 'docs' : /^(?:test|spec)/i.test(said) ? 'tests' : 'code'
}

export function parseQuestion(asked: string): Intent | null {
  return (
    firstMatch(FOLLOW_UPS, asked) ??
    firstMatch(TESTS, asked) ??
    firstMatch(IMPACT, asked) ??
    firstMatch(REVIEWS, asked) ??
    firstMatch(FACTS, asked)
  )
}

/** Broader ones, for after the grammars of what the built-in agent does by itself. */
export const parseFlowQuestion = (asked: string): Intent | null => firstMatch(FLOWS, asked)

const WHERE =
  /^(?:(?:show|tell)(?: me)? |find(?: out)? |do you know |i wonder |see )?(?:where|(?:in )?(?:which|what) (?:file|module|function|method|class|code|part|place|component|package)s?|(?:the )?(?:code|file|place|part|function|class|module|method|logic) (?:that|which|where))\b.{4}/i
const QUESTION =
  /^(?:where|(?:(?:in|on|at|from|with|for|to|by|under|until|since) )?(?:which|what|whom|whose)|how|why|when|who|is there|are there|does|do|did|is|are|was|can|could|should|has|have)\b/i

/** Anything that asks, and nothing else understood. */
export function parseAnyQuestion(asked: string): Intent | null {
  return QUESTION.test(asked) || WHERE.test(asked) ? { kind: 'ask' } : null
}
