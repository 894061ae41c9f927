// The messages between the window and its diff worker.
import type { DiffShape } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'
import type { DiffRow } from './diff-rows.ts'

/** `version`: the user may still look at one version of the diff while the next one is read. */
export type DiffRequest =
  /** Run everything once, so that the first diff does not wait for compilation. */
  | { type: 'rehearse'; id: number }
  /** Render the beginning of a long diff, whose rest follows. */
  | { type: 'begin'; id: number; version: number; head: string; shape: DiffShape }
  | { type: 'read'; id: number; version: number; diff: string; shape: DiffShape }
  | { type: 'draw'; id: number; version: number; file: number; chunk: number }
  | { type: 'patch'; id: number; version: number; file: number; hunk: number }
  | { type: 'text'; id: number; version: number; file: number }

export type DiffAnswer =
  /** The beginning of a long diff, to show while the rest is being parsed. */
  | { type: 'head'; id: number; file: FileSummary; first: DiffRow[][] }
  /** Some of the files: a message with thousands of them would block the window. */
  | { type: 'some'; id: number; files: FileSummary[] }
  /** The last files, with the first rows already rendered, which saves a round trip. */
  | { type: 'files'; id: number; files: FileSummary[]; first: DiffRow[][] }
  | { type: 'rows'; id: number; rows: DiffRow[] }
  | { type: 'text'; id: number; text: string | null }
  | { type: 'failed'; id: number; message: string }
