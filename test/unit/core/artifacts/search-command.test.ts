import { describe, expect, it } from 'vitest'
import { searchCommand } from '../../../../src/core/artifacts/search-command.ts'

describe('A command line', () => {
  it.each([
    ['grep -rn TODO . --include=*.txt; echo done', 'TODO'],
    ['grep -n "two words" src', 'two words'],
    ["rg 'a|b' -g '*.ts'", 'a|b'],
    ['rg -A 3 --type ts needle', 'needle'],
    ['git grep -n needle', 'needle'],
    ['cd src && grep -r needle .', 'needle'],
    ['/usr/bin/grep -e needle file', 'needle'],
    ['egrep "say \\"hi\\"" a', 'say "hi"'],
    ['grep -- -v file', '-v'],
    ['rg needle | head -5', 'needle'],
  ])('%s is a search for %s', (line, pattern) => {
    expect(searchCommand(line)).toBe(pattern)
  })

  it.each([
    'ls',
    'npm test',
    'echo grep x',
    'cat a | grep x',
    'grep',
    'grepx y',
    'git log --grep x',
    '',
    '"',
  ])('%s is no search', (line) => {
    expect(searchCommand(line)).toBeNull()
  })

  it('is checked quickly and without failing, however long and odd it is', () => {
    expect(searchCommand(`grep ${'"'.repeat(3000)}`)).not.toBeUndefined()
    expect(searchCommand(`grep ${'\\'.repeat(100_000)}`)).toBeNull()
  })
})
