// Which changes a review is asked for.
import { compilePhrases } from '../../commands/phrases.ts'
import { understand } from '../../understanding/understand.ts'

/** Two commits, or one and the files as they are now. */
export interface ComparedWith {
  from: string
  to: string | null
}

export type ReviewedChanges =
  /** The diff in front, or else the working changes. */
  { of: 'front' | 'working' | 'staged' | 'commit' } | ({ of: 'compared' } & ComparedWith)

const MINE = '[all] [of] [the|my|our|your|these|those]'
const forms = {
  front: [
    '(review|go through) (it|this|that|(this|that|the) diff) [with me]',
    'walk me through (it|this|that|(this|that|the) diff)',
  ],
  working: [
    `(review|go through) ${MINE} [working|uncommitted|local|current|latest] changes [with me]`,
    `walk me through ${MINE} [working|uncommitted|local] changes`,
    'review (what [has] changed|what (you|i|we) [have] (changed|did))',
    '[(start|begin|do|give me)] [a|the|my] [guided|code|voice] review [of (the|my|these|your) [working] changes]',
    'review',
  ],
  staged: [`review ${MINE} staged changes`, 'review what is staged'],
  commit: ['review (the|my) (last|latest|previous) commit'],
} as const
const matchers = Object.entries(forms).map(([of, phrases]) => ({
  of: of as keyof typeof forms,
  match: compilePhrases(phrases),
}))

/** Recognizers write these for the first word. */
const HEARD = /^(?:reviewed|re view|revue|reviews|reviewing|bring you) (?=.)/

/** `bare` is in lower case, without courtesy. */
export function reviewedChanges(bare: string): ReviewedChanges | null {
  const said = bare.replace(HEARD, 'review ')
  const plain = matchers.find(({ match }) => match(said))
  if (plain) return { of: plain.of }
  const rest = /^review (?:the changes )?((?:since|between|against|compared|from|on|in|of) .+)$/.exec(
    said,
  )?.[1]
  const intent = rest === undefined ? null : understand(`what changed ${rest}`)
  return intent?.kind === 'compare' && intent.file === undefined
    ? { of: 'compared', from: intent.from, to: intent.to }
    : null
}
