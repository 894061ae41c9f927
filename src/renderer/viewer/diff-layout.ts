// When a diff is drawn in one column although two were asked for, and when its files start closed.
import type { DiffLayout } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'

/** Two columns narrower than this wrap nearly every line. */
const TWO_COLUMNS_FROM_PX = 700
/** Two columns cost the browser twice the cells. */
const TWO_COLUMNS_UP_TO_CHARS = 1_500_000
const OPEN_UP_TO_ROWS = 30_000

/** Of the font of code, as in diff.css. */
const LETTER_PX = 7.5
/** What numbers and signs take of the width of a column. */
const BESIDE_PX: Record<DiffLayout, number> = { unified: 130, 'side-by-side': 80 }

/** How many letters of a line are likely to stand in one row. */
export function columnsIn(layout: DiffLayout, width: number): number {
  const column = layout === 'unified' ? width : width / 2
  return Math.max(20, Math.floor((column - BESIDE_PX[layout]) / LETTER_PX))
}

export interface LayoutChoice {
  layout: DiffLayout
  /** Why the wish was not followed, in words; null when it was. */
  forced: string | null
}

export function chooseLayout(wanted: DiffLayout, width: number, length: number): LayoutChoice {
  if (wanted === 'unified') return { layout: 'unified', forced: null }
  if (length > TWO_COLUMNS_UP_TO_CHARS) {
    return { layout: 'unified', forced: 'Shown in one column because the diff is very large' }
  }
  if (width < TWO_COLUMNS_FROM_PX) {
    return { layout: 'unified', forced: 'Shown in one column because there is no room for two' }
  }
  return { layout: 'side-by-side', forced: null }
}

export function startsCollapsed(files: readonly FileSummary[]): boolean {
  let rows = 0
  for (const { chunks } of files) for (const count of chunks.rows) rows += count
  return files.length > 1 && rows > OPEN_UP_TO_ROWS
}
