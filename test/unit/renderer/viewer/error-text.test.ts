import { describe, expect, test } from 'vitest'
import { errorText } from '../../../../src/renderer/viewer/error-text.ts'

describe('splitting an error message', () => {
  test('one sentence is the text', () => {
    expect(errorText('The file is gone. Search for it.')).toEqual({
      text: 'The file is gone. Search for it.',
      output: '',
    })
  })

  test('a program’s output stays unchanged, with its indents', () => {
    expect(errorText('It ended with exit code 1.\n\n  at a (b.ts:1)\n\n  at c')).toEqual({
      text: 'It ended with exit code 1.',
      output: '  at a (b.ts:1)\n\n  at c',
    })
  })

  test('two lines before an empty line are one text', () => {
    expect(errorText('It failed,\nand here is why.\n\nwhy')).toEqual({
      text: 'It failed,\nand here is why.',
      output: 'why',
    })
  })

  test('the first line of a log without paragraphs is the text', () => {
    const { text, output } = errorText(`first\n${'line\n'.repeat(500)}`)
    expect(text).toBe('first')
    expect(output.split('\n')).toHaveLength(500)
  })

  test.each(['', '  \n \n'])('an empty message has no text: %j', (message) => {
    expect(errorText(message)).toEqual({ text: 'Something failed without an error message.', output: '' })
  })
})
