import { describe, expect, it } from 'vitest'
import { requireVersion } from '../../../../src/main/workspace/git.ts'

describe('The installed git', () => {
  it.each([
    'git version 2.31.0',
    'git version 2.39.5 (Apple Git-154)',
    'git version 3.0.1',
    'git version 2.47.1.windows.2',
  ])('is used if it is %s', (said) => expect(() => requireVersion(said)).not.toThrow())

  it.each(['git version 2.30.9', 'git version 1.99.0', 'something else', ''])(
    'is refused if it says %j, since nothing can keep it from running programs',
    (said) => expect(() => requireVersion(said)).toThrow('too old'),
  )
})
