// Counts the changes of a unified diff. It relies on the line counts in hunk headers, because a removed line of SQL can
// look like a file header.

export interface DiffSummary {
  files: string[]
  added: number
  removed: number
}

export function summarizeDiff(diff: string): DiffSummary {
  const files: string[] = []
  let added = 0
  let removed = 0
  let oldLeft = 0
  let newLeft = 0
  let hasHeader = false

  for (let from = 0; from < diff.length;) {
    const end = diff.indexOf('\n', from)
    const until = end === -1 ? diff.length : end
    const mark = diff[from]
    if (oldLeft > 0 || newLeft > 0) {
      // A context line has neither mark and counts for both sides.
      const isNew = mark === '+'
      const isOld = mark === '-'
      if (isNew) added++
      if (isOld) removed++
      if (!isOld && mark !== '\\') newLeft--
      if (!isNew && mark !== '\\') oldLeft--
    } else {
      const line = diff.slice(from, Math.min(until, from + 4096))
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
      if (hunk) {
        oldLeft = Number(hunk[1] ?? 1)
        newLeft = Number(hunk[2] ?? 1)
      } else if (line.startsWith('diff --git ')) {
        hasHeader = true
        files.push(newName(line.slice('diff --git '.length)))
      } else if (line.startsWith('+++ ') && hasHeader) {
        // Unlike the header, this line is unambiguous if names have spaces. A removed file has no name here.
        if (!line.startsWith('+++ /dev/null')) files.splice(-1, 1, unprefixed(line.slice(4)))
      } else if (line.startsWith('+++ ')) {
        files.push(unprefixed(line.slice(4)))
      }
    }
    from = until + 1
  }
  return { files, added, removed }
}

/** Both names in `a/x b/x` are equal, so the second is the second half. */
function newName(pair: string): string {
  return unprefixed(pair.slice(Math.ceil(pair.length / 2)))
}

function unprefixed(name: string): string {
  return name
    .replace(/\t.*$/, '')
    .replace(/^"|"$/g, '')
    .replace(/^[ab]\//, '')
}
