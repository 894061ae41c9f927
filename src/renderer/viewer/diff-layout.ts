// Decides when a diff has one column although the user chose two, and when its files start collapsed.
import type { DiffLayout } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'

/** In narrower columns nearly every line wraps. */
const TWO_COLUMNS_FROM_PX = 700
/** Two columns have twice the cells. */
const TWO_COLUMNS_UP_TO_CHARS = 1_500_000
const OPEN_UP_TO_ROWS = 30_000

/** The width of a character, as in diff.css. */
const LETTER_PX = 7.5
/** The width of line numbers and signs in a column. */
const BESIDE_PX: Record<DiffLayout, number> = { unified: 130, 'side-by-side': 80 }

/** How many characters probably fit in one row. */
export function columnsIn(layout: DiffLayout, width: number): number {
  const column = layout === 'unified' ? width : width / 2
  return Math.max(20, Math.floor((column - BESIDE_PX[layout]) / LETTER_PX))
}

export interface LayoutChoice {
  layout: DiffLayout
  /** Why the user's choice was not followed; null if it was. */
  forced: string | null
}

export function chooseLayout(wanted: DiffLayout, width: number, length: number): LayoutChoice {
  if (wanted === 'unified') return { layout: 'unified', forced: null }
  if (length > TWO_COLUMNS_UP_TO_CHARS) {
    return { layout: 'unified', forced: 'Shown in one column because the diff is very large' }
  }
  if (width < TWO_COLUMNS_FROM_PX) {
    return { layout: 'unified', forced: 'Shown in one column because the window is too narrow for two' }
  }
  return { layout: 'side-by-side', forced: null }
}

export function startsCollapsed(files: readonly FileSummary[]): boolean {
  let rows = 0
  for (const { chunks } of files) for (const count of chunks.rows) rows += count
  return files.length > 1 && rows > OPEN_UP_TO_ROWS
}
