// Which lines differ between two texts, by Myers' greedy algorithm, with two bounds. An edit of a whole file must never
// hold up the process that carries the voice, so past either bound the differing middle counts as replaced whole.

/** Lines `oldStart..oldEnd` became lines `newStart..newEnd`; the ends are exclusive, counting from 0. */
export interface LineChange {
  oldStart: number
  oldEnd: number
  newStart: number
  newEnd: number
}

/** The trace kept for walking back takes the square of this in numbers: 4 MB. */
const MAX_EDITS = 1000

/** What may still be spent on finding out what changed; several edits of one file share it. */
export interface DiffBudget {
  /** Comparisons of lines, for long texts that are alike in many shifted places. A million take some ten milliseconds. */
  comparisons: number
  /** Lines that are taken apart, of both texts. A hundred thousand take some thirty milliseconds. */
  lines: number
}

export const newDiffBudget = (): DiffBudget => ({ comparisons: 1_000_000, lines: 100_000 })

export function lineChanges(
  oldLines: readonly string[],
  newLines: readonly string[],
  budget: DiffBudget,
): LineChange[] {
  const shorter = Math.min(oldLines.length, newLines.length)
  let head = 0
  while (head < shorter && oldLines[head] === newLines[head]) head++
  let tail = 0
  while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail++

  const oldEnd = oldLines.length - tail
  const newEnd = newLines.length - tail
  if (head === oldEnd && head === newEnd) return []
  const whole = { oldStart: head, oldEnd, newStart: head, newEnd }
  if (head === oldEnd || head === newEnd) return [whole]

  // Numbers compare faster than strings, and each line is looked at once.
  const numbers = new Map<string, number>()
  const numbered = (lines: readonly string[], end: number): Int32Array => {
    const ids = new Int32Array(end - head)
    for (let at = head; at < end; at++) {
      const line = lines[at] as string
      let id = numbers.get(line)
      if (id === undefined) numbers.set(line, (id = numbers.size))
      ids[at - head] = id
    }
    return ids
  }
  const steps = shortestEdit(numbered(oldLines, oldEnd), numbered(newLines, newEnd), budget)
  return steps === null ? [whole] : joinSteps(steps, head)
}

/** One line removed from, or one added at, a place in the old text. */
interface Step {
  kind: 'remove' | 'add'
  oldAt: number
  newAt: number
}

/** The steps from one list to the other in order, or null where finding them would cost too much. */
function shortestEdit(from: Int32Array, to: Int32Array, budget: DiffBudget): Step[] | null {
  const most = Math.min(from.length + to.length, MAX_EDITS)
  // reach[middle + k] is how far along `from` the best path on diagonal k has come.
  const middle = most + 1
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []

  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      let x = goesDown(reach, middle, k, edits) ? at(reach, middle + k + 1) : at(reach, middle + k - 1) + 1
      const start = x
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x++
      budget.comparisons -= x - start + 1
      reach[middle + k] = x
      if (x >= from.length && x - k >= to.length) return walkBack(trace, from.length, to.length, edits)
      if (budget.comparisons < 0) return null
    }
    trace.push(reach.slice(middle - edits, middle + edits + 1))
  }
  return null
}

function walkBack(trace: Int32Array[], fromLength: number, toLength: number, edits: number): Step[] {
  const steps: Step[] = []
  let x = fromLength
  let y = toLength
  for (let left = edits; left > 0; left--) {
    const before = trace[left - 1] as Int32Array
    const middle = left - 1
    const k = x - y
    const down = goesDown(before, middle, k, left)
    x = at(before, middle + (down ? k + 1 : k - 1))
    y = x - (down ? k + 1 : k - 1)
    steps.push({ kind: down ? 'add' : 'remove', oldAt: x, newAt: y })
  }
  return steps.toReversed()
}

/** Whether the best path to diagonal k comes from the one above (a line added) and not from the left (one removed). */
function goesDown(reach: Int32Array, middle: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && at(reach, middle + k - 1) < at(reach, middle + k + 1))
}

const at = (numbers: Int32Array, index: number): number => numbers[index] as number

function joinSteps(steps: readonly Step[], head: number): LineChange[] {
  const changes: LineChange[] = []
  for (const { kind, oldAt, newAt } of steps) {
    const oldStart = head + oldAt
    const newStart = head + newAt
    let last = changes.at(-1)
    if (last === undefined || last.oldEnd !== oldStart || last.newEnd !== newStart) {
      last = { oldStart, oldEnd: oldStart, newStart, newEnd: newStart }
      changes.push(last)
    }
    if (kind === 'remove') last.oldEnd++
    else last.newEnd++
  }
  return changes
}
