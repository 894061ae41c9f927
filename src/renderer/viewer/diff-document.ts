// Parses a unified diff, and renders any chunk of it. Runs in a worker.
import { chunksOf, type DiffChunk, type DiffShape } from './diff-chunks.ts'
import { chunkTexts, colourChunk, NOTHING_OPEN, type OpenSyntax } from './diff-colours.ts'
import { drawChunk, type DiffRow } from './diff-rows.ts'
import { canRevertHunks, fileChangeOf, type FileChange } from './file-change.ts'
import { scanDiff, type ScannedDiff, type ScannedFile } from '../../core/review/diff-scan.ts'
import { hunkKeys } from '../../core/review/hunk-keys.ts'
import { fileText, hunkPatch } from '../../core/review/hunk-patch.ts'
import { highlighterFor } from './syntax-colour.ts'

export interface HunkSummary {
  /** What a decision about it is remembered by. */
  key: string
  heading: string
  /** Its first changed line, in the new file. */
  line: number
  /** Its last changed line, likewise; the same if it only deletes. */
  endLine: number
}

export interface FileSummary extends FileChange {
  /** Its index in the diff, used to request its chunks. */
  index: number
  /** Whether its hunks can be reverted, one by one. */
  canRevert: boolean
  added: number
  deleted: number
  /** The largest line number, for the width of the gutter. */
  lastLine: number
  hunks: HunkSummary[]
  /** Its chunks in order: how many rows each probably has, and its hunk. */
  chunks: { rows: Uint16Array; hunks: Uint32Array }
  /** How many signs precede each line. */
  signs: number
}

export interface DiffDocument {
  files: FileSummary[]
  draw(file: number, chunk: number): DiffRow[]
  /** The hunk as a patch; null if that is impossible. */
  patch(file: number, hunk: number): string | null
  /** The part of the diff about one file. */
  text(file: number): string
}

/** Above this many characters, lines are compared in order instead of pairwise. */
const MATCH_UP_TO = 200_000

/** How many chunks before one are searched for a comment or string that is still open. */
const LOOK_BACK = 2

function summarise(
  diff: ScannedDiff,
  file: ScannedFile,
  index: number,
  chunks: readonly DiffChunk[],
): FileSummary {
  const change = fileChangeOf(diff, file)
  const keys = hunkKeys(diff, file)
  const hunks: HunkSummary[] = file.hunks.map(({ heading, newStart }, at) => ({
    key: keys[at]!,
    heading,
    line: newStart || 1,
    endLine: newStart || 1,
  }))
  const known = new Set<number>()
  let added = 0
  let deleted = 0
  let lastLine = 0
  for (const { hunk, lines } of chunks) {
    for (const { kind, old, now } of lines) {
      if (kind === 'insert') added += 1
      else if (kind === 'delete') deleted += 1
      lastLine = Math.max(lastLine, old, now)
      if (kind !== 'insert') continue
      const summary = hunks[hunk]!
      if (!known.has(hunk)) summary.line = now
      known.add(hunk)
      summary.endLine = now
    }
  }
  return {
    ...change,
    index,
    canRevert: canRevertHunks(change, file),
    added,
    deleted,
    lastLine,
    hunks,
    chunks: {
      rows: Uint16Array.from(chunks, ({ rows }) => rows),
      hunks: Uint32Array.from(chunks, ({ hunk }) => hunk),
    },
    signs: file.signs,
  }
}

/** An empty list of files means that the text is not a diff. */
export function readDiff(text: string, shape: DiffShape): DiffDocument {
  const { layout } = shape
  const scanned = scanDiff(text)
  const chunks = scanned.files.map((file) => chunksOf(scanned, file, shape))
  const files = scanned.files.map((file, index) => summarise(scanned, file, index, chunks[index]!))
  const matching = text.length <= MATCH_UP_TO
  /** What each rendered chunk leaves open. */
  const left = files.map(() => new Map<number, OpenSyntax>())
  const optionsOf = (file: number, chunk: number, back: number) => {
    const { signs } = scanned.files[file]!
    const language = highlighterFor(files[file]!.name)
    return { signs, language, open: openBefore(file, chunk, back) }
  }
  const openBefore = (file: number, chunk: number, back: number): OpenSyntax => {
    const before = chunks[file]![chunk - 1]
    if (!before || chunks[file]![chunk]!.first) return NOTHING_OPEN
    const known = left[file]!.get(chunk - 1)
    if (known || back === 0) return known ?? NOTHING_OPEN
    const options = optionsOf(file, chunk - 1, back - 1)
    const { open } = colourChunk(chunkTexts(scanned.lines, before, options.signs), before, options)
    left[file]!.set(chunk - 1, open)
    return open
  }
  return {
    files,
    draw(file, index) {
      const chunk = chunks[file]?.[index]
      if (!chunk) return []
      const options = { ...optionsOf(file, index, LOOK_BACK), layout, matching }
      const { rows, open } = drawChunk(scanned.lines, chunk, options)
      left[file]!.set(index, open)
      return rows
    },
    patch(fileIndex, hunkIndex) {
      const file = scanned.files[fileIndex]
      const hunk = file?.hunks[hunkIndex]
      return file && hunk ? hunkPatch(scanned, file, hunk) : null
    },
    text(fileIndex) {
      const file = scanned.files[fileIndex]
      return file ? fileText(scanned, file) : ''
    },
  }
}
