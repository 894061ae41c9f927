// The sentence about the first hunk between two texts of a file, with the symbols that the real grammars find.
import { createTwoFilesPatch } from 'diff'
import { describeHunk } from '../../../../src/core/review/describe-hunk.ts'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import { createSymbolReader } from '../../../../src/main/workspace/symbol-reader.ts'

const reader = createSymbolReader()

export async function sentenceOfChange(
  file: string,
  before: string | null,
  after: string | null,
): Promise<string> {
  const [old, now] = [before === null ? '/dev/null' : `a/${file}`, after === null ? '/dev/null' : `b/${file}`]
  const diff = scanDiff(
    createTwoFilesPatch(old, now, before ?? '', after ?? '', undefined, undefined, { context: 3 }),
  )
  const [changed] = diff.files
  return describeHunk({
    diff,
    file: changed!,
    hunk: changed!.hunks[0]!,
    before: await reader.read(file, before ?? ''),
    after: await reader.read(file, after ?? ''),
    lines: (after ?? '').split('\n'),
  })
}
