import { describe, expect, test } from 'vitest'
import type { Artifact } from '../../../../src/shared/artifacts.ts'
import { fullTitle, splitPath, tabLabel, tabLabels } from '../../../../src/renderer/viewer/tab-labels.ts'

const code = (title: string, file?: string): Artifact => ({
  kind: 'code',
  id: title,
  title,
  content: '',
  ...(file === undefined ? {} : { file }),
})

describe('naming a tab', () => {
  test('a path is shortened to the name of the file', () => {
    expect(tabLabel(code('src/main/app.ts'))).toBe('app.ts')
    expect(tabLabel(code('C:\\work\\app.ts'))).toBe('app.ts')
  })

  test('other titles stay as they are', () => {
    expect(tabLabel(code('Changes in src/app.ts today'))).toBe('Changes in src/app.ts today')
  })

  test('the full title of a file is its path if its title is only the name', () => {
    expect(fullTitle(code('app.ts', 'src/app.ts'))).toBe('src/app.ts')
    expect(fullTitle(code('The app', 'src/app.ts'))).toBe('The app')
    expect(tabLabels([code('i.ts', 'a/i.ts'), code('i.ts', 'b/i.ts')])).toEqual(['a/i.ts', 'b/i.ts'])
  })

  test('an artifact without a title gets one from its content', () => {
    expect(fullTitle(code('', 'src/app.ts'))).toBe('src/app.ts')
    expect(fullTitle(code('  '))).toBe('Code')
    expect(fullTitle({ kind: 'search_results', id: 's', title: '', query: 'TODO', results: [] })).toBe('TODO')
    expect(fullTitle({ kind: 'diff', id: 'd', title: '', file: '', diff: '' })).toBe('Changes')
    expect(fullTitle({ kind: 'error', id: 'e', title: '', message: 'x' })).toBe('Error')
    expect(fullTitle({ kind: 'markdown', id: 'm', title: '', content: '' })).toBe('Document')
  })

  test('two files with the same name also show their folders', () => {
    expect(tabLabels([code('src/a/index.ts'), code('src/b/index.ts'), code('src/app.ts')])).toEqual([
      'a/index.ts',
      'b/index.ts',
      'app.ts',
    ])
  })

  test('the same file twice keeps the short label', () => {
    expect(tabLabels([code('src/a/index.ts'), code('src/a/index.ts')])).toEqual(['index.ts', 'index.ts'])
  })
})

describe('splitting a path', () => {
  test('into folder and name, with either kind of slash', () => {
    expect(splitPath('a/b/c.ts')).toEqual({ folder: 'a/b/', name: 'c.ts' })
    expect(splitPath('a\\b\\')).toEqual({ folder: 'a\\', name: 'b' })
    expect(splitPath('c.ts')).toEqual({ folder: '', name: 'c.ts' })
    expect(splitPath('/')).toEqual({ folder: '', name: '/' })
  })
})
