// What the window and its diff worker say to each other.
import type { DiffLayout } from './diff-chunks.ts'
import type { FileSummary } from './diff-document.ts'

export type DiffRequest =
  | { type: 'read'; id: number; diff: string; layout: DiffLayout }
  | { type: 'draw'; id: number; file: number; chunk: number }

export type DiffAnswer =
  | { type: 'files'; id: number; files: FileSummary[] }
  | { type: 'html'; id: number; html: string }
  | { type: 'failed'; id: number; message: string }
