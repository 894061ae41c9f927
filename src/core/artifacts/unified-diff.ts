// Writes the change between two texts as a unified diff with three lines of context, as git and patch do.
import { structuredPatch } from 'diff'

const CONTEXT = 3
const NO_NEWLINE = '\\ No newline at end of file\n'

/**
 * What may still be spent on comparing; several edits of one file share it. `diff` takes time with the square of the
 * changed lines and has only a time limit for a single comparison. A diff must not hold up the process that carries the
 * audio, so past these bounds the differing part counts as replaced.
 */
export interface DiffBudget {
  /** Lines of both texts. Splitting a hundred thousand takes about a tenth of a second. */
  lines: number
  /** Changed lines. A thousand take about fifty milliseconds. */
  edits: number
}

export const newDiffBudget = (): DiffBudget => ({ lines: 100_000, edits: 1_000 })

/** A whole diff with its file header; empty if nothing changed. */
export function unifiedDiff(
  file: string,
  oldText: string,
  newText: string,
  budget: DiffBudget = newDiffBudget(),
): string {
  const hunks = diffHunks(oldText, newText, budget)
  return hunks === '' ? '' : diffHeader(file) + hunks
}

export function diffHeader(file: string): string {
  return `--- ${quoteDiffPath(`a/${file}`)}\n+++ ${quoteDiffPath(`b/${file}`)}\n`
}

/** The hunks alone, to put several edits under one header. */
export function diffHunks(oldText: string, newText: string, budget: DiffBudget): string {
  if (oldText === newText) return ''
  const { lineBefore, oldPart, newPart } = differingPart(oldText, newText)
  budget.lines -= lineEnds(oldPart) + lineEnds(newPart)
  if (oldPart === '' || newPart === '' || budget.lines < 0 || budget.edits <= 0)
    return replacedHunk(oldPart, newPart, lineBefore)
  const hunks = comparedHunks(oldPart, newPart, { maxEditLength: budget.edits, lineBefore })
  budget.edits -= hunks === null ? budget.edits : (hunks.match(/^[-+]/gm)?.length ?? 0)
  return hunks ?? replacedHunk(oldPart, newPart, lineBefore)
}

/** The hunks of two texts that are both not empty, or null if a limit is exceeded. */
export function comparedHunks(
  before: string,
  after: string,
  {
    lineBefore = 0,
    ...limits
  }: { maxEditLength: number; lineBefore?: number } | { timeout: number; lineBefore?: number },
): string | null {
  const patch = structuredPatch('a', 'b', before, after, undefined, undefined, {
    context: CONTEXT,
    ...limits,
  })
  if (patch === undefined) return null
  return patch.hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const [old, now] = [range(lineBefore + oldStart, oldLines), range(lineBefore + newStart, newLines)]
      return `@@ -${old} +${now} @@\n${lines.join('\n')}\n`
    })
    .join('')
}

/** One text replaced by another, as one hunk. Takes time only in proportion to the texts. */
export function replacedHunk(before: string, after: string, lineBefore = 0): string {
  if (before === after) return ''
  const rangeOf = (text: string): string => {
    const count = lineEnds(text) + (text === '' || text.endsWith('\n') ? 0 : 1)
    return range(lineBefore + (count === 0 ? 0 : 1), count)
  }
  return `@@ -${rangeOf(before)} +${rangeOf(after)} @@\n${marked('-', before)}${marked('+', after)}`
}

const range = (start: number, count: number): string => (count === 1 ? String(start) : `${start},${count}`)

function marked(mark: string, text: string): string {
  if (text === '') return ''
  const isEnded = text.endsWith('\n')
  const lines = (isEnded ? text.slice(0, -1) : text).replaceAll('\n', `\n${mark}`)
  return `${mark}${lines}\n${isEnded ? '' : NO_NEWLINE}`
}

interface DifferingPart {
  /** How many lines come before it, in both texts. */
  lineBefore: number
  oldPart: string
  newPart: string
}

/**
 * The lines in which two texts differ, with their context. Comparing characters from both ends is far quicker than
 * splitting long texts into lines.
 */
function differingPart(oldText: string, newText: string): DifferingPart {
  const shorter = Math.min(oldText.length, newText.length)
  let head = 0
  while (head < shorter && oldText.charCodeAt(head) === newText.charCodeAt(head)) head++
  let tail = 0
  while (
    tail < shorter - head &&
    oldText.charCodeAt(oldText.length - 1 - tail) === newText.charCodeAt(newText.length - 1 - tail)
  )
    tail++

  let start = lineStart(oldText, head)
  for (let line = 0; line < CONTEXT && start > 0; line++) start = lineStart(oldText, start - 1)
  // The common end starts after a line end; the line before it may differ.
  let end = oldText.length - tail
  for (let line = 0; line <= CONTEXT && end < oldText.length; line++) end = nextLine(oldText, end)
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

function lineEnds(text: string, until = text.length): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) count++
  return count
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' }

/** A path in a diff's header: git quotes a name that would break the line. */
export function quoteDiffPath(path: string): string {
  // A backslash alone stays: on Windows it is an ordinary separator.
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0000-\u001f"\u007f]/.test(path)) return path
  // oxlint-disable-next-line no-control-regex
  const escaped = path.replace(/[\u0000-\u001f"\\\u007f]/g, (character) => {
    const octal = (character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')
    return ESCAPES[character] ?? `\\${octal}`
  })
  return `"${escaped}"`
}
