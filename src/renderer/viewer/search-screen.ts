// What words can mean in a list of search results: its hits, in their order.
import { useMemo } from 'react'
import { nearestThings } from '../../core/pointing/nearest-things.ts'
import type { Screen, ScreenThing } from '../../shared/screen.ts'
import { isSameFile } from '../store/pointing.ts'
import type { SearchRow } from './search-rows.ts'

/** `active` is the row that is marked. */
export function useSearchScreen(rows: readonly SearchRow[], active: number): Screen {
  const { results, places } = useMemo(() => {
    const listed = rows.flatMap((row, at) => (isResult(row) ? [{ thing: thingOf(row), at }] : []))
    return { results: listed.map(({ thing }) => thing), places: listed.map(({ at }) => at) }
  }, [rows])
  const near = Math.max(
    0,
    places.findIndex((at) => at >= active),
  )
  return useMemo(() => nearestThings(results, near), [results, near])
}

/** A file that was found by its name is a result itself. */
const isResult = (row: SearchRow): boolean => row.type === 'hit' || row.count === 0
const lineOf = (row: SearchRow): number => (row.type === 'hit' ? row.line : 1)

const thingOf = (row: SearchRow): ScreenThing => ({
  kind: 'result',
  file: row.file,
  line: lineOf(row),
  endLine: lineOf(row),
})

/** The row of a result; -1 if it is not listed. */
export const rowAt = (rows: readonly SearchRow[], file: string, line: number): number =>
  rows.findIndex((row) => isResult(row) && lineOf(row) === line && isSameFile(row.file, file))
