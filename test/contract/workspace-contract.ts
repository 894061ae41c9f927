// The contract of the workspace port, on disk and in memory.
import { afterEach, describe, expect, it } from 'vitest'
import type { CodeSymbol } from '../../src/core/tools/codebase.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { waitForIndex } from '../wait-for-index.ts'

export interface WorkspaceSetup {
  files: Record<string, string | Uint8Array>
  /** The files of the last commit; null for a folder without git. */
  committed?: Record<string, string> | null
  /** The symbols of the files, for a workspace that cannot parse code. */
  symbols?: CodeSymbol[]
}

export interface MadeWorkspace {
  workspace: Workspace
  remove(): void
}

export function describeWorkspace(
  name: string,
  make: (setup: WorkspaceSetup) => Promise<MadeWorkspace>,
): void {
  describe(`A workspace ${name}`, () => {
    const made: MadeWorkspace[] = []
    afterEach(async () => {
      for (const { workspace, remove } of made.splice(0)) {
        await workspace.close()
        remove()
      }
    })
    async function open(
      files: WorkspaceSetup['files'],
      committed: WorkspaceSetup['committed'] = null,
      symbols: CodeSymbol[] = [],
    ): Promise<Workspace> {
      const opened = await make({ files, committed, symbols })
      made.push(opened)
      return opened.workspace
    }
    const codeOf = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'nothing was thrown',
        (error: unknown) => (error instanceof FaultError ? error.fault.code : String(error)),
      )

    it('has a root and its name', async () => {
      const { root, name: called } = await open({})
      expect(root.endsWith(called)).toBe(true)
      expect(called).not.toBe('')
    })

    it('knows what installed packages say about themselves, and leaves out those that are not', async () => {
      const workspace = await open({
        'node_modules/ropes/package.json': '{ "version": "1.2.3", "description": "Strong ropes" }',
        'node_modules/tide/package.json': '{}',
      })
      expect(await workspace.installedPackages(['ropes', 'tide', 'unheard', '../ropes'])).toEqual([
        { name: 'ropes', version: '1.2.3', description: 'Strong ropes' },
        { name: 'tide', version: null, description: null },
      ])
    })

    it('reads a file by its relative and by its absolute path', async () => {
      const workspace = await open({ 'src/é a.ts': 'héllo\n' })
      const expected = { file: 'src/é a.ts', text: 'héllo\n', size: 7, encoding: 'utf8', lineEnding: 'lf' }
      expect(await workspace.readText('src/é a.ts')).toEqual(expected)
      expect(await workspace.readText('./src/../src/é a.ts')).toEqual(expected)
      expect(await workspace.readText(`${workspace.root}/src/é a.ts`)).toEqual(expected)
    })

    it('says that a file is missing, or is a folder', async () => {
      const workspace = await open({ 'src/a.ts': 'x' })
      expect(await codeOf(workspace.readText('src/b.ts'))).toBe('file_not_found')
      expect(await codeOf(workspace.readText('src'))).toBe('file_not_found')
      expect(await codeOf(workspace.readText('constructor'))).toBe('file_not_found')
    })

    it.each(['../secret.txt', '../../etc/passwd', '/etc/passwd', 'src/../../x', '/'])(
      'refuses to read %s, which is outside',
      async (path) => {
        const workspace = await open({ 'src/a.ts': 'x' })
        expect(await codeOf(workspace.readText(path))).toBe('outside_workspace')
      },
    )

    it('refuses to read what is not text', async () => {
      const workspace = await open({ 'logo.png': Uint8Array.of(0x89, 0x50, 0, 1, 2, 3) })
      expect(await codeOf(workspace.readText('logo.png'))).toBe('file_binary')
    })

    it('reads the lines around a line, and fewer at the ends of the file', async () => {
      const workspace = await open({ 'a.ts': 'one\ntwo\nthree\nfour\nfive\n', 'empty.ts': '' })
      const around = (line: number) => workspace.readLines('a.ts', { line, around: 1 })
      expect(await around(3)).toEqual({ file: 'a.ts', startLine: 2, lines: ['two', 'three', 'four'] })
      expect(await around(1)).toEqual({ file: 'a.ts', startLine: 1, lines: ['one', 'two'] })
      expect(await around(5)).toEqual({ file: 'a.ts', startLine: 4, lines: ['four', 'five'] })
      expect(await workspace.readLines('empty.ts', { line: 1, around: 3 })).toMatchObject({ lines: [] })
    })

    it('refuses missing lines, and lines of binary files or files outside', async () => {
      const workspace = await open({ 'a.ts': 'one\n', 'logo.png': Uint8Array.of(0x89, 0x50, 0, 1) })
      const codeAt = (file: string, line: number) => codeOf(workspace.readLines(file, { line, around: 2 }))
      expect(await codeAt('a.ts', 2)).toBe('file_changed')
      expect(await codeAt('b.ts', 1)).toBe('file_not_found')
      expect(await codeAt('logo.png', 1)).toBe('file_binary')
      expect(await codeAt('../a.ts', 1)).toBe('outside_workspace')
    })

    it('finds lines by their text, taken literally', async () => {
      const workspace = await open({ 'a.ts': 'one\nfoo(.*)[a-z]+ $x\n', 'b.ts': 'fooXa\n' })
      expect(await workspace.search('foo(.*)[a-z]+ $x', { limit: 10 })).toEqual({
        hits: [{ file: 'a.ts', line: 2, content: 'foo(.*)[a-z]+ $x' }],
        truncated: false,
      })
    })

    it('ignores case unless the text has capitals', async () => {
      const workspace = await open({ 'a.ts': 'Retry\nretry\n' })
      expect((await workspace.search('retry', { limit: 10 })).hits).toHaveLength(2)
      expect((await workspace.search('Retry', { limit: 10 })).hits).toHaveLength(1)
    })

    it('finds a text that looks like an option', async () => {
      const workspace = await open({ 'a.sh': 'run --version\n' })
      expect((await workspace.search('--version', { limit: 10 })).hits).toHaveLength(1)
    })

    it('finds nothing if there is nothing', async () => {
      const workspace = await open({ 'a.ts': 'x\n' })
      expect(await workspace.search('retry', { limit: 10 })).toEqual({ hits: [], truncated: false })
    })

    it('stops at the limit and says so, but not when there are no more hits', async () => {
      const workspace = await open({ 'a.ts': 'x\n'.repeat(50), 'b.ts': 'x\n'.repeat(50) })
      const some = await workspace.search('x', { limit: 60 })
      expect(some.truncated).toBe(true)
      expect(some.hits).toHaveLength(60)
      expect(some.hits.at(-1)).toMatchObject({ file: 'b.ts', line: 10 })
      expect((await workspace.search('x', { limit: 100 })).truncated).toBe(false)
    })

    it('refuses to search for nothing', async () => {
      const workspace = await open({ 'a.ts': 'x\n' })
      expect(await codeOf(workspace.search('  ', { limit: 10 }))).toBe('bad_request')
    })

    it('finds files by their spoken name, best first', async () => {
      const workspace = await open({
        'src/session-manager.ts': '',
        'src/session-list.ts': '',
        'test/session-manager.test.ts': '',
        'other.ts': '',
      })
      expect(await workspace.findFiles('session manager', { limit: 10 })).toEqual([
        'src/session-manager.ts',
        'test/session-manager.test.ts',
      ])
      expect(await workspace.findFiles('session', { limit: 2 })).toHaveLength(2)
      expect(await workspace.findFiles('nothing like it', { limit: 10 })).toEqual([])
      expect(await workspace.findFiles('', { limit: 10 })).toEqual([])
    })

    it('gives all changes since the last commit', async () => {
      const workspace = await open(
        { 'a.ts': 'one\ntwo\n', 'new.ts': 'fresh\n', 'same.ts': 'same\n' },
        { 'a.ts': 'one\n', 'gone.ts': 'old\n', 'same.ts': 'same\n' },
      )
      const { diff, truncated } = await workspace.workingChanges()
      expect(truncated).toBe(false)
      expect(diff).toContain('+two')
      expect(diff).toContain('-old')
      expect(diff).toContain('+fresh')
      expect(diff).not.toContain('same')
      expect(diff.match(/^diff --git/gm)).toHaveLength(3)
    })

    it('gives nothing when nothing differs', async () => {
      const workspace = await open({ 'a.ts': 'one\n' }, { 'a.ts': 'one\n' })
      expect(await workspace.workingChanges()).toMatchObject({ diff: '', truncated: false })
    })

    it('says that there is no repository, and then has no branch', async () => {
      const workspace = await open({ 'a.ts': 'one\n' })
      expect(await codeOf(workspace.workingChanges())).toBe('not_a_repository')
      expect(await workspace.branch()).toBeNull()
      expect(await workspace.branchNames(10)).toEqual([])
    })

    it('knows its branch', async () => {
      const workspace = await open({ 'a.ts': 'one\n' }, {})
      expect(await workspace.branch()).toBe('main')
      expect(await workspace.branchNames(10)).toEqual(['main'])
    })

    it('reports its branch to listeners, also if there is none', async () => {
      const told = (workspace: Workspace): Promise<string | null> =>
        new Promise((resolve) => void workspace.onBranch(resolve))
      expect(await told(await open({ 'a.ts': 'one\n' }, { 'a.ts': 'one\n' }))).toBe('main')
      expect(await told(await open({ 'a.ts': 'one\n' }))).toBeNull()
    })

    it('reports that a file changed', async () => {
      const workspace = await open({ 'a.ts': 'one\n' })
      workspace.startIndex()
      await waitForIndex(workspace)
      const told = new Promise<void>((resolve) => void workspace.onChange(resolve))
      await workspace.writeText('notes.unknown', 'two\n')
      await told
    })

    it('does nothing after an abort', async () => {
      const workspace = await open({ 'a.ts': 'x\n' }, {})
      const signal = AbortSignal.abort()
      const stopped = { name: 'AbortError' }
      await expect(workspace.search('x', { limit: 10, signal })).rejects.toMatchObject(stopped)
      await expect(workspace.findFiles('a', { limit: 10, signal })).rejects.toMatchObject(stopped)
      await expect(workspace.workingChanges({ signal })).rejects.toMatchObject(stopped)
      await expect(workspace.listFiles({ limit: 1, signal })).rejects.toMatchObject(stopped)
      await expect(workspace.symbols('a', { limit: 1, signal })).rejects.toMatchObject(stopped)
      await expect(workspace.diffTexts('a.ts', 'a', 'b', { signal })).rejects.toMatchObject(stopped)
      await expect(workspace.gitStatus({ signal })).rejects.toMatchObject(stopped)
      await expect(workspace.lastCommit({ signal })).rejects.toMatchObject(stopped)
      await expect(workspace.blameLine('a.ts', 1, { signal })).rejects.toMatchObject(stopped)
      await expect(workspace.fileLog('a.ts', 1, { signal })).rejects.toMatchObject(stopped)
      await expect(workspace.runCommand('true', { signal })).rejects.toMatchObject(stopped)
    })

    it.each([
      ['a\r\nb\r\n', 'crlf'],
      ['a\nb', 'lf'],
      ['a\r\nb\n', 'mixed'],
      ['a', 'none'],
      ['', 'none'],
    ])('detects the line ends of %j', async (text, lineEnding) => {
      const workspace = await open({ 'a.txt': text })
      expect(await workspace.readText('a.txt')).toMatchObject({ text, lineEnding })
    })

    it('finds lines by a regular expression, and refuses an invalid one', async () => {
      const workspace = await open({ 'a.ts': 'const one = 1\nlet two = 2\n' })
      expect((await workspace.search('^(const|let) t', { limit: 10, regex: true })).hits).toEqual([
        { file: 'a.ts', line: 2, content: 'let two = 2' },
      ])
      expect(await codeOf(workspace.search('one(', { limit: 10, regex: true }))).toBe('bad_pattern')
    })

    it('searches only the requested files', async () => {
      const workspace = await open({
        'src/a.ts': 'x\n',
        'src/deep/b.ts': 'x\n',
        'src/c.js': 'x\n',
        'test/d.ts': 'x\n',
      })
      const filesOf = async (globs: { include?: string[]; exclude?: string[] }): Promise<string[]> =>
        (await workspace.search('x', { limit: 10, globs })).hits.map(({ file }) => file)
      expect(await filesOf({ include: ['*.js'] })).toEqual(['src/c.js'])
      expect(await filesOf({ include: ['src/**'], exclude: ['*.js'] })).toEqual(['src/a.ts', 'src/deep/b.ts'])
      expect(await filesOf({ exclude: ['src/'] })).toEqual(['test/d.ts'])
    })

    it('reports hits as they come, the same as in the result', async () => {
      const workspace = await open({ 'a.ts': 'x\n'.repeat(30) })
      const told: unknown[] = []
      const outcome = await workspace.search('x', { limit: 20, onHits: (hits) => told.push(...hits) })
      expect(outcome.hits).toHaveLength(20)
      expect(told).toEqual(outcome.hits)
    })

    it('lists its files, all or those below a folder', async () => {
      const workspace = await open({ 'b.ts': '', 'src/a.ts': '', 'src/deep/c.ts': '' })
      expect(await workspace.listFiles({ limit: 10 })).toEqual({
        files: ['b.ts', 'src/a.ts', 'src/deep/c.ts'],
        truncated: false,
      })
      const unordered = await workspace.listFiles({ limit: 10, anyOrder: true })
      expect(unordered.files.toSorted()).toEqual(['b.ts', 'src/a.ts', 'src/deep/c.ts'])
      expect(await workspace.listFiles({ limit: 1, under: 'src' })).toEqual({
        files: ['src/a.ts'],
        truncated: true,
      })
      expect(await codeOf(workspace.listFiles({ limit: 1, under: '..' }))).toBe('outside_workspace')
      expect(await codeOf(workspace.listFiles({ limit: 1, under: 'nope' }))).toBe('file_not_found')
    })

    const parseConfig: CodeSymbol = {
      name: 'parseConfig',
      kind: 'function',
      file: 'src/config.ts',
      startLine: 2,
      endLine: 4,
      container: null,
      signature: 'export function parseConfig(text: string): number',
      doc: 'Reads it.',
    }
    const config = {
      'src/config.ts':
        '/** Reads it. */\nexport function parseConfig(text: string): number {\n  return text.length\n}\n',
    }

    it('finds a symbol by its spoken name', async () => {
      const workspace = await open(config, null, [parseConfig])
      await waitForIndex(workspace)
      const expected = { symbols: [{ ...parseConfig, exact: true }], complete: true }
      expect(await workspace.symbols('parse config', { limit: 5 })).toEqual(expected)
      expect(await workspace.symbols('parse_config', { limit: 5, file: 'src/config.ts' })).toEqual(expected)
      expect((await workspace.symbols('parse', { limit: 5 })).symbols).toEqual([
        { ...parseConfig, exact: false },
      ])
      expect((await workspace.symbols('parse config', { limit: 5, kind: 'class' })).symbols).toEqual([])
      expect((await workspace.symbols('  ', { limit: 5 })).symbols).toEqual([])
      expect(await workspace.symbolNames(100)).toContain('parseConfig')
      expect(await workspace.symbolNames(1)).toHaveLength(1)
      expect(workspace.indexState()).toMatchObject({ tag: 'ready', files: 1, symbols: 1 })
    })

    it('counts the lines of files, also of those that are empty or do not end', async () => {
      const workspace = await open({ 'a.ts': 'one\ntwo\n', 'b.ts': 'one\ntwo', 'c.md': '', 'src/d.ts': '\n' })
      const counts = await workspace.lineCounts()
      expect(counts.toSorted((a, b) => (a.file < b.file ? -1 : 1))).toEqual([
        { file: 'a.ts', lines: 2 },
        { file: 'b.ts', lines: 2 },
        { file: 'c.md', lines: 0 },
        { file: 'src/d.ts', lines: 1 },
      ])
      expect(await workspace.lineCounts({ globs: { include: ['/src/**'] } })).toEqual([
        { file: 'src/d.ts', lines: 1 },
      ])
      expect(await workspace.lineCounts({ globs: { include: ['/src/d.ts'] } })).toEqual([
        { file: 'src/d.ts', lines: 1 },
      ])
      expect(await workspace.lineCounts({ globs: { include: ['/src/e.ts'] } })).toEqual([])
    })

    it('counts the lines of a file whose name looks like a pattern', async () => {
      const workspace = await open({ 'app/[id].ts': 'one\n', 'app/i.ts': '', 'app/{a,b}.ts': 'one\ntwo\n' })
      for (const [glob, file, lines] of [
        ['/app/[[]id].ts', 'app/[id].ts', 1],
        ['/app/[{]a,b}.ts', 'app/{a,b}.ts', 2],
      ] as const)
        expect(await workspace.lineCounts({ globs: { include: [glob] } })).toEqual([{ file, lines }])
    })

    it('gives the longest functions, the longest first', async () => {
      const workspace = await open(config, null, [parseConfig])
      await waitForIndex(workspace)
      expect(await workspace.longestFunctions({ limit: 3 })).toMatchObject({
        symbols: [{ name: 'parseConfig' }],
        complete: true,
      })
      expect((await workspace.longestFunctions({ limit: 0 })).symbols).toEqual([])
      expect((await workspace.longestFunctions({ limit: 3, include: ['/cellar/**'] })).symbols).toEqual([])
    })

    it('compares a branch with the files as they are, and says when there is no such branch', async () => {
      const workspace = await open({ 'a.ts': 'two\n' }, { 'a.ts': 'one\n' })
      const branch = (await workspace.branch()) ?? ''
      const compared = await workspace.compare(branch, null)
      expect(compared).toMatchObject({ from: branch, to: null, truncated: false })
      expect(compared.diff).toContain('-one\n+two\n')
      expect((await workspace.compare(branch, branch)).diff).toBe('')
      expect(await codeOf(workspace.compare('nothing-like-it', null))).toBe('bad_request')
      expect(await codeOf(workspace.compare('--output=x', null))).toBe('bad_request')
      expect(await codeOf((await open({ 'a.ts': 'x' })).compare('main', null))).toBe('not_a_repository')
    })

    it('gives the outline of a file', async () => {
      const workspace = await open(config, null, [parseConfig])
      expect(await workspace.outline('src/config.ts')).toEqual([parseConfig])
      expect(await codeOf(workspace.outline('nope.ts'))).toBe('file_not_found')
      expect(await codeOf(workspace.outline('../x.ts'))).toBe('outside_workspace')
    })

    it('gives the outline of a text that is not on disk', async () => {
      const workspace = await open(config, null, [parseConfig])
      expect(await workspace.outlineOf('src/config.ts', config['src/config.ts'])).toEqual([parseConfig])
      expect(await workspace.outlineOf('src/config.ts', 'const a = 1\n')).toEqual([])
      expect(await workspace.outlineOf('src/deleted.txt', 'Once there was text.\n')).toEqual([])
      expect(await codeOf(workspace.outlineOf('../x.ts', ''))).toBe('outside_workspace')
    })

    it.each([
      ['one\ntwo\nthree\n', 'one\n2\nthree\n'],
      ['one\ntwo', 'one\ntwo\n'],
      ['a\r\nb\r\n', 'a\r\nB\r\n'],
      ['', 'new\n'],
    ])('compares %j with %j as a diff that can be applied and reverted', async (before, after) => {
      const workspace = await open({ 'dir/a b.ts': before })
      const diff = await workspace.diffTexts('dir/a b.ts', before, after)
      expect(diff).toMatch(/^diff --git a\/dir\/a b\.ts b\/dir\/a b\.ts\n/)
      expect(await workspace.applyPatch(diff)).toEqual([
        { file: 'dir/a b.ts', created: false, deleted: false, before, after, encoding: 'utf8' },
      ])
      expect((await workspace.readText('dir/a b.ts')).text).toBe(after)
      await workspace.applyPatch(diff, { reverse: true })
      expect((await workspace.readText('dir/a b.ts')).text).toBe(before)
    })

    it('finds no difference between a text and itself', async () => {
      expect(await (await open({})).diffTexts('a.ts', 'x\n', 'x\n')).toBe('')
    })

    it('creates and deletes a file by a patch', async () => {
      const workspace = await open({})
      const diff = await workspace.diffTexts('new/a.ts', null, 'one\n')
      expect(await workspace.applyPatch(diff)).toMatchObject([{ file: 'new/a.ts', created: true }])
      expect((await workspace.readText('new/a.ts')).text).toBe('one\n')
      expect(await codeOf(workspace.applyPatch(diff))).toBe('file_changed')
      expect(await workspace.applyPatch(diff, { reverse: true })).toMatchObject([
        { deleted: true, before: 'one\n', after: null },
      ])
      expect(await codeOf(workspace.readText('new/a.ts'))).toBe('file_not_found')
    })

    it('refuses a patch whose lines are missing, and writes nothing', async () => {
      const workspace = await open({ 'a.ts': 'one\n', 'b.ts': 'one\n' })
      const patch =
        (await workspace.diffTexts('a.ts', 'one\n', 'two\n')) +
        (await workspace.diffTexts('b.ts', 'other\n', 'two\n'))
      expect(await codeOf(workspace.applyPatch(patch))).toBe('file_changed')
      expect((await workspace.readText('a.ts')).text).toBe('one\n')
      expect(await codeOf(workspace.applyPatch('not a diff'))).toBe('bad_patch')
      const outside = (await workspace.diffTexts('a.ts', 'one\n', 'x\n')).replaceAll('/a.ts', '/../../a.ts')
      expect(await codeOf(workspace.applyPatch(outside))).toBe('outside_workspace')
    })

    it('refuses a patch that has moved and fits in several places', async () => {
      const part = 'a\nb\nc\n'
      const workspace = await open({ 'a.ts': `x\nx\n${part}` })
      const moved = '--- a/a.ts\n+++ b/a.ts\n@@ -2,3 +2,3 @@\n a\n-b\n+two\n c\n'
      await workspace.applyPatch(moved)
      expect((await workspace.readText('a.ts')).text).toBe('x\nx\na\ntwo\nc\n')
      const twice = `${part}x\nx\n${part}`
      await workspace.writeText('a.ts', twice)
      expect(await codeOf(workspace.applyPatch(moved))).toBe('file_changed')
      expect((await workspace.readText('a.ts')).text).toBe(twice)
    })

    it('writes a new file and changes it', async () => {
      const workspace = await open({})
      expect(await workspace.writeText('src/new/a.ts', 'one\n', { expect: null })).toEqual({
        file: 'src/new/a.ts',
        created: true,
        deleted: false,
        before: null,
        after: 'one\n',
        encoding: 'utf8',
      })
      expect(await workspace.writeText('src/new/a.ts', 'two\n', { expect: 'one\n' })).toMatchObject({
        created: false,
        before: 'one\n',
      })
      expect((await workspace.readText('src/new/a.ts')).text).toBe('two\n')
    })

    it('does not change a file that differs from the expected text', async () => {
      const workspace = await open({ 'a.ts': 'one\n' })
      expect(await codeOf(workspace.writeText('a.ts', 'x', { expect: 'other\n' }))).toBe('file_changed')
      expect(await codeOf(workspace.writeText('a.ts', 'x', { expect: null }))).toBe('file_changed')
      expect(await codeOf(workspace.deleteFile('a.ts', { expect: 'other\n' }))).toBe('file_changed')
      expect((await workspace.readText('a.ts')).text).toBe('one\n')
    })

    it('keeps the line ends of a file it writes', async () => {
      const workspace = await open({ 'a.ts': 'one\r\ntwo\r\n', 'b.ts': 'one\ntwo\n' })
      expect((await workspace.writeText('a.ts', 'one\n2\r\n')).after).toBe('one\r\n2\r\n')
      expect((await workspace.writeText('b.ts', 'one\n2\r\n')).after).toBe('one\n2\n')
      expect((await workspace.readText('a.ts')).text).toBe('one\r\n2\r\n')
    })

    it('deletes a file, once', async () => {
      const workspace = await open({ 'a.ts': 'one\n' })
      await workspace.deleteFile('a.ts', { expect: 'one\n' })
      expect(await codeOf(workspace.readText('a.ts'))).toBe('file_not_found')
      expect(await codeOf(workspace.deleteFile('a.ts'))).toBe('file_not_found')
    })

    it.each(['../secret.txt', '/etc/parley-test', 'src/../../x'])(
      'refuses to write or delete %s, which is outside',
      async (path) => {
        const workspace = await open({ 'src/a.ts': 'x' })
        expect(await codeOf(workspace.writeText(path, 'x'))).toBe('outside_workspace')
        expect(await codeOf(workspace.deleteFile(path))).toBe('outside_workspace')
        expect(await codeOf(workspace.diffTexts(path, 'a', 'b'))).toBe('outside_workspace')
        expect(await codeOf(workspace.runCommand('true', { cwd: path }))).toBe('outside_workspace')
      },
    )

    it('refuses to write what is not text', async () => {
      const workspace = await open({ 'logo.png': Uint8Array.of(0x89, 0x50, 0, 1, 2, 3) })
      expect(await codeOf(workspace.writeText('logo.png', 'x'))).toBe('file_binary')
    })

    it('gives the status of each file', async () => {
      const workspace = await open(
        { 'a.ts': 'two\n', 'new.ts': 'x\n', 'same.ts': 'same\n' },
        { 'a.ts': 'one\n', 'gone.ts': 'x\n', 'same.ts': 'same\n' },
      )
      const { branch, head, files } = await workspace.gitStatus()
      expect(branch).toBe('main')
      expect(head).toMatch(/^[0-9a-f]{40}$/)
      expect(files.toSorted((a, b) => (a.file < b.file ? -1 : 1))).toEqual([
        { file: 'a.ts', staged: null, unstaged: 'modified' },
        { file: 'gone.ts', staged: null, unstaged: 'deleted' },
        { file: 'new.ts', staged: null, unstaged: 'untracked' },
      ])
    })

    it('gives the changes of one file or folder, and what is staged', async () => {
      const workspace = await open(
        { 'a.ts': 'two\n', 'dir/b.ts': 'two\n', 'dir/new.ts': 'x\n' },
        { 'a.ts': 'one\n', 'dir/b.ts': 'one\n' },
      )
      const filesOf = (diff: string): string[] =>
        [...diff.matchAll(/^diff --git a\/(\S+)/gm)].map(([, file]) => file as string)
      expect(filesOf((await workspace.workingChanges({ file: 'a.ts' })).diff)).toEqual(['a.ts'])
      expect(filesOf((await workspace.workingChanges({ file: 'dir' })).diff)).toEqual([
        'dir/b.ts',
        'dir/new.ts',
      ])
      expect(await workspace.workingChanges({ staged: true })).toMatchObject({ diff: '', truncated: false })
      expect(await codeOf(workspace.workingChanges({ file: '../x' }))).toBe('outside_workspace')
    })

    it('knows the last commit, who wrote a line, and which commits changed a file', async () => {
      const workspace = await open({ 'a.ts': 'one\ntwo\n', 'new.ts': 'x\n' }, { 'a.ts': 'one\n' })
      const commit = {
        hash: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
        subject: 'As it was',
        author: 'Test',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d$/) as string,
      }
      const last = await workspace.lastCommit()
      expect(last).toMatchObject(commit)
      expect(last?.diff).toContain('+one')
      expect(await workspace.blameLine('a.ts', 1)).toEqual({
        file: 'a.ts',
        line: 1,
        text: 'one',
        uncommitted: false,
        commit,
      })
      expect(await workspace.blameLine('a.ts', 2)).toMatchObject({
        text: 'two',
        uncommitted: true,
        commit: null,
      })
      expect(await workspace.fileLog('a.ts', 5)).toEqual([commit])
      expect(await workspace.fileLog('new.ts', 5)).toEqual([])
      expect(await codeOf(workspace.blameLine('a.ts', 99))).toBe('bad_request')
      expect(await codeOf(workspace.blameLine('new.ts', 1))).toBe('file_not_found')
    })

    it('has no history without a repository', async () => {
      const workspace = await open({ 'a.ts': 'one\n' })
      const asked = [
        workspace.gitStatus(),
        workspace.lastCommit(),
        workspace.blameLine('a.ts', 1),
        workspace.fileLog('a.ts', 1),
      ]
      expect(new Set(await Promise.all(asked.map(codeOf)))).toEqual(new Set(['not_a_repository']))
    })
  })
}
