// The rows of the small diff on an approval card. Every changed line is one of them, whatever it looks like.

/** A line of the diff, or the name of the file that the following lines are of. */
export type DiffRow = { kind: 'file'; file: string } | { kind: 'line'; line: string }

const RANGE = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/**
 * The lines of a diff, with the names of its files instead of their headers. Every line inside a hunk stays: a removed
 * line that starts with "-- " looks like a header and is none.
 */
export function diffRows(diff: string): DiffRow[] {
  const lines = diff.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const rows: DiffRow[] = []
  let [before, after] = [0, 0]
  lines.forEach((line, at) => {
    if (before > 0 || after > 0) {
      if (line.startsWith('\\')) return
      if (!line.startsWith('+')) before--
      if (!line.startsWith('-')) after--
      return rows.push({ kind: 'line', line })
    }
    const range = RANGE.exec(line)
    if (range) [before, after] = [Number(range[1] ?? 1), Number(range[2] ?? 1)]
    if (!isHeading(lines, at)) rows.push({ kind: 'line', line })
    else if (line.startsWith('+++ ')) rows.push({ kind: 'file', file: fileOf(lines[at - 1] ?? '', line) })
  })
  return rows
}

export const countFiles = (rows: readonly DiffRow[]): number =>
  rows.filter(({ kind }) => kind === 'file').length

function isHeading(lines: readonly string[], at: number): boolean {
  const [before = '', line = '', after = ''] = [lines[at - 1], lines[at], lines[at + 1]]
  if (line.startsWith('--- ')) return after.startsWith('+++ ')
  if (line.startsWith('+++ ')) return before.startsWith('--- ') && (after === '' || RANGE.test(after))
  return /^(?:diff --git |index [0-9a-f]|\\ No newline)/.test(line)
}

function fileOf(before: string, after: string): string {
  const nameIn = (line: string): string => line.slice(4).replace(/\t.*$/, '')
  const [old, made] = [nameIn(before), nameIn(after)]
  if (made === '/dev/null') return `${old.replace(/^a\//, '')} (deleted)`
  const name = made.replace(/^b\//, '')
  return old === '/dev/null' ? `${name} (new)` : name
}
