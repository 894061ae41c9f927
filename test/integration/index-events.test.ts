// What the index of a folder does when files change: it looks at what changed, and never misses anything.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CodeIndex, createCodeIndex } from '../../src/main/workspace/code-index.ts'
import { openCodeStore } from '../../src/main/workspace/code-store.ts'
import { watchFolder } from '../../src/main/workspace/folder-watch.ts'
import { canListBelow, listBelow } from '../../src/main/workspace/list-files.ts'
import { createSymbolReader } from '../../src/main/workspace/symbol-reader.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
beforeEach(() => {
  folder = createTempFolder()
})
afterEach(() => {
  vi.unstubAllEnvs()
  folder.remove()
})

const at = (file: string): string => path.join(folder.path, file)
const onUnix = it.skipIf(process.platform === 'win32')

describe('The files below some folders', () => {
  it('are those of a complete listing, without what the project ignores', async () => {
    folder.write('.gitignore', 'dist/\n*.log\n!src/kept/*.log\n')
    folder.write('src/.ignore', 'private\n')
    for (const file of ['a.ts', 'b.log', 'deep/er/c.ts', '.hidden/d.ts']) {
      folder.write(`src/quay/${file}`, '')
      folder.write(`src/pier/${file}`, '')
      folder.write(`dist/${file}`, '')
      folder.write(`src/private/${file}`, '')
    }
    folder.write('src/kept/e.log', '')
    folder.write('top/f.ts', '')
    const below = async (...folders: string[]): Promise<string[]> =>
      (await listBelow(folder.path, folders))?.sort() ?? []
    expect(await below('src/quay')).toEqual(['src/quay/a.ts', 'src/quay/deep/er/c.ts'])
    expect(await below('src/quay/deep', 'top', 'gone')).toEqual(['src/quay/deep/er/c.ts', 'top/f.ts'])
    expect(await below('dist', 'src/private')).toEqual([])
    expect(await below('src/kept')).toEqual(['src/kept/e.log'])
    expect(await below('top', 'top')).toEqual(['top/f.ts'])
    expect(await below()).toEqual([])
  })

  onUnix.each([
    '*',
    '[a]',
    '{a,b}',
    '!x',
    '#x',
    'back\\slash',
    ' spaced ',
    'a b',
    'q?',
    '-flag',
    '$(x)',
    'é😀',
  ])('are found in a folder called %j, and not in the others', async (name) => {
    folder.write(`in/${name}/a.ts`, '')
    folder.write('in/a/other.ts', '')
    folder.write('in/x/other.ts', '')
    expect(canListBelow(`in/${name}`)).toBe(true)
    expect(await listBelow(folder.path, [`in/${name}`])).toEqual([`in/${name}/a.ts`])
  })
})

/** An index that hears of changes only from the test. */
function indexOf(): CodeIndex & { names(): Promise<string[]> } {
  const index = createCodeIndex({
    root: folder.path,
    reader: createSymbolReader(),
    openStore: () => openCodeStore(null, folder.path),
    report: () => {},
    fail: () => {},
    watch: () => ({ follow: () => {}, problem: () => null, close: () => {} }),
  })
  return { ...index, names: async () => (await index.ask((store) => store.names(1000))).sort() }
}

describe('Thousands of changes at once', () => {
  it('are all read, even if the system drops most of the events', async () => {
    folder.write('first.txt', 'the first')
    let close = (): void => {}
    const index = createCodeIndex({
      root: folder.path,
      reader: createSymbolReader(),
      openStore: () => openCodeStore(null, folder.path),
      report: () => {},
      fail: () => {},
      watch(...args) {
        const watch = watchFolder(...args)
        close = watch.close
        return watch
      },
    })
    try {
      await index.start()
      // Nothing else happens meanwhile in this thread.
      for (let file = 0; file < 10_000; file++) folder.write(`${file}.txt`, 'a word')
      for (let file = 0; file < 10_000; file += 2) rmSync(at(`${file}.txt`))
      await expect.poll(() => index.ask((store) => store.files.size)).toBe(5001)
    } finally {
      close()
    }
  })
})

describe('The index', () => {
  it('looks only at a new folder, not at the rest of the project', async () => {
    folder.write('src/a.ts', 'function first() {}')
    const index = indexOf()
    await index.start()
    // Nobody reports this, so it stays unknown unless everything is looked at.
    folder.write('src/unreported.ts', 'function unreported() {}')
    folder.write('fresh/deep/b.ts', 'function second() {}')
    folder.write('logs/today.log', 'started')
    index.changed(['fresh', 'logs', 'logs/today.log'])
    expect(await index.names()).toEqual(['first', 'second'])
    folder.write('fresh/deep/er/c.ts', 'function third() {}')
    index.changed(['fresh/deep/er/c.ts'])
    expect(await index.names()).toEqual(['first', 'second', 'third'])
    folder.write('src/.gitignore', 'nothing\n')
    index.changed(['src/.gitignore'])
    expect(await index.names()).toEqual(['first', 'second', 'third', 'unreported'])
  })

  it('finds a new folder also where no temporary file can be written', async () => {
    folder.write('src/a.ts', 'function first() {}')
    const index = indexOf()
    await index.start()
    folder.write('fresh/b.ts', 'function second() {}')
    vi.stubEnv('TMPDIR', at('nowhere'))
    vi.stubEnv('TEMP', at('nowhere'))
    index.changed(['fresh'])
    expect(await index.names()).toEqual(['first', 'second'])
  })

  it('does not read a new folder that the project ignores, whatever is written there', async () => {
    folder.write('.gitignore', 'dist\n')
    folder.write('src/a.ts', 'function first() {}')
    const index = indexOf()
    await index.start()
    folder.write('dist/sub/b.ts', 'function built() {}')
    for (const place of ['dist', 'dist/sub', 'dist/sub/b.ts']) {
      index.changed([place])
      expect(await index.names()).toEqual(['first'])
    }
  })

  it('forgets a folder that is gone, and reads the one that took its place', async () => {
    folder.write('src/quay/a.ts', 'function first() {}')
    folder.write('src/quay/b.ts', 'function second() {}')
    folder.write('src/quayside.ts', 'function beside() {}')
    const index = indexOf()
    await index.start()
    renameSync(at('src/quay'), at('src/pier'))
    index.changed(['src/quay', 'src/pier'])
    expect((await index.ask((store) => [...store.files.keys()])).sort()).toEqual([
      'src/pier/a.ts',
      'src/pier/b.ts',
      'src/quayside.ts',
    ])
    rmSync(at('src/pier'), { recursive: true })
    folder.write('src/pier/a.ts', 'function another() {}')
    index.changed(['src/pier'])
    expect(await index.names()).toEqual(['another', 'beside'])
  })

  it('follows a file that becomes a folder, and back', async () => {
    folder.write('a.ts', 'function first() {}')
    const index = indexOf()
    await index.start()
    rmSync(at('a.ts'))
    mkdirSync(at('a.ts'))
    writeFileSync(at('a.ts/b.ts'), 'function inside() {}')
    index.changed(['a.ts'])
    expect(await index.names()).toEqual(['inside'])
    rmSync(at('a.ts'), { recursive: true })
    folder.write('a.ts', 'function outside() {}')
    index.changed(['a.ts'])
    expect(await index.names()).toEqual(['outside'])
  })
})
