// One text replaced by another, as one hunk: what can always be said, in a time that grows only with the texts.
const NO_NEWLINE = '\\ No newline at end of file\n'

/** `lineBefore` is how many lines come before them. */
export function replacedHunk(before: string, after: string, lineBefore = 0): string {
  if (before === after) return ''
  return `@@ -${range(before, lineBefore)} +${range(after, lineBefore)} @@\n${marked('-', before)}${marked('+', after)}`
}

/** Ranges count from 1, leave out a count of one, and name the line before when they are empty. */
function range(text: string, lineBefore: number): string {
  const count = lineCount(text)
  return count === 1 ? String(lineBefore + 1) : `${count === 0 ? lineBefore : lineBefore + 1},${count}`
}

function lineCount(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

function marked(mark: string, text: string): string {
  if (text === '') return ''
  const ended = text.endsWith('\n')
  const lines = (ended ? text.slice(0, -1) : text).replaceAll('\n', `\n${mark}`)
  return `${mark}${lines}\n${ended ? '' : NO_NEWLINE}`
}
