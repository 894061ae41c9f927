// Names and comments that somebody made long on purpose: what the index keeps of them stays small.
import { describe, expect, it } from 'vitest'
import { createSymbolReader } from '../../src/main/workspace/symbol-reader.ts'

const read = (file: string, text: string) => createSymbolReader().read(file, text)

describe('The symbols of a hostile file', () => {
  it('have no endless names, and do not repeat one for each method', async () => {
    const name = 'A'.repeat(200_000)
    const methods = Array.from({ length: 100 }, (_, at) => `m${at}() {}`).join('\n')
    const symbols = await read('a.ts', `class ${name} {\n${methods}\n}\nfunction fine() {}\n`)
    expect(symbols.map(({ name: one }) => one)).toContain('fine')
    expect(JSON.stringify(symbols).length).toBeLessThan(50_000)
  })

  it('have a short container, however deep they are', async () => {
    const name = 'B'.repeat(190)
    const nested = `class ${name} { f() { class ${name} { f() { class ${name} { f() {} } } } } }`
    for (const { container } of await read('a.ts', `${nested}\n`))
      expect((container ?? '').length).toBeLessThanOrEqual(300)
  })

  it('have their nearest comment lines, of however many there are', async () => {
    const [symbol] = await read(
      'a.ts',
      `${'// on and on\n'.repeat(200_000)}// the last line\nfunction f() {}\n`,
    )
    expect(symbol?.doc?.length).toBeLessThanOrEqual(2001)
    expect(symbol?.name).toBe('f')
  })

  it('are read quickly if all of them are below the same comment', async () => {
    const functions = Array.from({ length: 3000 }, (_, at) => `function f${at}() {}`).join(' ')
    const symbols = await read('a.ts', `${'// x\n'.repeat(100_000)}${functions}\n`)
    expect(symbols).toHaveLength(3000)
  })
})
