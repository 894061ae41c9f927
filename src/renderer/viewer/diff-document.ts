// Reads a unified diff and draws any chunk of it as HTML. Runs in a worker: reading two megabytes takes a second.
import { html, parse } from 'diff2html'
import type { DiffFile } from 'diff2html/lib/types'
import { safeLine, splitBlocks, type DiffChunk, type DiffLayout } from './diff-chunks.ts'

type FileChange = 'added' | 'deleted' | 'renamed' | 'copied' | 'binary' | 'changed'

export interface FileSummary {
  /** Its place in the diff, by which its chunks are asked for. */
  index: number
  name: string
  /** The name it had before, when it is another one. */
  oldName: string | null
  change: FileChange
  added: number
  deleted: number
  /** The largest line number, by which the gutter's width is chosen. */
  lastLine: number
  chunks: { index: number; rows: number; continued: boolean }[]
}

export interface DiffDocument {
  files: FileSummary[]
  draw(file: number, chunk: number): string
}

/** Above this many characters, lines are compared in order instead of each with each. */
const MATCH_UP_TO = 200_000
/** Words are compared only in lines up to this length: the comparison is quadratic. */
const COMPARE_WORDS_UP_TO = 500

/**
 * Keeps what diff2html would lose: an empty context line whose one space some tool has trimmed, and a carriage
 * return in the middle of a line, at which it would break the line in two.
 */
export function mendDiff(text: string): string {
  let oldLeft = 0
  let newLeft = 0
  return text
    .replace(/\r(?!\n)/g, '␍')
    .split('\n')
    .map((line) => {
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
      if (hunk) {
        oldLeft = hunk[1] === undefined ? 1 : Number(hunk[1])
        newLeft = hunk[2] === undefined ? 1 : Number(hunk[2])
        return line
      }
      if (oldLeft <= 0 && newLeft <= 0) return line
      if (line.startsWith('+')) newLeft -= 1
      else if (line.startsWith('-')) oldLeft -= 1
      else if (!line.startsWith('\\')) {
        oldLeft -= 1
        newLeft -= 1
        if (line === '' || line === '\r') return ' '
      }
      return line
    })
    .join('\n')
}

const isNothing = (name: string): boolean => name === '/dev/null' || name === 'dev/null'

function changeOf(file: DiffFile): FileChange {
  if (file.isBinary) return 'binary'
  if (file.isNew || isNothing(file.oldName)) return 'added'
  if (file.isDeleted || isNothing(file.newName)) return 'deleted'
  if (file.isCopy) return 'copied'
  return file.isRename || file.oldName !== file.newName ? 'renamed' : 'changed'
}

function summarise(file: DiffFile, index: number, chunks: DiffChunk[]): FileSummary {
  const change = changeOf(file)
  const last = file.blocks.at(-1)?.lines.at(-1)
  return {
    index,
    name: isNothing(file.newName) ? file.oldName : file.newName,
    oldName: change === 'renamed' || change === 'copied' ? file.oldName : null,
    change,
    added: file.addedLines,
    deleted: file.deletedLines,
    lastLine: Math.max(last?.oldNumber ?? 0, last?.newNumber ?? 0),
    chunks: chunks.map(({ rows, continued }, place) => ({ index: place, rows, continued })),
  }
}

/** An empty list of files means that the text is no diff. */
export function readDiff(text: string, layout: DiffLayout): DiffDocument {
  // Text without any sign of a diff is refused here, because the parser searches it to the end for every line.
  if (!/^(?:@@|diff --|Binary files )/m.test(text)) return { files: [], draw: () => '' }
  const files = parse(mendDiff(text))
  for (const file of files) {
    for (const block of file.blocks) block.lines = block.lines.map((line) => safeLine(line, file.isCombined))
  }
  const chunks = files.map((file) => splitBlocks(file.blocks, layout))
  const matching = text.length <= MATCH_UP_TO ? 'lines' : 'none'
  return {
    files: files.map((file, index) => summarise(file, index, chunks[index] ?? [])),
    draw(fileIndex, chunkIndex) {
      const file = files[fileIndex]
      const chunk = chunks[fileIndex]?.[chunkIndex]
      if (!file || !chunk) return ''
      // Names are left out: the window writes the file's heading itself, as text.
      const piece: DiffFile = {
        oldName: '',
        newName: '',
        language: '',
        isCombined: file.isCombined,
        isGitDiff: false,
        isTooBig: false,
        addedLines: 0,
        deletedLines: 0,
        blocks: chunk.blocks,
      }
      return html([piece], {
        outputFormat: layout === 'unified' ? 'line-by-line' : 'side-by-side',
        drawFileList: false,
        matching,
        maxLineLengthHighlight: COMPARE_WORDS_UP_TO,
      })
    },
  }
}
