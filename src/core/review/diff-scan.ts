// Finds the files and hunks of a unified diff in one pass: a few milliseconds for megabytes. The library `diff` rejects a
// hunk whose heading has wrong counts, but models make counts up, so here the lines decide.

export interface ScannedHunk {
  /** The heading: `@@ -1,3 +1,4 @@ function f`. */
  heading: string
  /** Its lines are those from `from` up to but not including `to`. */
  from: number
  to: number
  oldStart: number
  newStart: number
}

export interface ScannedFile {
  /** Everything from the end of the previous file to the first hunk. */
  header: string[]
  hunks: ScannedHunk[]
  /** How many marks each line starts with: one, or more in a merge. */
  signs: number
}

export interface ScannedDiff {
  lines: string[]
  files: ScannedFile[]
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
const COMBINED = /^(@@@+) (?:-\d+(?:,\d+)? )+\+(\d+)(?:,\d+)? @@@+/

const isHeading = (line: string): boolean => line.startsWith('@@')
const opensFile = (line: string): boolean => line.startsWith('diff --')

function namesAt(lines: readonly string[], at: number): boolean {
  return lines[at]?.startsWith('--- ') === true && lines[at + 1]?.startsWith('+++ ') === true
}

/** Where the body of a hunk ends. */
function bodyEnd(lines: readonly string[], start: number, oldCount: number, newCount: number): number {
  let oldLeft = oldCount
  let newLeft = newCount
  let at = start
  for (; at < lines.length; at += 1) {
    const line = lines[at]!
    if (isHeading(line) || opensFile(line)) break
    const last = at === lines.length - 1 && line === ''
    if (line.startsWith('\\')) continue
    if (oldLeft > 0 || newLeft > 0) {
      if (last) break
      if (line.startsWith('+')) newLeft -= 1
      else if (line.startsWith('-')) oldLeft -= 1
      else {
        oldLeft -= 1
        newLeft -= 1
      }
    } else if (!/^[-+ ]/.test(line) || namesAt(lines, at) || line.trimEnd() === '--') {
      // A patch sent by mail ends with two dashes.
      break
    }
  }
  return at
}

/** Other text may come before a header, such as a commit message. */
function headerOf(pending: readonly string[]): string[] | null {
  const start = pending.findIndex((line, at) => opensFile(line) || namesAt(pending, at))
  return start < 0 ? null : pending.slice(start)
}

export function scanDiff(text: string): ScannedDiff {
  const lines = text.split('\n')
  const files: ScannedFile[] = []
  let file: ScannedFile | null = null
  let pending: string[] = []
  const begin = (header: string[], signs: number): ScannedFile => {
    const begun: ScannedFile = { header, hunks: [], signs }
    files.push(begun)
    pending = []
    return begun
  }
  /** A file without hunks: only renamed, or binary. */
  const flush = (): void => {
    const start = pending.findIndex((line) => opensFile(line) || line.startsWith('Binary files '))
    if (start >= 0) file = begin(pending.slice(start), 1)
    pending = []
  }
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    const plain = isHeading(line) ? HUNK.exec(line) : null
    const combined = plain || !isHeading(line) ? null : COMBINED.exec(line)
    if (!plain && !combined) {
      if (opensFile(line)) flush()
      pending.push(line)
      at += 1
      continue
    }
    const signs = combined ? combined[1]!.length - 1 : 1
    const header = headerOf(pending)
    if (header || !file) file = begin(header ?? [], signs)
    pending = []
    const count = (group: string | undefined): number => (group === undefined ? 1 : Number(group))
    const to = plain ? bodyEnd(lines, at + 1, count(plain[2]), count(plain[4])) : bodyEnd(lines, at + 1, 0, 0)
    file.hunks.push({
      heading: line.replace(/\r$/, ''),
      from: at + 1,
      to,
      oldStart: Number(plain?.[1] ?? 0),
      newStart: Number(plain?.[3] ?? combined?.[2] ?? 0),
    })
    at = to
  }
  flush()
  return { lines, files }
}
