import { describe, expect, it } from 'vitest'
import { scanDiff } from '../../../../src/core/review/diff-scan.ts'
import { hunkKeys, patchByKey } from '../../../../src/core/review/hunk-keys.ts'
import { HUNK_KEY } from '../../../../src/shared/conversation.ts'

const keysOf = (diff: string): string[] => {
  const scanned = scanDiff(diff)
  return scanned.files.flatMap((file) => hunkKeys(scanned, file))
}
const diffOf = (file: string, ...hunks: string[]): string => `--- a/${file}\n+++ b/${file}\n${hunks.join('')}`
const hunk = (line: number, was: string, is: string): string =>
  `@@ -${line},3 +${line},3 @@\n before\n-${was}\n+${is}\n after\n`

describe('The key of a hunk', () => {
  it('stays the same when the hunk moves, or another one before it is gone', () => {
    const [first, second] = keysOf(diffOf('a.ts', hunk(1, 'a', 'b'), hunk(40, 'c', 'd')))
    expect(keysOf(diffOf('a.ts', hunk(90, 'c', 'd')))).toEqual([second])
    expect(
      keysOf(`${diffOf('a.ts', hunk(1, 'a', 'b'))}diff --git a/b b/b\nBinary files a/b and b/b differ\n`),
    ).toEqual([first])
  })

  it('differs for other lines, and for the same lines of another file', () => {
    const keys = [
      ...keysOf(diffOf('a.ts', hunk(1, 'a', 'b'))),
      ...keysOf(diffOf('a.ts', hunk(1, 'a', 'c'))),
      ...keysOf(diffOf('a.ts', hunk(1, 'ab', ''))),
      ...keysOf(diffOf('b.ts', hunk(1, 'a', 'b'))),
    ]
    expect(new Set(keys).size).toBe(4)
    for (const key of keys) expect(key).toMatch(HUNK_KEY)
  })

  it('tells equal hunks of one file apart', () => {
    const [first, second] = keysOf(diffOf('a.ts', hunk(1, 'a', 'b'), hunk(40, 'a', 'b')))
    expect(second).toBe(`${first}.2`)
    expect(second).toMatch(HUNK_KEY)
  })

  it('finds the hunk again, as a patch', () => {
    const diff = diffOf('a.ts', hunk(1, 'a', 'b'), hunk(40, 'c', 'd'))
    const [, second] = keysOf(diff)
    expect(patchByKey(diff, second!)).toBe(diffOf('a.ts', hunk(40, 'c', 'd')))
    expect(patchByKey(diff, '0000000000000000')).toBeNull()
  })
})
