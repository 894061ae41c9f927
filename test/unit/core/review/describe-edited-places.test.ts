// What a sentence about a hunk must not get wrong: places that are pooled, entries that are left out, names that stayed.
import { describe, expect, test } from 'vitest'
import { sentenceOfChange } from './sentence-of-change.ts'

const cases: [file: string, before: string | null, after: string | null, said: string][] = [
  // An entry that changed is said as well as one that came.
  [
    'History.md',
    '# Next\n\n  * deps: walker@1.2.0\n    - deps: one@1.0.0\n    - deps: two@1.0.0\n',
    '# Next\n\n  * deps: walker@1.2.1\n    - deps: one@1.0.0\n    - deps: other@1.3.0\n    - deps: two@1.0.0\n',
    'In the section Next, changes “1.2.0” to “1.2.1” in a list entry and adds the list entry “deps other 1.3.0”.',
  ],
  [
    'History.md',
    '# Next\n\n* Old news\n',
    '# Next\n\n* Fix the way that `none` is read in a header\n* Old news\n',
    'In the section Next, adds a list entry that begins with “fix the way that none”.',
  ],
  // Two lines in two sections
  [
    'README.md',
    '# A\n\n## Size\n\nType: `object`\n\n## Depth\n\nType: `object`\n',
    '# A\n\n## Size\n\nType: `object | false`\n\n## Depth\n\nType: `object | false`\n',
    'In the sections Size and Depth, adds “false” in two places.',
  ],
  [
    'README.md',
    '# A\n\nKind: red\nName: one\n',
    '# A\n\nKind: blue\nSize: two\n',
    'In the section A, changes 3 words.',
  ],
  // Signs in a cell are what it says.
  [
    'README.md',
    '# A\n\n| Name | One | Two |\n|---|---|---|\n| Cookies | ✔ | ✖ |\n',
    '# A\n\n| Name | One | Two |\n|---|---|---|\n| Cookies | ✔ | ✔ |\n',
    'In the section A, changes a cell in the table row “cookies” from a cross to a tick.',
  ],
  ['README.md', '# A\n\nIt is 🎉 done.\n', '# A\n\nIt is 🔥 done.\n', 'In the section A, changes one line.'],
  ['README.md', '# A\n\nUse *.js files.\n', '# A\n\nUse .js files.\n', 'In the section A, changes one line.'],
  [
    'README.md',
    '# A\n\nUse it now.\n',
    '# A\n\nUse **it** now.\n',
    'In the section A, changes only the markup.',
  ],
  [
    'README.md',
    '# A\n\nSee [a](x.md), [b](y.md).\n',
    '# A\n\nSee [a](x.md), [b](z.md).\n',
    'In the section A, changes where a link leads.',
  ],
  [
    'README.md',
    '# A\n\nOne line here.\nTwo more there.\n',
    '# A\n\nTwo more there.\nOne line here.\n',
    'In the section A, moves one line.',
  ],
]

describe('the sentence about several places of a hunk', () => {
  test.each(cases)('in %s, from %j to %j, is “%s”', async (file, before, after, said) => {
    expect(await sentenceOfChange(file, before, after)).toBe(said)
    expect(said.split(' ').length).toBeLessThanOrEqual(25)
  })
})
