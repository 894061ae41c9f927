import { describe, expect, test } from 'vitest'
import { errorWords } from '../../../../src/renderer/viewer/error-words.ts'

describe('what an error says', () => {
  test('a sentence is a sentence', () => {
    expect(errorWords('The file is gone. Search for it.')).toEqual({
      words: 'The file is gone. Search for it.',
      output: '',
    })
  })

  test('what a program said is kept as it was written, indents included', () => {
    expect(errorWords('It ended with exit code 1.\n\n  at a (b.ts:1)\n\n  at c')).toEqual({
      words: 'It ended with exit code 1.',
      output: '  at a (b.ts:1)\n\n  at c',
    })
  })

  test('words on two lines stay together when a paragraph ends them', () => {
    expect(errorWords('It failed,\nand here is why.\n\nwhy')).toEqual({
      words: 'It failed,\nand here is why.',
      output: 'why',
    })
  })

  test('of a log without paragraphs the first line is the words', () => {
    const { words, output } = errorWords(`first\n${'line\n'.repeat(500)}`)
    expect(words).toBe('first')
    expect(output.split('\n')).toHaveLength(500)
  })

  test.each(['', '  \n \n'])('nothing is said to be nothing: %j', (message) => {
    expect(errorWords(message)).toEqual({ words: 'Something failed without saying what.', output: '' })
  })
})
