// The line that a window shows once words of a review were carried out.
import type { ReviewRequest } from './review-request.ts'

const CONFIRMATIONS: Record<ReviewRequest['do'], string> = {
  start: 'Reviewing the changes',
  resume: 'Resuming the review',
  keep: 'Kept the hunk',
  revert: 'Reverting the hunk',
  skip: 'Skipped the hunk',
  back: 'Previous hunk',
  next_file: 'Next file',
  again: 'Saying it again',
  what_changed: 'What changed',
  read: 'Reading the lines',
  why: 'Why',
  who_calls: 'Who calls it',
  show_test: 'Its tests',
  open: 'Opening the file',
  split: 'Splitting the hunk',
  undo: 'Undoing the decision',
  left: 'What is left',
  keep_rest: 'Kept the rest',
  revert_rest: 'Revert the rest?',
  keep_file: 'Kept the file',
  revert_file: 'Reverting the file',
  where: 'Where the review is',
  stop: 'Stopped the review',
  send: 'Sending the review',
  commit: 'Commit',
  commit_anyway: 'Commit',
  yes: 'Yes',
  comment: 'Noted the comment',
  change: 'Asking for a change',
}

export const reviewConfirmation = ({ do: what }: ReviewRequest): string => CONFIRMATIONS[what]
