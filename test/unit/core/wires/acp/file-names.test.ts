import { describe, expect, it } from 'vitest'
import { fileInside, shownPath } from '../../../../../src/core/wires/acp/file-names.ts'
import { onlyReads } from '../../../../../src/core/wires/acp/unasked.ts'

describe('A path that an agent names', () => {
  it.each([
    ['/work/app', '/work/app/src/a.ts', 'src/a.ts'],
    ['/work/app', 'src/a.ts', 'src/a.ts'],
    ['/work/app', './src/../a.ts', 'a.ts'],
    ['/work/app', 'file:///work/app/a%20b.ts', 'a b.ts'],
    ['C:\\work\\app', 'c:\\Work\\App\\src\\a.ts', 'src/a.ts'],
    ['/work/app', '/work/app', null],
    ['/work/app', '/work/application/a.ts', null],
    ['/work/app', '/work/app/../secret', null],
    ['/work/app', '../secret', null],
    ['/work/app', '/etc/passwd', null],
  ])('in %s: %s is the file %s', (root, path, file) => {
    expect(fileInside(root, path)).toBe(file)
    expect(shownPath(root, path)).toBe(file ?? path)
  })
})

describe('A command that ran unasked', () => {
  it.each([
    'ls -la',
    'cat a.txt | head -5',
    'git status && git diff',
    'cd src && rg -n retry',
    'grep -r x .',
  ])('only reads: %s', (command) => expect(onlyReads(command)).toBe(true))

  it.each([
    'echo x > a',
    'cat `rm a`',
    'ls; rm -rf .',
    'git push',
    'sed -i s/a/b/ a',
    'rg --pre ./run x',
    'ls\nrm a',
  ])('may do more: %s', (command) => expect(onlyReads(command)).toBe(false))
})
