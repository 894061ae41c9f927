import { describe, expect, it } from 'vitest'
import {
  isMarkdownFile,
  languageNamed,
  languageOfFile,
} from '../../../../src/core/artifacts/file-language.ts'

describe('The language of a file', () => {
  it.each([
    ['src/a.ts', 'typescript'],
    ['src/a.TSX', 'typescript'],
    ['lib/main.dart', 'dart'],
    ['a.d.ts', 'typescript'],
    ['C:\\code\\Program.cs', 'csharp'],
    ['Dockerfile', 'dockerfile'],
    ['build/Dockerfile.dev', 'dockerfile'],
    ['Makefile', 'makefile'],
    ['CMakeLists.txt', 'cmake'],
    ['notes.txt', 'plaintext'],
    ['.gitignore', 'plaintext'],
    ['.env.local', 'shell'],
    ['.prettierrc.json', 'json'],
    ['Gemfile', 'ruby'],
    ['x.m', 'objective-c'],
    ['x.proto', 'proto'],
    ['Cargo.toml', 'toml'],
    ['doc/README.md', 'markdown'],
    ['a.c++', 'cpp'],
  ])('of %s is %s', (file, language) => {
    expect(languageOfFile(file)).toBe(language)
  })

  it.each(['LICENSE2', 'a.unknown', '', '/', 'a.', '.', '..', 'constructor', 'a.constructor', 'a.__proto__'])(
    'of "%s" is not known',
    (file) => {
      expect(languageOfFile(file)).toBeUndefined()
    },
  )

  it('covers the languages a developer meets', () => {
    const extensions =
      'c clj coffee cpp cs css dart ex elm erl fs go graphql hs html ini java js json jl kt less lua md ml nix pas ' +
      'php pl proto ps1 pug py r rb rs scala scss sh sol sql svelte swift tf toml ts vb vue xml yml zig'
    const languages = extensions.split(' ').map((extension) => languageOfFile(`x.${extension}`))
    expect(languages).not.toContain(undefined)
    expect(new Set(languages).size).toBeGreaterThanOrEqual(50)
  })

  it.each([
    ['TypeScript', 'typescript'],
    ['tsx', 'typescript'],
    [' bash ', 'shell'],
    ['C#', 'csharp'],
    ['golang', 'go'],
    ['toml', 'toml'],
    ['klingon', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('is known by the name "%s"', (name, language) => {
    expect(languageNamed(name)).toBe(language)
  })

  it('is Markdown for a document, but Markdown with components is shown as code', () => {
    expect(isMarkdownFile('a.md')).toBe(true)
    expect(isMarkdownFile('a.markdown')).toBe(true)
    expect(isMarkdownFile('a.mdx')).toBe(false)
    expect(isMarkdownFile('readme')).toBe(false)
  })
})
