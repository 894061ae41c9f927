import { describe, expect, test } from 'vitest'
import { codeLanguage, shownLine } from '../../../../src/renderer/viewer/code-language.ts'

const known = new Set([
  'typescript',
  'javascript',
  'json',
  'shell',
  'cpp',
  'dockerfile',
  'html',
  'ini',
  'yaml',
  'dart',
  'java',
])
const languageOf = (named?: string, file?: string): string => codeLanguage(named, file, (id) => known.has(id))

describe('finding the language of code', () => {
  test('the agent’s name for the language comes first', () => {
    expect(languageOf('TypeScript', 'a.json')).toBe('typescript')
    expect(languageOf('tsx')).toBe('typescript')
    expect(languageOf('bash')).toBe('shell')
    expect(languageOf('dart')).toBe('dart')
  })

  test('without a known language, the file name decides', () => {
    expect(languageOf(undefined, 'src/a.hpp')).toBe('cpp')
    expect(languageOf('klingon', 'C:\\src\\a.YML')).toBe('yaml')
    expect(languageOf(undefined, 'Dockerfile')).toBe('dockerfile')
    expect(languageOf(undefined, 'Dockerfile.dev')).toBe('dockerfile')
    expect(languageOf(undefined, 'app.vue')).toBe('html')
    expect(languageOf(undefined, '.editorconfig')).toBe('ini')
  })

  test('a language the editor does not have is shown as a similar one', () => {
    expect(languageOf('toml')).toBe('ini')
    expect(languageOf(undefined, 'build.gradle')).toBe('java')
    expect(languageOf(undefined, 'Jenkinsfile')).toBe('java')
  })

  test('anything else is plain text', () => {
    expect(languageOf()).toBe('plaintext')
    expect(languageOf('', 'LICENSE')).toBe('plaintext')
    expect(languageOf('constructor', 'a.__proto__')).toBe('plaintext')
  })
})

describe('finding the line to scroll to', () => {
  test('line numbers count from where the text begins in its file', () => {
    expect(shownLine(108, 101, 50)).toBe(8)
    expect(shownLine(3, 1, 5)).toBe(3)
  })

  test('a line that is not shown is not scrolled to', () => {
    expect(shownLine(10, 101, 50)).toBeNull()
    expect(shownLine(200, 101, 50)).toBeNull()
    expect(shownLine(undefined, 1, 5)).toBeNull()
  })
})
