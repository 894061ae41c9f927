// Describing every hunk of a 2 MB diff, and the diff as a whole: the longest description, which is one task of the main
// thread, beside the limit of a task; and all of them beside the library `diff` parsing the same text.
import { createTwoFilesPatch, parsePatch } from 'diff'
import { describeDiff } from '../src/core/review/describe-diff.ts'
import { describeHunk, type HunkToDescribe } from '../src/core/review/describe-hunk.ts'
import { type ScannedDiff, scanDiff } from '../src/core/review/diff-scan.ts'
import { createSymbolReader } from '../src/main/workspace/symbol-reader.ts'
import { codeFileName, codeText } from './code-tree.ts'
import { alternate, median, ms, timed, type Figure } from './measure.ts'

const MB = 1024 * 1024
const SIZE = 2 * MB
const ROUNDS = 7
/** The delay of a frame that a user would notice. */
const TASK_LIMIT_MS = 50
/** How many generated texts make up a file. */
const PARTS = 6

export async function benchDescribe(): Promise<Figure[]> {
  const { text, diff, hunks } = await bigDiff()
  const size = text.length / MB
  // It also compiles what describes.
  const first = processorTime(() => void describeHunk(hunks[0]!))
  const all = await alternate(
    ROUNDS,
    () =>
      timed(() => {
        for (const hunk of hunks) describeHunk(hunk)
      }),
    () => timed(() => void parsePatch(text)),
  )
  const longest = Math.max(...hunks.map((hunk) => least(() => void describeHunk(hunk))))
  return [
    limited('the first description of a process, processor time', first),
    limited(`longest of ${hunks.length} descriptions, each the least of ${ROUNDS}`, longest),
    limited(
      `how large a diff of ${diff.files.length} files is, the least of ${ROUNDS}`,
      least(() => void describeDiff(diff)),
    ),
    {
      what: 'describing all hunks of a 2 MB diff, for each MB',
      ours: ms(median(all.ours) / size),
      peer: `${ms(median(all.peer) / size)} parsePatch of diff`,
      ratio: median(all.ours) / median(all.peer),
    },
  ]
}

const limited = (what: string, took: number): Figure => ({
  what,
  ours: ms(took),
  peer: `${TASK_LIMIT_MS} ms limit`,
  ratio: took / TASK_LIMIT_MS,
})

/** Processor time is counted too coarsely for one description; the fastest of several is about as long. */
const least = (work: () => void): number => Math.min(...Array.from({ length: ROUNDS }, () => timed(work)))

function processorTime(work: () => void): number {
  const from = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1000
}

async function bigDiff(): Promise<{ text: string; diff: ScannedDiff; hunks: HunkToDescribe[] }> {
  const files: { name: string; before: string; after: string }[] = []
  const patches: string[] = []
  let length = 0
  for (let at = 0; length < SIZE; at++) {
    const name = codeFileName(at)
    // All parts of a file are in its language.
    const before = Array.from({ length: PARTS }, (_, part) => codeText(at + part * 300)).join('\n')
    const after = edited(before, at)
    const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
      context: 3,
    })
    files.push({ name, before, after })
    patches.push(patch)
    length += patch.length
  }
  const text = patches.join('')
  const diff = scanDiff(text)
  const reader = createSymbolReader()
  const hunks: HunkToDescribe[] = []
  for (const [at, { name, before, after }] of files.entries()) {
    const file = diff.files[at]!
    const symbols = { before: await reader.read(name, before), after: await reader.read(name, after) }
    const lines = after.split('\n')
    hunks.push(...file.hunks.map((hunk) => ({ diff, file, hunk, ...symbols, lines })))
  }
  return { text, diff, hunks }
}

const EDITS: readonly ((line: string) => string)[] = [
  (line) => line.replace('limit', 'most'),
  (line) => `${line}\n${line.replace('return', 'log')}`,
  () => '',
  (line) => line.replaceAll(/\d+/g, (digits) => `${Number(digits) + 1}`),
  (line) => line.replace('(', '(extra, '),
  (line) => line.replace('request', 'question'),
]

/** Every eleventh line, each time with another edit; of every tenth file, all lines. */
const edited = (text: string, seed: number): string =>
  text
    .split('\n')
    .map((line, at) =>
      seed % 10 === 0 || (at + seed) % 11 === 0 ? EDITS[(at + seed) % EDITS.length]!(line) : line,
    )
    .join('\n')
