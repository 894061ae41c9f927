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

  test('words are kept as they are', () => {
    expect(tabLabel(code('Changes in src/app.ts today'))).toBe('Changes in src/app.ts today')
  })

  test('a file is called by the way to it, where its title is only its name', () => {
    expect(fullTitle(code('app.ts', 'src/app.ts'))).toBe('src/app.ts')
    expect(fullTitle(code('The app', 'src/app.ts'))).toBe('The app')
    expect(tabLabels([code('i.ts', 'a/i.ts'), code('i.ts', 'b/i.ts')])).toEqual(['a/i.ts', 'b/i.ts'])
  })

  test('without a title an artifact is called by what it holds', () => {
    expect(fullTitle(code('', 'src/app.ts'))).toBe('src/app.ts')
    expect(fullTitle(code('  '))).toBe('Code')
    expect(fullTitle({ kind: 'search_results', id: 's', title: '', query: 'TODO', results: [] })).toBe(
      'Results for “TODO”',
    )
    expect(fullTitle({ kind: 'diff', id: 'd', title: '', file: '', diff: '' })).toBe('Changes')
    expect(fullTitle({ kind: 'error', id: 'e', title: '', message: 'x' })).toBe('Error')
    expect(fullTitle({ kind: 'markdown', id: 'm', title: '', content: '' })).toBe('Document')
  })

  test('two files of the same name are told apart by their folders', () => {
    expect(tabLabels([code('src/a/index.ts'), code('src/b/index.ts'), code('src/app.ts')])).toEqual([
      'a/index.ts',
      'b/index.ts',
      'app.ts',
    ])
  })

  test('the same file twice needs no telling apart', () => {
    expect(tabLabels([code('src/a/index.ts'), code('src/a/index.ts')])).toEqual(['index.ts', 'index.ts'])
  })
})

describe('splitting a path', () => {
  test('folder and name, whichever way the slashes lean', () => {
    expect(splitPath('a/b/c.ts')).toEqual({ folder: 'a/b/', name: 'c.ts' })
    expect(splitPath('a\\b\\')).toEqual({ folder: 'a\\', name: 'b' })
    expect(splitPath('c.ts')).toEqual({ folder: '', name: 'c.ts' })
    expect(splitPath('/')).toEqual({ folder: '', name: '/' })
  })
})
