import { describe, expect, test } from 'vitest'
import { diffLines, timeLeft } from '../../../../src/renderer/approvals/approval-words.ts'

describe('an approval card', () => {
  test('counts down, and says when time is up', () => {
    expect(timeLeft(undefined, 0)).toBeNull()
    expect(timeLeft(90_000, 0)).toBe('1 min 30 s left')
    expect(timeLeft(4200, 0)).toBe('5 s left')
    expect(timeLeft(0, 10)).toBe('Time is up')
  })

  test('shows a change without its headings, and how much more there is', () => {
    const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n'
    expect(diffLines(diff, 3)).toEqual({ lines: ['@@ -1,1 +1,2 @@', '-a', '+b'], more: 1 })
  })
})
