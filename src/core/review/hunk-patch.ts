// Takes one hunk or one file out of a diff, as a patch that can be reverted alone.
import { scanDiff, type ScannedDiff, type ScannedFile, type ScannedHunk } from './diff-scan.ts'

const NO_FILE = '/dev/null'

/** A name after `---` or `+++`: quoted or not, with or without a time after a tab. */
function nameIn(header: readonly string[], mark: '---' | '+++'): string | null {
  const line = header.findLast((one) => one.startsWith(`${mark} `))
  return line === undefined ? null : line.slice(4).replace(/\r$/, '').replace(/\t.*$/, '')
}

function withSide(name: string, side: 'a' | 'b'): string {
  if (name === NO_FILE) return name
  const quote = name.startsWith('"') ? '"' : ''
  const bare = name.slice(quote.length).replace(/^[a-z]\//, '')
  return `${quote}${side}/${bare}`
}

const START = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/s

/** The hunk's lines. Some tools trim the space of an empty line; this puts it back. */
function bodyOf({ lines }: ScannedDiff, { from, to }: ScannedHunk): string[] {
  return lines.slice(from, to).map((line) => {
    if (line === '' || line === '\r') return ` ${line}`
    return /^[-+ \\]/.test(line) ? line : ` ${line}`
  })
}

/** Its heading, with the real line counts. */
function headingOf(hunk: ScannedHunk, body: readonly string[]): string {
  const [, old = '0', now = '0', rest = ''] = START.exec(hunk.heading) ?? []
  const oldCount = body.filter((line) => /^[- ]/.test(line)).length
  const newCount = body.filter((line) => /^[+ ]/.test(line)).length
  return `@@ -${old},${oldCount} +${now},${newCount} @@${rest}`
}

/** Null for the hunks of a merge, which have more than one old file. */
export function hunkPatch(diff: ScannedDiff, file: ScannedFile, hunk: ScannedHunk): string | null {
  if (file.signs !== 1) return null
  const before = nameIn(file.header, '---')
  const after = nameIn(file.header, '+++')
  if (before === null || after === null) return null
  // In a renamed file, the hunk applies to the new name.
  const target = after === NO_FILE ? before : after
  const body = bodyOf(diff, hunk)
  return [
    `--- ${before === NO_FILE ? NO_FILE : withSide(target, 'a')}`,
    `+++ ${after === NO_FILE ? NO_FILE : withSide(target, 'b')}`,
    headingOf(hunk, body),
    ...body,
    '',
  ].join('\n')
}

export function fileText({ lines }: ScannedDiff, { header, hunks }: ScannedFile): string {
  // The heading is the line before the first.
  const bodies = hunks.map(({ from, to }) => lines.slice(from - 1, to))
  return [...header, ...bodies.flat(), ''].join('\n')
}

/** Whether a patch is exactly one of the hunks of a diff. */
export function hasHunk(diff: string, patch: string): boolean {
  const scanned = scanDiff(diff)
  return scanned.files.some((file) => file.hunks.some((hunk) => hunkPatch(scanned, file, hunk) === patch))
}
