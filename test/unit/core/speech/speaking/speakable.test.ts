import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SPEAKABLE, speakable } from '../../../../../src/core/speech/speaking/speakable.ts'
import { SPEAKABLE } from './speakable-table.ts'

describe('speakable', () => {
  it.each(SPEAKABLE)('%j is said as %j', (markdown, said) => {
    expect(speakable(markdown)).toBe(said)
  })

  it('has only letters and pauses for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), writing), (text) => {
        const said = speakable(text)
        expect(said).toMatch(/^(?:[A-Za-z][A-Za-z' ,.;:!?]*)?$/)
        expect(said).not.toMatch(/ {2}|[,.;:!?]{2}|^ | $/)
        expect(said.length).toBeLessThanOrEqual(MAX_SPEAKABLE)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is fast for a text that is made to be slow', () => {
    for (const unit of [
      '[',
      '](',
      '`',
      '*',
      '_',
      '<a ',
      '&#',
      '![',
      '"',
      '((',
      '.-',
      '1,',
      'a/',
      'a.',
      '-',
      '\\',
    ])
      expect(speakable(unit.repeat(20_000)).length).toBeLessThanOrEqual(MAX_SPEAKABLE)
  })
})

/** Typical parts of replies, in any order. */
const writing = fc
  .array(
    fc.constantFrom(
      '**',
      '_',
      '`',
      '``',
      '[',
      '](',
      ')',
      '<b>',
      '</',
      '&amp;',
      '&#',
      '#',
      '- ',
      '1. ',
      '|',
      '>',
      '~~',
      '\\',

      'a',
      'The',
      'parseConfig',
      'snake_case',
      'src/a.ts',
      'https://x.dev/a',
      '12',
      '3.5ms',
      'v1.2.3',
      '0xff',

      '.',
      ',',
      '!',
      '?',
      '...',
      ' ',
      ' ',
      ' ',
      '\n',
      "'",
      '"',
      '(',
      '=>',
      '==',
      '🎉',
      'é',
      '你',
      'a1b2c3d',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))
