import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../../../src/core/tools/codebase.ts'
import { createEditLog } from '../../../../src/core/tools/edit-log.ts'
import { findRelationsTool, type Relations, wholeName } from '../../../../src/core/tools/find-relations.ts'
import { isTestFile, TEST_GLOBS } from '../../../../src/core/artifacts/file-language.ts'
import { globFilter } from '../../../../src/core/tools/glob-filter.ts'
import { impactSentence, relationsPage } from '../../../../src/core/understanding/replies/relations-report.ts'
import { openWorkspace } from '../../../../src/main/workspace/open-workspace.ts'
import { createTempFolder } from '../../../temp-folder.ts'

async function relationsIn(files: Record<string, string>, name: string, file: string): Promise<Relations> {
  const folder = createTempFolder(files)
  const workspace = await openWorkspace(folder.path)
  const symbol: CodeSymbol = {
    name,
    kind: 'function',
    file,
    startLine: 1,
    endLine: 1,
    container: null,
    signature: name,
    doc: null,
  }
  try {
    return await findRelationsTool.run(
      { pattern: name, symbol },
      { workspace, edits: createEditLog(workspace, () => {}), show: () => {} },
    )
  } finally {
    await workspace.close()
    folder.remove()
  }
}

describe('The uses of a symbol', () => {
  it.each(['user$', '$get', '#secret', 'valid?', 'save!', 'plain'])(
    'are found if its name is %s, and not inside longer names',
    async (name) => {
      const { uses } = await relationsIn(
        { 'a.rb': `${name}\n`, 'b.rb': `one.${name}(2)\nx${name}x\n${name}\n` },
        name,
        'a.rb',
      )
      expect(uses.map(({ file, line }) => [file, line])).toEqual([
        ['b.rb', 1],
        ['b.rb', 3],
      ])
    },
  )

  it.each([
    ['src/b.ts', 'test/moor.ts'],
    ['test/b.ts', 'zoo/moor.ts'],
  ])('include both code and tests, however many there are in %s', async (many, one) => {
    const found = await relationsIn(
      { 'a.ts': 'moor\n', [many]: 'moor()\n'.repeat(600), [one]: 'moor()\n' },
      'moor',
      'a.ts',
    )
    expect(found.uses.map(({ file }) => file)).toContain(one)
    const sentence = impactSentence(found)
    expect(sentence).not.toContain('No test mentions it')
    expect(sentence).not.toContain('not used anywhere else')
  })

  it('come before the documents that mention it, and a word of a sentence is no mention', async () => {
    const found = await relationsIn(
      {
        'z.ts': 'moor\n',
        'CHANGES.md': 'We moor here.\nCall `moor` twice.\n',
        'src/quay.ts': 'moor()\n',
        'test/quay.ts': 'moor()\n',
        'test/README.md': 'Calls harbour.moor() first.\n',
      },
      'moor',
      'z.ts',
    )
    expect(found.uses.map(({ file, line }) => [file, line])).toEqual([
      ['src/quay.ts', 1],
      ['test/quay.ts', 1],
      ['CHANGES.md', 2],
      ['test/README.md', 1],
    ])
    expect(impactSentence(found)).toBe(
      'Moor is used in one place, in quay.ts. Its tests are in quay.ts. 2 documents mention it.',
    )
    const { content, stops } = relationsPage(found, '')
    expect(content.match(/^## .*/gm)).toEqual([
      '## Used in one place',
      '## Tests: one place',
      '## In documents: 2 places',
    ])
    expect(stops.map(({ file }) => file)).toEqual([
      'z.ts',
      'src/quay.ts',
      'test/quay.ts',
      'CHANGES.md',
      'test/README.md',
    ])
  })

  it.each([
    ['a.go', '// moor is called later.', '\tmoor()'],
    ['a.py', '    # see moor', 'moor()'],
    ['a.c', ' * moor ties it up.', '*moor = 1;'],
    ['a.h', '/* moor */', '#define MOOR moor(1)'],
    ['a.sql', '-- moor', 'SELECT moor(1);'],
  ])('in a comment are none, in %s', async (file, comment, call) => {
    const found = await relationsIn({ 'z.ts': 'moor\n', [file]: `${comment}\n${call}\n` }, 'moor', 'z.ts')
    expect(found.uses.map(({ line, isComment }) => [line, isComment])).toEqual([
      [2, false],
      [1, true],
    ])
    expect(impactSentence(found)).toMatch(/^Moor is used in one place,/)
    expect(relationsPage(found, '').content.match(/^## .*/gm)).toEqual([
      '## Used in one place',
      '## In comments: one place',
    ])
  })

  it('are counted as so many or more if there are too many to look at', async () => {
    const found = await relationsIn({ 'a.ts': 'moor\n', 'b.ts': 'moor()\n'.repeat(600) }, 'moor', 'a.ts')
    expect(impactSentence(found)).toContain('is used in 500 places or more,')
  })
})

it('The globs for tests mean the files that are tests by their name', () => {
  const included = globFilter({ include: TEST_GLOBS })
  for (const file of [
    'test/a.ts',
    'src/a.test.ts',
    'a_test.go',
    'test_a.py',
    'spec/a_spec.rb',
    'src/__tests__/a.js',
    'src/a-fakes/b.ts',
    'Tests/A.swift',
    'src/latest.ts',
    'contest/a.ts',
    'src/testing.ts',
  ])
    expect([file, included(file)]).toEqual([file, isTestFile(file)])
})

it('A name is searched with its signs as they are', () => {
  expect(wholeName('a.b')).toBe('(?-i:\\ba\\.b\\b)')
})
