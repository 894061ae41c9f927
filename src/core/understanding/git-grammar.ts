// Requests that change what git keeps: stage, commit, branch, switch, stash. Each becomes a command that the user approves.
import { firstMatch, type GitRequest, type Intent, type Pattern } from './intent.ts'
import { namedFile } from './named-targets.ts'
import { spokenPath } from './spoken-forms.ts'
import { unquoted } from './strip-politeness.ts'

const ALL =
  "(?:everything|all|all of (?:it|them|this)|it|this|that|them|(?:all )?(?:the|my|our|these|those) (?:changes|files|work|edits)|(?:the|my) work(?:ing)?(?: tree)?|what(?:'s| is) (?:there|changed))"

const git = (request: GitRequest | null): Intent | null => request && { kind: 'git', request }

const PATTERNS: readonly Pattern[] = [
  {
    form: new RegExp(
      `^(?:git )?(?:commit|check in)(?: ${ALL}| (?:the )?staged (?:changes|files)| what(?:'s| is) staged| what i kept)?(?:,? (?:with|and use|using)(?: the| a)?(?: commit)?(?: message)?(?: saying| that says)?:? (.+)|,? saying:? (.+))?$`,
      'i',
    ),
    make: ([one, other]) => {
      const message = one ?? other
      return git({ do: 'commit', ...(message !== undefined && { message: unquoted(message).trim() }) })
    },
  },
  {
    form: /^(?:make|create|do) a (?:new )?commit(?:,? (?:with|using)(?: the| a)?(?: message)?(?: saying)?:? (.+))?$/i,
    make: ([message]) =>
      git({ do: 'commit', ...(message !== undefined && { message: unquoted(message).trim() }) }),
  },
  {
    form: new RegExp(
      `^(?:git )?(?:stage|add) ${ALL}(?: (?:to|for) (?:the )?(?:index|staging(?: area)?|next commit))?$`,
      'i',
    ),
    make: () => git({ do: 'stage' }),
  },
  { form: new RegExp(`^(?:git )?unstage(?: ${ALL})?$`, 'i'), make: () => git({ do: 'unstage' }) },
  { form: /^(?:git )?stage (.+)$/i, make: ([said]) => git(fileRequest('stage', said)) },
  { form: /^(?:git )?unstage (.+)$/i, make: ([said]) => git(fileRequest('unstage', said)) },
  {
    form: /^(?:create|make|start|add|open)(?: me)?(?: a| the)?(?: new)?(?: git)? branch(?: called| named| for)? (.+)$|^new branch(?: called| named)? (.+)$|^branch off (?:as|to|into|called) (.+)$|^(?:git )?(?:(?:switch|change|go|move|jump)(?: over)? to|check ?out) a new branch(?: called| named)? (.+)$/i,
    make: ([a, b, c, d]) => git(branchRequest('create_branch', a ?? b ?? c ?? d ?? '')),
  },
  {
    form: /^(?:git )?(?:switch|change|go|move|jump)(?: over| back)? to (?:the |a )?(?:branch (?:called |named )?(.+)|(.+?) branch)$|^(?:git )?check ?out (?:the )?(?:(?:a )?branch (?:called |named )?)?(.+?)(?: branch)?$/i,
    make: ([a, b, c]) => git(branchRequest('switch', a ?? b ?? c ?? '')),
  },
  { form: new RegExp(`^(?:git )?stash(?: ${ALL})?(?: away)?$`, 'i'), make: () => git({ do: 'stash' }) },
  {
    form: /^(?:git )?(?:unstash|stash pop|pop (?:the |my )?stash|(?:apply|restore|bring back|get back) (?:the |my )?(?:stash|stashed changes)|bring (?:the |my )?(?:stash|stashed changes) back)$/i,
    make: () => git({ do: 'unstash' }),
  },
]

function fileRequest(what: 'stage' | 'unstage', said: string | undefined): GitRequest | null {
  const file = namedFile(said)
  return file && { do: what, file }
}

/** "Feature slash voice input" is feature/voice-input. Null for what git accepts as no name. */
function branchRequest(what: 'create_branch' | 'switch', said: string): GitRequest | null {
  const name = spokenPath(unquoted(said).trim()).replaceAll(/\s+/g, '-')
  const isName = /^[\w][\w./-]*$/.test(name) && !/\.\.|\/\/|[./]$|\.lock$/.test(name)
  return isName ? { do: what, name } : null
}

export const parseGitRequest = (asked: string): Intent | null => firstMatch(PATTERNS, asked)
