import { describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../../../src/core/tools/codebase.ts'
import { rankable, type RankableSymbol, rankSymbols } from '../../../../src/main/workspace/rank-symbols.ts'

const symbol = (name: string, container: string | null = null, file = 'src/a.ts'): CodeSymbol => ({
  name,
  kind: 'function',
  file,
  startLine: 1,
  endLine: 1,
  container,
  signature: name,
  doc: null,
})
const ranked = (symbols: CodeSymbol[], said: string): string[] =>
  rankSymbols(symbols.map(rankable), said, 10).map(({ name, exact }) => (exact ? `${name}!` : name))

describe('A symbol', () => {
  it.each([
    ['parse config', 'parseConfig'],
    ['parse config', 'parse_config'],
    ['parse config', 'ParseConfig'],
    ['parse config', 'PARSE_CONFIG'],
    ['parseConfig()', 'parseConfig'],
    ['http server', 'HTTPServer'],
    ['to utf 8', 'toUtf8'],
    ['init', '__init__'],
    ['größe', 'Größe'],
  ])('is meant by %s when it is called %s', (said, name) => {
    expect(ranked([symbol('other'), symbol(name)], said)).toEqual([`${name}!`])
  })

  it.each([
    ['parser parse', 'Parser'],
    ['Parser.parse', 'Parser'],
    ['core parser parse', 'core.Parser'],
    ['parser parse', 'core.Parser'],
  ])('is meant by %s when it is the parse of %s', (said, container) => {
    expect(ranked([symbol('parse', 'Other'), symbol('parse', container)], said)).toEqual(['parse!'])
  })

  it('with exactly that name comes before names that start with it, and those before names that contain it', () => {
    const symbols = ['reparseConfig', 'parseConfigFile', 'parseConfig', 'configParse', 'prsConfig'].map(
      (name) => symbol(name),
    )
    expect(ranked(symbols, 'parse config')).toEqual([
      'parseConfig!',
      'parseConfigFile',
      'configParse',
      'reparseConfig',
    ])
  })

  it('is found with letters left out, but not by scattered letters', () => {
    expect(ranked([symbol('createSessionManager'), symbol('casualRemoteThing')], 'creatsesmgr')).toEqual([
      'createSessionManager',
    ])
  })

  it('of the code comes before one of the same name in a test', () => {
    const found = rankSymbols(
      [symbol('run', null, 'test/run.test.ts'), symbol('run', null, 'src/deep/er/run.ts')].map(rankable),
      'run',
      10,
    )
    expect(found.map(({ file }) => file)).toEqual(['src/deep/er/run.ts', 'test/run.test.ts'])
  })

  it('is not found by an empty query, by punctuation, or by one letter unless that is its name', () => {
    expect(ranked([symbol('f'), symbol('find')], '')).toEqual([])
    expect(ranked([symbol('f'), symbol('find')], '()')).toEqual([])
    expect(ranked([symbol('f'), symbol('find')], 'f')).toEqual(['f!'])
  })

  it('is found among a hundred thousand with few checks of each', () => {
    let looks = 0
    const watched = (name: string): RankableSymbol => {
      const one = rankable(symbol(name, 'Module'))
      return { ...one, symbol: Object.defineProperty(one.symbol, 'name', { get: () => (looks++, name) }) }
    }
    const others = Array.from({ length: 100_000 }, (_, n) => watched(`createReply${n}`))
    const found = rankSymbols([...others, watched('handleRequest77')], 'handle request 77', 1)
    expect(found[0]?.signature).toBe('handleRequest77')
    // Splitting names is expensive, so it happens only for names with the letters of the query.
    expect(looks / others.length).toBeLessThan(2.1)
  })

  it('splits the query once, however many symbols there are', () => {
    let given = 0
    function* many(): Generator<RankableSymbol> {
      for (; given < 1000; given++) yield rankable(symbol(`handleRequest${given}`))
    }
    expect(rankSymbols(many(), 'handle request', 3)).toHaveLength(3)
    expect(given).toBe(1000)
  })
})
