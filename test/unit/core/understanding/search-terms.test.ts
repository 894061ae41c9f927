import { describe, expect, it } from 'vitest'
import { indexedWords, searchTerms } from '../../../../src/core/understanding/search-terms.ts'

const words = (said: string): string[] => searchTerms(said).map(({ word }) => word)

describe('The terms of a question', () => {
  it.each([
    ['where do we check that the request body is too big', ['too', 'big', 'check', 'request', 'body']],
    ['which code handles a missing route', ['missing', 'route']],
    ['how does it work', []],
    ['parseConfig', ['parse', 'config']],
  ])('of %j leave out what says nothing', (said, expected) => expect(words(said)).toEqual(expected))

  it('have the other words that developers use for the same thing', () => {
    expect(searchTerms('where do we sign in')[0]?.others).toEqual(expect.arrayContaining(['login', 'auth']))
    expect(searchTerms('not found')[0]?.others).toContain('404')
    expect(searchTerms('validated')[0]?.others).toContain('schema')
  })

  it('say where to look only if they say nothing else', () => {
    expect(words('is there documentation about hooks')).toEqual(['hooks'])
    expect(words('is there documentation')).toEqual(['documentation'])
  })

  it('are bounded, and survive any text', () => {
    expect(searchTerms('x1 '.repeat(5000) + 'quay tide moor '.repeat(50)).length).toBeLessThanOrEqual(12)
    expect(words('"quoted" AND (NEAR * ^) OR -not')).not.toContain('"')
    expect(words('größe 東京')).toEqual(['größe', '東京'])
  })
})

describe('Indexed words', () => {
  it('are those of names, each once, without keywords', () => {
    expect(indexedWords('export function parseHTTPHeader(header) { return header }', 50)).toBe(
      'parse http header',
    )
  })

  it('stop at the limit', () => {
    expect(
      indexedWords(Array.from({ length: 90 }, (_, at) => `word${at}`).join(' '), 10).split(' '),
    ).toHaveLength(10)
  })
})
