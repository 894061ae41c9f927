// The lines of a hunk with their numbers, as many as a description looks at.
import type { ScannedDiff, ScannedFile, ScannedHunk } from '../diff-scan.ts'

export interface HunkLine {
  mark: '+' | '-' | ' '
  text: string
  /** Its number in the text before and after. */
  before: number
  after: number
}

export interface HunkLines {
  lines: HunkLine[]
  /** There are more. */
  cut: boolean
  /** Of the whole hunk if it is not cut, or if all its lines are of one kind. */
  added: number
  removed: number
  /** A line goes on after what is here of it. */
  hasLongLine: boolean
}

const MAX_LINES = 200
const MAX_LINE = 1000
const MAX_CHARACTERS = 10_000

/** In a merge, a line has a mark for each old text. */
export function markOf(line: string, signs: number): HunkLine['mark'] {
  if (line.slice(0, signs).includes('+')) return '+'
  return line.slice(0, signs).includes('-') ? '-' : ' '
}

export function hunkLines({ lines }: ScannedDiff, { signs }: ScannedFile, hunk: ScannedHunk): HunkLines {
  const found: HunkLine[] = []
  let before = hunk.oldStart
  let after = hunk.newStart
  let characters = 0
  let hasLongLine = false
  let index = hunk.from
  for (; index < hunk.to && found.length < MAX_LINES && characters < MAX_CHARACTERS; index++) {
    const raw = lines[index]!
    if (raw.startsWith('\\')) continue
    const mark = markOf(raw, signs)
    const text = raw.slice(signs, signs + MAX_LINE).replace(/\r$/, '')
    found.push({ mark, text, before, after })
    characters += text.length
    hasLongLine ||= raw.length > signs + MAX_LINE
    if (mark !== '+') before++
    if (mark !== '-') after++
  }
  const cut = index < hunk.to
  const of = (mark: HunkLine['mark']): number => found.filter((line) => line.mark === mark).length
  const rest = cut ? hunk.to - index : 0
  const [added, removed] = [of('+'), of('-')]
  return {
    lines: found,
    cut,
    hasLongLine,
    added: added === found.length ? added + rest : added,
    removed: removed === found.length ? removed + rest : removed,
  }
}
