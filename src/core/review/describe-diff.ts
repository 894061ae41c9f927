// What is said before a review: how large the diff is, and what comes next.
import { ordinalWord, sentenceCase, spokenCount } from '../understanding/replies/spoken-count.ts'
import { spokenName } from '../understanding/replies/spoken-name.ts'
import { wordsOfName } from '../understanding/spoken-forms.ts'
import { type ChangedFile, changedFile } from './changed-file.ts'
import { markOf } from './changes/hunk-lines.ts'
import type { ScannedDiff, ScannedFile } from './diff-scan.ts'

/** "4 files, 12 hunks: 40 lines added and 12 removed. The largest change is in parser.ts." */
export function describeDiff({ lines, files }: ScannedDiff): string {
  if (files.length === 0) return 'Nothing changed.'
  let added = 0
  let removed = 0
  let hunks = 0
  let largest = { at: 0, changed: 0 }
  for (const [at, file] of files.entries()) {
    const counted = countLines(lines, file)
    added += counted.added
    removed += counted.removed
    hunks += file.hunks.length
    const changed = counted.added + counted.removed
    if (changed > largest.changed) largest = { at, changed }
  }
  const count = sentenceCase(spokenCount(files.length, 'file'))
  const size = `${count}, ${spokenCount(hunks, 'hunk')}`
  const only = files.length === 1 ? ` in ${spokenFile(files, 0)}` : ''
  if (added + removed === 0)
    return `${count} without changed lines${files.length === 1 ? `: ${spokenFile(files, 0)}` : ''}.`
  const most = files.length > 1 ? ` The largest change is in ${spokenFile(files, largest.at)}.` : ''
  return `${size}: ${linesChanged(added, removed)}${only}.${most}`
}

/** "parser.ts, the second of 4 files, with 3 hunks." */
export function describeFile({ files }: ScannedDiff, at: number): string {
  const file = files[at]!
  const known = changedFile(file)
  const place =
    files.length === 1 ? 'the only file' : `${position(at + 1, files.length)} of ${files.length} files`
  // A file name keeps its case; one that is spoken as words begins a sentence.
  const name = spokenFile(files, at)
  return `${name.includes('.') ? name : sentenceCase(name)}, ${place}, ${fateOf(known, file.hunks.length)}.`
}

function fateOf({ fate, before, isBinary, modeChanged }: ChangedFile, hunks: number): string {
  const count = spokenCount(hunks, 'hunk')
  if (isBinary)
    return fate === 'added' ? 'new and binary' : fate === 'deleted' ? 'binary and deleted' : 'binary'
  if (fate === 'added') return hunks === 0 ? 'new and empty' : 'which is new'
  if (fate === 'deleted') return 'which is deleted'
  if (fate === 'renamed')
    return `renamed from ${spokenName(before ?? '')}, with ${hunks === 0 ? 'no other change' : count}`
  if (hunks === 0) return modeChanged ? 'of which only the mode changed' : 'without a changed line'
  return `with ${count}`
}

const position = (at: number, count: number): string =>
  at === count ? 'the last' : at <= 5 ? `the ${ordinalWord(at)}` : `number ${at}`

function linesChanged(added: number, removed: number): string {
  if (removed === 0) return `${spokenCount(added, 'line')} added`
  if (added === 0) return `${spokenCount(removed, 'line')} removed`
  return `${spokenCount(added, 'line')} added and ${removed === 1 ? 'one' : removed} removed`
}

/** With its folder, if another file of the diff is called the same. */
function spokenFile(files: readonly ScannedFile[], at: number): string {
  const path = changedFile(files[at]!).name
  const name = spokenName(path)
  const twin = files.some((file, other) => other !== at && spokenName(changedFile(file).name) === name)
  const folder = twin ? wordsOfName(path.split('/').at(-2) ?? '').join(' ') : ''
  return folder === '' || folder.length > 40 ? name : `${name} in ${folder}`
}

function countLines(
  lines: readonly string[],
  { hunks, signs }: ScannedFile,
): { added: number; removed: number } {
  let added = 0
  let removed = 0
  for (const { from, to } of hunks) {
    for (let at = from; at < to; at++) {
      const mark = markOf(lines[at]!, signs)
      if (mark === '+') added++
      else if (mark === '-') removed++
    }
  }
  return { added, removed }
}
