// What people ask a coding agent for and the built-in one does not do, with the reply that says what it can do instead.
// It is better to recognize these requests than to guess at them.
import type { Intent } from './intent.ts'

interface UnsupportedRequest {
  forms: readonly RegExp[]
  reply: string
  /** It takes a model, which can be connected. */
  model?: true
}

const requests = {
  explain_error: {
    forms: [
      // Any other “why” is a question about the code.
      /^why\b.*\b(?:errors?|exceptions?|stack ?traces?|crash\w*|fail\w*|bugs?|broken|warnings?|wrong|hang(?:s|ing)?|(?:not|\w+n't)(?: it| this| that| they| the \w+)? (?:work|compile|build|start|run|load|pass)\w*)\b/i,
      /^(?:explain|fix|solve|what(?:'s| is| does)|what caused|why (?:is|do i get)|debug|help me with)(?: me)?(?: about)? (?:this|that|the|these)? ?(?:error|exception|stack trace|crash|bug|warning|failure)s?(?: mean)?(?: to me)?$/i,
    ],
    reply: 'I cannot explain an error. I can search the code for its message, or open the file it names.',
    model: true,
  },
  commit: {
    forms: [/^(?:git )?commit\b(?! history| log)|^amend\b/i],
    reply:
      'I can commit what is staged, or everything: say commit this, with a message if you like. For other commits, dictate the git command.',
  },
  push: {
    forms: [
      /^(?:git )?(?:push|pull|fetch|merge|rebase|cherry[- ]pick|squash)\b(?! up\b)|^(?:open|create|make|file|raise) an? (?:pull request|pr|merge request|issue|ticket)\b|^deploy\b|^(?:release|publish|ship)\b/i,
    ],
    reply: 'I do not push, merge or publish. I can show what changed, or run a git command that you dictate.',
  },
  branch: {
    forms: [
      /^(?:create|make|start|open|switch to|check ?out|delete|go to|change to|new)(?: me)?(?: a| an| the| to)?(?: new| another)? (?:git )?branch\b|^(?:git )?check ?out\b|^(?:switch|change) (?:to )?branch(?:es)?\b|^branch off\b/i,
    ],
    reply:
      'Name the branch: create a branch called, or switch to branch. To delete one, dictate the git command; I ask before I run it.',
  },
  install: {
    forms: [
      /^(?:install|add|uninstall|upgrade|update|remove)(?: me)?(?: the| a| an| all)?(?: new| latest)*(?: npm| pip| node| python| cargo)? ?(?:package|packages|dependency|dependencies|library|libraries|module|plugin|extension)\b|^(?:un)?install\b|^(?:add|remove) \S+ (?:to|from) (?:the |my )?(?:dependencies|package\.json)$/i,
    ],
    reply: 'I do not install packages on my own. Say run and the exact command; I ask before I run it.',
  },
  start: {
    forms: [
      /^(?:open|show|start|launch) (?:up )?(?:the |a |my )?(?:integrated )?(?:terminal|shell|console|command line)\b|^(?:start|launch|boot|fire up|bring up|spin up|run|restart)(?: up)? (?:the |a |my |our )?(?:local |test |dev )?(?:debugger|database|emulator|simulator|container|containers)$|^(?:start|launch) (?:debugging|the debugger|it)$|^set a breakpoint\b|^debug\b/i,
    ],
    reply:
      'I do not start terminals, debuggers or databases. I can start the dev server, and run the tests, the build or a command that you dictate.',
  },
  refactor: {
    forms: [
      /^(?:refactor|restructure|simplify|clean up|tidy|optimi[sz]e|rewrite|improve|extract|inline|convert|reformat|format|deduplicate|modernize|split|migrate|port)\b/i,
    ],
    reply:
      'I do not rewrite code. I can rename something in a file, replace text in it, or show where it is used.',
    model: true,
  },
  delete: {
    forms: [
      /^(?:delete|remove|erase|trash|get rid of) (?:the |this |that |these |all )?(?:\S+ ){0,5}?(?:files?|folder|directory|line|lines|function|method|class|tests?|comments?|imports?|variable|everything)\b|^(?:delete|erase|trash) (?:this|it|that|everything|\S+\.\w+)$/i,
    ],
    reply: 'I do not delete anything. I can replace text in a file, or undo my last change.',
  },
  move: {
    forms: [/^(?:move|copy|duplicate) (?:the |this |that )?.+? (?:to|into|as)\b/i],
    reply:
      'I do not move or rename files. I can rename something in a file, or run a command that you dictate.',
  },
  write_code: {
    forms: [
      /^(?:fix|repair|solve|resolve|patch|debug)\b|^(?:write|add|create|generate|implement|make|build|insert|append|code|scaffold|design)(?: me)?(?: up)?(?: a| an| the| some| more| another)?(?: new| simple| unit| missing| small| basic)* (?:\S+ ){0,3}?(?:tests?|test case|function|method|class|component|endpoint|route|type|interface|types|comments?|docs?|documentation|docstring|feature|button|page|hook|handler|parameter|argument|field|import|imports|logging|logs?|error handling|validation|code|script|module|service|migration|website|app)\b|^(?:implement|make it|make this|make the)\b|^add (?!.*\bfile\b)/i,
    ],
    reply:
      'I do not write code. I can create a file with text that you dictate, replace text in a file, or find where something is used.',
    model: true,
  },
  web: {
    forms: [
      /^(?:google|search (?:the )?(?:web|internet|online|google|stack ?overflow)|look (?:it )?up online|browse|open (?:the )?(?:browser|website|https?:))/i,
    ],
    reply: 'I do not use the web. I can search the code.',
  },
  // Other grammars recognize these.
  change_everywhere: {
    forms: [],
    reply: 'I change one file at a time. Name the file, or ask where it is used to find the files.',
  },
  compare_files: {
    forms: [],
    reply: 'I do not compare two files. I can show what changed in one of them, or compare two branches.',
  },
  keep_all: {
    forms: [],
    reply: 'I kept none. Say keep it for this hunk, or keep the rest for all that are left.',
  },
} as const satisfies Record<string, UnsupportedRequest>

export type Unsupported = keyof typeof requests

const kinds = Object.keys(requests) as Unsupported[]

export function parseUnsupported(asked: string): Intent | null {
  const what = kinds.find((kind) => requests[kind].forms.some((form) => form.test(asked)))
  return what === undefined ? null : { kind: 'unsupported', what }
}

/** The built-in agent answers alone: where another one is connected, that one gets such a request. */
export function unsupportedReply(what: Unsupported): string {
  const { reply, model }: UnsupportedRequest = requests[what]
  return model ? `${reply} A model can: say connect a model.` : reply
}

export const CAN_DO =
  'I can open a file, find text in the code, or show what changed. I can also explain a function, run the tests, summarise, and replace text in a file. Try saying: open the read me.'
