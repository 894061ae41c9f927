// History and status from a real git, in repositories of every shape.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let workspace: Workspace
beforeEach(async () => {
  folder = createTempFolder()
  folder.git('init', '--quiet', '--initial-branch=trunk')
  workspace = await openWorkspace(folder.path)
})
afterEach(async () => {
  await workspace.close()
  folder.remove()
})
const onUnix = it.skipIf(process.platform === 'win32')
const commit = (message: string): void => {
  folder.git('add', '--all')
  folder.git('commit', '--quiet', '--message', message)
}

describe('A work tree', () => {
  it('above the folder of the repository is refused: its files are not the project’s', async () => {
    folder.write('project/a.ts', 'one\n')
    folder.write('private.txt', 'secret\n')
    folder.git('-C', 'project', 'init', '--quiet')
    folder.git('-C', 'project', 'config', 'core.worktree', '../..')
    const inner = await openWorkspace(path.join(folder.path, 'project'))
    await expect(inner.gitStatus()).rejects.toThrow('names another folder for its files')
    await expect(inner.workingChanges()).rejects.toThrow('names another folder for its files')
    await inner.close()
  })

  it('of a repository may be opened at any folder in it, or as a submodule', async () => {
    folder.write('deep/er/a.ts', 'one\n')
    folder.write('lib/b.ts', 'two\n')
    folder.git('-C', 'lib', 'init', '--quiet', '--initial-branch=trunk')
    folder.git('-C', 'lib', 'add', '--all')
    folder.git('-C', 'lib', 'commit', '--quiet', '--message', 'first')
    folder.git('submodule', '--quiet', 'add', './lib', 'lib')
    folder.git('submodule', '--quiet', 'absorbgitdirs')
    for (const opened of ['deep/er', 'lib']) {
      const inner = await openWorkspace(path.join(folder.path, opened))
      expect((await inner.gitStatus()).branch, opened).toBe('trunk')
      await inner.close()
    }
  })
})

describe('The status', () => {
  it('shows what is staged, unstaged, new, renamed, deleted and in conflict', async () => {
    folder.write('staged.ts', 'one\n')
    folder.write('both.ts', 'one\n')
    folder.write('gone.ts', 'one\n')
    folder.write('old name.ts', 'a\nb\nc\nd\n')
    commit('first')
    folder.write('staged.ts', 'two\n')
    folder.write('both.ts', 'two\n')
    folder.write('added.ts', 'new\n')
    folder.git('mv', 'old name.ts', 'new name.ts')
    folder.git('add', '--all')
    folder.write('both.ts', 'three\n')
    folder.write('dir/new é.ts', 'x\n')
    rmSync(path.join(folder.path, 'gone.ts'))
    const { branch, upstream, files } = await workspace.gitStatus()
    expect({ branch, upstream }).toEqual({ branch: 'trunk', upstream: null })
    expect(files.toSorted((a, b) => (a.file < b.file ? -1 : 1))).toEqual([
      { file: 'added.ts', staged: 'added', unstaged: null },
      { file: 'both.ts', staged: 'modified', unstaged: 'modified' },
      { file: 'dir/new é.ts', staged: null, unstaged: 'untracked' },
      { file: 'gone.ts', staged: null, unstaged: 'deleted' },
      { file: 'new name.ts', staged: 'renamed', unstaged: null, from: 'old name.ts' },
      { file: 'staged.ts', staged: 'modified', unstaged: null },
    ])
  })

  it('shows a conflict, and a commit that is checked out without a branch', async () => {
    folder.write('a.ts', 'one\n')
    commit('first')
    folder.git('checkout', '--quiet', '-b', 'other')
    folder.write('a.ts', 'theirs\n')
    commit('theirs')
    folder.git('checkout', '--quiet', 'trunk')
    folder.write('a.ts', 'ours\n')
    commit('ours')
    expect(() => folder.git('merge', 'other')).toThrow()
    expect((await workspace.gitStatus()).files).toEqual([
      { file: 'a.ts', staged: 'conflicted', unstaged: 'conflicted' },
    ])
    folder.git('merge', '--abort')
    folder.git('checkout', '--quiet', '--detach')
    expect(await workspace.gitStatus()).toMatchObject({ branch: null, files: [] })
  })

  it('counts how far the branch is from the one it follows', async () => {
    folder.write('a.ts', 'one\n')
    commit('first')
    const clone = createTempFolder()
    try {
      clone.git('clone', '--quiet', folder.path, 'copy')
      const copy = path.join(clone.path, 'copy')
      clone.write('copy/b.ts', 'x\n')
      clone.git('-C', copy, 'add', '--all')
      clone.git('-C', copy, 'commit', '--quiet', '--message', 'ahead')
      const opened = await openWorkspace(copy)
      expect(await opened.gitStatus()).toMatchObject({ upstream: 'origin/trunk', ahead: 1, behind: 0 })
    } finally {
      clone.remove()
    }
  })

  it('of a subfolder covers only files below it, relative to it', async () => {
    folder.write('a.ts', 'one\n')
    folder.write('inner/b.ts', 'one\n')
    commit('first')
    folder.write('a.ts', 'two\n')
    folder.write('inner/b.ts', 'two\n')
    folder.write('inner/new.ts', 'x\n')
    const inner = await openWorkspace(path.join(folder.path, 'inner'))
    expect((await inner.gitStatus()).files.map(({ file }) => file)).toEqual(['b.ts', 'new.ts'])
    expect(await inner.blameLine('b.ts', 1)).toMatchObject({ file: 'b.ts', uncommitted: true })
    expect(await inner.fileLog('b.ts', 5)).toHaveLength(1)
    expect((await inner.lastCommit())?.diff).not.toContain('a.ts')
  })

  it('of a repository without commits has no head, and there is no last commit', async () => {
    folder.write('a.ts', 'one\n')
    expect(await workspace.gitStatus()).toMatchObject({ branch: 'trunk', head: null })
    expect(await workspace.lastCommit()).toBeNull()
    expect(await workspace.fileLog('a.ts', 5)).toEqual([])
    await expect(workspace.blameLine('a.ts', 1)).rejects.toMatchObject({ fault: { code: 'file_not_found' } })
  })
})

describe('History', () => {
  it('has the last commit with its message and its change', async () => {
    folder.write('a.ts', 'one\n')
    commit('first')
    folder.write('a.ts', 'two\n')
    commit('second: é\n\nWith a body.\nOf two lines.')
    expect(await workspace.lastCommit()).toMatchObject({
      subject: 'second: é',
      body: 'With a body.\nOf two lines.',
      author: 'Test',
      diff: expect.stringContaining('-one\n+two\n') as string,
      truncated: false,
    })
  })

  it('of a merge is its change against the first parent', async () => {
    folder.write('a.ts', 'one\n')
    commit('first')
    folder.git('checkout', '--quiet', '-b', 'other')
    folder.write('b.ts', 'from the side\n')
    commit('side')
    folder.git('checkout', '--quiet', 'trunk')
    folder.write('c.ts', 'x\n')
    commit('main')
    folder.git('merge', '--quiet', '--no-edit', 'other')
    const last = await workspace.lastCommit()
    expect(last?.subject).toMatch(/^Merge branch/)
    expect(last?.diff).toContain('+from the side')
    expect(last?.diff).not.toContain('c.ts')
  })

  it('follows a file to its earlier name, newest first, up to a limit', async () => {
    folder.write('old.ts', 'a\nb\nc\nd\n')
    commit('first')
    folder.git('mv', 'old.ts', 'new.ts')
    commit('second')
    folder.write('new.ts', 'a\nb\nc\nd\ne\n')
    commit('third')
    const subjects = (await workspace.fileLog('new.ts', 10)).map(({ subject }) => subject)
    expect(subjects).toEqual(['third', 'second', 'first'])
    expect(await workspace.fileLog('new.ts', 1)).toHaveLength(1)
    expect((await workspace.fileLog('old.ts', 10)).map(({ subject }) => subject)).toEqual(['second', 'first'])
  })

  it('knows who wrote each line, and when, on their clock', async () => {
    folder.write('a.ts', 'one\ntwo\n')
    commit('first')
    folder.write('a.ts', 'one\n2\nthree\n')
    folder.git('add', '--all')
    folder.git(
      '-c',
      'user.name=ignored',
      'commit',
      '--quiet',
      '--author=Ada Lovelace <ada@example.com>',
      '--date=2024-02-29T23:30:00-05:00',
      '--message',
      'second',
    )
    expect((await workspace.blameLine('a.ts', 1)).commit?.subject).toBe('first')
    expect((await workspace.blameLine('a.ts', 2)).commit).toMatchObject({
      subject: 'second',
      author: 'Ada Lovelace',
      date: '2024-02-29T23:30:00-05:00',
    })
    for (const line of [0, -1, 1.5, 4]) {
      await expect(workspace.blameLine('a.ts', line)).rejects.toMatchObject({
        fault: { code: 'bad_request' },
      })
    }
  })

  onUnix.each(['new\nline.ts', ' spaces .ts', '-rf', '--help', 'é😀.ts', ':(top)x.ts', '*.ts', '$(x).ts'])(
    'takes the file name %j literally',
    async (name) => {
      folder.write(name, 'one\n')
      commit('first')
      folder.write(name, 'two\n')
      folder.write('other.ts', 'x\n')
      commit('second')
      folder.write(name, 'three\n')
      folder.write('other.ts', 'y\n')
      expect((await workspace.gitStatus()).files.map(({ file }) => file)).toContain(name)
      expect(await workspace.fileLog(name, 5)).toHaveLength(2)
      expect(await workspace.blameLine(name, 1)).toMatchObject({ file: name, uncommitted: true })
      const { diff } = await workspace.workingChanges({ file: name })
      expect(diff.match(/^diff --git/gm)).toHaveLength(1)
    },
  )

  it('has the changes of one file, and what is staged', async () => {
    folder.write('a.ts', 'one\n')
    folder.write('b.ts', 'one\n')
    folder.write('gone.ts', 'one\n')
    commit('first')
    folder.write('a.ts', 'staged\n')
    folder.git('add', '--all')
    folder.write('a.ts', 'not staged\n')
    folder.write('b.ts', 'not staged\n')
    rmSync(path.join(folder.path, 'gone.ts'))
    mkdirSync(path.join(folder.path, 'empty'))
    expect((await workspace.workingChanges({ staged: true })).diff).toContain('-one\n+staged\n')
    expect((await workspace.workingChanges({ staged: true, file: 'b.ts' })).diff).toBe('')
    expect((await workspace.workingChanges({ file: 'a.ts' })).diff).toContain('-one\n+not staged\n')
    expect((await workspace.workingChanges({ file: 'gone.ts' })).diff).toContain('deleted file')
    expect((await workspace.workingChanges({ file: 'empty' })).diff).toBe('')
  })
})
