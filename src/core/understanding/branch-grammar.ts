// Requests about branches and commits: compare two branches, name the current one, list recent commits.
import { firstMatch, type Intent, type Named, type Pattern } from './intent.ts'
import { isThis, namedFile } from './named-targets.ts'
import { unquoted } from './strip-politeness.ts'
import { spokenPath } from './spoken-forms.ts'

const HERE =
  /^(?:(?:this|the current|my|our|the) (?:branch|one|code|version|state)|head|here|now|it|this|mine|what i have|the working (?:tree|copy)|my (?:changes|work))$/i
const LAST_COMMIT = /\b(?:last|latest|previous) commit$/i
const NO_BRANCH = /^an? | (?:functions?|methods?|class(?:es)?|types?|files)$/i
const FILE_LIKE = /\.[a-z]\w{0,9}$| dot [a-z0-9 ]+$| file$/i

/** The name of a branch; null for the working tree. */
function branchNamed(said: string): string | null {
  const bare = unquoted(
    said
      .trim()
      .replace(/^(?:the |branch )+/i, '')
      .replace(/(?<=\S) branch(?:es)?$/i, ''),
  )
  return HERE.test(said.trim()) ? null : spokenPath(bare)
}

function compared(one: string, other: string): Intent | null {
  if (LAST_COMMIT.test(one)) return null
  if (LAST_COMMIT.test(other)) return HERE.test(one) ? { kind: 'changes' } : null
  // "The difference between a map and a set" is a question about the language.
  if ([one, other].some((said) => NO_BRANCH.test(said.trim()))) return null
  const files = [one, other].filter(
    (said) => FILE_LIKE.test(said) || /^(?:this|the current) file$/i.test(said),
  )
  if (files.length > 1) return { kind: 'unsupported', what: 'compare_files' }
  const [file] = files
  if (file !== undefined) {
    const branch = branchNamed(file === one ? other : one)
    const named: Named | null = isThis(file) ? 'this' : namedFile(file)
    return branch === null || named === null ? null : { kind: 'compare', from: branch, to: null, file: named }
  }
  const [from, to] = [branchNamed(one), branchNamed(other)]
  if (from === null) return to === null || to === '' ? null : { kind: 'compare', from: to, to: null }
  return from === '' || to === '' ? null : { kind: 'compare', from, to }
}

const DIFF = '(?:diff|diffs|difference|differences|changes|delta)'
const TO = '(?:and|with|to|against|versus|vs\\.?|from)'

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const LATELY = `(?:(?:since |on )?(?:yesterday|(?:last )?${DAY})|recently|lately|(?:since |in |over |during )?(?:the )?(?:last|past|this)(?: few| couple of| \\d+| two| three)? (?:day|week|month|year|sprint)s?)`

const PATTERNS: readonly Pattern[] = [
  {
    form: new RegExp(
      `^(?:(?:show|tell|give)(?: me| us)? |see |what(?:'s| is| are) )?(?:the )?${DIFF}(?: is| are)? between (.+?) and (.+)$`,
      'i',
    ),
    make: ([one = '', other = '']) => compared(one, other),
  },
  {
    form: /^what(?:'s| is| has| was| are)?(?: (?:changed|different|new|the difference))+ between (.+?) and (.+)$/i,
    make: ([one = '', other = '']) => compared(one, other),
  },
  {
    form: new RegExp(
      `^(?:git )?(?:compare|diff)(?: (?:the )?branch(?:es)?)? (?!${TO} )(.+?) ${TO} (.+)$`,
      'i',
    ),
    make: ([one = '', other = '']) => compared(one, other),
  },
  {
    form: /^(?:git )?(?:compare|diff)(?: (?:it|this|everything|my changes))? (?:against|with|to|from|versus|vs\.?) (.+)$/i,
    make: ([other = '']) => compared('here', other),
  },
  {
    form: /^(?:what(?:'s| is| has| have i)?(?: been)? (?:different|changed|new)|what did (?:i|we) change|how (?:is|does) (?:this|it|this branch) (?:different|differ)) (?:from|since|compared to|compared with|against|versus|relative to) (?:the )?(\S+(?: slash \S+| dash \S+)*)(?: branch)?$/i,
    make: ([other = '']) =>
      /^(?:yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|last|today|then|head)$/i.test(
        other,
      )
        ? null
        : compared('here', other),
  },
  {
    form: /^how (?:does|do) (.+?) compare (?:to|with|against) (.+)$/i,
    make: ([one = '', other = '']) => compared(one, other),
  },
  // As typed in a terminal.
  {
    form: /^git diff ([\w-]+(?:\/[\w-]+)*)(?:(?: |\.{2,3})([\w-]+(?:\/[\w-]+)*))?$/i,
    make: ([from = '', to]) => {
      if (/^(?:head|staged|cached)$/i.test(from)) return null
      return from.startsWith('-') ? null : { kind: 'compare', from, to: to ?? null }
    },
  },
  {
    form: /^(?:(?:list|show(?: me)?|give me)(?: all)?(?: the| our| my| all)*|what|which) (?:git )?branches(?: (?:are there|there are|do we have|exist))?$|^git branch$/i,
    make: () => ({ kind: 'command', command: 'git branch --all' }),
  },
  {
    form: /^(?:what|which)(?:'s| is)?(?: the)?(?: current| git)? branch(?: (?:am i|are we|is this|is it|is checked out|do we have|i am|i'm))?(?: on| in| at)?(?: now| right now)?$|^(?:(?:show|tell)(?: me)? )?(?:the )?current branch$/i,
    make: () => ({ kind: 'branch' }),
  },
  {
    form: /^(?:(?:show|give|tell|read|check|see)(?: me| us)? |what(?:'s| is) |how(?:'s| is) )?(?:the |my |our )?(?:current )?(?:git |repo |repository |working tree |branch )?status(?: of (?:the|this|my|our) (?:repo|repository|project|branch|working tree|workspace|files))?(?: now| right now)?$|^(?:is|are) (?:the |my |our )?(?:working tree|repo|repository|workspace|tree) clean$/i,
    make: () => ({ kind: 'status' }),
  },
  {
    form: /^(?:(?:show|list|give|tell|read|see)(?: me| us)? |what (?:are|were) )?(?:the |our |my |all )*(?:last|latest|recent|newest|most recent|previous)?(?: (?:\d+|few|couple of|two|three|four|five|six|seven|eight|nine|ten|twenty))? ?commits(?: (?:so far|lately|recently|here|in (?:this|the) (?:repo|repository|project)))?$|^what(?: has|'s| was)? (?:been )?committed (?:lately|recently|last)$|^git log --oneline$/i,
    make: () => ({ kind: 'commits' }),
  },
  // What was committed before today has a date in the list.
  {
    form: new RegExp(
      `^(?:(?:show|tell)(?: me| us)? )?what(?:'s| is| has| have| was| were| did)?(?: i| we| they| everyone| everybody| the team)? (?:been )?(?:changed?|happen(?:ed|ing)?|new|done|do|updated|work(?:ed)? on)(?: (?:here|in (?:this|the) (?:repo|repository|project|codebase|code)))? ${LATELY}$`,
      'i',
    ),
    make: () => ({ kind: 'commits' }),
  },
]

export const parseBranchRequest = (asked: string): Intent | null => firstMatch(PATTERNS, asked)
