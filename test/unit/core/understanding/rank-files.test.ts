import { describe, expect, it } from 'vitest'
import { clearlyBest, rankFiles } from '../../../../src/core/understanding/rank-files.ts'
import { cpuTime } from '../../../cpu-time.ts'

const files = [
  'README.md',
  'index.ts',
  'package.json',
  'src/agent/session-manager.ts',
  'src/app/main.ts',
  'src/lib/index.ts',
  'src/web/index.ts',
  'src/web/main.css',
  'test/session-manager.test.ts',
]
const ranked = (said: string, among: readonly string[] = files) =>
  rankFiles(among, said, 10).map(({ file }) => file)
const best = (said: string, among: readonly string[] = files) => clearlyBest(rankFiles(among, said, 10))

describe('The file the user means', () => {
  it.each([
    ['session manager', 'src/agent/session-manager.ts'],
    ['Session Manager', 'src/agent/session-manager.ts'],
    ['sessionManager', 'src/agent/session-manager.ts'],
    ['session-manager.ts', 'src/agent/session-manager.ts'],
    ['session manager dot ts', 'src/agent/session-manager.ts'],
    ['session manager dot t s', 'src/agent/session-manager.ts'],
    ['agent session manager', 'src/agent/session-manager.ts'],
    ['agent slash session manager', 'src/agent/session-manager.ts'],
    ['session manager test', 'test/session-manager.test.ts'],
    ['read me', 'README.md'],
    ['readme', 'README.md'],
    ['package json', 'package.json'],
    ['package dot json', 'package.json'],
    ['index.ts', 'index.ts'],
    ['lib/index.ts', 'src/lib/index.ts'],
    ['./src/lib/index.ts', 'src/lib/index.ts'],
    ['src\\lib\\index.ts', 'src/lib/index.ts'],
    ['web index', 'src/web/index.ts'],
    ['main.css', 'src/web/main.css'],
    ['sesman', 'src/agent/session-manager.ts'],
  ])('by "%s" comes first', (said, file) => {
    expect(ranked(said)[0]).toBe(file)
  })

  it.each([
    'SessionManager.ts',
    'session_manager.py',
    'session-manager.ts',
    'sessionmanager.go',
    'session manager.rs',
  ])('by "session manager" is %s', (file) => {
    expect(best('session manager', ['a.ts', `src/${file}`, 'session.ts', 'manager.ts'])).toBe(`src/${file}`)
  })

  it('is clear when only one matches in the best way', () => {
    expect(best('session manager')).toBe('src/agent/session-manager.ts')
    expect(best('index.ts')).toBe('index.ts')
  })

  it('is not clear when two match in the same way', () => {
    expect(best('main')).toBeNull()
    expect(best('index', ['a/index.ts', 'b/index.ts'])).toBeNull()
    expect(best('session', ['session-list.ts', 'session-manager.ts'])).toBeNull()
    expect(best('session manager', ['a/SessionManager.ts', 'b/session-manager.ts'])).toBeNull()
  })

  it('is the one at the root for names that many folders have', () => {
    expect(best('readme', ['README.md', 'docs/README.md', 'src/readme.txt'])).toBe('README.md')
    expect(best('package json', ['a/package.json', 'package.json'])).toBe('package.json')
    expect(best('readme', ['a/README.md', 'b/README.md'])).toBeNull()
    expect(best('docs readme', ['README.md', 'docs/README.md'])).toBe('docs/README.md')
  })

  it('is the only one that matches at all', () => {
    expect(best('manager', ['src/session-manager.ts', 'a.ts'])).toBe('src/session-manager.ts')
  })

  it.each(['nothing like this', 'pod bay doors', '', '   ', '...', 'x'])('by "%s" is none', (said) => {
    expect(ranked(said)).toEqual([])
    expect(best(said)).toBeNull()
  })

  it('is found by names in any script, composed or not', () => {
    expect(ranked('größe', ['src/Größe.ts'])).toEqual(['src/Größe.ts'])
    expect(ranked('größe', ['src/Größe.ts'.normalize('NFD')])).toHaveLength(1)
    expect(ranked('日本', ['docs/日本.md'])).toEqual(['docs/日本.md'])
  })

  it('is in a list of limited length that always has the same order', () => {
    const many = Array.from({ length: 500 }, (_, at) => `src/${at}/index.ts`)
    const found = rankFiles(many, 'index', 20)
    expect(found).toHaveLength(20)
    expect(rankFiles(many.toReversed(), 'index', 20)).toEqual(found)
  })

  it('is found among fifty thousand without delay', () => {
    const many = Array.from(
      { length: 50_000 },
      (_, at) => `src/some/folder/part-${at % 100}/fileNumber${at}.test.ts`,
    )
    const started = cpuTime()
    expect(ranked('file number 777', many)[0]).toContain('fileNumber777.')
    expect(cpuTime() - started).toBeLessThan(3000)
  })
})
