// Says which rows of a table in a document came, went or changed, and what a cell was and is.
import { numberWord } from '../../understanding/replies/spoken-count.ts'
import type { EditedPlace } from './edited-places.ts'
import { some } from './hunk-sentence.ts'
import { COLUMNS, firstWords } from './prose-text.ts'

/** Between the names of the columns and the rows. */
const RULE = /^[\s|:-]+$/
/** Signs that mean something in a cell. */
const SIGNS: readonly [sign: RegExp, said: string][] = [
  [/^(?:✔|✓|✅|☑|:white_check_mark:|:heavy_check_mark:)\uFE0F?$/u, 'a tick'],
  [/^(?:✖|✗|✘|❌|✕|:x:)\uFE0F?$/u, 'a cross'],
]

export function rowClauses(places: readonly EditedPlace[]): string[] {
  let by = 0
  const changed: { from: string[]; to: string[] }[] = []
  const come: string[][] = []
  for (const place of places) {
    const [old, now] = [rowsOf(place.old), rowsOf(place.now)]
    by += now.length - old.length
    come.push(...now)
    if (old.length !== now.length) continue
    for (const [at, from] of old.entries())
      if (from.join('|') !== now[at]!.join('|')) changed.push({ from, to: now[at]! })
  }
  const clauses: string[] = []
  if (changed.length > 1) clauses.push(`changes ${numberWord(changed.length)} rows of a table`)
  else if (changed.length === 1) clauses.push(changedRow(changed[0]!))
  if (by === 0) return clauses
  const name = come.length === 1 && by === 1 ? firstWords(come[0]![0] ?? '').said : ''
  const what = `${by > 0 ? 'adds' : 'removes'} ${some(Math.abs(by), 'row')}`
  clauses.push(
    name === ''
      ? `${what} ${by > 0 ? 'to' : 'from'} a table`
      : `${what} that begins with “${name}” to a table`,
  )
  return clauses
}

const rowsOf = (lines: readonly string[]): string[][] =>
  lines
    .filter((line) => COLUMNS.test(line) && !RULE.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )

function changedRow({ from, to }: { from: string[]; to: string[] }): string {
  const name = firstWords(to[0] ?? '', 4).said
  const row = name === '' || from[0] !== to[0] ? 'a row of a table' : `the table row “${name}”`
  const cells = from.length === to.length ? [...to.keys()].filter((at) => from[at] !== to[at]) : []
  if (cells.length !== 1) return `changes ${row}`
  const [was, is] = [saidCell(from[cells[0]!]!), saidCell(to[cells[0]!]!)]
  return was === null || is === null || was === is
    ? `changes a cell in ${row}`
    : `changes a cell in ${row} from ${was} to ${is}`
}

function saidCell(cell: string): string | null {
  const sign = SIGNS.find(([pattern]) => pattern.test(cell))
  if (sign) return sign[1]
  const { said, isAll } = firstWords(cell, 3)
  return said !== '' && isAll && /^[\w\s.'-]+$/.test(cell) ? `“${said}”` : null
}
