// Describes the hunks of a diff from the declarations before and after it.
import { describeHunk } from '../../../core/review/describe-hunk.ts'
import { changedFile } from '../../../core/review/changed-file.ts'
import { textBefore } from '../../../core/review/text-before.ts'
import type { ScannedDiff, ScannedFile } from '../../../core/review/diff-scan.ts'
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
  of(diff: ScannedDiff, file: number, hunk: number): Promise<string>
}

/**
 * Each file is read once, when its first hunk is described: a hunk that is reverted after that changes the text, and the diff
 * does not fit it any more.
 */
export function createHunkDescriptions(tools: Pick<Toolbox, 'look'>): HunkDescriptions {
  const known = new WeakMap<ScannedFile, Promise<Sides>>()

  async function read(diff: ScannedDiff, file: ScannedFile): Promise<Sides> {
    const { name, before: earlier, fate } = changedFile(file)
    const sides = await tools.look(async (workspace): Promise<Sides> => {
      const text = fate === 'deleted' ? '' : (await workspace.readText(name)).text.replaceAll('\r\n', '\n')
      const old = text.length > MAX_TEXT ? null : textBefore(text, diff, file)
      if (old === null) return UNKNOWN
      return {
        before: await workspace.outlineOf(earlier ?? name, old),
        after: await workspace.outlineOf(name, text),
        lines: text.split('\n'),
      }
    })
    return sides.ok ? sides.value : UNKNOWN
  }

  function sidesOf(diff: ScannedDiff, file: ScannedFile): Promise<Sides> {
    const sides = known.get(file) ?? read(diff, file)
    known.set(file, sides)
    return sides
  }

  return {
    async of(diff, fileIndex, hunkIndex) {
      const file = diff.files[fileIndex]
      const hunk = file?.hunks[hunkIndex]
      return file && hunk ? describeHunk({ diff, file, hunk, ...(await sidesOf(diff, file)) }) : ''
    },
  }
}
