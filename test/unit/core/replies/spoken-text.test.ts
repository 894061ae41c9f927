import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spokenSymbol, spokenText } from '../../../../src/core/replies/spoken-text.ts'
import { cpuTime } from '../../../cpu-time.ts'

describe('Text for the ear', () => {
  it.each([
    ['# Title\n\nSome *words* with `code`.', 'Title. Some words with code .'],
    ['See [the docs](https://x.y/z) now.', 'See the docs now.'],
    ['Look in src/main/app/index.ts first.', 'Look in index.ts first.'],
    ['One. Two. Three. Four.', 'One. Two. Three.'],
    ['```ts\ncode\n```\nAfter it', 'After it.'],
    ['', ''],
  ])('of %j', (text, spoken) => expect(spokenText(text)).toBe(spoken))

  it('has no marks, no paths and an end, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), (text) => {
        const spoken = spokenText(text)
        expect(spoken).not.toMatch(/[/\\*_`#[\]]/)
        expect(spoken.length).toBeLessThanOrEqual(401)
      }),
    )
  })

  it('takes no time, however long and odd the text', () => {
    for (const piece of ['a', '.', '[', '](', '<', '`', '/a', '\n\n', '#', '- ', '```\n', '@', 'a.b', '!?']) {
      const before = cpuTime()
      spokenText(piece.repeat(100_000 / piece.length))
      expect(cpuTime() - before).toBeLessThan(500)
    }
  })

  it('says a name as words', () => expect(spokenSymbol('parseHTTPHeader')).toBe('parse httpheader'))
})
