import { expect, it } from 'vitest'
import { unreadSentence } from '../../../../../src/main/brains/builtin/unread-code.ts'

it.each([
  [{ complete: true }, ''],
  [{ complete: false }, ' I am still reading the code, so there may be longer ones.'],
  [
    { complete: true, truncated: true },
    ' There are more files than I can read, so there may be longer ones.',
  ],
])('An answer from an index that is %j says what it may lack', (extent, said) => {
  expect(unreadSentence(extent, 'longer ones')).toBe(said)
})
