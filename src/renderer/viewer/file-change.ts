// What happened to a file as a whole, by its part of a diff: added, renamed, made executable, in conflict.
import { parse } from 'diff2html'
import type { DiffFile } from 'diff2html/lib/types'
import type { ScannedDiff, ScannedFile } from '../../core/review/diff-scan.ts'

export interface FileChange {
  name: string
  /** Its old name, if it was renamed or copied. */
  oldName: string | null
  change: 'added' | 'deleted' | 'renamed' | 'copied' | 'changed'
  isBinary: boolean
  /** What it is instead of an ordinary file. */
  special: 'submodule' | 'link' | null
  /** How its mode changed, in words. */
  mode: 'executable' | 'now executable' | 'no longer executable' | null
  /** Its text has the marks of an unresolved merge. */
  hasConflict: boolean
}

const NO_FILE = { oldName: '', newName: '' } as DiffFile

const isNothing = (name: string): boolean => name === '/dev/null' || name === 'dev/null'

function changeOf(file: DiffFile): FileChange['change'] {
  if (file.isNew || isNothing(file.oldName)) return 'added'
  if (file.isDeleted || isNothing(file.newName)) return 'deleted'
  if (file.isCopy) return 'copied'
  return file.isRename || file.oldName !== file.newName ? 'renamed' : 'changed'
}

/** diff2html parses only the header. */
export function fileChangeOf(diff: ScannedDiff, file: ScannedFile): FileChange {
  const header = file.header.map((line) => line.replace(/\r$/, ''))
  const read = parse([...header, file.hunks[0]?.heading ?? ''].join('\n'))[0] ?? NO_FILE
  const change = changeOf(read)
  const modes = modesIn(header)
  return {
    name: unescaped(isNothing(read.newName) ? read.oldName : read.newName),
    oldName: change === 'renamed' || change === 'copied' ? unescaped(read.oldName) : null,
    change,
    isBinary: read.isBinary === true,
    special: specialOf(modes),
    mode: modeOf(modes),
    hasConflict: hasConflict(diff, file),
  }
}

interface Modes {
  old: string | null
  now: string | null
}

function modesIn(header: readonly string[]): Modes {
  const after = (words: string): string | null =>
    header.find((line) => line.startsWith(words))?.slice(words.length) ?? null
  const same = /^index \S+ (\d{6})$/.exec(header.find((line) => line.startsWith('index ')) ?? '')?.[1] ?? null
  return {
    old: after('old mode ') ?? after('deleted file mode ') ?? same,
    now: after('new mode ') ?? after('new file mode ') ?? same,
  }
}

function specialOf({ old, now }: Modes): FileChange['special'] {
  const mode = now ?? old
  if (mode === '160000') return 'submodule'
  return mode === '120000' ? 'link' : null
}

function modeOf({ old, now }: Modes): FileChange['mode'] {
  if (now === '100755' && old !== '100755') return old === null ? 'executable' : 'now executable'
  return old === '100755' && now === '100644' ? 'no longer executable' : null
}

/** Only lines that are there now: a resolved conflict shows them as removed. */
function hasConflict({ lines }: ScannedDiff, { hunks, signs }: ScannedFile): boolean {
  const marks = ['<<<<<<< ', '=======', '>>>>>>> ']
  return hunks.some(({ from, to }) => {
    let next = 0
    for (let at = from; at < to && next < marks.length; at += 1) {
      const line = lines[at]!
      if (!line.slice(0, signs).includes('-') && line.startsWith(marks[next]!, signs)) next += 1
    }
    return next === marks.length
  })
}

/** File names that git quoted. */
function unescaped(name: string): string {
  if (!/\\(?:[0-7]{3}|["\\nt])/.test(name)) return name
  const bytes: number[] = []
  for (const [part, octal, sign] of name.matchAll(/\\([0-7]{3})|\\(["\\nt])|[^\\]+|\\/g)) {
    if (octal) bytes.push(Number.parseInt(octal, 8))
    else if (sign) bytes.push({ n: 10, t: 9 }[sign] ?? sign.charCodeAt(0))
    else bytes.push(...new TextEncoder().encode(part))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

/** A merge has several old files; what is no text cannot be patched. */
export const canRevertHunks = ({ isBinary, special }: FileChange, { signs }: ScannedFile): boolean =>
  signs === 1 && !isBinary && special === null

/** In a few words each, for the file's header. */
export function badgesOf({ change, isBinary, special, mode, hasConflict: conflict }: FileChange): string[] {
  return [
    change === 'changed' ? null : change,
    isBinary ? 'binary' : null,
    special,
    mode,
    conflict ? 'conflict' : null,
  ].filter((badge) => badge !== null)
}

/** Why there are no lines to show. */
export function noLinesText({ change, isBinary, special, mode }: FileChange): string {
  if (isBinary) return 'Binary file: no lines to show.'
  if (special === 'submodule') return 'Submodule: no lines to show.'
  if (change === 'renamed') return 'Renamed; no lines changed.'
  if (change === 'copied') return 'Copied; no lines changed.'
  if (change === 'added') return 'The new file is empty.'
  if (change === 'deleted') return 'The deleted file was empty.'
  return mode === null ? 'No lines changed.' : `No lines changed; the file is ${mode}.`
}
