import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../../../src/core/tools/codebase.ts'
import { hasPassages, passagesOf } from '../../../../src/main/workspace/passages.ts'

const symbol = (
  name: string,
  startLine: number,
  endLine: number,
  more: Partial<CodeSymbol> = {},
): CodeSymbol => ({
  name,
  kind: 'function',
  file: 'a.ts',
  startLine,
  endLine,
  container: null,
  signature: name,
  doc: null,
  ...more,
})

describe('The passages of code', () => {
  const text = [
    'import quay',
    'class Harbour {',
    '  depth',
    '  moor() {',
    '    anchor()',
    '  }',
    '}',
    'launch()',
  ].join('\n')
  const symbols = [
    symbol('Harbour', 2, 7, { kind: 'class' }),
    symbol('moor', 4, 6, { kind: 'method', container: 'Harbour', doc: 'Ties a ship up.' }),
  ]
  const [harbour, moor, rest] = passagesOf('a.ts', text, symbols)

  it('are its symbols, each with its own lines', () => {
    expect(harbour).toMatchObject({
      kind: 'symbol',
      name: 'Harbour',
      startLine: 2,
      endLine: 7,
      body: 'harbour depth',
    })
    expect(moor).toMatchObject({ title: 'moor harbour', about: 'ties ship up moor', body: 'moor anchor' })
  })

  it('come from a file of a million lines as well', () => {
    expect(passagesOf('a.js', '\n'.repeat(1_048_576), [])).toHaveLength(1)
  })

  it('end with the lines that no symbol contains', () => {
    expect(rest).toMatchObject({ kind: 'file', name: null, startLine: 1, endLine: 8, body: 'quay launch' })
  })
})

describe('The passages of code whose symbols nobody reads', () => {
  it('are parts of its lines, so that every line can be found', () => {
    const text = ['// Asks for a fingerprint.', ...Array.from({ length: 99 }, (_, at) => `line${at}`)].join(
      '\n',
    )
    const [first, second] = passagesOf('src/Login.kt', text, [])
    expect(first).toMatchObject({ kind: 'file', startLine: 1, endLine: 60, about: 'asks fingerprint' })
    expect(second).toMatchObject({ kind: 'file', startLine: 61, endLine: 100 })
    expect(second?.body).toContain('line98')
  })

  it('come from code and settings, and not from data', () => {
    for (const file of [
      'a.kt',
      'App.vue',
      'main.swift',
      'deploy.yaml',
      'schema.sql',
      'Dockerfile',
      'style.css',
    ])
      expect([file, hasPassages(file)]).toEqual([file, true])
    for (const file of ['a.json', 'pnpm-lock.yaml', 'poetry.lock', 'a.png', 'app.min.css', 'a.patch'])
      expect([file, hasPassages(file)]).toEqual([file, false])
  })
})

describe('The passages of a document', () => {
  it('are its sections, and code in it has no headings', () => {
    const text = '# Harbour\n\nShips.\n\n## Tides\n\nHigh and low.\n\n```sh\n# no heading\n```\n'
    expect(
      passagesOf('a.md', text, []).map(({ name, startLine, endLine }) => [name, startLine, endLine]),
    ).toEqual([
      ['Harbour', 1, 4],
      ['Tides', 5, 12],
    ])
  })

  it('are the same with line ends of Windows', () => {
    const names = passagesOf('a.md', '# Harbour ##\r\n\r\nShips.\r\n\r\nTides\r\n-----\r\n', []).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['Harbour', 'Tides'])
  })

  it('of a hostile document come quickly', () => {
    const spaces = ' '.repeat(500_000)
    const lines = `#${' '.repeat(298)}\r\n`.repeat(3400)
    expect(passagesOf('a.md', `# a${spaces}b\n#${spaces}\n${lines}`, [])).toHaveLength(1)
  })

  it('may have underlined headings, and text before the first', () => {
    const text = 'Before.\n\nTides\n-----\n\nHigh.\n'
    expect(passagesOf('a.rst', text, []).map(({ name }) => name)).toEqual([null, 'Tides'])
  })
})
