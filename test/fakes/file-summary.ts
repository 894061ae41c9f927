// A file of a diff, as its worker describes it to the window.
import type { FileSummary } from '../../src/renderer/viewer/diff-document.ts'

export const fileSummary = (part: Partial<FileSummary>): FileSummary => ({
  index: 0,
  name: 'a',
  oldName: null,
  change: 'changed',
  isBinary: false,
  special: null,
  mode: null,
  hasConflict: false,
  canRevert: true,
  added: 0,
  deleted: 0,
  lastLine: 0,
  hunks: [],
  chunks: { rows: new Uint16Array(0), hunks: new Uint32Array(0) },
  signs: 1,
  ...part,
})
