// What can be said in a guided review: a fixed grammar, so that words are carried out at once, without a brain.
import { barePhrase } from '../../commands/match-command.ts'
import { compilePhrases, type PhraseMatcher } from '../../commands/phrases.ts'
import { reviewedChanges, type ReviewedChanges } from './reviewed-changes.ts'

/** Words without anything to fill in. */
const PLAIN = {
  keep: [
    '[yes|ok|okay] (keep|accept|approve) [it|this|that|(this|that|the) (hunk|change|edit|one)]',
    "(looks|that looks|this looks) (good|fine|right|okay)|that's (fine|good|right)",
  ],
  revert: [
    '[no] (revert|reject|discard|drop) [it|this|that|(this|that|the) (hunk|change|edit|one|block)]',
    '(take|throw) (it|this|that) (out|away)',
  ],
  skip: [
    'skip [it|this|that|(this|that|the) (hunk|change|one)]',
    '[the] next [one|hunk|change]',
    '(leave|decide) (it|this|that) [for] later',
    'pass|move on|go on|continue',
  ],
  back: ['[go] back [one]', '[the|go to the] previous [one|hunk|change]', '[go back to] the one before'],
  next_file: ['[the|skip to the|go to the] next file', 'skip (this|the|that) file'],
  again: [
    '[say] (it|that|this) again|again|once more|one more time|come again',
    'say (it|that|this)|repeat [it|that|this]|pardon [me]|what did you say',
  ],
  what_changed: [
    "what (changed|changes) [here]|what is (this|that)|what's (this|that)",
    'describe (it|this|that) [hunk|change]|what does (it|this|that) do',
  ],
  read: ['read [me] (it|this|that|the (code|lines|hunk|change)) [out|aloud|out loud|to me]'],
  why: [
    'why [(this|that|is that|did you do (this|that|it))]',
    'why did you (change|make|add|remove) (it|this|that) [change]',
    "what is (this|that|it) for|what's (this|that|it) for",
  ],
  who_calls: [
    'who (calls|uses) (it|this|that) [function|method]',
    'where is (it|this|that) (called|used)',
    'what (calls|uses) (it|this|that)',
  ],
  show_test: [
    '(show|open) [me] (the|its|a) (test|tests) [of (it|this|that)|for (it|this|that)]',
    '(is|are) (it|this|that) tested|which tests cover (it|this|that)',
  ],
  open: ['open (it|this|that|(the|this|that) file)', 'show me the file'],
  split: ['split (it|this|that|(this|that|the) (hunk|change)) [up]'],
  undo: ['undo [it|this|that|the last (one|decision)]', '(put|bring|take) (it|that|this) back'],
  left: [
    'how many [of them|hunks|changes|more] [are|is] [still|there] (left|to go|remaining|undecided|open)',
    "how much is left|what's left|what is left",
  ],
  keep_rest: ['(keep|accept) [all] [of] the (rest|others)', '(keep|accept) (everything|all) [else|of them]'],
  revert_rest: ['(revert|reject|discard) [all] [of] the (rest|others)'],
  keep_file: ['(keep|accept) (this|the|that) [whole|entire] file'],
  revert_file: ['(revert|reject|discard) (this|the|that) [whole|entire] file'],
  where: ['where (are we|am i)|which (hunk|one) is (this|that)'],
  stop: [
    '(stop|end|quit|leave|finish|pause|interrupt|cancel) [the|this] (review|reviewing)',
    "that's enough [for (now|today)]|stop",
  ],
  send: [
    'send (it|them|that|the review|[all] [of] (my|the) (comments|remarks|feedback)|the feedback|everything)',
  ],
  commit: ['commit [it|this|that|them|(what|everything) i kept|the (changes|rest)]'],
  commit_anyway: ['commit (everything|it all|anyway|it anyway|all of (it|them))'],
  yes: ['yes [please]|do it|go ahead|yes (do it|go ahead)|sure'],
  resume: ['(resume|continue|go on with|go on|carry on) [with] (the|my|our) review'],
} as const satisfies Record<string, readonly string[]>

export type PlainRequest = keyof typeof PLAIN

/**
 * What recognizers write for words of this grammar, and the words. Only where nobody would say them here: what is reverted can
 * be put back, but nothing else may pass for it.
 */
const HEARD: readonly (readonly [RegExp, string])[] = [
  [/^(?:deep|kip|keeps|kept|keith|heap)(?= |$)/, 'keep'],
  [/^(?:keypad|key pit|keep (?:in|at|eat|pit))$/, 'keep it'],
  [
    /^(?:rivered|river did|river|revered|reverts|re vert)(?= (?:this|that|it|the|to|his) | (?:this|that|it|his)$|$)/,
    'revert',
  ],
  [/^(keep|revert) to (?=file|rest)/, '$1 the '],
  [/ (?:hunt|hump|honk|hunch|hank|hulk|punk|hung)$/, ' hunk'],
  [/^(?:scip|skips|skipped|ship)(?= |$)/, 'skip'],
  [/^(?:necks|next) (?:vile|fire|files|file)$/, 'next file'],
  [/^(?:back back|bach|go bag)$/, 'back'],
  [/^(?:under (?=that|it)|do (?=the last decision))/, 'undo '],
  [/^committed$/, 'commit it'],
  [/^come in (?=everything|it|the )/, 'commit '],
  [/^save (?=(?:that|it)$)/, 'say '],
  [/ re[- ]?(?:u|you|vue|few|do)$/, ' review'],
]

const corrected = (bare: string): string =>
  HEARD.reduce((text, [heard, meant]) => text.replace(heard, meant), bare)

export type ReviewRequest =
  | { do: PlainRequest }
  | { do: 'start'; what: ReviewedChanges }
  | { do: 'comment'; text: string }
  | { do: 'change'; text: string }

/** What of it makes sense where no hunk waits: before a review, and after its end. */
const WITHOUT_HUNK: ReadonlySet<ReviewRequest['do']> = new Set<ReviewRequest['do']>([
  'start',
  'resume',
  'send',
  'commit',
  'commit_anyway',
  'undo',
  'left',
  'back',
  'keep_rest',
  'revert_rest',
  'yes',
])

export type ReviewPhase = 'none' | 'hunk' | 'ended' | 'interrupted'

export function reviewRequest(said: string, phase: ReviewPhase): ReviewRequest | null {
  const bare = barePhrase(said)
  const what = reviewedChanges(bare)
  if (what) return { do: 'start', what }
  if (phase === 'none') return matches('resume', bare) ? { do: 'resume' } : null
  const plain = plainRequest(bare)
  if (plain === null) return phase === 'hunk' ? withWords(said) : null
  return phase === 'hunk' || WITHOUT_HUNK.has(plain) ? { do: plain } : null
}

const matchers = new Map<PlainRequest, PhraseMatcher>(
  Object.entries(PLAIN).map(([name, phrases]) => [name as PlainRequest, compilePhrases(phrases)]),
)
const matches = (name: PlainRequest, bare: string): boolean => matchers.get(name)?.(bare) != null

function plainRequest(bare: string): PlainRequest | null {
  for (const [name, match] of matchers) if (match(bare)) return name
  const meant = corrected(bare)
  return meant === bare ? null : plainRequest(meant)
}

const COMMENT =
  /^(?:(?:add|make|leave|write) a )?(?:comment|note|remark)(?:[:,;.]|\s+(?:that|saying)\b)?[:,]?\s+(.+)$/is
const CHANGE = [
  /^change (?:it|this|that|(?:this|that|the) (?:hunk|change|one|line|part))(?::| to| so that it| so that| into)\s+(.+)$/is,
  /^(?:ask|tell|let|have) (?:it|them|him|her|the agent)(?: to)?\s+(.+)$/is,
  /^(?:make|let) (?:it|this|that)\s+(.+)$/is,
]
const MAX_WORDS = 4000

function withWords(said: string): ReviewRequest | null {
  const text = said.trim().replace(/^(?:please|ok|okay|and|then),?\s+/i, '')
  // The window opens a box for it.
  if (
    /^(?:write|add|make|leave) a comment (?:on|about|for|to) (?:it|(?:this|that|the) (?:hunk|change))\W*$/i.test(
      text,
    )
  )
    return null
  const comment = COMMENT.exec(text)?.[1]
  if (comment !== undefined) return { do: 'comment', text: tidy(comment) }
  const change = CHANGE.map((form) => form.exec(text)?.[1]).find((words) => words !== undefined)
  return change === undefined ? null : { do: 'change', text: tidy(change) }
}

/** A sentence of its own. */
function tidy(words: string): string {
  const text = words.trim().slice(0, MAX_WORDS)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
