// The index of a folder on disk: what it finds, and what becomes of a database that cannot be used.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../src/core/tools/codebase.ts'
import {
  type CodeStore,
  isStoreFault,
  openCodeStore,
  type ReadFile,
} from '../../src/main/workspace/code-store.ts'
import { databaseFor } from '../../src/main/workspace/index-database.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { passagesOf } from '../../src/main/workspace/passages.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { waitForIndex } from '../wait-for-index.ts'

let folder: TempFolder
let database: string
const stores: CodeStore[] = []
beforeEach(() => {
  folder = createTempFolder()
  database = databaseFor('/work/harbour', path.join(folder.path, 'indexes'))
})
afterEach(() => {
  for (const store of stores.splice(0)) store.close()
  folder.remove()
})

function open(root = '/work/harbour', at: string | null = database): CodeStore {
  const store = openCodeStore(at, root)
  stores.push(store)
  return store
}

function close(store: CodeStore): void {
  stores.splice(stores.indexOf(store), 1)
  store.close()
}

const symbol = (file: string, name: string, doc: string | null = null): CodeSymbol => ({
  name,
  kind: 'function',
  file,
  startLine: 1,
  endLine: 3,
  container: null,
  signature: `function ${name}()`,
  doc,
})

function read(file: string, ...symbols: CodeSymbol[]): ReadFile {
  const text = symbols.map(({ name, doc }) => `// ${doc}\nfunction ${name}() {}`).join('\n')
  return { file, modified: 1.5, size: text.length, symbols, passages: passagesOf(file, text, symbols) }
}

const names = (store: CodeStore, query: string): string[] =>
  store.symbols({ query, limit: 10 }).map(({ name }) => name)
const files = (store: CodeStore, question: string): string[] =>
  store.passages(question, 10).map(({ file }) => file)

describe('The index', () => {
  it('finds symbols by any spelling of their name, and passages by what they are about', () => {
    const store = open()
    store.put([
      read(
        'src/auth.ts',
        symbol('src/auth.ts', 'requireUser', 'Sends those who are not logged in to the door.'),
      ),
      read('src/tide.ts', symbol('src/tide.ts', 'highWater', 'The next high water.')),
    ])
    expect(names(store, 'require user')).toEqual(['requireUser'])
    expect(names(store, 'rqusr')).toEqual(['requireUser'])
    expect(files(store, 'where do we check that somebody is signed in')[0]).toBe('src/auth.ts')
    expect(new Set(files(store, 'when is the water high'))).toEqual(new Set(['src/tide.ts']))
    expect(files(store, 'where do we')).toEqual([])
    expect(store.named(['highWater', 'nothing']).map(({ file }) => file)).toEqual(['src/tide.ts'])
  })

  it('gives the longest functions of some files, however many longer ones there are elsewhere', () => {
    const store = open()
    const long = { ...symbol('src/a.ts', 'moorShip'), endLine: 90 }
    store.put([
      read('src/a.ts', ...Array.from({ length: 600 }, () => long)),
      read('lib/b.ts', symbol('lib/b.ts', 'castOff')),
    ])
    const longest = (...include: string[]): string[] =>
      store.longest({ limit: 1, include }).map(({ name }) => name)
    expect(longest('/lib/**')).toEqual(['castOff'])
    expect(longest('*.ts')).toEqual(['moorShip'])
    expect(longest('/cellar/**')).toEqual([])
    expect(store.longest({ limit: 2 }).map(({ name }) => name)).toEqual(['moorShip', 'moorShip'])
  })

  it('takes no word for an operator', () => {
    const store = open()
    store.put([read('a.ts', symbol('a.ts', 'near'))])
    for (const said of ['NEAR("a" b', 'near* AND', "o'near", '"', '-near', 'title:near', '^near'])
      expect(() => store.passages(said, 5), said).not.toThrow()
    for (const said of ['%', '_', "'", '\\', 'near%'])
      expect(() => store.symbols({ query: said, limit: 5 }), said).not.toThrow()
  })

  it('answers questions however many passages it has, and of whatever words', () => {
    const store = open()
    const symbols = Array.from({ length: 1001 }, (_, at) =>
      symbol('a.ts', `moor${at}`, 'Ties a ship to the quay.'),
    )
    for (let at = 0; at < 13; at++) store.put([read(`src/quay-${at}.ts`, ...symbols)])
    store.put([read('src/tide.ts', symbol('src/tide.ts', 'highWater', 'When the ship may leave.'))])
    expect(files(store, 'when is high water')).toContain('src/tide.ts')
    // Every passage has these words, or none does.
    expect(files(store, 'where is the ship tied by a walrus')).not.toEqual([])
    expect(files(store, 'where is the walrus')).toEqual([])
    // What every passage has does not count for or against one.
    expect(store.passages('which ship is tied at high water', 1)[0]).toMatchObject({
      file: 'src/tide.ts',
      coverage: 1,
    })
  })

  it('knows a file only as it was read last', () => {
    const store = open()
    store.put([read('a.ts', symbol('a.ts', 'moorShip'))])
    store.put([read('a.ts', symbol('a.ts', 'castOff'))])
    expect(names(store, 'moor ship')).toEqual([])
    expect(files(store, 'moor ship')).toEqual([])
    expect(store.symbolCount()).toBe(1)
    store.remove(['a.ts', 'never.ts'])
    expect([store.symbolCount(), store.files.size, ...files(store, 'cast off')]).toEqual([0, 0])
  })

  it('is there again after a restart, for its owner only', () => {
    const first = open()
    first.put([read('a.ts', symbol('a.ts', 'moorShip'))])
    close(first)
    const second = open()
    expect(second.isKept).toBe(true)
    expect(second.files.get('a.ts')).toMatchObject({ modified: 1.5 })
    expect(names(second, 'moor ship')).toEqual(['moorShip'])
    expect(second.symbolCount()).toBe(1)
    if (process.platform !== 'win32') expect(statSync(database).mode & 0o777).toBe(0o600)
  })

  it('that another Parley uses is left alone: the second one keeps its own in memory', () => {
    const first = open()
    first.put([read('a.ts', symbol('a.ts', 'moorShip'))])
    const second = open()
    expect(second.isKept).toBe(false)
    second.put([read('b.ts', symbol('b.ts', 'castOff'))])
    expect(names(first, 'cast off')).toEqual([])
  })

  it.each([
    [
      'no database',
      () => writeFileSync(database, 'not a database, but long enough to look like one'.repeat(100)),
    ],
    ['cut off', () => truncateSync(database, 5000)],
  ])('that is %s is built anew', (_, damage) => {
    const first = open()
    first.put([read('a.ts', symbol('a.ts', 'moorShip'))])
    close(first)
    damage()
    const second = open()
    expect([second.isKept, second.files.size]).toEqual([true, 0])
    second.put([read('a.ts', symbol('a.ts', 'castOff'))])
    expect(names(second, 'cast off')).toEqual(['castOff'])
  })

  it('is not blamed for a statement that is wrong', () => {
    const errorOf = (work: () => void): unknown => {
      try {
        work()
      } catch (error) {
        return error
      }
      return null
    }
    const store = open()
    store.put([read('a.ts', symbol('a.ts', 'moorShip'))])
    expect(isStoreFault(errorOf(() => store.longest({ limit: 0.5 })))).toBe(false)
    close(store)
    expect(isStoreFault(errorOf(() => store.longest({ limit: 1 })))).toBe(false)
    writeFileSync(database, 'no database'.repeat(500))
    expect(isStoreFault(errorOf(() => new DatabaseSync(database).exec('SELECT * FROM files')))).toBe(true)
  })

  it('of another folder is not taken for its own', () => {
    const first = open()
    first.put([read('a.ts', symbol('a.ts', 'moorShip'))])
    close(first)
    expect(open('/work/other', database).files.size).toBe(0)
  })

  it('is in memory where nothing can be written', () => {
    writeFileSync(path.join(folder.path, 'indexes'), 'a file, not a folder')
    const store = open()
    store.put([read('a.ts', symbol('a.ts', 'moorShip'))])
    expect([store.isKept, ...names(store, 'moor ship')]).toEqual([false, 'moorShip'])
  })

  it('is removed if nobody used it for long, or if there are too many', () => {
    const indexes = path.dirname(database)
    mkdirSync(indexes, { recursive: true })
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 3600 * 1000)
    for (let days = 0; days < 30; days++) {
      const other = databaseFor(`/work/${days}`, indexes)
      writeFileSync(other, '')
      utimesSync(other, daysAgo(days), daysAgo(days))
    }
    const old = databaseFor('/work/old', indexes)
    writeFileSync(old, '')
    utimesSync(old, daysAgo(90), daysAgo(90))
    open()
    expect(existsSync(old)).toBe(false)
    expect(readdirSync(indexes).filter((name) => name.endsWith('.index'))).toHaveLength(20)
    expect(existsSync(database)).toBe(true)
  })
})

describe('A folder that is opened again', () => {
  it('is not read again where nothing changed', async () => {
    const project = createTempFolder({
      'a.ts': 'function moorShip() {}\n',
      'b.ts': 'function castOff() {}\n',
    })
    const indexes = path.join(folder.path, 'indexes')
    const then = new Date('2026-01-01')
    utimesSync(path.join(project.path, 'a.ts'), then, then)
    const first = await openWorkspace(project.path, indexes)
    await waitForIndex(first)
    await first.close()
    // With the same size and time as before, it counts as unchanged.
    project.write('a.ts', 'function xxxxShip() {}\n')
    utimesSync(path.join(project.path, 'a.ts'), then, then)
    project.write('b.ts', 'function castOffNow() {}\n')
    const second = await openWorkspace(project.path, indexes)
    await waitForIndex(second)
    const found = await second.symbols('moor ship', { limit: 1 })
    const changed = await second.symbols('cast off now', { limit: 1 })
    await second.close()
    project.remove()
    expect([found.symbols[0]?.name, changed.symbols[0]?.name]).toEqual(['moorShip', 'castOffNow'])
  })
})
