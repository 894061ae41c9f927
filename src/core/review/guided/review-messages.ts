// What a review asks the agent: the user's words, with the hunks they are about.
import { changedFile } from '../changed-file.ts'
import type { ScannedHunk } from '../diff-scan.ts'
import { hunkText, unsentHunks, type Review } from './review.ts'

const MAX_HUNK = 8_000
const MAX_MESSAGE = 90_000

/** "src/a.ts, lines 10 to 14" */
function placeIn(review: Review, key: string): string {
  const found = review.hunks.find((hunk) => hunk.key === key)
  const file = found && review.scanned.files[found.file]
  const hunk = file?.hunks[found?.hunk ?? 0]
  if (!file || !hunk) return 'a hunk that is no longer there'
  const { from, to } = newLines(review, hunk)
  return `${changedFile(file).name}, ${from === to ? `line ${from}` : `lines ${from} to ${to}`}`
}

/** The lines of the new text that the hunk changes, without what is around them. */
export function newLines(
  { scanned }: Pick<Review, 'scanned'>,
  { from, to, newStart }: ScannedHunk,
): { from: number; to: number } {
  let line = newStart
  let first = 0
  let last = 0
  for (let at = from; at < to; at++) {
    const mark = scanned.lines[at]!.charAt(0)
    if (mark === '+') {
      first ||= line
      last = line
    } else if (mark === '-') {
      first ||= line
      last = Math.max(last, line)
    }
    if (mark !== '-' && mark !== '\\') line++
  }
  return { from: Math.max(1, first || newStart), to: Math.max(1, last || newStart) }
}

function fenced(text: string): string {
  const cut = text.length > MAX_HUNK ? `${text.slice(0, MAX_HUNK)}\n…` : text
  // The text may have fences itself.
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n${cut}\n${fence}`
}

/** "Change it to …": one hunk and what to do with it. */
export const changeMessage = (review: Review, key: string, words: string): string =>
  [
    `This is about one hunk of the changes in ${placeIn(review, key)}:`,
    fenced(hunkText(review, key)),
    `Please change it: ${words}`,
    'Change nothing else.',
  ].join('\n\n')

export const whyMessage = (review: Review, key: string): string =>
  [
    `Why was this changed in ${placeIn(review, key)}? Answer in one or two sentences, and change nothing.`,
    fenced(hunkText(review, key)),
  ].join('\n\n')

/** All comments and refusals that the agent does not have, in one message. */
export function reviewMessage(review: Review): { text: string; hunks: readonly string[] } {
  const hunks: string[] = []
  const parts: string[] = ['I reviewed your changes. Please act on these remarks.']
  let length = parts[0]!.length
  for (const key of unsentHunks(review)) {
    const words = review.remarks.get(key)?.text
    const isReverted = review.decided.get(key)?.tag === 'reverted'
    const what = [
      ...(isReverted ? ['I reverted this hunk: do not make this change again.'] : []),
      ...(words === undefined ? [] : [words]),
    ].join(' ')
    const part = `${hunks.length + 1}. ${placeIn(review, key)}: ${what}\n\n${fenced(hunkText(review, key))}`
    length += part.length
    // The rest stays unsent, and can be sent after it.
    if (length > MAX_MESSAGE) break
    hunks.push(key)
    parts.push(part)
  }
  return { text: parts.join('\n\n'), hunks }
}
