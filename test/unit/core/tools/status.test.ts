import { describe, expect, it } from 'vitest'
import { toolRegistry } from '../../../../src/core/tools/registry.ts'

const call = (name: string, args: Record<string, unknown> = {}) => ({ callId: 'c', name, args })
const actionOf = (...given: Parameters<typeof call>) => toolRegistry.statusOf(call(...given)).action
const detailOf = (...given: Parameters<typeof call>) => toolRegistry.statusOf(call(...given)).detail

describe('The action of a tool', () => {
  it.each([
    ['Read', 'reading_file'],
    ['read_file', 'reading_file'],
    ['Write', 'writing_file'],
    ['write_file', 'writing_file'],
    ['Edit', 'editing_file'],
    ['edit_file', 'editing_file'],
    ['Grep', 'searching_files'],
    ['Glob', 'searching_files'],
    ['search', 'searching_files'],
    ['grep', 'searching_files'],
    ['glob', 'searching_files'],
    ['WebSearch', 'web_search'],
    ['web_search', 'web_search'],
    ['Bash', 'executing_command'],
    ['bash', 'executing_command'],
    ['read', 'reading_file'],
    ['ls', 'reading_file'],
    ['write', 'writing_file'],
    ['edit', 'editing_file'],
    ['apply_patch', 'editing_file'],
    ['exec', 'executing_command'],
  ])('of %s is %s', (name, action) => {
    expect(actionOf(name)).toBe(action)
  })

  it.each(['patch', 'READ', '', 'constructor', '__proto__'])(
    'of the unknown tool "%s" is analyzing',
    (name) => {
      expect(actionOf(name)).toBe('analyzing')
    },
  )
})

describe('A command that searches', () => {
  it('is a search, whichever tool runs it', () => {
    for (const name of ['Bash', 'exec']) {
      const search = call(name, { command: 'rg -n "retry policy" src' })
      expect(toolRegistry.statusOf(search)).toEqual({ action: 'searching_files', detail: 'retry policy' })
    }
  })
})

describe('The detail of a tool', () => {
  it.each(['path', 'file_path', 'filePath', 'file'])('is the file when it is called %s', (key) => {
    expect(detailOf('Read', { [key]: 'src/a.ts' })).toBe('src/a.ts')
  })

  it.each([
    ['Grep', { path: 'src', pattern: 'retry' }, 'retry'],
    ['WebSearch', { q: 'zod 4' }, 'zod 4'],
    ['Bash', { command: 'npm test', path: '/x' }, 'npm test'],
    ['bash', { cmd: 'ls' }, 'ls'],
    ['fetch', { url: 'https://example.com' }, 'https://example.com'],
    ['apply_patch', { input: '*** Begin Patch\n*** Update File: a.ts\n' }, 'a.ts'],
    ['ls', { path: '.' }, 'the folder'],
    ['GitDiff', { file: 'a.ts', staged: true }, 'git diff --staged -- a.ts'],
    ['GitLog', {}, 'git log'],
    ['GitBlame', { file: 'a.ts', line: 3 }, 'git blame -L 3,3 -- a.ts'],
  ])('of %s is what the tool works on', (name, args, detail) => {
    expect(detailOf(name, args)).toBe(detail)
  })

  it('is absent when no argument says it, or says it in another type', () => {
    expect(detailOf('Read', {})).toBeUndefined()
    expect(detailOf('Read', { path: 7, file: '  ' })).toBeUndefined()
  })

  it('is one line of bounded length, and never half a character', () => {
    expect(detailOf('Bash', { command: 'a \n\t b' })).toBe('a b')
    const long = detailOf('Bash', { command: `a${'😀'.repeat(100_000)}` }) ?? ''
    expect(long.length).toBeLessThanOrEqual(200)
    expect(() => encodeURIComponent(long)).not.toThrow()
    expect(long.endsWith('…')).toBe(true)
  })
})
