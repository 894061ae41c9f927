// Describes the hunks of a diff from the declarations before and after it.
import { describeHunk } from '../../../core/review/describe-hunk.ts'
import { changedFile } from '../../../core/review/changed-file.ts'
import type { Review, ReviewedHunk } from '../../../core/review/guided/review.ts'
import { hunkKeys } from '../../../core/review/hunk-keys.ts'
import { textBefore } from '../../../core/review/text-before.ts'
import type { ScannedFile } from '../../../core/review/diff-scan.ts'
import type { CodeSymbol } from '../../../core/tools/codebase.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'

interface Sides {
  before: readonly CodeSymbol[] | null
  after: readonly CodeSymbol[] | null
  lines: readonly string[] | null
}

const UNKNOWN: Sides = { before: null, after: null, lines: null }
/** A larger text takes too long to parse while somebody waits. */
const MAX_TEXT = 2_000_000

export interface HunkDescriptions {
  of(review: Review, hunk: ReviewedHunk): Promise<string>
}

/**
 * Each file is read once, when its first hunk is described: a hunk that is reverted after that changes the text, and the diff
 * does not fit it any more.
 */
export function createHunkDescriptions(tools: Pick<Toolbox, 'look'>): HunkDescriptions {
  const known = new WeakMap<ScannedFile, Promise<Sides>>()

  async function read({ scanned, decided }: Review, file: ScannedFile): Promise<Sides> {
    const { name, before: earlier, fate } = changedFile(file)
    const keys = hunkKeys(scanned, file)
    // What was reverted is no longer in the text.
    const hunks = file.hunks.filter((_, at) => decided.get(keys[at]!)?.tag !== 'reverted')
    const sides = await tools.look(async (workspace): Promise<Sides> => {
      const text = fate === 'deleted' ? '' : (await workspace.readText(name)).text.replaceAll('\r\n', '\n')
      const old = text.length > MAX_TEXT ? null : textBefore(text, scanned, { ...file, hunks })
      if (old === null) return UNKNOWN
      return {
        before: await workspace.outlineOf(earlier ?? name, old),
        after: await workspace.outlineOf(name, text),
        lines: text.split('\n'),
      }
    })
    return sides.ok ? sides.value : UNKNOWN
  }

  function sidesOf(review: Review, file: ScannedFile): Promise<Sides> {
    const sides = known.get(file) ?? read(review, file)
    known.set(file, sides)
    return sides
  }

  return {
    async of(review, place) {
      const diff = review.scanned
      const file = diff.files[place.file]
      const hunk = file?.hunks[place.hunk]
      return file && hunk ? describeHunk({ diff, file, hunk, ...(await sidesOf(review, file)) }) : ''
    },
  }
}
