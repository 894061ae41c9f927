// Where two texts differ at all: their common beginning and end are found by letters, which is far quicker than taking
// long texts apart into lines.

export interface DifferingPart {
  /** How many lines come before it, in both texts. */
  lineBefore: number
  oldPart: string
  newPart: string
}

/** Whole lines, with up to `context` lines that are the same before and after them. */
export function differingPart(oldText: string, newText: string, context: number): DifferingPart {
  const shorter = Math.min(oldText.length, newText.length)
  let head = 0
  while (head < shorter && oldText.charCodeAt(head) === newText.charCodeAt(head)) head++
  let tail = 0
  const most = shorter - head
  while (
    tail < most &&
    oldText.charCodeAt(oldText.length - 1 - tail) === newText.charCodeAt(newText.length - 1 - tail)
  )
    tail++

  let start = lineStart(oldText, head)
  for (let line = 0; line < context && start > 0; line++) start = lineStart(oldText, start - 1)
  // The end that is the same begins after a line end; what is before that in the same line may differ.
  let end = oldText.length - tail
  for (let line = 0; line <= context && end < oldText.length; line++) end = nextLine(oldText, end)
  return {
    lineBefore: lineEnds(oldText, start),
    oldPart: oldText.slice(start, end),
    newPart: newText.slice(start, newText.length - (oldText.length - end)),
  }
}

const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

export function lineEnds(text: string, until = text.length): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) count++
  return count
}
