import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleLine, visibleParts, visibleText, type TextKind } from '../../../src/base/visible-text.ts'

const kinds: TextKind[] = ['prose', 'code', 'line']

/** Written as escapes: these characters must not hide in a test either. */
const HIDDEN: Record<string, string> = {
  'right-to-left override': '\u202e',
  'left-to-right override': '\u202d',
  'right-to-left embedding': '\u202b',
  'pop directional formatting': '\u202c',
  'right-to-left isolate': '\u2067',
  'pop directional isolate': '\u2069',
  'left-to-right mark': '\u200e',
  'right-to-left mark': '\u200f',
  'Arabic letter mark': '\u061c',
  'zero-width space': '\u200b',
  'zero-width non-joiner': '\u200c',
  'zero-width joiner': '\u200d',
  'word joiner': '\u2060',
  'zero-width no-break space': '\ufeff',
  'tag character': '\u{e0041}',
  'variation selector': '\ufe01',
  'soft hyphen': '\u00ad',
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
  escape: '\x1b',
  null: '\0',
  'next line': '\x85',
  'carriage return': '\r',
  'Hangul filler': '\u3164',
  'combining grapheme joiner': '\u034f',
  'half of a character': '\ud800',
}

describe('invisible characters', () => {
  for (const [name, character] of Object.entries(HIDDEN)) {
    it(`marks the ${name} in every kind of text`, () => {
      for (const kind of kinds) {
        const mark = visibleParts(`a${character}b`, kind)[1]
        expect(mark).toMatchObject({ hidden: character, name: expect.stringContaining(name) })
        expect(visibleText(`a${character}b`, kind)).toMatch(/^a\[U\+[0-9A-F]{4,6}\]b$/)
      }
    })
  }

  it('marks spaces that only look like one in code and names, and leaves them in prose', () => {
    for (const space of ['\xa0', '\u2003', '\u202f', '\u3000', '\u2800']) {
      expect(visibleText(`a${space}b`, 'prose')).toBe(`a${space}b`)
      expect(visibleText(`a${space}b`, 'code')).toMatch(/^a\[U\+/)
      expect(visibleText(`a${space}b`, 'line')).toMatch(/^a\[U\+/)
    }
  })

  it('leaves line breaks and tabs in texts of several lines, and marks them in a name', () => {
    expect(visibleText('a\tb\nc\r\nd', 'code')).toBe('a\tb\nc\r\nd')
    expect(visibleText('a\tb\nc', 'line')).toBe('a[U+0009]b[U+000A]c')
  })

  it('counts a long run instead of spelling it out, and names what it is made of', () => {
    const smuggled = Array.from('ignore all', (one) =>
      String.fromCodePoint(0xe0000 + one.charCodeAt(0)),
    ).join('')
    const [before, mark] = visibleParts(`safe${smuggled}`, 'prose')
    expect(before).toBe('safe')
    expect(mark).toMatchObject({ hidden: smuggled, label: '10 hidden characters' })
    expect(mark).toMatchObject({ name: expect.stringContaining('tag character') })
  })
})

describe('visible text stays unchanged', () => {
  const untouched = {
    'an emoji family': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    'an emoji with a skin tone': '\u{1f575}\u{1f3fd}\u200d\u2642\ufe0f',
    'a heart': '\u2764\ufe0f',
    'a keycap': '1\ufe0f\u20e3',
    'the flag of Wales': '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
    'Arabic words': 'مرحبا بالعالم',
    'a Persian word with its joiner': 'می\u200cخواهم',
    'Hebrew words': 'שלום עולם',
    'a Hindi word with a joiner': 'क्\u200dष',
    'accents, dashes and quotes': 'naïve “text” – café',
    Japanese: '日本語のテキスト',
  }
  for (const [name, text] of Object.entries(untouched))
    it(name, () => {
      for (const kind of kinds) expect(visibleText(text, kind)).toBe(text)
    })

  it('marks a joiner between Latin letters, or at the end of an emoji', () => {
    expect(visibleText('ad\u200dmin', 'prose')).toBe('ad[U+200D]min')
    expect(visibleText('\u{1f468}\u200d', 'prose')).toBe('\u{1f468}[U+200D]')
    expect(visibleText('\u{1f600}\ufe0f\ufe0f', 'prose')).toBe('\u{1f600}\ufe0f[U+FE0F]')
    expect(visibleText('\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}', 'prose')).toBe(
      '\u{1f3f4}[U+E0068][U+E0069][U+E007F]',
    )
  })
})

const ALPHABET = [
  ...Object.values(HIDDEN),
  'a',
  '9',
  ' ',
  '\n',
  '\t',
  '\xa0',
  '\u2003',
  'م',
  'ی',
  'क',
  '्',
  'ש',
  '\u{1f468}',
  '\u{1f3fd}',
  '\u2764',
  '\ufe0f',
  '\ufe0e',
  '\u20e3',
  '\u{1f3f4}',
  '\u{e0067}',
  '\u{e007f}',
]
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ALPHABET) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('for every text', () => {
  it('nothing that reverses, breaks or hides stays unmarked', () => {
    const never =
      // oxlint-disable-next-line no-control-regex
      /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u00ad\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/u
    fc.assert(
      fc.property(text, fc.constantFrom(...kinds), (given, kind) => {
        const shown = visibleText(given, kind)
        // A carriage return is left only where it is half of a line break.
        expect(shown.replaceAll('\r\n', '\n')).not.toMatch(never)
        if (kind === 'line') expect(shown).not.toMatch(/[\n\r\t]/)
        // Remaining joiners and selectors are directly after a letter of a joining script, or in an emoji.
        for (const [, before] of shown.matchAll(
          /(.?)(?:\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}])/gsu,
        ))
          expect(before).toMatch(
            /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0e\ufe0f0-9#*\u{e0000}-\u{e007f}]/u,
          )
        expect(/^(?:\u200c|\u200d|[\ufe00-\ufe0f])/u.test(shown)).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })

  it('the parts together are the text, so that copying gives the original', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...kinds), (given, kind) => {
        const parts = visibleParts(given, kind)
        expect(parts.map((part) => (typeof part === 'string' ? part : part.hidden)).join('')).toBe(given)
      }),
      { numRuns: 5_000 },
    )
  })

  it('a line is one line of at most the length asked for', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 60 }), (given, longest) => {
        const line = visibleLine(given, longest)
        expect(Array.from(line).length).toBeLessThanOrEqual(longest)
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/)
      }),
    )
  })
})

it('a long line loses its middle', () => {
  expect(visibleLine(`/home/${'x'.repeat(300)}/project`, 41)).toBe(
    `/home/${'x'.repeat(14)}…${'x'.repeat(12)}/project`,
  )
})

it('two megabytes are checked quickly', () => {
  const large = 'const answer = compute(42) // plain text\n'.repeat(50_000)
  const begun = performance.now()
  expect(visibleText(large, 'code')).toBe(large)
  expect(performance.now() - begun).toBeLessThan(1_000)
})
