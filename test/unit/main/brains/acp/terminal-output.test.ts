import { describe, expect, it } from 'vitest'
import { createTerminalOutput } from '../../../../../src/main/brains/acp/terminal-output.ts'

function outputOf(limit: number, texts: readonly string[]) {
  const output = createTerminalOutput(limit)
  for (const text of texts) output.add(text)
  return output.read()
}

describe('The output of a terminal', () => {
  it('is complete up to its limit', () => {
    expect(outputOf(6, ['abc', 'def'])).toEqual({ output: 'abcdef', truncated: false })
  })

  it('loses its beginning above the limit', () => {
    expect(outputOf(4, ['abc', 'def'])).toEqual({ output: 'cdef', truncated: true })
    expect(outputOf(0, ['abc'])).toEqual({ output: '', truncated: true })
    expect(outputOf(0, [])).toEqual({ output: '', truncated: false })
  })

  it('is cut between two characters, also if less remains than the limit', () => {
    expect(outputOf(7, ['größer €€'])).toEqual({ output: ' €€', truncated: true })
    expect(outputOf(5, ['€€'])).toEqual({ output: '€', truncated: true })
    expect(outputOf(3, ['a🙂'])).toEqual({ output: '', truncated: true })
  })

  it('keeps no more than its limit and one piece, however much is printed', () => {
    const limit = 64 * 1024
    const output = createTerminalOutput(limit)
    for (let line = 0; line < 200_000; line++) output.add(`line ${line}\n`)
    const { output: text, truncated } = output.read()
    expect(truncated).toBe(true)
    expect(Buffer.byteLength(text)).toBe(limit)
    expect(text.endsWith('line 199998\nline 199999\n')).toBe(true)
  })
})
