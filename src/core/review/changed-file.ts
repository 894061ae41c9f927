// What a diff says of a file as a whole: what it is called, and whether it is new, deleted or renamed.
import type { ScannedFile } from './diff-scan.ts'

export interface ChangedFile {
  /** As it is called now; a deleted file as it was called. */
  name: string
  /** Only of a renamed file. */
  before: string | null
  fate: 'added' | 'deleted' | 'renamed' | 'changed'
  isBinary: boolean
  /** Only who may run it changed, or what kind of file it is. */
  modeChanged: boolean
}

const MAX_HEADER = 100
const MAX_LINE = 4096

export function changedFile({ header }: ScannedFile): ChangedFile {
  const lines = header.slice(0, MAX_HEADER).map((line) => line.slice(0, MAX_LINE).replace(/\r$/, ''))
  const after = (mark: string): string | null =>
    lines.findLast((line) => line.startsWith(mark))?.slice(mark.length) ?? null
  const oldSide = after('--- ')
  const newSide = after('+++ ')
  const isNew = after('new file mode') !== null || oldSide?.startsWith('/dev/null') === true
  const isGone = after('deleted file mode') !== null || newSide?.startsWith('/dev/null') === true
  const from = after('rename from ')
  const to = after('rename to ')
  const both = after('diff --git ')
  const name =
    to ??
    (isGone ? null : sideName(newSide)) ??
    sideName(oldSide) ??
    // Both names in `a/x b/x` are equal, so the second is the second half.
    sideName(both?.slice(Math.ceil(both.length / 2)) ?? null) ??
    after('diff --cc ') ??
    ''
  return {
    name: unquoted(name),
    before: from === null || to === null ? null : unquoted(from),
    fate: isNew ? 'added' : isGone ? 'deleted' : from !== null && to !== null ? 'renamed' : 'changed',
    isBinary: lines.some((line) => line.startsWith('Binary files ') || line === 'GIT binary patch'),
    modeChanged: after('old mode ') !== null,
  }
}

function sideName(side: string | null): string | null {
  if (side === null || side.startsWith('/dev/null')) return null
  return side.replace(/\t.*$/, '').replace(/^("?)[abciwo]\//, '$1')
}

/** Git quotes a name that is not plain, and writes its bytes as octal numbers. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name
  return name
    .slice(1)
    .replace(/"$/, '')
    .replaceAll(/(?:\\[0-3][0-7]{2})+/g, bytes)
    .replaceAll(/\\(["\\])/g, '$1')
}

function bytes(octal: string): string {
  const hex = octal
    .slice(1)
    .split('\\')
    .map((one) => `%${Number.parseInt(one, 8).toString(16).padStart(2, '0')}`)
  try {
    return decodeURIComponent(hex.join(''))
  } catch {
    return '?'
  }
}
