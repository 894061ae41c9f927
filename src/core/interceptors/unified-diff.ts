// Writes what changed between two texts as a unified diff: three lines of context, as git and patch write and read it.
import { differingPart, lineEnds } from './differing-part.ts'
import { type DiffBudget, lineChanges, type LineChange, newDiffBudget } from './line-changes.ts'
import { quoteDiffPath } from './quote-diff-path.ts'
import { replacedHunk } from './replaced-hunk.ts'

const CONTEXT = 3
const NO_NEWLINE = '\\ No newline at end of file\n'

/** A whole diff with its file header; the empty text where nothing changed. */
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

/** The hunks alone, for putting several edits under one header. What would take too long is told as replaced whole. */
export function diffHunks(oldText: string, newText: string, budget: DiffBudget): string {
  if (oldText === newText) return ''
  const { lineBefore, oldPart, newPart } = differingPart(oldText, newText, CONTEXT)
  budget.lines -= lineEnds(oldPart) + lineEnds(newPart)
  if (budget.lines < 0) return replacedHunk(oldPart, newPart, lineBefore)
  const oldLines = linesOf(oldPart)
  const newLines = linesOf(newPart)
  return groupsOf(lineChanges(oldLines, newLines, budget))
    .map((group) => hunk(group, oldLines, newLines, lineBefore))
    .join('')
}

/** Lines with their ends kept, so that a last line without one differs from the same line with one. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`)
  const last = lines.pop()?.slice(0, -1) ?? ''
  if (last !== '') lines.push(last)
  return lines
}

/** Changes whose contexts touch share a hunk. */
function groupsOf(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && change.oldStart - before.oldEnd <= 2 * CONTEXT) group.push(change)
    else groups.push([change])
  }
  return groups
}

function hunk(
  group: readonly LineChange[],
  oldLines: readonly string[],
  newLines: readonly string[],
  lineBefore: number,
): string {
  const first = group[0] as LineChange
  const last = group.at(-1) as LineChange
  const lead = Math.min(CONTEXT, first.oldStart)
  const trail = Math.min(CONTEXT, oldLines.length - last.oldEnd)
  const oldFrom = first.oldStart - lead
  const newFrom = first.newStart - lead

  let body = ''
  let at = oldFrom
  for (const change of group) {
    body += prefixed(' ', oldLines.slice(at, change.oldStart))
    body += prefixed('-', oldLines.slice(change.oldStart, change.oldEnd))
    body += prefixed('+', newLines.slice(change.newStart, change.newEnd))
    at = change.oldEnd
  }
  body += prefixed(' ', oldLines.slice(at, last.oldEnd + trail))
  const oldRange = range(lineBefore + oldFrom, last.oldEnd + trail - oldFrom)
  const newRange = range(lineBefore + newFrom, last.newEnd + trail - newFrom)
  return `@@ -${oldRange} +${newRange} @@\n${body}`
}

/** Ranges count from 1, leave out a count of one, and name the line before when they are empty. */
function range(from: number, count: number): string {
  if (count === 1) return String(from + 1)
  return `${count === 0 ? from : from + 1},${count}`
}

function prefixed(mark: string, lines: readonly string[]): string {
  return lines.map((line) => (line.endsWith('\n') ? mark + line : `${mark}${line}\n${NO_NEWLINE}`)).join('')
}
