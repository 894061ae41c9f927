import { describe, expect, it } from 'vitest'
import { charactersOf, type ModelMessage } from '../../../../src/core/model/history.ts'
import { cut, withCutResults, withoutOldResults } from '../../../../src/core/model/shorter-history.ts'

const long = 'x'.repeat(1_000)
const wants = (input: unknown = { path: 'a' }): ModelMessage => ({
  role: 'assistant',
  text: '',
  calls: [{ id: 'c1', name: 'write_file', input }],
})
const result = (...texts: string[]): ModelMessage => ({
  role: 'tool',
  answers: texts.map((text, at) => ({ id: `c${at}`, name: 'read_file', text, failed: false })),
})

describe('A shorter history of a model', () => {
  it('leaves out long results of earlier steps, and keeps short and new ones', () => {
    const kept = withoutOldResults(
      [wants(), result(long), wants(), result('short'), wants(), result(long)],
      5,
    )
    expect(JSON.stringify(kept[1])).toContain('Use the tool again')
    expect(kept[3]).toEqual(result('short'))
    expect(kept[5]).toEqual(result(long))
  })

  it('leaves out long arguments of earlier calls, and keeps the short ones beside them', () => {
    const [old, , fresh] = withoutOldResults(
      [wants({ path: 'a', content: long }), result(''), wants({ path: 'b', content: long })],
      2,
    )
    expect(old).toEqual(wants({ path: 'a', content: '[Left out to save space.]' }))
    expect(fresh).toEqual(wants({ path: 'b', content: long }))
  })

  it('cuts the newest results so that they fit, and never leaves one out', () => {
    const history = [wants(), result(long), wants({ content: long }), result(`a${long}z`, `b${long}y`)]
    const fitting = withCutResults(history, 1_200)
    expect(charactersOf(fitting)).toBeLessThanOrEqual(1_200)
    const newest = fitting.at(-1)
    const texts = newest?.role === 'tool' ? newest.answers.map(({ text }) => text) : []
    expect(texts).toEqual([expect.stringMatching(/^ax.*xz$/s), expect.stringMatching(/^bx.*xy$/s)])
  })

  it('says how much of a text is left out between its beginning and its end', () => {
    expect(cut(`begin${long}end`, 200)).toMatch(/^begin.*characters are left out here.*end$/s)
    expect(cut(`begin${long}end`, 200).length).toBeLessThanOrEqual(200)
    expect(cut('short', 200)).toBe('short')
  })
})
