// Requests for what uses or imports something.
import { firstMatch, type Intent, type Pattern } from './intent.ts'
import { fileName, isThis, splitScope, withScope } from './named-targets.ts'
import { symbolName } from './explain-grammar.ts'

export const LOOK =
  "(?:find|find me|search for|search|look for|look up|locate|hunt for|hunt down|show me|show|list|give me|get me|grep for|scan for|check for|tell me|i'm looking for|i am looking for|where are|what are)"

const NAME_END = /(?:\(\))?$/
export const nameSaid = (said: string): string => {
  const name = symbolName(said)
  return name === 'this' ? said : name.name.replace(NAME_END, '')
}
const used = (said: string, count?: 'files'): Intent | null => {
  const { rest, scope } = splitScope(said)
  const name = isThis(rest) ? 'this' : nameSaid(rest)
  return name === '' ? null : { kind: 'usages', name, ...(count && { count }), ...withScope(scope) }
}
const imported = (said: string): Intent | null => {
  const { rest, scope } = splitScope(said)
  const name = isThis(rest) ? 'this' : fileName(rest).replace(/ (?:package|library|module)$/i, '')
  return name === '' ? null : { kind: 'imports', name, ...withScope(scope) }
}

/** Without a name: what is in front. */
const BARE_USAGES =
  /^(?:(?:find|show(?: me)?|list|get)(?: all| the)* )?(?:its |their )?(?:usages?|references|callers|call sites)(?: here)?$|^(?:who|what) are (?:its|their|the) callers$/i
const PLACES =
  '(?:uses?|usages?|occurrences?|references?|mentions?|instances?|calls?|call sites?|callers?|places?|consumers?)'
const USES =
  '(?:use|uses|call|calls|reference|references|depend on|depends on|rely on|touch|mention|mentions|contain|contains|have|has|consume|consumes|invoke|invokes|still use|are using|is using|still uses)'
const USAGES: readonly Pattern[] = [
  { form: BARE_USAGES, make: () => ({ kind: 'usages', name: 'this' }) },
  {
    form: /^(?:who|what|which file|what else)(?:'s| is|'re| are) (?:importing|requiring|including) (.+)$/i,
    make: ([said = '']) => imported(said),
  },
  {
    form: /^(?:who|what|which file|what else)(?:'s| is|'re| are) (?:all )?(?:calling|using|referencing|invoking|depending on|mentioning) (.+)$/i,
    make: ([said = '']) => used(said),
  },
  {
    form: new RegExp(
      `^(?:do|does|is|are) (?:there )?(?:anything|anyone|anybody|something|any (?:file|code|module|place)s?|we)(?: (?:still|else|actually|even|ever))* ${USES} (.+?)(?: any ?where| somewhere| any ?more)*$`,
      'i',
    ),
    make: ([said = '']) => used(said),
  },
  {
    form: /^(?:(?:show|tell|find|list)(?: me)? )?(?:which|what|all|all the|the) (?:files?|modules?|things?|code|other files?|places) (?:that )?(?:imports?|requires?|includes?|are importing|is importing) (.+)$/i,
    make: ([said = '']) => imported(said),
  },
  { form: /^(?:who|what) (?:imports|requires|includes) (.+)$/i, make: ([said = '']) => imported(said) },
  {
    form: /^where (?:is|are|do we|does it) (?:import |require )?(.+?)(?: (?:imported|required|included))$|^where do we (?:import|require|include) (.+)$/i,
    make: ([a, b]) => imported(a ?? b ?? ''),
  },
  {
    form: /^how many (?:files|modules|places) (?:import|require|include) (.+)$/i,
    make: ([said = '']) => imported(said),
  },
  {
    form: /^(?:find|list|show)(?: me)?(?: all| every)?(?: the)? imports of (.+)$/i,
    make: ([said = '']) => imported(said),
  },
  {
    form: new RegExp(
      `^(?:how many|count(?: the| all)?(?: the)?) (?:files?|modules?|places) (?:that |which )?(?:are |is |we )?${USES} (.+)$`,
      'i',
    ),
    make: ([said = '']) => used(said, 'files'),
  },
  {
    form: /^(?:how many (?:times|places)|how often) (?:is|are|do we|does) (?:use |call )?(.+?)(?: (?:used|called|mentioned|referenced))?(?: in)?$/i,
    make: ([said = '']) => used(said),
  },
  {
    form: new RegExp(
      `^(?:(?:show|tell|find|list)(?: me)? )?(?:(?:which|what|all|all the|any|every|the)(?: other)? (?:files?|modules?|places?|things?|functions?|code|components?|parts?(?: of the code)?)|everything|anything|everyone|whatever) (?:that |which )?(?:are |is )?(?:${USES}|with|containing) (.+)$`,
      'i',
    ),
    make: ([said = '']) => used(said),
  },
  {
    form: new RegExp(`^(?:who|what|who all)(?: else)? (?!ha(?:s|ve) \\w+(?:ed|en)\\b)${USES} (.+)$`, 'i'),
    make: ([said = '']) => used(said),
  },
  {
    form: new RegExp(
      `^(?:${LOOK} )?(?:all |every |any |each |me )*(?:of )?(?:the )?${PLACES} (?:of|to|for|where(?! (?:we|i|you|they) )|using|(?:(?:that|where) )?(?:(?:we|i|you|they|it) )?(?:use|call|mention|reference|invoke)s?) (.+?)(?: (?:is|are) used)?$`,
      'i',
    ),
    make: ([said = '']) => used(said),
  },
  {
    form: /^(?:(?:show|tell)(?: me)? |find |see |find out )?(?:where|from where) (?:is|are|does|do) (.+?) (?:get )?(?:called|used|invoked|referenced)(?: from| by)?$/i,
    make: ([said = '']) => used(said),
  },
  {
    form: /^(?:(?:show|tell)(?: me)? |find |see |find out )?where (?:is |are |was |were |do we |do i |do they |does it |we |else is |else do we )?(?:use |call |reference |using )?(.+?) (?:is |are |gets? |being )?(?:used|called|referenced|mentioned|invoked)$/i,
    make: ([said = '']) => used(said),
  },
  {
    form: /^(?:(?:show|tell)(?: me)? |find |see |find out )?where (?:do|did|does) (?:we|i|you|they|it|anyone|anybody) (?:use|call|reference|invoke|mention) (.+)$/i,
    make: ([said = '']) => used(said),
  },
  {
    form: /^(?:is|are) (.+?)(?: (?:still|even|ever|actually|being))* (?:used|called|referenced|needed)(?: any ?where| somewhere| at all| any ?more)*$/i,
    make: ([said = '']) => used(said),
  },
  {
    form: /^(?:find|show(?: me)?|list|get) (?:all |the )?(?:callers|references|usages|users) (?:of|to|for) (.+)$/i,
    make: ([said = '']) => used(said),
  },
]

export const parseUsageRequest = (asked: string): Intent | null => firstMatch(USAGES, asked)
