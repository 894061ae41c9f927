// Names hunks by what they change, so that a decision about one is found again in a newer version of the diff, where it may
// be at another place. HUNK_KEY in shared/conversation.ts is their form.
import { scanDiff, type ScannedDiff, type ScannedFile } from './diff-scan.ts'
import { hunkPatch } from './hunk-patch.ts'

/** The keys of the hunks of a file, in order. Equal hunks of one file are told apart by their number. */
export function hunkKeys({ lines }: ScannedDiff, { header, hunks }: ScannedFile): string[] {
  const names = header.filter((line) => line.startsWith('--- ') || line.startsWith('+++ '))
  const file = digest(names.length > 0 ? names : header)
  const seen = new Map<string, number>()
  return hunks.map(({ from, to }) => {
    const key = hexOf(digest(trimmed(lines, from, to), file))
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? key : `${key}.${count}`
  })
}

/** The hunk with this key as a patch; null if the diff has none, or it cannot be a patch. */
export function patchByKey(diff: string, key: string): string | null {
  const scanned = scanDiff(diff)
  for (const file of scanned.files) {
    const hunk = file.hunks[hunkKeys(scanned, file).indexOf(key)]
    if (hunk) return hunkPatch(scanned, file, hunk)
  }
  return null
}

/** Without the empty line at the end of the text, which the last hunk may or may not have. */
function trimmed(lines: readonly string[], from: number, to: number): readonly string[] {
  return lines.slice(from, to > from && lines[to - 1] === '' ? to - 1 : to)
}

interface Digest {
  one: number
  other: number
}

/** Two hashes of 32 bits (FNV-1a with different starts): equal hunks matter here, not forged ones. */
function digest(lines: readonly string[], start: Digest = { one: 0x811c9dc5, other: 0x1b873593 }): Digest {
  let { one, other } = start
  for (const line of lines) {
    for (let at = 0; at <= line.length; at += 1) {
      const code = at < line.length ? line.charCodeAt(at) : 10
      one = Math.imul(one ^ code, 0x01000193)
      other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13)
    }
  }
  return { one, other }
}

const hexOf = ({ one, other }: Digest): string =>
  [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
