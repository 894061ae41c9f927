// Requests to see changes: since the last commit, in it, staged, in one file, or made by the agent.
import { firstMatch, type Intent, type Pattern } from './intent.ts'
import { fileName, isThis, namedFile } from './named-targets.ts'

const SHOW =
  "(?:(?:show|see|display|view|give|tell|read|list|open|pull up|bring up|what are|what is|what's|let me see)(?: me| us)?(?: about)? )?"
const DIFF = '(?:changes?|diffs?|differences?|edits?|modifications?|patch)'
const KIND =
  '(?:current |working |local |uncommitted |unstaged |pending |latest |recent |git |code |new |open |outstanding )*'

const EDIT = [
  new RegExp(
    `^${SHOW}(?:the |a )?${DIFF} (?:of|for|from|in|by) (?:the |your |my )?(?:last|latest|previous|most recent) (?:edit|change|replacement|rename|undo|modification)$`,
    'i',
  ),
  /^(?:(?:show|tell)(?: me)? )?what (?:did )?you (?:just )?(?:change|changed|edit|edited|do|did|replaced?)(?: just now| there| last)?$/i,
  new RegExp(
    `^${SHOW}(?:the |your )(?:last|latest|previous|most recent) (?:edit|replacement|rename)(?: you made)?$`,
    'i',
  ),
  new RegExp(`^${SHOW}your (?:last )?(?:change|edit|changes|edits)$`, 'i'),
]
const COMMIT = [
  new RegExp(
    `^${SHOW}(?:the |my |our )?(?:${DIFF} (?:of|in|from) )?(?:the |my |our )?(?:last|latest|previous|most recent|newest|head) commit$`,
    'i',
  ),
  /^(?:(?:show|tell)(?: me)? )?what (?:(?:was |has |got )?(?:changed|is|was)|did) (?:in )?(?:the |my |our )?(?:last|latest|previous|most recent) commit(?: changed?| do| touch(?:ed)?)?$/i,
  /^what(?:'s| is) in (?:the )?(?:last|latest) commit$/i,
  /^(?:git show(?: head)?|last commit)$/i,
  /^(?:what(?:'s| is| was)|show(?: me)?|read(?: me)?) (?:the )?(?:last|latest|most recent) commit (?:message|subject)$/i,
]
const STAGED = [
  new RegExp(`^${SHOW}(?:the |my |our |all )?(?:staged|cached|indexed) ${DIFF}$`, 'i'),
  /^(?:(?:show|tell)(?: me)? )?what(?:'s| is| have i| did i| has been| i have)?(?: been| currently)? staged?(?: so far| for (?:the next )?commit)?$/i,
  /^(?:is there |have i got |do i have )?anything staged(?: already| yet)?$/i,
  /^(?:(?:show|list)(?: me)? )?(?:all )?(?:the |my )?staged files$/i,
  /^git diff (?:--|dash dash )?(?:staged|cached)$/i,
  /^what(?:'s| is| will)(?: going to| about to)? be committed(?: next)?$/i,
  /^(?:show|list)(?: me)? what(?:'s| is) (?:going to be|about to be) committed$/i,
]
const WORKING = [
  /^(?:git )?diff(?: head)?$/i,
  new RegExp(`^(?:the |my |our )?${KIND}${DIFF.replace('|patch', '')}$`, 'i'),
  new RegExp(
    `^(?:show|see|display|view|give|tell|read|list|open|pull up|bring up|what are)(?: me| us)?(?: about)?(?: all)?(?:(?: of)? (?:the|my|our|your))? ?${KIND}${DIFF}(?: (?:so far|(?:that )?(?:i|we|you)(?: have|'ve)? made|since (?:the |my |our )?(?:last|latest|previous) commit|against head|(?:in|to) (?:the|this|my|our) (?:project|repo|repository|workspace|codebase|code|folder|working tree)))*$`,
    'i',
  ),
  /^(?:show(?: me| us)? |tell me |see )?what(?:'s| has| have| is| did| was)?(?: i| we)? (?:been )?(?:change[ds]?|different|modified|edited|new|touched)(?: so far| (?:since|from|compared to|against|versus) (?:the |my |our )?(?:(?:last|latest|previous) commit|head)| here| today| in (?:the|this|my|our) (?:project|repo|repository|workspace|codebase|code|working tree))*$/i,
  /^(?:(?:show|list)(?: me)? )?(?:all )?(?:the )?files (?:that|which|i|we)(?: have| has| i| we)? (?:been )?(?:changed|modified|edited|touched)$/i,
  /^(?:which|what) files (?:have |did i |did we |are |were |have been )?(?:changed?|modified|dirty|edited|touched)(?: since (?:the )?last commit)?$/i,
  /^(?:(?:show|list)(?: me)? )?(?:the |my |all )*(?:untracked|changed|modified|uncommitted|dirty|new) files$|^what(?:'s| is| have i)? not (?:been )?committed(?: yet)?$|^(?:is|has) everything (?:been )?committed(?: yet)?$/i,
  /^(?:is|are) there (?:any )?(?:uncommitted |local )?changes$|^(?:do i have|have i got) (?:any )?(?:uncommitted |local )?changes$|^what have i been (?:doing|changing|working on)$/i,
]
/** "Open changes" may well mean a file of that name. */
const BARE_OPEN = /^(?:open|read|view) changes$/i

const OF_A_FILE: readonly Pattern[] = [
  {
    form: new RegExp(
      `^${SHOW}(?:the |my |our |all )*(staged )?${KIND}${DIFF} (?:of|for|in|to|on|from|made to|made in) (.+)$`,
      'i',
    ),
    make: ([staged, said = '']) => ofFile(said, staged !== undefined),
  },
  {
    form: /^(?:show(?: me)? |tell me )?what(?:'s| has| have| is| did)?(?: i| we| been)* (?:changed?|different|modified|edited|new) (?:in|about|with|to) (.+)$/i,
    make: ([said = '']) => ofFile(said, false),
  },
  { form: /^(?:git )?diff (?:of )?(.+)$/i, make: ([said = '']) => ofFile(said, false) },
  {
    form: /^how (?:is|was) (.+?) (?:different|changed|modified)$/i,
    make: ([said = '']) => ofFile(said, false),
  },
]

function ofFile(said: string, staged: boolean): Intent | null {
  // "Of this" is the file in front; the forms above handle "of this project".
  if (/^(?:the |this )?(?:diff|hunk|tab)$/i.test(said)) return null
  const folder = /^(?:the |my |our )?(.+?) (?:folder|directory|dir)$/i.exec(said)?.[1]
  // A name that ends in a slash is a folder.
  if (folder !== undefined && !isThis(said)) {
    return {
      kind: 'changes',
      ...(staged && { of: 'staged' as const }),
      target: { name: `${fileName(folder)}/` },
    }
  }
  const target = isThis(said) ? 'this' : namedFile(said)
  return target && { kind: 'changes', ...(staged && { of: 'staged' as const }), target }
}

export function parseChangeRequest(asked: string): Intent | null {
  if (BARE_OPEN.test(asked)) return null
  const fits = (forms: readonly RegExp[]): boolean => forms.some((form) => form.test(asked))
  if (fits(EDIT)) return { kind: 'changes', of: 'edit' }
  if (fits(COMMIT)) return { kind: 'changes', of: 'commit' }
  if (fits(STAGED)) return { kind: 'changes', of: 'staged' }
  if (fits(WORKING)) return { kind: 'changes' }
  return firstMatch(OF_A_FILE, asked)
}
