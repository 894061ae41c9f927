import { describe, expect, it } from 'vitest'
import { compilePhrases } from '../../../../src/core/commands/phrases.ts'

const matches = (phrase: string, text: string): boolean => compilePhrases([phrase])(text) !== null

describe('A phrase', () => {
  it.each([
    ['next tab', 'next tab'],
    ['(next|following) tab', 'following tab'],
    ['[the|my] next tab', 'next tab'],
    ['[the|my] next tab', 'my next tab'],
    ['[show [me]] [the] tab', 'show me tab'],
    ['(stop|wait)+ [now]', 'wait stop wait now'],
    ['go (very|so)* far', 'go far'],
    ['go (very|so)* far', 'go very very far'],
    ['no. one', 'no. one'],
  ])('%j is %j', (phrase, text) => expect(matches(phrase, text)).toBe(true))

  it.each([
    ['next tab', 'next tab please'],
    ['next tab', 'the next tab'],
    ['(next|following) tab', 'next following tab'],
    ['[the|my] next tab', 'the my next tab'],
    ['(stop|wait)+', ''],
    ['no. one', 'not one'],
  ])('%j is not %j', (phrase, text) => expect(matches(phrase, text)).toBe(false))

  it('gives the number in its slot', () => {
    const line = compilePhrases(['line {line}', 'the {ordinal} one'])
    expect(line('line one hundred and six')).toEqual({ number: 106 })
    expect(line('line forty too')).toEqual({ number: 42 })
    expect(line('the last one')).toEqual({ number: -1 })
    expect(line('line zero')).toBeNull()
    expect(line('line one to five')).toBeNull()
    expect(line('the very one')).toBeNull()
  })

  it('must not have a slot that does not exist', () => {
    expect(() => compilePhrases(['open {file}'])).toThrow('unknown slot {file}')
  })
})
