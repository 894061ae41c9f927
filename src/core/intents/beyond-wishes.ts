// What people ask a coding agent for and this one does not do. It is better to know it than to guess at it.
import type { BeyondUs, Intent } from './intent.ts'

const FORMS: readonly (readonly [RegExp, BeyondUs])[] = [
  [/^why\b(?! don't you\b)/i, 'explain_error'],
  [
    /^(?:explain|fix|solve|what(?:'s| is| does)|what caused|why (?:is|do i get)|debug|help me with)(?: me)?(?: about)? (?:this|that|the|these)? ?(?:error|exception|stack trace|crash|bug|warning|failure)s?(?: mean)?(?: to me)?$/i,
    'explain_error',
  ],
  [
    /^(?:git )?commit\b(?! history| log)|^(?:make|create|do) a(?: new)? commit\b|^amend\b|^check (?:it|this|everything) in$/i,
    'commit',
  ],
  [
    /^(?:git )?(?:push|pull|fetch|merge|rebase|cherry[- ]pick|squash)\b(?! up\b)|^(?:open|create|make|file|raise) an? (?:pull request|pr|merge request|issue|ticket)\b|^deploy\b|^(?:release|publish|ship)\b/i,
    'push',
  ],
  [
    /^(?:git )?(?:stage|unstage|stash|add (?:everything|all|this|the changes) to (?:the )?(?:index|staging))\b/i,
    'stage',
  ],
  [
    /^(?:create|make|start|open|switch to|check ?out|delete|go to|change to|new)(?: me)?(?: a| an| the| to)?(?: new| another)? (?:git )?branch\b|^(?:git )?check ?out\b|^(?:switch|change) (?:to )?branch(?:es)?\b|^branch off\b|^(?:switch|change|check ?out) (?:to )?(?:the )?\S+(?: \S+)? branch$/i,
    'branch',
  ],
  [
    /^(?:install|add|uninstall|upgrade|update|remove)(?: me)?(?: the| a| an| all)?(?: new| latest)*(?: npm| pip| node| python| cargo)? ?(?:package|packages|dependency|dependencies|library|libraries|module|plugin|extension)\b|^(?:un)?install\b|^(?:add|remove) \S+ (?:to|from) (?:the |my )?(?:dependencies|package\.json)$/i,
    'install',
  ],
  [
    /^(?:open|show|start|launch) (?:up )?(?:the |a |my )?(?:integrated )?(?:terminal|shell|console|command line)\b|^(?:start|launch|boot|fire up|bring up|spin up|run|restart)(?: up)? (?:the |a |my |our )?(?:dev|development|local|web|test|preview|api|backend|frontend|http)? ?(?:server|app|application|debugger|database|emulator|simulator|container|containers)$|^(?:start|launch) (?:debugging|the debugger|it|the app)$|^set a breakpoint\b|^debug\b/i,
    'start',
  ],
  [
    /^(?:refactor|restructure|simplify|clean up|tidy|optimi[sz]e|rewrite|improve|extract|inline|convert|reformat|format|deduplicate|modernize|split|migrate|port)\b/i,
    'refactor',
  ],
  [
    /^(?:delete|remove|erase|trash|get rid of) (?:the |this |that |these |all )?(?:\S+ ){0,5}?(?:files?|folder|directory|line|lines|function|method|class|tests?|comments?|imports?|variable|everything)\b|^(?:delete|erase|trash) (?:this|it|that|everything|\S+\.\w+)$/i,
    'delete',
  ],
  [/^(?:move|copy|duplicate) (?:the |this |that )?.+? (?:to|into|as)\b/i, 'move'],
  [
    /^(?:fix|repair|solve|resolve|patch|debug)\b|^(?:write|add|create|generate|implement|make|build|insert|append|code|scaffold|design)(?: me)?(?: up)?(?: a| an| the| some| more| another)?(?: new| simple| unit| missing| small| basic)* (?:\S+ ){0,3}?(?:tests?|test case|function|method|class|component|endpoint|route|type|interface|types|comments?|docs?|documentation|docstring|feature|button|page|hook|handler|parameter|argument|field|import|imports|logging|logs?|error handling|validation|code|script|module|service|migration|website|app)\b|^(?:implement|make it|make this|make the)\b|^add (?!.*\bfile\b)/i,
    'write_code',
  ],
  [
    /^(?:google|search (?:the )?(?:web|internet|online|google|stack ?overflow)|look (?:it )?up online|browse|open (?:the )?(?:browser|website|https?:))/i,
    'web',
  ],
]

export function asBeyondWish(asked: string): Intent | null {
  const found = FORMS.find(([form]) => form.test(asked))
  return found ? { kind: 'beyond', what: found[1] } : null
}
