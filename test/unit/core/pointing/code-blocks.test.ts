// The blocks of a text, by their lines.
import { describe, expect, it } from 'vitest'
import { codeBlocks } from '../../../../src/core/pointing/code-blocks.ts'
import { nearestThings } from '../../../../src/core/pointing/nearest-things.ts'
import { MAX_THINGS, type ScreenThing } from '../../../../src/shared/screen.ts'

const blocks = (...lines: string[]): string[] =>
  codeBlocks(lines.join('\n'), 1).map(({ kind, line, endLine }) => `${kind} ${line}-${endLine}`)

describe('A block reaches', () => {
  it('to its closing brace, with its else', () => {
    expect(
      blocks(
        'function f() {',
        '  for (const a of b) {',
        '    if (a) {',
        '      g()',
        '    } else {',
        '      h()',
        '    }',
        '  }',
        '  return 1',
        '}',
      ),
    ).toEqual(['loop 2-8', 'condition 3-7'])
  })

  it('as far as its lines are indented, in Python', () => {
    expect(
      blocks(
        'def f():',
        '    while True:',
        '        g()',
        '',
        '        h()',
        '    try:',
        '        g()',
        '    except ValueError:',
        '        pass',
        '    return',
      ),
    ).toEqual(['loop 2-5', 'try 6-9'])
  })

  it('to its end, in shell and Ruby', () => {
    expect(blocks('for f in *; do', '  echo $f', 'done', 'if [ x ]', 'then', '  ls', 'fi')).toEqual([
      'loop 1-3',
      'condition 4-7',
    ])
    expect(blocks('until done?', '  work', 'end', 'rest')).toEqual(['loop 1-3'])
  })

  it('over one line, where it has only one', () => {
    expect(blocks('if (a) return 1', 'items.forEach((item) => use(item))', 'done()')).toEqual([
      'condition 1-1',
      'loop 2-2',
    ])
  })

  it('over the lines of a comment', () => {
    expect(blocks('// one', '// two', 'code()', '/**', ' * three', ' */', 'f()')).toEqual([
      'comment 1-2',
      'comment 4-6',
    ])
  })
})

it('names that only look like keywords are no blocks', () => {
  expect(
    blocks('format(x)', 'iffy()', 'for: 1,', 'do = 2', 'doIt()', 'selection.clear()', 'trying()'),
  ).toEqual([])
})

it('of many things, the first, the last and the nearest are reported', () => {
  const many = Array.from({ length: 1000 }, (_, at): ScreenThing => ({
    kind: 'function',
    name: `f${at}`,
    line: at * 10 + 1,
    endLine: at * 10 + 9,
  }))
  const { things, cut } = nearestThings(many, 500)
  const names = things.map(({ name }) => name)
  expect(cut).toBe(true)
  expect(things.length).toBeLessThanOrEqual(MAX_THINGS)
  expect(names.slice(0, 20)).toEqual(many.slice(0, 20).map(({ name }) => name))
  expect(names).toContain('f499')
  expect(names).toContain('f501')
  expect(names.at(-1)).toBe('f999')
  expect(nearestThings(many.slice(0, 30), 0)).toEqual({ things: many.slice(0, 30) })
})
