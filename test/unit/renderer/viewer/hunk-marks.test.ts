import { describe, expect, it } from 'vitest'
import { type HunkMark, hunkName, withoutRestored } from '../../../../src/renderer/viewer/hunk-marks.ts'

describe('decisions about hunks', () => {
  it('forget that a hunk was reverted when it was restored', () => {
    const marks = new Map<string, HunkMark>([
      [hunkName(0, 0), { tag: 'reverted', turnId: 'revert-1' }],
      [hunkName(0, 1), { tag: 'reverted', turnId: 'revert-2' }],
      [hunkName(1, 0), { tag: 'kept' }],
    ])
    expect([...withoutRestored(marks, ['revert-2']).keys()]).toEqual([hunkName(0, 0), hunkName(1, 0)])
    expect(withoutRestored(marks, [])).toBe(marks)
  })
})
