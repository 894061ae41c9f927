import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  replyPieces,
  spokenDoc,
  spokenSymbol,
  spokenText,
} from '../../../../../src/core/understanding/replies/spoken-text.ts'
import { cpuTime } from '../../../../cpu-time.ts'

describe('Text for the voice', () => {
  it.each([
    ['# Title\n\nSome *words* with `code`.', 'Title. Some words with code .'],
    ['See [the docs](https://x.y/z) now.', 'See the docs now.'],
    ['Look in src/main/app/index.ts first.', 'Look in index.ts first.'],
    ['Speaks HTTP/2, and reads src/a.ts.', 'Speaks HTTP 2, and reads a.ts.'],
    ['One. Two. Three. Four.', 'One. Two. Three.'],
    ['```ts\ncode\n```\nAfter it', 'After it.'],
    ['', ''],
  ])('of %j', (text, spoken) => expect(spokenText(text)).toBe(spoken))

  it('has no markup and no paths, and is short', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), (text) => {
        const spoken = spokenText(text)
        expect(spoken).not.toMatch(/[/\\*_`#[\]]/)
        expect(spoken.length).toBeLessThanOrEqual(401)
      }),
    )
  })

  it('is made quickly from any text', () => {
    for (const piece of ['a', '.', '[', '](', '<', '`', '/a', '\n\n', '#', '- ', '```\n', '@', 'a.b', '!?']) {
      const before = cpuTime()
      spokenText(piece.repeat(100_000 / piece.length))
      expect(cpuTime() - before).toBeLessThan(500)
    }
  })

  it.each([
    ['Sends JSON.\n\nExamples:\n\n  send(null);', 'Sends JSON.'],
    ['Sends a request.\n\n**Parameters**: See `request`.', 'Sends a request.'],
    ['Sends.\n@param body the text\nTwice.', 'Sends. Twice.'],
    ['Returns the options: all of them.', 'Returns the options: all of them.'],
  ])('of a comment ends where examples and parameters begin: %j', (doc, spoken) =>
    expect(spokenDoc(doc, 2)).toBe(spoken),
  )

  it('has names as words', () => expect(spokenSymbol('parseHTTPHeader')).toBe('parse http header'))
})

describe('The pieces of a reply', () => {
  it('have a few words each', () => {
    expect(replyPieces('Here is session manager, line 40.')).toEqual([
      'Here is session',
      ' manager, line 40.',
    ])
    expect(replyPieces('')).toEqual([])
  })

  it('are the whole reply when joined', () => {
    fc.assert(
      fc.property(fc.string(), (reply) => {
        expect(replyPieces(reply).join('')).toBe(reply.trimEnd())
      }),
    )
  })
})
