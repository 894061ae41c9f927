// The text of a file before a diff, from its text after the diff.
import type { ScannedDiff, ScannedFile, ScannedHunk } from './diff-scan.ts'

/** Null if the diff does not fit the text, or is the diff of a merge. The text of a deleted file is empty. */
export function textBefore(after: string, { lines }: ScannedDiff, file: ScannedFile): string | null {
  if (file.signs !== 1) return null
  const now = after === '' ? [] : after.split('\n')
  const endsLine = now.at(-1) === '' || now.length === 0
  if (endsLine && now.length > 0) now.pop()
  const before: string[] = []
  const unended = new Set<string>()
  let at = 0
  for (const hunk of file.hunks) {
    const start = firstLine(lines, hunk)
    if (start < at || start > now.length) return null
    for (; at < start; at++) before.push(now[at]!)
    let mark = ' '
    for (let index = hunk.from; index < hunk.to; index++) {
      const raw = lines[index]!
      if (raw.startsWith('\\')) {
        // This line is the last one of its side, and has no line end.
        if (mark !== '-' && (endsLine || at !== now.length)) return null
        unended.add(mark)
        continue
      }
      // Some tools trim the space of an empty line.
      mark = raw.startsWith('+') || raw.startsWith('-') ? raw.charAt(0) : ' '
      const text = raw.startsWith(' ') || mark !== ' ' ? raw.slice(1) : raw
      if (mark !== '-' && now[at++] !== text) return null
      if (mark !== '+') before.push(text)
    }
  }
  for (; at < now.length; at++) before.push(now[at]!)
  const ends = unended.has('-') || unended.has(' ') ? false : unended.has('+') || endsLine
  return before.length === 0 ? '' : `${before.join('\n')}${ends ? '\n' : ''}`
}

/** How many lines of the new text come before the hunk. A hunk that only removes lines names the line above it. */
function firstLine(lines: readonly string[], { from, to, newStart }: ScannedHunk): number {
  for (let at = from; at < to; at++) {
    if (!lines[at]!.startsWith('-') && !lines[at]!.startsWith('\\')) return newStart - 1
  }
  return newStart
}
