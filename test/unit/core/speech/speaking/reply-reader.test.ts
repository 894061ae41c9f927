import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReplyReader, readReply } from '../../../../../src/core/speech/speaking/reply-reader.ts'

const said = (reply: string): string[] => readReply(reply).map(({ text }) => text)

/** The pieces of a reply that arrives in these parts. */
function readInParts(parts: readonly string[]) {
  const reader = createReplyReader()
  return [...parts.flatMap((part) => reader.push(part)), ...reader.end()]
}

describe('a spoken reply', () => {
  it.each([
    ['two sentences', 'It works. All tests pass.', ['It works.', 'All tests pass.']],
    ['an abbreviation', 'Use a map, e.g. this one. Done.', ['Use a map, for example this one.', 'Done.']],
    [
      'a decimal and a file',
      'It is 3.5 in config.ts now. Yes.',
      ['It is three point five in config dot T S now.', 'Yes.'],
    ],
    ['an initial', 'By J. Smith in all. Yes.', ['By J. Smith in all.', 'Yes.']],
    [
      'etc. within a sentence',
      'Tabs, hunks, etc. are kept. Yes.',
      ['Tabs, hunks, et cetera. are kept.', 'Yes.'],
    ],
    [
      'etc. at the end of one',
      'Tabs, hunks, etc. They are kept.',
      ['Tabs, hunks, et cetera.', 'They are kept.'],
    ],
    ['an ellipsis within', 'Well... it works. Yes.', ['Well, it works.', 'Yes.']],
    ['a full stop in quotes', 'He said "stop." Then it stopped.', ['He said stop.', 'Then it stopped.']],
    ['code with full stops', 'Run `a. b. c` now. Yes.', ['Run A dot B dot C now.', 'Yes.']],
    ['a question and a shout', 'Really? Yes! Good.', ['Really?', 'Yes!', 'Good.']],
    ['a soft break', 'One line\ngoes on here.', ['One line goes on here.']],
    ['a line that ends in a colon', 'Changed:\nmore of it', ['Changed.', 'more of it.']],
    ['paragraphs', 'One\n\nTwo', ['One.', 'Two.']],
    ['headings', '# Fixed\n## What I did ##\nMore', ['Fixed.', 'What I did.', 'More.']],
    ['an underlined heading', 'Fixed\n=====\nMore', ['Fixed.', 'More.']],
    ['a rule', 'One\n\n---\n\nTwo', ['One.', 'Two.']],
    ['a quote', '> It is\n> so.\n\nYes', ['It is so.', 'Yes.']],
    ['a short list', '- one\n- two\n- three', ['one.', 'two.', 'three.']],
    ['steps', '1. Open it\n2. Close it', ['First, Open it.', 'Second, Close it.']],
    [
      'steps that begin late',
      '7. Open it\n8. Close it',
      ['Number seven, Open it.', 'Number eight, Close it.'],
    ],
    ['tasks', '- [x] one\n- [ ] two', ['Done: one.', 'To do: two.']],
    ['an item over two lines', '- one\n  goes on\n- two', ['one goes on.', 'two.']],
    [
      'a list of six',
      '- a1\n- a2\n- a3\n- a4\n- a5\n- a6',
      ['A one.', 'A two.', 'A three.', 'A four.', 'A five.', 'A six.'],
    ],
    [
      'a long list',
      `${'one two three four five six seven eight'
        .split(' ')
        .map((item) => `- ${item}`)
        .join('\n')}\n\nThat is all.`,
      ['one.', 'two.', 'three.', 'four.', 'five.', 'And three more on the screen.', 'That is all.'],
    ],
    ['bullets, then numbers', '- one\n\n1. two', ['one.', 'First, two.']],
    ['code', 'Look:\n```ts\nconst x = 1\n```\nDone.', ['Look.', 'The code is on the screen.', 'Done.']],
    ['a command', '```sh\nnpm test\n```', ['The command is on the screen.']],
    ['a change', '```diff\n-a\n+b\n```', ['The change is on the screen.']],
    ['code that never ends', 'So:\n```\nconst x = 1', ['So.', 'The code is on the screen.']],
    ['no code at all', '```\n\n```\nDone', ['Done.']],
    ['a fence within a fence', '````\n```\nx\n```\n````\nDone', ['The code is on the screen.', 'Done.']],
    ['code twice in a row', '```\na\n```\n\n```\nb\n```\nEnd', ['The code is on the screen.', 'End.']],
    [
      'indented code',
      'Look\n\n    const x = 1\n    const y = 2\n\nDone',
      ['Look.', 'The code is on the screen.', 'Done.'],
    ],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\n\nDone', ['The table is on the screen.', 'Done.']],
    ['definitions of links', 'See [it][1].\n\n[1]: https://x.dev', ['See it.']],
    ['Windows line ends', 'One\r\n\r\n- two\r\n', ['One.', 'two.']],
    ['nothing', '  \n\n ', []],
    ['pictures only', '🎉🎉', []],
  ])('says %s', (_, reply, expected) => {
    expect(said(reply)).toEqual(expected)
  })

  it('says the first clause of a long sentence before the sentence is complete', () => {
    const reader = createReplyReader()
    const begun = reader.push(
      'I looked through every file of the project, and in the end I found what makes it so slow when it starts, ',
    )
    expect(begun.map(({ text }) => text)).toEqual(['I looked through every file of the project,'])
    expect(begun[0]?.rest).toBe('none')
  })

  it('says a sentence as soon as the next one begins', () => {
    const reader = createReplyReader()
    expect(reader.push('It works now. T').map(({ text }) => text)).toEqual([])
    expect(reader.push('he rest').map(({ text }) => text)).toEqual(['It works now.'])
  })

  it('says a sentence that seems complete when no text comes for a while', () => {
    const reader = createReplyReader()
    expect(reader.push('Let me look at the file.')).toEqual([])
    expect(reader.pause().map(({ text }) => text)).toEqual(['Let me look at the file.'])
    expect(
      reader
        .push(' It is fine')
        .concat(reader.end())
        .map(({ text }) => text),
    ).toEqual(['It is fine.'])
  })

  it('does not take half a sentence for a complete one', () => {
    const reader = createReplyReader()
    reader.push('Let me look at the')
    expect(reader.pause()).toEqual([])
  })

  it('pauses longer between blocks than between sentences and clauses', () => {
    expect(readReply('One. Two.\n\nThree').map(({ rest }) => rest)).toEqual(['none', 'sentence', 'block'])
  })

  it('ends when it is too long to listen to', () => {
    const pieces = readReply('All of this is said aloud by somebody. '.repeat(400))
    expect(pieces.at(-1)?.text).toBe('The rest is on the screen.')
    expect(pieces.length).toBeLessThan(200)
  })

  it('knows which part of the reply each piece speaks', () => {
    const reply = 'See `a.ts`. **All** tests pass.\n\n- one\n- two\n'
    expect(readReply(reply).map(({ from, to }) => reply.slice(from, to).trim())).toEqual([
      'See `a.ts`.',
      '**All** tests pass.',
      'one',
      'two',
    ])
  })

  it('is the same however the text is cut into deltas', () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }), (reply, sizes) => {
        const parts: string[] = []
        for (let at = 0, turn = 0; at < reply.length; turn++) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1
          parts.push(reply.slice(at, at + size))
          at += size
        }
        expect(readInParts(parts)).toEqual(readReply(reply))
      }),
      { numRuns: 1_500 },
    )
  })

  it('has pieces in order, each within the reply, none too long for an engine', () => {
    fc.assert(
      fc.property(markdown, (reply) => {
        let end = 0
        for (const { text, from, to } of readReply(reply)) {
          expect(text).toMatch(/^[A-Za-z][A-Za-z' ,.;:!?]*$/)
          expect(text.length).toBeLessThanOrEqual(2_100)
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(reply.length)
          end = to
        }
      }),
      { numRuns: 1_500 },
    )
  })
})

const markdown = fc
  .array(
    fc.constantFrom(
      '\n',
      '\n',
      '\n\n',
      '```',
      '```ts\n',
      '\n```\n',
      '~~~',
      '- ',
      '1. ',
      '2) ',
      '# ',
      '> ',
      '| a |',
      '---',
      '    ',
      '**',
      '_',
      '`',
      '[',
      '](x)',
      '[1]: ',
      '- [ ] ',
      '*',
      '===',
      '\r\n',
      '|',

      'The file ',
      'is here. ',
      'e.g. ',
      'etc. ',
      'And so, ',
      'on it goes ',
      '3.',
      '5 ',
      'a.ts ',
      'Wait... ',
      'why? ',
      'one very long stretch of words that goes on and on without any end to be seen, ',
      '🎉',
      '你好。',
    ),
    { maxLength: 50 },
  )
  .map((parts) => parts.join(''))
