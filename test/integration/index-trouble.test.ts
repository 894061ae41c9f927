// The index when something goes wrong around it: it says so or starts anew, and nothing it says is false.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IndexState } from '../../src/core/tools/codebase.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { canMount, onOwnDisk } from '../own-disk.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { waitForIndex } from '../wait-for-index.ts'

let folder: TempFolder
let indexes: TempFolder
const open: Workspace[] = []
const children: ChildProcess[] = []
beforeEach(() => {
  folder = createTempFolder()
  indexes = createTempFolder()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((workspace) => workspace.close()))
  for (const child of children.splice(0)) child.kill('SIGKILL')
  folder.remove()
  indexes.remove()
})

const at = (file: string): string => path.join(folder.path, file)
const onUnix = it.skipIf(process.platform === 'win32')
const onLinux = it.skipIf(process.platform !== 'linux')

async function opened(): Promise<Workspace> {
  const workspace = await openWorkspace(folder.path, indexes.path)
  open.push(workspace)
  return workspace
}

async function indexed(): Promise<Workspace> {
  const workspace = await opened()
  await waitForIndex(workspace)
  return workspace
}

async function closed(workspace: Workspace): Promise<void> {
  open.splice(open.indexOf(workspace), 1)
  await workspace.close()
}

const found = async (workspace: Workspace, query: string): Promise<string[]> =>
  (await workspace.symbols(query, { limit: 5 })).symbols.map(({ file, name }) => `${file}:${name}`)

/** Resolves with the next state of this kind. */
const stateOf = (workspace: Workspace, tag: IndexState['tag']): Promise<IndexState> =>
  new Promise((resolve) => {
    const unsubscribe = workspace.onIndexState((state) => {
      if (state.tag !== tag) return
      unsubscribe()
      resolve(state)
    })
  })

function writeFiles(count: number): void {
  for (let file = 0; file < count; file++)
    folder.write(`part-${file % 20}/f${file}.ts`, `function moor${file}() {}\n`)
}

const database = (): string => {
  const name = readdirSync(indexes.path).find((one) => one.endsWith('.index'))
  return path.join(indexes.path, name ?? 'none')
}

describe('A folder that is removed', () => {
  onUnix('is not spoken of any more, and read anew when it is back', async () => {
    folder.write('src/a.ts', 'function moorShip() {}')
    const workspace = await indexed()
    expect(await found(workspace, 'moor ship')).toEqual(['src/a.ts:moorShip'])
    const failed = stateOf(workspace, 'failed')
    const away = `${folder.path}-away`
    renameSync(folder.path, away)
    expect(await failed).toMatchObject({ fault: { message: expect.stringContaining('is gone') } })
    await expect(found(workspace, 'moor ship')).rejects.toMatchObject({
      fault: { code: 'index_failed', message: expect.stringContaining('is gone') },
    })
    await expect(workspace.listFiles({ limit: 5 })).rejects.toMatchObject({
      fault: { code: 'search_failed', message: expect.stringContaining('is gone') },
    })
    rmSync(away, { recursive: true })
    folder.write('src/b.ts', 'function castOff() {}')
    expect(await found(workspace, 'cast off')).toEqual(['src/b.ts:castOff'])
    expect(await found(workspace, 'moor ship')).toEqual([])
  })

  onUnix('while it is read comes to an end, too', async () => {
    writeFiles(1500)
    const workspace = await opened()
    const failed = stateOf(workspace, 'failed')
    workspace.startIndex()
    await stateOf(workspace, 'indexing')
    rmSync(folder.path, { recursive: true })
    expect(await failed).toMatchObject({ fault: { message: expect.stringContaining('is gone') } })
    await expect(found(workspace, 'moor1')).rejects.toMatchObject({ fault: { code: 'index_failed' } })
  })
})

/** Another Parley on the same folder, as a process of its own. */
function anotherProcess(): { child: ChildProcess; line(wanted: RegExp): Promise<string> } {
  const child = spawn(process.execPath, [path.resolve('test/index-and-ask.ts'), folder.path, indexes.path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    /** The next line that looks so. */
    async line(wanted) {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('It ended.')
        if (wanted.test(value)) return value
      }
    },
  }
}

describe('Another Parley', () => {
  it('on the same folder gets in nobody’s way: both answer rightly and follow changes', async () => {
    folder.write('a.ts', 'function moorShip() {}')
    const other = anotherProcess()
    await other.line(/^ready 1$/)
    const workspace = await indexed()
    expect(await found(workspace, 'moor ship')).toEqual(['a.ts:moorShip'])
    folder.write('a.ts', 'function castOff() {}')
    await expect.poll(() => found(workspace, 'cast off')).toEqual(['a.ts:castOff'])
    await expect
      .poll(() => {
        other.child.stdin!.write('cast off\n')
        return other.line(/^(?!indexing)/)
      })
      .toBe('a.ts:castOff')
  })

  it('that is killed while it reads leaves nothing false behind', async () => {
    writeFiles(1500)
    const other = anotherProcess()
    await other.line(/^(?:indexing|ready) \d+$/)
    other.child.kill('SIGKILL')
    await once(other.child, 'exit')
    folder.write('part-0/f0.ts', 'function castOff() {}')
    rmSync(at('part-1'), { recursive: true })
    const workspace = await indexed()
    expect(workspace.indexState()).toMatchObject({ files: 1425, symbols: 1425 })
    expect(await found(workspace, 'cast off')).toEqual(['part-0/f0.ts:castOff'])
    expect(await found(workspace, 'moor1499')).toEqual(['part-19/f1499.ts:moor1499'])
    expect((await found(workspace, 'moor1')).filter((one) => one.startsWith('part-1/'))).toEqual([])
  })
})

describe('The database of an index', () => {
  it('of another version is not used', async () => {
    folder.write('a.ts', 'function moorShip() {}')
    await closed(await indexed())
    const db = new DatabaseSync(database())
    db.exec("UPDATE about SET format = 'of long ago'; UPDATE symbols SET name = 'wrong', squashed = 'wrong'")
    db.close()
    const workspace = await indexed()
    expect(await found(workspace, 'wrong')).toEqual([])
    expect(await found(workspace, 'moor ship')).toEqual(['a.ts:moorShip'])
  })

  it.each([0.1, 0.3, 0.5, 0.7, 0.9])('that is damaged at %f of its length does no harm', async (where) => {
    writeFiles(450)
    await closed(await indexed())
    const size = statSync(database()).size
    const handle = openSync(database(), 'r+')
    writeSync(handle, Buffer.alloc(16_384, 0xa5), 0, 16_384, Math.floor((size * where) / 4096) * 4096)
    closeSync(handle)
    const workspace = await indexed()
    const { passages } = await workspace.passages('where is moor300', { limit: 3 })
    expect(passages[0]?.file).toBe('part-0/f300.ts')
    for (const file of [0, 100, 200, 300, 449])
      expect(await found(workspace, `moor${file}`)).toContain(`part-${file % 20}/f${file}.ts:moor${file}`)
    folder.write('part-0/f0.ts', 'function castOff() {}')
    await expect.poll(() => found(workspace, 'cast off')).toEqual(['part-0/f0.ts:castOff'])
  })

  it('that is a folder is done without', async () => {
    folder.write('a.ts', 'function moorShip() {}')
    await closed(await indexed())
    const place = database()
    rmSync(place)
    mkdirSync(path.join(place, 'inside'), { recursive: true })
    expect(await found(await indexed(), 'moor ship')).toEqual(['a.ts:moorShip'])
  })

  it.runIf(canMount).each([false, true])(
    'on a disk that is full, or read-only (%s), is done without',
    (isReadOnly) => {
      writeFiles(600)
      const command = [process.execPath, path.resolve('test/index-and-ask.ts'), folder.path, indexes.path]
      const { stdout, stderr, status } = onOwnDisk(indexes.path, command, {
        size: '400k',
        isReadOnly,
        input: 'moor599\nmoor0\n',
      })
      expect(status, stderr).toBe(0)
      expect(stdout.trim().split('\n').slice(-3)).toEqual([
        'ready 600',
        'part-19/f599.ts:moor599',
        expect.stringContaining('part-0/f0.ts:moor0'),
      ])
    },
  )
})

describe('Odd files', () => {
  onLinux('with names of any bytes are counted, and harm no other', async () => {
    folder.write('good.ts', 'function moorShip() {}')
    const root = Buffer.from(`${folder.path}/`)
    const odd = Buffer.concat([root, Buffer.from([0xff, 0xfe]), Buffer.from('.ts')])
    writeFileSync(odd, 'function oddName() {}')
    const oddFolder = Buffer.concat([root, Buffer.from([0x66, 0xe9])])
    mkdirSync(oddFolder)
    writeFileSync(Buffer.concat([oddFolder, Buffer.from('/in.ts')]), 'function inOdd() {}')
    const workspace = await indexed()
    expect((await workspace.listFiles({ limit: 10 })).files).toHaveLength(3)
    expect(await found(workspace, 'moor ship')).toEqual(['good.ts:moorShip'])
    // Parley cannot open it, so it must not say that it has it.
    expect(await found(workspace, 'odd name')).toEqual([])
    writeFileSync(Buffer.concat([oddFolder, Buffer.from('/more.ts')]), 'function more() {}')
    folder.write('good.ts', 'function castOff() {}')
    await expect.poll(() => found(workspace, 'cast off')).toEqual(['good.ts:castOff'])
    expect(workspace.indexState()).toMatchObject({ tag: 'ready', files: 1 })
  })

  onUnix('such as links in a circle, pipes and a line of five megabytes are no trouble', async () => {
    folder.write('src/good.ts', 'function moorShip() {}')
    folder.write('src/one-line.ts', `function longLine() {}${'x = 1;'.repeat(900_000)}`)
    symlinkSync('..', at('src/up'))
    symlinkSync('circle', at('circle'))
    symlinkSync(folder.path, at('self'))
    execFileSync('mkfifo', [at('src/pipe.ts')])
    const workspace = await indexed()
    expect(workspace.indexState()).toMatchObject({ files: 1, symbols: 1 })
    expect(await found(workspace, 'moor ship')).toEqual(['src/good.ts:moorShip'])
    // Too large for the index, but the search finds it, cut off.
    const { hits } = await workspace.search('longLine', { limit: 5 })
    expect(hits.map(({ file, line }) => `${file}:${line}`)).toEqual(['src/one-line.ts:1'])
    expect(hits[0]!.content.length).toBeLessThan(500)
    folder.write('src/up-to-date.ts', 'function castOff() {}')
    await expect.poll(() => found(workspace, 'cast off')).toEqual(['src/up-to-date.ts:castOff'])
  })
})
