import { describe, expect, it } from 'vitest'
import { globFilter } from '../../../../src/core/tools/glob-filter.ts'

describe('A glob', () => {
  it.each([
    ['*.ts', ['a.ts', 'src/deep/a.ts'], ['a.tsx', 'ts', 'a.ts.bak']],
    ['src/**', ['src/a.ts', 'src/deep/a.ts'], ['a/src/b.ts', 'srcs/a.ts']],
    ['src/*.ts', ['src/a.ts'], ['src/deep/a.ts', 'x/src/a.ts']],
    ['**/test/*.ts', ['test/a.ts', 'x/y/test/a.ts'], ['test/deep/a.ts', 'xtest/a.ts']],
    ['test/', ['test/a.ts', 'x/test/deep/a.ts'], ['testing/a.ts']],
    ['/test', ['test/a.ts', 'test'], ['x/test/a.ts']],
    ['./src/a.ts', ['src/a.ts'], ['x/src/a.ts']],
    ['*.{ts,tsx}', ['a.ts', 'b/a.tsx'], ['a.js', 'a.{ts,tsx}']],
    ['a?.ts', ['ab.ts', 'x/ac.ts'], ['a.ts', 'a/.ts']],
    ['[ab].ts', ['a.ts', 'b.ts'], ['c.ts']],
    ['[!a].ts', ['b.ts'], ['a.ts']],
    ['a+(b).ts', ['a+(b).ts'], ['aab.ts']],
    ['[unclosed', ['[unclosed'], ['u']],
    ['{unclosed', ['{unclosed'], ['unclosed']],
    ['a,b', ['a,b'], ['a', 'b']],
  ])('%s matches what it should and nothing else', (glob, those, others) => {
    const include = globFilter({ include: [glob] })
    expect(those.filter((file) => !include(file))).toEqual([])
    expect(others.filter(include)).toEqual([])
    const exclude = globFilter({ exclude: [glob] })
    expect(those.filter(exclude)).toEqual([])
    expect(others.filter((file) => !exclude(file))).toEqual([])
  })

  it('that is absent matches everything', () => {
    expect(globFilter({})('anything')).toBe(true)
    expect(globFilter({ include: [], exclude: [] })('anything')).toBe(true)
  })
})
