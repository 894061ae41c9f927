// What the window and its diff worker say to each other.
import type { DiffLayout } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import type { DiffRow } from './diff-rows.ts'

export type DiffRequest =
  | { type: 'read'; id: number; diff: string; layout: DiffLayout }
  | { type: 'draw'; id: number; file: number; chunk: number }
  | { type: 'patch'; id: number; file: number; hunk: number }

export type DiffAnswer =
  /** The beginning of a long diff, so that there is something to read while the rest is read. */
  | { type: 'head'; id: number; files: FileSummary[]; first: DiffRow[] }
  /** With what is seen first already drawn, which saves a way there and back. */
  | { type: 'files'; id: number; files: FileSummary[]; first: DiffRow[] }
  | { type: 'rows'; id: number; rows: DiffRow[] }
  | { type: 'patch'; id: number; patch: string | null }
  | { type: 'failed'; id: number; message: string }
