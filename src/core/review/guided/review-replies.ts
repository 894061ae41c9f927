// What Parley says in a guided review. Short: the user has heard the form of it many times before.
import {
  numberWord,
  sentenceCase,
  spokenCount,
  spokenList,
} from '../../understanding/replies/spoken-count.ts'
import { hunksLeft } from '../../understanding/replies/hunks-left.ts'
import { describeDiff, describeFile } from '../describe-diff.ts'
import { countReview, placeOf, type Review } from './review.ts'

export const NO_REVIEW = 'No review is under way. Say “review the changes”.'
export const NOTHING_TO_REVIEW = 'There is nothing to review: no file is changed.'
export const NOTHING_TO_UNDO = 'Nothing in this review can be undone.'
export const NOTHING_TO_SEND = 'There is nothing to send: no comments, and nothing was reverted.'
export const NO_AGENT =
  'The built-in agent cannot act on that. Connect a coding agent or a model first; your comments stay.'
export const NOT_SPLIT = 'This hunk is one piece; it cannot be split.'
export const NO_SYMBOL = 'No function is around this hunk.'
export const REVIEW_STOPPED = 'I stopped the review. Say “resume the review” to go on.'
export const ONLY_APPROVERS = 'Only the owner can revert a hunk, or somebody who may approve.'

/** The beginning of a review: how large it is, before what is said of the first hunk. */
export function openingWords(review: Review, first: string): string {
  const decided = countReview(review)
  const before = decided.kept + decided.reverted
  const already =
    before === 0
      ? ''
      : ` ${sentenceCase(spokenCount(before, 'hunk'))} ${before === 1 ? 'is' : 'are'} decided already.`
  return `${describeDiff(review.scanned)}${already} ${first}`
}

/** What is said of the hunk that waits: its file, if that is another one than before. */
export function hunkWords(review: Review, fileBefore: number | null, description: string): string {
  const here = review.hunks[review.at]
  if (!here) return description
  const file = here.file === fileBefore ? '' : `${describeFile(review.scanned, here.file)} `
  return `${file}${description}`
}

/** At the end: what was decided, and what can be done with it. */
export function summaryWords(review: Review, canAct: boolean): string {
  const { kept, reverted, open, remarks, unsent } = countReview(review)
  const parts = [
    ...(kept > 0 ? [`kept ${numberWord(kept)}`] : []),
    ...(reverted > 0 ? [`reverted ${numberWord(reverted)}`] : []),
    ...(open > 0 ? [`left ${numberWord(open)} undecided`] : []),
  ]
  const said = parts.length === 0 ? 'That was all.' : `That was all: you ${spokenList(parts)}.`
  const commented = remarks === 0 ? '' : ` ${sentenceCase(spokenCount(remarks, 'comment'))}.`
  const next = [
    ...(unsent > 0 && canAct ? ['“send it”'] : []),
    ...(kept > 0 && open === 0 ? ['“commit it”'] : []),
    ...(open > 0 ? ['“resume the review”'] : []),
  ]
  return `${said}${commented}${next.length === 0 ? '' : ` Say ${next.join(' or ')}.`}`
}

export function whereWords(review: Review): string {
  const { at, of } = placeOf(review)
  return `Hunk ${at} of ${of}.`
}

export const leftWords = (review: Review): string => {
  const { kept, reverted, open } = countReview(review)
  return hunksLeft({ hunks: { left: open, of: kept + reverted + open } })
}

export const undecidedWords = (open: number): string =>
  `${sentenceCase(spokenCount(open, 'hunk'))} ${open === 1 ? 'is' : 'are'} undecided. ` +
  'Say “keep the rest” first, or “commit everything”.'

export const askRevertRest = (open: number): string =>
  `That reverts ${spokenCount(open, 'hunk')}. Say “yes” to do it.`
