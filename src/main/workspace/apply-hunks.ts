// Puts the hunks of a patch into a text. What a hunk replaces must be there to the letter; only where it is may differ,
// since other changes above move it.
import type { PatchHunk } from './parse-patch.ts'

/** The text with all hunks applied, or null where one of them does not fit. */
export function applyHunks(text: string, hunks: readonly PatchHunk[], reverse: boolean): string | null {
  const lines = linesOf(text)
  const result: string[] = []
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
    if (at === null) return null
    result.push(...lines.slice(done, at), ...after)
    moved += at - expected
    done = at + before.length
  }
  result.push(...lines.slice(done))
  // A line without an end can only be the last one.
  if (result.slice(0, -1).some((line) => !line.endsWith('\n'))) return null
  return result.join('')
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

/** The nearest place where the block stands. */
function findBlock(lines: readonly string[], block: readonly string[], place: Place): number | null {
  const { expected, from, atStart, atEnd } = place
  const last = lines.length - block.length
  const fits = (at: number): boolean =>
    at >= from && at <= last && block.every((line, offset) => lines[at + offset] === line)
  if (fits(expected)) return expected
  // With context on one side only it can have moved with that end of the file; with none at all it cannot be told.
  if (atStart || atEnd) {
    if (atStart === atEnd) return null
    return fits(atStart ? 0 : last) ? (atStart ? 0 : last) : null
  }
  for (let away = 1; away <= lines.length; away++) {
    if (fits(expected - away)) return expected - away
    if (fits(expected + away)) return expected + away
  }
  return null
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
