// Reads ripgrep's `file NUL line:content` output in whatever pieces it comes. The NUL is what allows any file name.
import type { SearchHit } from '../../shared/artifacts.ts'
import { decodeLine } from './decode-text.ts'
import { withoutDotSlash } from './ripgrep.ts'

export interface HitReader {
  /** False when whoever takes the hits has had enough. */
  read(chunk: Buffer): boolean
}

const NUL = 0
const NEWLINE = 10
/** A file name and a cut line are far shorter; whatever is longer is not what we think it is. */
const MAX_PENDING = 65_536

/** Stands between two hits without a NUL of its own when a file turns out to be binary half way. */
const WARNING = /^.*: WARNING: stopped searching binary file after match \(.*\)\n/
const CUT = / \[\.\.\. (?:omitted end of long line|\d+ more match(?:es)?)\]$/

export function createHitReader(take: (hit: SearchHit) => boolean): HitReader {
  let pending: Buffer = Buffer.alloc(0)
  return {
    read(chunk) {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      let from = 0
      for (;;) {
        const nul = bytes.indexOf(NUL, from)
        const end = nul === -1 ? -1 : bytes.indexOf(NEWLINE, nul)
        if (end === -1) break
        const hit = hitOf(bytes.toString('utf8', from, nul), decodeLine(bytes.subarray(nul + 1, end)))
        from = end + 1
        if (hit && !take(hit)) return false
      }
      pending = bytes.length - from > MAX_PENDING ? Buffer.alloc(0) : bytes.subarray(from)
      return true
    },
  }
}

function hitOf(file: string, rest: string): SearchHit | null {
  const found = /^(\d+):(.*)$/s.exec(rest)
  if (!found) return null
  let name = file
  while (WARNING.test(name)) name = name.replace(WARNING, '')
  return {
    file: withoutDotSlash(name),
    line: Number(found[1]),
    content: (found[2] ?? '').replace(/\r$/, '').replace(CUT, '…'),
  }
}
