import { describe, expect, it } from 'vitest'
import { spokenFiles, whichOne } from '../../../../../src/core/understanding/replies/spoken-choices.ts'

describe('Files to choose from', () => {
  it.each([
    [
      ['src/a/session-manager.ts', 'src/b/user-list.ts'],
      ['session manager', 'user list'],
    ],
    [
      ['src/lib/index.ts', 'src/web/index.ts'],
      ['index.ts in lib', 'index.ts in web'],
    ],
    [
      ['index.ts', 'src/index.ts'],
      ['index.ts at the top', 'index.ts in src'],
    ],
    [
      ['x/user-list.ts', 'x/user-list.css'],
      ['user-list.ts', 'user-list.css'],
    ],
  ])('have different names: %j', (files, labels) => expect(spokenFiles(files)).toEqual(labels))

  it('are numbered if they are few; otherwise only the first ones are named', () => {
    expect(whichOne(['a', 'b', 'c'])).toBe('I found three: first a, second b, third c. Which one?')
    expect(whichOne(['a', 'b', 'c', 'd', 'e'])).toBe(
      'I found five. The first three are a, b and c. Which one?',
    )
    expect(whichOne(['a', 'b', 'c'], true)).toBe(
      'I found more than 3. The first three are a, b and c. Which one?',
    )
  })
})
