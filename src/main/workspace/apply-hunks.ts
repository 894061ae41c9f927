// Puts the hunks of a patch into a text. What a hunk replaces must be there to the letter; only where it is may differ,
// since other changes above move it.
import type { PatchHunk } from './parse-patch.ts'

export type Applied =
  | { tag: 'applied'; text: string }
  /** What a hunk replaces is not there. */
  | { tag: 'missing' }
  /** It is not where it was, and in more places than one: which is meant cannot be told. */
  | { tag: 'ambiguous' }

/** The text with all hunks applied, or why one of them does not fit. */
export function applyHunks(text: string, hunks: readonly PatchHunk[], reverse: boolean): Applied {
  const lines = linesOf(text)
  let result: string[] = []
  // How far the text runs ahead of where the hunks think they are, and up to where it is done.
  let moved = 0
  let done = 0
  for (const hunk of hunks) {
    const gone = reverse ? '+' : '-'
    const come = reverse ? '-' : '+'
    const before = hunk.lines.filter(({ mark }) => mark !== come).map((line) => line.text)
    const after = hunk.lines.filter(({ mark }) => mark !== gone).map((line) => line.text)
    const start = reverse ? hunk.newStart : hunk.oldStart
    // A range of no lines names the line before it.
    const expected = (before.length === 0 ? start : start - 1) + moved
    const at = findBlock(lines, before, { expected, from: done, ...ends(hunk) })
    if (typeof at === 'string') return { tag: at }
    // Joined, not pushed one by one as arguments: a hunk may have more lines than a call can take.
    result = result.concat(lines.slice(done, at), after)
    moved += at - expected
    done = at + before.length
  }
  result = result.concat(lines.slice(done))
  // A line without an end can only be the last one.
  if (result.slice(0, -1).some((line) => !line.endsWith('\n'))) return { tag: 'missing' }
  return { tag: 'applied', text: result.join('') }
}

interface Place {
  expected: number
  from: number
  atStart: boolean
  atEnd: boolean
}

/** A hunk that shows no line before or after its change touches the beginning or the end of the file. */
function ends({ lines }: PatchHunk): { atStart: boolean; atEnd: boolean } {
  return { atStart: lines[0]?.mark !== ' ', atEnd: lines.at(-1)?.mark !== ' ' }
}

/** Where the block stands: where it is expected, else in the only other place there is. */
function findBlock(
  lines: readonly string[],
  block: readonly string[],
  place: Place,
): number | 'missing' | 'ambiguous' {
  const { expected, from, atStart, atEnd } = place
  const last = lines.length - block.length
  const fits = (at: number): boolean =>
    at >= from && at <= last && block.every((line, offset) => lines[at + offset] === line)
  if (fits(expected)) return expected
  // With context on one side only it can have moved with that end of the file; with none at all it cannot be told.
  if (atStart || atEnd) {
    const end = atStart ? 0 : last
    return atStart !== atEnd && fits(end) ? end : 'missing'
  }
  let found: number | null = null
  for (let at = from; at <= last; at++) {
    if (!fits(at)) continue
    // Near is no reason: the one that was meant may be the one that moved further.
    if (found !== null) return 'ambiguous'
    found = at
  }
  return found ?? 'missing'
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
