// What the window and its diff worker say to each other.
import type { DiffShape } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import type { DiffRow } from './diff-rows.ts'

export type DiffRequest =
  /** Do everything once, so that the first diff does not wait for code to be read and compiled. */
  | { type: 'rehearse'; id: number }
  /** Draw the beginning of a long diff, whose rest comes later. */
  | { type: 'begin'; id: number; head: string; shape: DiffShape }
  | { type: 'read'; id: number; diff: string; shape: DiffShape }
  | { type: 'draw'; id: number; file: number; chunk: number }
  | { type: 'patch'; id: number; file: number; hunk: number }
  | { type: 'text'; id: number; file: number }

export type DiffAnswer =
  /** The beginning of a long diff, so that there is something to read while the rest is read. */
  | { type: 'head'; id: number; file: FileSummary; first: DiffRow[][] }
  /** Some of the files; a message with all of thousands would hold up the window that takes it. */
  | { type: 'some'; id: number; files: FileSummary[] }
  /** The last of the files, with what is seen first already drawn, which saves a way there and back. */
  | { type: 'files'; id: number; files: FileSummary[]; first: DiffRow[][] }
  | { type: 'rows'; id: number; rows: DiffRow[] }
  | { type: 'text'; id: number; text: string | null }
  | { type: 'failed'; id: number; message: string }
