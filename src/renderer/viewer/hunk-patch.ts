// One hunk as a patch of its own, so that it can be taken out of its file again; and one file as it stands in the diff.
import type { ScannedDiff, ScannedFile, ScannedHunk } from './diff-scan.ts'

const NOWHERE = '/dev/null'

/** A name as it stands after `---` or `+++`: quoted or not, with or without a time after a tab. */
function nameIn(header: readonly string[], mark: '---' | '+++'): string | null {
  const line = header.findLast((one) => one.startsWith(`${mark} `))
  return line === undefined ? null : line.slice(4).replace(/\r$/, '').replace(/\t.*$/, '')
}

function withSide(name: string, side: 'a' | 'b'): string {
  if (name === NOWHERE) return name
  const quote = name.startsWith('"') ? '"' : ''
  const bare = name.slice(quote.length).replace(/^[a-z]\//, '')
  return `${quote}${side}/${bare}`
}

const START = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/s

/** The hunk's lines, with the one space back that some tool trimmed from an empty line. */
function bodyOf({ lines }: ScannedDiff, { from, to }: ScannedHunk): string[] {
  return lines.slice(from, to).map((line) => {
    if (line === '' || line === '\r') return ` ${line}`
    return /^[-+ \\]/.test(line) ? line : ` ${line}`
  })
}

/** Its heading, with the counts its lines really have. */
function headingOf(hunk: ScannedHunk, body: readonly string[]): string {
  const [, old = '0', now = '0', rest = ''] = START.exec(hunk.heading) ?? []
  const oldCount = body.filter((line) => /^[- ]/.test(line)).length
  const newCount = body.filter((line) => /^[+ ]/.test(line)).length
  return `@@ -${old},${oldCount} +${now},${newCount} @@${rest}`
}

/** Null for the hunks of a merge, which have no single file before them. */
export function hunkPatch(diff: ScannedDiff, file: ScannedFile, hunk: ScannedHunk): string | null {
  if (file.signs !== 1) return null
  const before = nameIn(file.header, '---')
  const after = nameIn(file.header, '+++')
  if (before === null || after === null) return null
  // A renamed file is changed back under the name it has now.
  const target = after === NOWHERE ? before : after
  const body = bodyOf(diff, hunk)
  return [
    `--- ${before === NOWHERE ? NOWHERE : withSide(target, 'a')}`,
    `+++ ${after === NOWHERE ? NOWHERE : withSide(target, 'b')}`,
    headingOf(hunk, body),
    ...body,
    '',
  ].join('\n')
}

export function fileText({ lines }: ScannedDiff, { header, hunks }: ScannedFile): string {
  // Each with its heading, which is the line before its first.
  const bodies = hunks.map(({ from, to }) => lines.slice(from - 1, to))
  return [...header, ...bodies.flat(), ''].join('\n')
}
