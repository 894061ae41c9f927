// What a review asks of others: of the agent that can change code and give reasons, or of the built-in one.
import { changedFile } from '../changed-file.ts'
import { declaredIn } from '../changed-symbols.ts'
import { changeMessage, newLines, reviewMessage, whyMessage } from './review-messages.ts'
import type { ReviewRequest } from './review-request.ts'
import { current, openHunks, type Review, type ReviewedHunk } from './review.ts'

export interface PassedRequest {
  to: 'brain' | 'builtin'
  text: string
  /** What the review does once it is answered. */
  afterwards: { tag: 'nothing' } | { tag: 'replaced' } | { tag: 'sent'; hunks: readonly string[] }
}

const builtin = (text: string): PassedRequest => ({ to: 'builtin', text, afterwards: { tag: 'nothing' } })

/** Null for what the review answers itself. Only an agent that `canReason` can act on comments. */
export function passedOn(request: ReviewRequest, review: Review, canReason: boolean): PassedRequest | null {
  if (request.do === 'commit') return openHunks(review).length === 0 ? builtin('commit what i kept') : null
  if (request.do === 'commit_anyway') return builtin('commit everything')
  if (request.do === 'send') return canReason ? sentReview(review) : null
  const hunk = current(review)
  if (!hunk) return null
  if (request.do === 'open') return builtin(openText(review, hunk))
  if (request.do === 'who_calls') return aboutSymbol(review, hunk, 'who calls')
  if (request.do === 'show_test') return aboutSymbol(review, hunk, 'which tests cover')
  if (!canReason) return null
  if (request.do === 'why')
    return { to: 'brain', text: whyMessage(review, hunk.key), afterwards: { tag: 'nothing' } }
  return request.do === 'change'
    ? {
        to: 'brain',
        text: changeMessage(review, hunk.key, request.text),
        afterwards: { tag: 'replaced' },
      }
    : null
}

function sentReview(review: Review): PassedRequest | null {
  const { text, hunks } = reviewMessage(review)
  return hunks.length === 0 ? null : { to: 'brain', text, afterwards: { tag: 'sent', hunks } }
}

function openText({ scanned, ...review }: Review, { file, hunk }: ReviewedHunk): string {
  const changed = scanned.files[file]!
  const { from } = newLines({ ...review, scanned }, changed.hunks[hunk]!)
  return `open ${changedFile(changed).name} at line ${from}`
}

function aboutSymbol(review: Review, hunk: ReviewedHunk, question: string): PassedRequest | null {
  const name = symbolOf(review, hunk)
  return name === null ? null : builtin(`${question} ${name}`)
}

/** What the hunk declares or is in: a changed declaration first, then the one that its heading names. */
function symbolOf({ scanned }: Review, { file, hunk }: ReviewedHunk): string | null {
  const { heading, from, to } = scanned.files[file]!.hunks[hunk]!
  const lines = scanned.lines.slice(from, to)
  const nameIn = (mark: RegExp): string | undefined =>
    lines
      .filter((line) => mark.test(line))
      .map((line) => declaredIn(line.slice(1)))
      .find((name) => name !== undefined)
  return nameIn(/^\+/) ?? declaredIn(heading.replace(/^@@+[^@]*@@+ ?/, '')) ?? nameIn(/^ /) ?? null
}
