import { describe, expect, test } from 'vitest'
import {
  alwaysWords,
  diffLines,
  isOffered,
  timeLeft,
} from '../../../../src/renderer/approvals/approval-words.ts'

describe('an approval card', () => {
  test('counts down, and says when time is up', () => {
    expect(timeLeft(undefined, 0)).toBeNull()
    expect(timeLeft(90_000, 0)).toBe('1 min 30 s left')
    expect(timeLeft(4200, 0)).toBe('5 s left')
    expect(timeLeft(0, 10)).toBe('Time is up')
  })

  test('says what an always would allow, in the words of whoever asks, and offers what can be had', () => {
    const asked = { id: 'a', kind: 'command', title: 'Run', action: 'npm test' } as const
    expect(alwaysWords(asked)).toBe('Always allow commands in this session')
    expect(alwaysWords({ ...asked, alwaysMeans: 'Always allow this one' })).toBe('Always allow this one')
    expect(isOffered(asked, 'allow')).toBe(true)
    expect(isOffered({ ...asked, decisions: ['always', 'deny'] }, 'allow')).toBe(false)
  })

  test('shows a change without its headings, and how much more there is', () => {
    const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n-a\n+b\n+c\n'
    expect(diffLines(diff, 3)).toEqual({ lines: ['@@ -1,1 +1,2 @@', '-a', '+b'], more: 1 })
  })
})
