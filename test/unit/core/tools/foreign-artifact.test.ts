import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ForeignOutcome, toolRegistry } from '../../../../src/core/tools/registry.ts'
import { artifact } from '../../../../src/shared/artifacts.ts'

const call = (name: string, args: Record<string, unknown> = {}) => ({ callId: 'call-1', name, args })
const ok = (text: string, details?: Record<string, unknown>): ForeignOutcome => ({
  ok: true,
  output: { text, ...(details && { details }) },
})
const made = (name: string, args: Record<string, unknown>, outcome: ForeignOutcome) =>
  toolRegistry.foreignArtifact('turn-1', call(name, args), outcome)

describe('What another agent looked up for itself', () => {
  it.each(['Read', 'Grep', 'Glob', 'Bash'])('with %s has no artifact', (name) => {
    expect(made(name, { path: 'a.ts', pattern: 'a' }, ok('a.ts', { quiet: true }))).toBeNull()
  })
  it('is shown as an error when it failed', () => {
    expect(made('Grep', { pattern: 'a' }, { ok: false, message: 'no' })).toMatchObject({ kind: 'error' })
  })
})

describe('A file that was read', () => {
  it('is shown as code in its language', () => {
    expect(made('Read', { file_path: 'src/a.ts' }, ok('const a = 1\n'))).toEqual({
      kind: 'code',
      id: 'turn-1:call-1',
      title: 'a.ts',
      content: 'const a = 1\n',
      language: 'typescript',
      file: 'src/a.ts',
    })
  })

  it('starts at the line it was read from, and scrolls to the requested line', () => {
    expect(made('read_file', { path: 'a.py', offset: 40 }, ok('x', { focusLine: 42 }))).toMatchObject({
      startLine: 40,
      focusLine: 42,
    })
    expect(made('Read', { path: 'a.py', offset: 40 }, ok('x', { startLine: 50 }))).toMatchObject({
      startLine: 50,
    })
    expect(made('Read', { path: 'a.py', offset: 0 }, ok('x'))).not.toHaveProperty('startLine')
  })

  it('is shown as a document when it is Markdown', () => {
    expect(made('Read', { path: 'docs/plan.md' }, ok('# Plan'))).toEqual({
      kind: 'markdown',
      id: 'turn-1:call-1',
      title: 'plan.md',
      content: '# Plan',
      file: 'docs/plan.md',
    })
  })

  it('is shown without a name or a language if there is none', () => {
    expect(made('Read', {}, ok('x'))).toEqual({
      kind: 'code',
      id: 'turn-1:call-1',
      title: 'Read',
      content: 'x',
    })
    expect(made('Read', { path: 'x.unknown' }, ok('x'))).not.toHaveProperty('language')
  })

  it('that is not code is shown as a file, but a part of one keeps its line numbers', () => {
    for (const path of ['notes.txt', 'x.unknown', 'LICENSE'])
      expect(made('Read', { path }, ok('x'))).toMatchObject({ kind: 'file', file: path, content: 'x' })
    expect(made('Read', { path: 'notes.txt', offset: 20 }, ok('x'))).toMatchObject({
      kind: 'code',
      startLine: 20,
    })
  })
})

describe('An edit', () => {
  it.each([
    ['old_string', 'new_string'],
    ['oldText', 'newText'],
    ['old_str', 'new_str'],
  ])('is shown as a diff of %s and %s', (before, after) => {
    expect(made('Edit', { path: 'src/a.ts', [before]: 'a\nb', [after]: 'a\nc' }, ok('done'))).toEqual({
      kind: 'diff',
      id: 'turn-1:call-1',
      title: 'a.ts',
      file: 'src/a.ts',
      diff: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
    })
  })

  it('shows several edits of one file under one header', () => {
    const edits = [
      { oldText: 'a', newText: 'b' },
      { oldText: 'c', newText: '' },
    ]
    expect(made('edit_file', { path: 'x.ts', edits }, ok(''))).toMatchObject({
      diff: '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n@@ -1 +0,0 @@\n-c\n',
    })
  })

  it('shows the diff that the tool reports rather than one of the replaced strings', () => {
    const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -7 +7 @@\n-a\n+b\n'
    const args = { path: 'x.ts', old_string: 'a', new_string: 'b' }
    expect(made('Edit', args, ok('', { diff }))).toMatchObject({ kind: 'diff', diff })
    expect(made('Edit', args, ok('', { diff: '7 | b', patch: diff }))).toMatchObject({ kind: 'diff', diff })
  })

  it('of Markdown is a diff, but of the task summary its new text if that is known', () => {
    const args = { old_string: 'a', new_string: 'b' }
    expect(made('Edit', { ...args, path: 'a.md' }, ok('', { newText: '# b' }))).toMatchObject({
      kind: 'diff',
    })
    expect(made('Edit', { ...args, path: 'tasks/SUMMARY.md' }, ok('', { newText: '# b' }))).toMatchObject({
      kind: 'markdown',
      content: '# b',
    })
    expect(made('Edit', { ...args, path: 'tasks/SUMMARY.md' }, ok(''))).toMatchObject({ kind: 'diff' })
  })

  it('has no artifact when nothing is known of it or nothing changed', () => {
    expect(made('Edit', { path: 'a.ts' }, ok('done'))).toBeNull()
    expect(made('Edit', { path: 'a.ts', old_string: 'a', new_string: 'a' }, ok(''))).toBeNull()
    expect(made('Edit', { path: 'a.ts', edits: [null, 7, { oldText: 1 }] }, ok(''))).toBeNull()
  })
})

describe('A write', () => {
  it('of Markdown is shown as the new document', () => {
    for (const path of ['a.md', 'tasks/SUMMARY.md', '/abs/tasks/SUMMARY.md']) {
      const written = made('Write', { path, content: '# New' }, ok('written', { oldText: '# Old' }))
      expect(written).toMatchObject({ kind: 'markdown', content: '# New', file: path })
    }
  })

  it('is shown as a diff when the old text is known', () => {
    expect(made('Write', { path: 'a.ts', content: 'b\n' }, ok('', { oldText: 'a\n' }))).toMatchObject({
      kind: 'diff',
      diff: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n',
    })
    const diff = '@@ -1 +1 @@\n-a\n+b\n'
    expect(made('write_file', { path: 'a.ts', content: 'b\n' }, ok('', { diff }))).toMatchObject({
      kind: 'diff',
      diff,
    })
  })

  it('is shown as a file when the old text is not known', () => {
    expect(made('Write', { file_path: 'a.ts', content: 'b\n' }, ok('', { created: true, size: 2 }))).toEqual({
      kind: 'file',
      id: 'turn-1:call-1',
      title: 'a.ts',
      file: 'a.ts',
      content: 'b\n',
      language: 'typescript',
      size: 2,
    })
    expect(made('Write', { path: 'a.md' }, ok('written'))).toMatchObject({ kind: 'file', file: 'a.md' })
  })
})

describe('A search', () => {
  it('is shown as a list of hits', () => {
    expect(made('Grep', { pattern: 'retry', path: 'src' }, ok('src/a.ts:3:retry()'))).toEqual({
      kind: 'search_results',
      id: 'turn-1:call-1',
      title: 'Search: retry',
      query: 'retry',
      results: [{ file: 'src/a.ts', line: 3, content: 'retry()' }],
    })
  })

  it('for files lists them, each at its first line', () => {
    expect(made('Glob', { pattern: '*.ts' }, ok('a.ts\nb.ts'))).toMatchObject({
      title: 'Files: *.ts',
      results: [
        { file: 'a.ts', line: 1, content: '' },
        { file: 'b.ts', line: 1, content: '' },
      ],
    })
  })

  it('that found nothing is an empty list, which shows the query', () => {
    expect(made('search', { query: 'x' }, ok(''))).toMatchObject({ query: 'x', results: [] })
  })

  it('says when there are more hits', () => {
    expect(made('grep', { pattern: 'x' }, ok('a:1:x', { truncated: true }))).toMatchObject({
      truncated: true,
    })
  })

  it('for a file that the brain is about to open has no artifact', () => {
    expect(made('Glob', { pattern: 'a' }, ok('a.ts', { best: 'a.ts' }))).toBeNull()
  })
})

describe('A command', () => {
  it('is shown by the change it made, if it made one', () => {
    const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'
    const shown = made('Bash', { command: 'git diff HEAD' }, ok(diff, { diff, title: 'Working changes' }))
    expect(shown).toEqual({ kind: 'diff', id: 'turn-1:call-1', title: 'Working changes', file: '', diff })
    expect(made('apply_patch', {}, ok('', { diff, file: 'x' }))).toMatchObject({
      kind: 'diff',
      file: 'x',
      title: 'x',
    })
  })

  it('has no other artifact', () => {
    expect(made('Bash', { command: 'ls' }, ok('a b c'))).toBeNull()
    expect(made('Bash', { command: 'git diff' }, ok('', { diff: '' }))).toBeNull()
    expect(made('WebSearch', { query: 'x' }, ok('results'))).toBeNull()
    expect(made('think', {}, ok('hm'))).toBeNull()
  })
})

describe('A tool that fails', () => {
  it.each([
    ['Read', 'Not read'],
    ['Write', 'Not written'],
    ['Edit', 'Not changed'],
    ['Grep', 'Search failed'],
    ['Glob', 'Search failed'],
    ['Bash', 'Failed'],
    ['WebSearch', 'Web search failed'],
    ['anything', 'anything failed'],
  ])('is shown as an error when it is %s', (name, label) => {
    expect(made(name, { path: 'src/a.ts' }, { ok: false, message: 'No such file', stack: 'at x' })).toEqual({
      kind: 'error',
      id: 'turn-1:call-1',
      title: `${label}: src/a.ts`,
      message: 'No such file',
      stack: 'at x',
    })
  })

  it('has a message even if the tool gives none', () => {
    expect(made('Bash', {}, { ok: false, message: '' })).toEqual({
      kind: 'error',
      id: 'turn-1:call-1',
      title: 'Bash failed',
      message: 'The tool failed without saying why.',
    })
  })
})

describe('Every artifact', () => {
  it('has an id of its own, the same for the same call, and never too long', () => {
    const idOf = (turnId: string, callId: string) =>
      toolRegistry.foreignArtifact(turnId, { callId, name: 'Read', args: {} }, ok('x'))?.id ?? ''
    const long = 't'.repeat(128)
    const ids = [
      idOf(long, 'c'.repeat(200)),
      idOf(long, `${'c'.repeat(199)}d`),
      idOf('t', 'c'),
      idOf('t', 'd'),
    ]
    expect(new Set(ids).size).toBe(4)
    expect(ids.every((id) => id.length <= 128)).toBe(true)
    expect(idOf(long, 'c'.repeat(200))).toBe(ids[0])
  })

  it('fits the schema, whatever a brain sends as arguments and details', () => {
    const names = ['Read', 'Write', 'Edit', 'Grep', 'Glob', 'Bash', 'WebSearch', 'other']
    const keys = [
      'path',
      'file',
      'pattern',
      'content',
      'old_string',
      'new_string',
      'edits',
      'offset',
      'command',
    ]
    const detailKeys = [
      'diff',
      'oldText',
      'newText',
      'startLine',
      'focusLine',
      'language',
      'results',
      'title',
      'size',
    ]
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.anything(),
      fc.constantFrom('a.md', '@@ -1 +1 @@', 3, [{ oldText: 'a', newText: 'b' }]),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.dictionary(fc.constantFrom(...keys), value),
        fc.dictionary(fc.constantFrom(...detailKeys), value),
        fc.string(),
        (name, args, details, text) => {
          const shown = made(name, args, ok(text, details))
          if (shown) artifact.parse(shown)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
