// Symbols of real files with real grammars, and an index that follows changes on disk.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CodeSymbol, IndexState } from '../../src/core/tools/codebase.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createCodeIndex } from '../../src/main/workspace/code-index.ts'
import { openCodeStore } from '../../src/main/workspace/code-store.ts'
import { createSymbolReader } from '../../src/main/workspace/symbol-reader.ts'
import { waitingForIndex } from '../wait-for-index.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let workspace: Workspace
async function begin(): Promise<void> {
  folder = createTempFolder()
  workspace = await openWorkspace(folder.path)
}
async function end(): Promise<void> {
  await workspace.close()
  folder.remove()
}
const onUnix = it.skipIf(process.platform === 'win32')

/** `kind container.name first-last`, for the tables below. */
const brief = ({ kind, container, name, startLine, endLine }: CodeSymbol): string =>
  `${kind} ${container === null ? '' : `${container}.`}${name} ${startLine}-${endLine}`

const lines = (...text: string[]): string => `${text.join('\n')}\n`

const fixtures: [language: string, file: string, text: string, symbols: string[]][] = [
  [
    'TypeScript',
    'a.ts',
    lines(
      'export function add(a: number): number {',
      '  return a',
      '}',
      'export abstract class Shape<T> {',
      '  area(): number { return 1 }',
      '  handler = (x: string) => x',
      '}',
      'interface Named { name(): string }',
      'type Id = string | null',
      'export enum Color { Red }',
      'namespace Deep { export const inner = async () => {} }',
    ),
    [
      'function add 1-3',
      'class Shape 4-7',
      'method Shape.area 5-5',
      'method Shape.handler 6-6',
      'interface Named 8-8',
      'method Named.name 8-8',
      'type Id 9-9',
      'enum Color 10-10',
      'module Deep 11-11',
      'function Deep.inner 11-11',
    ],
  ],
  ['TSX', 'a.tsx', lines('export function App() {', '  return <b>hi</b>', '}'), ['function App 1-3']],
  [
    'JavaScript',
    'a.mjs',
    lines('class Store { get(key) {} }', 'function* walk() {}', 'const run = function () {}'),
    ['class Store 1-1', 'method Store.get 1-1', 'function walk 2-2', 'function run 3-3'],
  ],
  [
    'JavaScript with assigned functions',
    'lib/response.js',
    lines(
      'var res = Object.create(http.ServerResponse.prototype)',
      'res.send = function send(body) {',
      '  this.end(body)',
      '}',
      'res.set =',
      'res.header = function header(field) {}',
      'exports.etag = (body) => body',
      'module.exports.query = class Query {}',
      'Cat.prototype.purr = function () {}',
      'Dog.prototype = { bark() {}, wag: () => {} }',
      'const api = { load(key) {}, save: async (key) => {} }',
      'const Button = React.memo(function (props) { return null })',
      'const names = list.map((one) => one.name)',
      'registry[name] = () => {}',
      'find(x).then = () => {}',
      'module.exports = function (options) {}',
    ),
    [
      'method res.send 2-4',
      'method res.set 5-6',
      'method res.header 6-6',
      'function etag 7-7',
      'class query 8-8',
      'method Cat.purr 9-9',
      'method Dog.bark 10-10',
      'method Dog.wag 10-10',
      'method api.load 11-11',
      'method api.save 11-11',
      'function Button 12-12',
      'function then 15-15',
      'function response 16-16',
    ],
  ],
  [
    'TypeScript with decorators, fields and a default export',
    'cart/index.ts',
    lines(
      "@Controller('cart')",
      'export class CartController {',
      '  static readonly load = async (id: string) => id',
      '  #total = () => 1',
      '  save = debounce(() => {}, 50)',
      "  @Get(':id')",
      '  find(@Param() id: string) {}',
      '}',
      'export default (items: Item[]) => items.length',
    ),
    [
      'class CartController 2-8',
      'method CartController.load 3-3',
      'method CartController.#total 4-4',
      'method CartController.save 5-5',
      'method CartController.find 7-7',
      'function cart 9-9',
    ],
  ],
  [
    'Python',
    'a.py',
    lines(
      '@cached',
      'def load(path):',
      '    return path',
      '',
      'class Foo(Bar):',
      '    async def run(self): pass',
    ),
    ['function load 2-3', 'class Foo 5-6', 'method Foo.run 6-6'],
  ],
  [
    'Go',
    'a.go',
    lines(
      'package a',
      'type Server struct { name string }',
      'type Doer interface { Do(x int) error }',
      'type ID string',
      'func (s *Server) Start() error { return nil }',
      'func New() *Server { return nil }',
    ),
    [
      'struct Server 2-2',
      'interface Doer 3-3',
      'method Doer.Do 3-3',
      'type ID 4-4',
      'method Server.Start 5-5',
      'function New 6-6',
    ],
  ],
  [
    'Rust',
    'a.rs',
    lines(
      'pub struct Point { x: i32 }',
      'impl Point { pub fn new() -> Self { todo!() } }',
      'trait Draw { fn draw(&self); }',
      'enum Kind { A }',
      'type Short = i32;',
      'mod inner { fn hidden() {} }',
    ),
    [
      'struct Point 1-1',
      'method Point.new 2-2',
      'interface Draw 3-3',
      'method Draw.draw 3-3',
      'enum Kind 4-4',
      'type Short 5-5',
      'module inner 6-6',
      'function inner.hidden 6-6',
    ],
  ],
  [
    'Java',
    'A.java',
    lines(
      'public class Bank {',
      '  public Bank() {}',
      '  int total(int a) { return a; }',
      '  enum Kind { A }',
      '}',
      'interface Teller {}',
      'record Point(int x) {}',
    ),
    [
      'class Bank 1-5',
      'method Bank.Bank 2-2',
      'method Bank.total 3-3',
      'enum Bank.Kind 4-4',
      'interface Teller 6-6',
      'class Point 7-7',
    ],
  ],
  [
    'C',
    'a.c',
    lines(
      'static int',
      'add(int a, int b)',
      '{',
      '  return a + b;',
      '}',
      'struct point { int x; };',
      'typedef struct { int y; } other;',
      'char *name(void) { return 0; }',
      'enum color { RED };',
    ),
    ['function add 1-5', 'struct point 6-6', 'struct other 7-7', 'function name 8-8', 'enum color 9-9'],
  ],
  [
    'C++',
    'a.cpp',
    lines(
      'namespace geo {',
      'class Shape { double area() const { return 0; } };',
      '}',
      'double geo::Shape::edge(int x) { return x; }',
      'using Id = int;',
    ),
    [
      'module geo 1-3',
      'class geo.Shape 2-2',
      'method geo.Shape.area 2-2',
      'method geo.Shape.edge 4-4',
      'type Id 5-5',
    ],
  ],
  [
    'Ruby',
    'a.rb',
    lines(
      'module Tools',
      '  class Dog < Animal',
      '    def bark(times = 1)',
      '    end',
      '    def self.make; end',
      '  end',
      'end',
      'def top; end',
    ),
    [
      'module Tools 1-7',
      'class Tools.Dog 2-6',
      'method Tools.Dog.bark 3-4',
      'method Tools.Dog.make 5-5',
      'function top 8-8',
    ],
  ],
  [
    'C#',
    'A.cs',
    lines(
      'namespace App {',
      '  public class Store<T> {',
      '    public Store() {}',
      '    public int Load(string p) => 1;',
      '  }',
      '  struct S {}',
      '  interface I { void M(); }',
      '  enum E { A }',
      '}',
    ),
    [
      'module App 1-9',
      'class App.Store 2-5',
      'method App.Store.Store 3-3',
      'method App.Store.Load 4-4',
      'struct App.S 6-6',
      'interface App.I 7-7',
      'method App.I.M 7-7',
      'enum App.E 8-8',
    ],
  ],
  [
    'PHP',
    'a.php',
    lines(
      '<?php',
      'function send(string $to): bool { return true; }',
      'class Mailer { public function deliver() {} }',
      'interface I {}',
      'trait T {}',
      'enum Suit { case A; }',
    ),
    [
      'function send 2-2',
      'class Mailer 3-3',
      'method Mailer.deliver 3-3',
      'interface I 4-4',
      'interface T 5-5',
      'enum Suit 6-6',
    ],
  ],
  [
    'shell',
    'a.sh',
    lines('build() {', '  echo', '}', 'function deploy { :; }'),
    ['function build 1-3', 'function deploy 4-4'],
  ],
]

describe('The outline of a file', () => {
  // One worker for all of them, because loading a grammar is slow.
  beforeAll(begin)
  afterAll(end)

  it.each(fixtures)('has the symbols of %s', async (_, file, text, symbols) => {
    folder.write(file, text)
    expect((await workspace.outline(file)).map(brief)).toEqual(symbols)
  })

  it.each([
    [
      'a.ts',
      '/**\n * Adds two.\n * @returns the sum\n */\n@dec()\nexport function add() {}',
      'Adds two.\n@returns the sum',
    ],
    ['a.js', '// One.\n// Two.\nconst f = () => 1', 'One.\nTwo.'],
    ['a.py', 'def f():\n    """Says it."""', 'Says it.'],
    ['a.py', '# Says it.\ndef f():\n    pass', 'Says it.'],
    ['a.go', 'package a\n\n// F says it.\nfunc F() {}', 'F says it.'],
    ['a.rs', '/// A point.\n#[derive(Debug)]\nstruct P;', 'A point.'],
    ['A.java', '/** Says it. */\n@Service\nclass A {}', 'Says it.'],
    ['a.c', '/* Adds. */\nint add(void) { return 1; }', 'Adds.'],
    ['a.rb', '# Barks.\ndef bark; end', 'Barks.'],
    ['A.cs', '/// <summary>Keeps.</summary>\n[Serializable]\nclass A {}', 'Keeps.'],
    ['a.php', '<?php\n/** Sends. */\nfunction send() {}', 'Sends.'],
    ['a.sh', '#!/bin/sh\n# Builds.\nbuild() { :; }', 'Builds.'],
    ['e.js', "'use strict'\n/**\n * Sends.\n */\n\nres.send = function (body) {}", 'Sends.'],
    ['B.java', 'package b;\n/** Says it. */\n\n@Service\nclass B {}', 'Says it.'],
    ['f.ts', '/** About the file. */\n\nfunction f() {}', null],
    ['g.ts', "'use strict'\n/** @license MIT */\n\nfunction f() {}", null],
    ['h.ts', "'use strict'\n/* A part of the file. */\n\nfunction f() {}", null],
    ['i.ts', "'use strict'\n/** Elsewhere. */\n\n\nfunction f() {}", null],
    ['b.ts', '// Elsewhere.\n\nfunction f() {}', null],
    ['c.ts', 'const a = 1 // Not about f.\nfunction f() {}', null],
    ['d.sh', '#!/bin/sh\nbuild() { :; }', null],
  ])('has the comment above a symbol of %s: %j', async (file, text, doc) => {
    folder.write(file, text)
    expect((await workspace.outline(file))[0]?.doc).toBe(doc)
  })

  it('shows each declaration on one line, up to its body', async () => {
    folder.write(
      'a.ts',
      'export async function many(\n  one: string,\n  two: { a: number },\n): Promise<void> {\n  x()\n}\n',
    )
    expect((await workspace.outline('a.ts'))[0]?.signature).toBe(
      'export async function many(one: string, two: { a: number }): Promise<void>',
    )
  })

  it('is empty without a grammar, and works for incomplete code', async () => {
    folder.write('a.txt', 'function no() {}')
    folder.write('empty.ts', '')
    folder.write('half.ts', 'function good() {}\nclass {{{ (\nfunction alsoGood() {}\n')
    expect(await workspace.outline('a.txt')).toEqual([])
    expect(await workspace.outline('empty.ts')).toEqual([])
    expect((await workspace.outline('half.ts')).map(({ name }) => name)).toContain('good')
  })

  it('counts lines in a file with a mark and Windows line ends, and beyond the first plane', async () => {
    folder.write('a.ts', Buffer.from('\ufeff// 😀é\r\nfunction one() {}\r\nfunction two() {}\r\n', 'utf16le'))
    expect((await workspace.outline('a.ts')).map(brief)).toEqual(['function one 2-2', 'function two 3-3'])
  })

  it('of deeply nested code comes to an end', async () => {
    folder.write('deep.ts', `${'function f(){'.repeat(3000)}${'}'.repeat(3000)}`)
    folder.write('deeper.js', '['.repeat(200_000))
    expect((await workspace.outline('deep.ts')).length).toBeGreaterThan(0)
    expect(await workspace.outline('deeper.js')).toEqual([])
  })
})

/** Resolves at the first state of the index, now or later, at which the question has an answer. */
function until(found: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve, reject) => {
    let asking = Promise.resolve()
    const look = (): void => {
      asking = asking.then(async () => {
        if (!(await found())) return
        unsubscribe()
        resolve()
      })
      asking.catch(reject)
    }
    const unsubscribe = workspace.onIndexState(look)
    look()
  })
}
const names = async (query: string): Promise<string[]> =>
  (await waitingForIndex(workspace).symbols(query, { limit: 50 })).symbols.map(
    ({ name, file }) => `${file}:${name}`,
  )

describe('The index', () => {
  beforeEach(begin)
  afterEach(end)

  it('starts on request, and reports its progress', async () => {
    folder.write('a.ts', 'function one() {}')
    const tags: string[] = []
    const ready = new Promise<void>((resolve) => {
      workspace.onIndexState(({ tag }) => {
        tags.push(tag)
        if (tag === 'ready') resolve()
      })
    })
    expect(workspace.indexState().tag).toBe('idle')
    workspace.startIndex()
    workspace.startIndex()
    await ready
    expect(tags[0]).toBe('indexing')
    expect([...new Set(tags)]).toEqual(['indexing', 'ready'])
    expect(workspace.indexState()).toMatchObject({
      files: 1,
      symbols: 1,
      truncated: false,
      watchProblem: null,
    })
  })

  it('leaves out what is ignored, hidden, too large or not text, and links to elsewhere', async () => {
    folder.write('.gitignore', 'dist/\n')
    folder.write('dist/a.ts', 'function wantedDist() {}')
    folder.write('.hidden/a.ts', 'function wantedHidden() {}')
    folder.write('large.ts', `function wantedLarge() {}\n${'//x\n'.repeat(300_000)}`)
    folder.write('binary.ts', 'function wantedBinary() {}\0')
    folder.write('good.ts', 'function wantedGood() {}')
    const outside = createTempFolder({ 'secret.ts': 'function wantedSecret() {}' })
    try {
      if (process.platform !== 'win32') {
        symlinkSync(path.join(outside.path, 'secret.ts'), path.join(folder.path, 'link.ts'))
        symlinkSync(outside.path, path.join(folder.path, 'linked'))
      }
      expect(await names('wanted')).toEqual(['good.ts:wantedGood'])
    } finally {
      outside.remove()
    }
  })

  it('follows a file that is changed, created, renamed and deleted', async () => {
    folder.write('src/a.ts', 'function first() {}')
    expect(await names('first')).toEqual(['src/a.ts:first'])

    folder.write('src/a.ts', 'function second() {}')
    await until(async () => (await names('second')).length === 1 && (await names('first')).length === 0)

    folder.write('src/b.ts', 'function third() {}')
    await until(async () => (await names('third')).includes('src/b.ts:third'))

    renameSync(path.join(folder.path, 'src/b.ts'), path.join(folder.path, 'src/c.ts'))
    await until(async () => (await names('third')).join() === 'src/c.ts:third')

    rmSync(path.join(folder.path, 'src/c.ts'))
    await until(async () => (await names('third')).length === 0)
  })

  it('follows new folders, however deep, and deleted folders', async () => {
    folder.write('a.ts', 'function first() {}')
    expect(await names('first')).toHaveLength(1)
    mkdirSync(path.join(folder.path, 'new/deep/er'), { recursive: true })
    writeFileSync(path.join(folder.path, 'new/deep/er/b.ts'), 'function buried() {}')
    await until(async () => (await names('buried')).length === 1)
    writeFileSync(path.join(folder.path, 'new/deep/er/b.ts'), 'function unearthed() {}')
    await until(async () => (await names('unearthed')).length === 1)
    rmSync(path.join(folder.path, 'new'), { recursive: true })
    await until(async () => (await names('unearthed')).length === 0)
  })

  it('follows the ignore rules', async () => {
    folder.write('gen/a.ts', 'function generated() {}')
    expect(await names('generated')).toHaveLength(1)
    folder.write('.gitignore', 'gen/\n')
    await until(async () => (await names('generated')).length === 0)
  })

  it('knows at once what was written through the workspace', async () => {
    folder.write('a.ts', 'function first() {}')
    expect(await names('first')).toHaveLength(1)
    await workspace.writeText('a.ts', 'function second() {}')
    expect(await names('second')).toEqual(['a.ts:second'])
    await workspace.writeText('new.ts', 'function third() {}')
    expect(await names('third')).toEqual(['new.ts:third'])
    await workspace.deleteFile('new.ts')
    expect(await names('third')).toEqual([])
  })

  onUnix('does not follow a link that took the place of a file', async () => {
    const outside = createTempFolder({ 'secret.ts': 'function secret() {}' })
    try {
      folder.write('a.ts', 'function first() {}')
      folder.write('z.ts', 'function last() {}')
      expect(await names('first')).toHaveLength(1)
      rmSync(path.join(folder.path, 'a.ts'))
      symlinkSync(path.join(outside.path, 'secret.ts'), path.join(folder.path, 'a.ts'))
      await until(async () => (await names('first')).length === 0)
      expect(await names('secret')).toEqual([])
    } finally {
      outside.remove()
    }
  })

  onUnix.each(['new\nline.ts', ' spaces .ts', '--help.ts', 'é😀.ts', '$(x).ts', 'back\\slash.ts'])(
    'takes the file name %j literally',
    async (name) => {
      folder.write(name, 'function found() {}')
      expect(await names('found')).toEqual([`${name}:found`])
    },
  )

  it('is searched by spoken names, kinds and files', async () => {
    folder.write(
      'src/config.ts',
      'export function parseConfig() {}\nexport class ConfigParser { parse() {} }',
    )
    folder.write('lib/config.py', 'def parse_config(): pass')
    folder.write('test/config.test.ts', 'function parseConfig() {}')
    const found = async (query: string, options: { file?: string; kind?: 'class' | 'method' } = {}) =>
      (await waitingForIndex(workspace).symbols(query, { limit: 3, ...options })).symbols.map(
        ({ file, name, exact }) => `${file}:${name}:${exact}`,
      )
    expect(await found('parse config')).toEqual(
      [
        'src/config.ts:parseConfig:true',
        'lib/config.py:parse_config:true',
        'test/config.test.ts:parseConfig:true',
      ].toSorted((a, b) => (a.startsWith('test') ? 1 : b.startsWith('test') ? -1 : a.length - b.length)),
    )
    expect(await found('config parser parse')).toEqual(['src/config.ts:parse:true'])
    expect(await found('parse config', { file: 'lib/config.py' })).toEqual([
      'lib/config.py:parse_config:true',
    ])
    expect(await found('config', { kind: 'class' })).toEqual(['src/config.ts:ConfigParser:false'])
  })

  it('that cannot watch says so, and looks for changes at each query', async () => {
    folder.write('a.ts', 'function first() {}')
    const states: IndexState[] = []
    const index = createCodeIndex({
      root: folder.path,
      reader: createSymbolReader(),
      openStore: () => openCodeStore(null, folder.path),
      report: (state) => states.push(state),
      fail: () => {},
      watch: () => ({ follow: () => {}, problem: () => 'No more can be watched.', close: () => {} }),
    })
    const known = async (): Promise<string[]> => index.ask((store) => store.names(10))
    await index.start()
    expect(states.at(-1)).toMatchObject({ tag: 'ready', watchProblem: 'No more can be watched.' })
    expect(await known()).toEqual(['first'])
    folder.write('b.ts', 'function second() {}')
    await expect.poll(known).toEqual(['first', 'second'])
  })

  it('ends with the workspace: later queries are refused, and closing twice is fine', async () => {
    folder.write('a.ts', 'function first() {}')
    const asked = workspace.symbols('first', { limit: 1 })
    const refused = expect(asked).rejects.toMatchObject({ fault: { code: 'index_failed' } })
    await workspace.close()
    await workspace.close()
    await refused
    await expect(workspace.symbols('first', { limit: 1 })).rejects.toMatchObject({
      fault: { code: 'index_failed' },
    })
  })

  it('can be aborted while a query waits for it', async () => {
    for (let at = 0; at < 200; at++) folder.write(`${at}.ts`, `function f${at}() {}`)
    const stop = new AbortController()
    const asked = workspace.symbols('f1', { limit: 1, signal: stop.signal })
    stop.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe.skipIf(process.platform !== 'linux')('The thread that reads the symbols', () => {
  beforeEach(begin)
  afterEach(end)

  /** The nice value of each thread of this process: the sixteenth field after the name in brackets. */
  const niceness = (): Map<string, number> =>
    new Map(
      readdirSync('/proc/self/task').flatMap((thread) => {
        let stat: string
        try {
          stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
        } catch {
          // A thread of the previous test, which has ended since it was listed.
          return []
        }
        return [[thread, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])]]
      }),
    )

  it('has the lowest priority, and no other thread has', async () => {
    const before = niceness()
    folder.write('a.ts', 'export function quay() {}\n')
    expect((await waitingForIndex(workspace).symbols('quay', { limit: 5 })).symbols).toHaveLength(1)
    const after = niceness()
    expect([...after].filter(([thread, nice]) => nice > 0 && !before.has(thread))).toHaveLength(1)
    for (const [thread, nice] of before) expect(after.get(thread) ?? nice).toBe(nice)
  })
})
