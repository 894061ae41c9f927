import { describe, expect, it } from 'vitest'
import { changedSymbols } from '../../../../../src/core/review/changed-symbols.ts'
import type { ChangedFile } from '../../../../../src/core/tools/codebase.ts'
import { commitMessage } from '../../../../../src/core/understanding/replies/commit-message.ts'

const modified = (file: string): ChangedFile => ({ file, staged: null, unstaged: 'modified' })
const untracked = (file: string): ChangedFile => ({ file, staged: null, unstaged: 'untracked' })
const diffOf = (file: string, ...lines: string[]): string =>
  [`diff --git a/${file} b/${file}`, `--- a/${file}`, `+++ b/${file}`, ...lines, ''].join('\n')

const inside = diffOf(
  'mooring.ts',
  '@@ -4,3 +4,4 @@ export function moorShip(ship: Ship): void {',
  '   requireCaptain(ship)',
  '+  throwRope(ship)',
  '   wave()',
)
const another = diffOf(
  'mooring.ts',
  '@@ -9,1 +9,4 @@ export function moorShip(ship: Ship): void {',
  ' }',
  '+',
  '+function throwRope(ship: Ship): void {',
  '+  ship.rope = true',
  '+}',
)

describe('The drafted commit message', () => {
  it.each<[what: string, files: ChangedFile[], diff: string, subjects: string[], message: string]>([
    ['the function that changed', [modified('mooring.ts')], inside, [], 'Change moorShip'],
    ['the function that is new', [modified('mooring.ts')], another, [], 'Add throwRope'],
    [
      'new, deleted and renamed files',
      [
        untracked('rope.ts'),
        { file: 'old.ts', staged: null, unstaged: 'deleted' },
        { file: 'b.ts', from: 'a.ts', staged: 'renamed', unstaged: 'renamed' },
      ].map((file) => ({ ...file, staged: null }) as ChangedFile),
      '',
      [],
      'Add rope.ts, remove old.ts and rename a.ts to b.ts',
    ],
    ['a file of which nothing is known', [modified('notes.txt')], '', [], 'Update notes.txt'],
    [
      'a type where the last commits have one',
      [modified('mooring.ts')],
      another,
      ['feat: a quay', 'fix: a rope', 'Merge branch x', 'First commit'],
      'feat: add throwRope',
    ],
    [
      'tests as tests',
      [untracked('test/rope.test.ts')],
      '',
      ['feat(harbour): a quay'],
      'test: add rope.test.ts',
    ],
    ['documents as documents', [modified('README.md')], '', ['feat: a quay'], 'docs: update README.md'],
    [
      'no type where most commits have none',
      [modified('mooring.ts')],
      inside,
      ['feat: a', 'More ropes', 'Less rope'],
      'Change moorShip',
    ],
    [
      'no more than fits',
      [...Array(30).keys()].map((at) => untracked(`${'long'.repeat(20)}${at}.ts`)),
      '',
      [],
      'Add 30 files',
    ],
  ])('names %s', (_, files, diff, subjects, message) => {
    expect(commitMessage({ files, diff, subjects })).toBe(message)
  })

  it('always fits into a subject', () => {
    for (const length of [1, 20, 40, 60, 100])
      for (const count of [1, 2, 3, 9]) {
        const files = [...Array(count).keys()].map((at) => modified(`${'x'.repeat(length)}${at}.ts`))
        expect(commitMessage({ files, diff: '', subjects: ['feat: a'] }).length).toBeLessThanOrEqual(72)
      }
  })
})

describe('The changed symbols of a diff', () => {
  it.each([
    ['+def moor(ship):', { added: ['moor'] }],
    ['+pub async fn moor() {', { added: ['moor'] }],
    ['+func (s *Ship) Moor() {', { added: ['Moor'] }],
    ['-class Ship:', { removed: ['Ship'] }],
    ['+export const tide = 1', { added: ['tide'] }],
    ['+  const inner = 1', {}],
  ])('are read from %j', (line, expected) => {
    expect(changedSymbols(diffOf('a', '@@ -1,1 +1,1 @@', line))).toEqual([
      { file: 'a', added: [], removed: [], changed: [], ...expected },
    ])
  })

  it('are changed if their declaration is', () => {
    const diff = diffOf('a', '@@ -1,1 +1,1 @@', '-export const tide = 1', '+export const tide = 2')
    expect(changedSymbols(diff)).toMatchObject([{ added: [], removed: [], changed: ['tide'] }])
  })

  it('are read quickly from a hostile diff', () => {
    const line = `+${'export '.repeat(20_000)}`
    expect(changedSymbols(diffOf('a', '@@ -1,1 +1,9999 @@', ...Array<string>(50).fill(line)))).toHaveLength(1)
  })
})
