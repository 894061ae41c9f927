// What every workspace does, on disk or in memory.
import { afterEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/core/ports.ts'
import { FaultError } from '../../src/shared/errors.ts'

export interface WorkspaceSetup {
  files: Record<string, string | Uint8Array>
  /** What the last commit holds; null for a folder without git. */
  committed?: Record<string, string> | null
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
    afterEach(() => {
      for (const { remove } of made.splice(0)) remove()
    })
    async function open(
      files: WorkspaceSetup['files'],
      committed: WorkspaceSetup['committed'] = null,
    ): Promise<Workspace> {
      const opened = await make({ files, committed })
      made.push(opened)
      return opened.workspace
    }
    const codeOf = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'nothing was thrown',
        (error: unknown) => (error instanceof FaultError ? error.fault.code : String(error)),
      )

    it('has a root and is called after it', async () => {
      const { root, name: called } = await open({})
      expect(root.endsWith(called)).toBe(true)
      expect(called).not.toBe('')
    })

    it('reads a file by its path from the root, and by its whole path', async () => {
      const workspace = await open({ 'src/é a.ts': 'héllo\n' })
      const expected = { file: 'src/é a.ts', text: 'héllo\n', size: 7 }
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

    it('finds nothing where there is nothing', async () => {
      const workspace = await open({ 'a.ts': 'x\n' })
      expect(await workspace.search('retry', { limit: 10 })).toEqual({ hits: [], truncated: false })
    })

    it('stops at the limit and says so, but not when there is no more', async () => {
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

    it('finds files by what somebody said, best first', async () => {
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

    it('gives everything that differs from the last commit', async () => {
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
      expect(await workspace.workingChanges()).toEqual({ diff: '', truncated: false })
    })

    it('says that there is no repository, and then has no branch', async () => {
      const workspace = await open({ 'a.ts': 'one\n' })
      expect(await codeOf(workspace.workingChanges())).toBe('not_a_repository')
      expect(await workspace.branch()).toBeNull()
    })

    it('knows its branch', async () => {
      const workspace = await open({ 'a.ts': 'one\n' }, {})
      expect(await workspace.branch()).toBe('main')
    })

    it('does nothing for somebody who has already left', async () => {
      const workspace = await open({ 'a.ts': 'x\n' }, {})
      const signal = AbortSignal.abort()
      const stopped = { name: 'AbortError' }
      await expect(workspace.search('x', { limit: 10, signal })).rejects.toMatchObject(stopped)
      await expect(workspace.findFiles('a', { limit: 10, signal })).rejects.toMatchObject(stopped)
      await expect(workspace.workingChanges(signal)).rejects.toMatchObject(stopped)
    })
  })
}
