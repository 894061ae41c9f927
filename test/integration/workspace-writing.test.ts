// Writing to a real disk: whole or not at all, in the file's own encoding, and only inside the workspace.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { diffTexts, workerHunks } from '../../src/main/workspace/diff-texts.ts'
import { applyDiff } from '../apply-diff.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let outside: TempFolder
let workspace: Workspace
beforeEach(async () => {
  folder = createTempFolder()
  outside = createTempFolder({ 'secret.txt': 'secret' })
  workspace = await openWorkspace(folder.path)
})
afterEach(async () => {
  await workspace.close()
  folder.remove()
  outside.remove()
})

const fault = (code: string) => ({ fault: { code } })
const onUnix = it.skipIf(process.platform === 'win32')
const bytesOf = (file: string): Buffer => readFileSync(path.join(folder.path, file))
const at = (...parts: string[]): string => path.join(folder.path, ...parts)

/** How many turns the event loop took during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let over = false
  const turn = (): void => {
    turns++
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  const before = turns
  await work()
  over = true
  return turns - before
}

describe('A large text that replaces another', () => {
  const large = 'a line of it\n'.repeat(300_000)

  it.each([
    ['of a new file', null, large],
    ['of a file that is gone', large, null],
    ['where they could not be compared in time', large, large.replaceAll('line', 'row')],
  ])('becomes a diff %s while the event loop goes on', async (_, before, after) => {
    let diff = ''
    const turns = await turnsDuring(async () => {
      diff = await diffTexts('a.txt', before, after, undefined, async () => null)
    })
    expect(turns).toBeGreaterThan(3)
    expect(applyDiff(before ?? '', diff.slice(diff.indexOf('--- ')))).toBe(after ?? '')
  })
})

describe('Writing a file', () => {
  it.each([
    ['UTF-8', Buffer.from('one é\ntwo\n'), Buffer.from('one é\n2\n')],
    ['UTF-8 with a mark', Buffer.from('\ufeffone é\ntwo\n'), Buffer.from('\ufeffone é\n2\n')],
    ['Latin-1', Buffer.from('one é\ntwo\n', 'latin1'), Buffer.from('one é\n2\n', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffone é\ntwo\n', 'utf16le'), Buffer.from('\ufeffone é\n2\n', 'utf16le')],
    [
      'UTF-16, the other way round',
      Buffer.from('\ufeffone é\ntwo\n', 'utf16le').swap16(),
      Buffer.from('\ufeffone é\n2\n', 'utf16le').swap16(),
    ],
    ['Windows line ends', Buffer.from('one é\r\ntwo\r\n'), Buffer.from('one é\r\n2\r\n')],
    ['both kinds of line ends', Buffer.from('one é\r\ntwo\n'), Buffer.from('one é\r\n2\n')],
    [
      'UTF-16 with Windows line ends',
      Buffer.from('\ufeffone é\r\ntwo\r\n', 'utf16le'),
      Buffer.from('\ufeffone é\r\n2\r\n', 'utf16le'),
    ],
  ])('keeps %s', async (_, before, after) => {
    folder.write('a.txt', before)
    const { text } = await workspace.readText('a.txt')
    await workspace.writeText('a.txt', text.replace('two', '2'), { expect: text })
    expect(bytesOf('a.txt')).toEqual(after)
    // And a patch does the same.
    folder.write('a.txt', before)
    await workspace.applyPatch(await workspace.diffTexts('a.txt', text, text.replace('two', '2')))
    expect(bytesOf('a.txt')).toEqual(after)
  })

  it('refuses characters that the encoding of the file lacks', async () => {
    const bytes = Buffer.from('one é\n', 'latin1')
    folder.write('a.txt', bytes)
    await expect(workspace.writeText('a.txt', 'one → é\n')).rejects.toMatchObject(fault('file_not_written'))
    expect(bytesOf('a.txt')).toEqual(bytes)
  })

  onUnix('keeps its mode, and leaves nothing else behind', async () => {
    folder.write('run.sh', 'one\n')
    chmodSync(at('run.sh'), 0o750)
    await workspace.writeText('run.sh', 'two\n')
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o750)
    expect(readdirSync(folder.path)).toEqual(['run.sh'])
  })

  it('refuses a file that would not encode to the same bytes', async () => {
    const bytes = Buffer.concat([Buffer.from(`é${'x'.repeat(10_000)}`), Buffer.from([0xe9])])
    folder.write('a.txt', bytes)
    const { text } = await workspace.readText('a.txt')
    await expect(workspace.writeText('a.txt', `${text}more`)).rejects.toMatchObject(fault('file_binary'))
    expect(bytesOf('a.txt')).toEqual(bytes)
  })

  onUnix('refuses every link that leads outside, of a file or of a folder, there or not', async () => {
    symlinkSync(path.join(outside.path, 'secret.txt'), at('file-link'))
    symlinkSync(outside.path, at('folder-link'))
    symlinkSync('folder-link', at('second-link'))
    symlinkSync(path.join(outside.path, 'not-yet.txt'), at('dangling-link'))
    symlinkSync(path.join(outside.path, 'no-folder'), at('dangling-folder'))
    for (const file of [
      'file-link',
      'folder-link/secret.txt',
      'folder-link/new.txt',
      'folder-link/new/deep.txt',
      'second-link/new.txt',
      'dangling-link',
      'dangling-folder/new.txt',
      `../${path.basename(outside.path)}/new.txt`,
      path.join(outside.path, 'new.txt'),
    ]) {
      await expect(workspace.writeText(file, 'x'), file).rejects.toMatchObject(fault('outside_workspace'))
      await expect(workspace.deleteFile(file), file).rejects.toMatchObject({
        fault: { code: expect.stringMatching(/^(?:outside_workspace|file_not_found)$/) as string },
      })
      const patch = `--- /dev/null\n+++ b/${file}\n@@ -0,0 +1 @@\n+x\n`
      await expect(workspace.applyPatch(patch), file).rejects.toMatchObject(fault('outside_workspace'))
    }
    expect(readdirSync(outside.path)).toEqual(['secret.txt'])
    expect(readFileSync(path.join(outside.path, 'secret.txt'), 'utf8')).toBe('secret')
  })

  onUnix('through a link that stays inside writes what the link leads to', async () => {
    folder.write('src/a.ts', 'one\n')
    symlinkSync('src/a.ts', at('inner'))
    symlinkSync('src', at('inner-folder'))
    await workspace.writeText('inner', 'two\n')
    expect(lstatSync(at('inner')).isSymbolicLink()).toBe(true)
    expect(bytesOf('src/a.ts').toString()).toBe('two\n')
    await workspace.writeText('inner-folder/new.ts', 'x\n')
    expect(bytesOf('src/new.ts').toString()).toBe('x\n')
  })

  it.each(['.git/hooks/pre-commit', '.git/config', 'sub/.GIT/config'])(
    'refuses to write %s, which belongs to git',
    async (file) => {
      folder.git('init', '--quiet')
      await expect(workspace.writeText(file, 'x')).rejects.toMatchObject(fault('file_not_written'))
    },
  )

  it('says why it failed', async () => {
    folder.write('file.txt', 'x')
    mkdirSync(at('folder'))
    await expect(workspace.writeText('file.txt/below.txt', 'x')).rejects.toMatchObject(
      fault('file_not_written'),
    )
    await expect(workspace.writeText('folder', 'x')).rejects.toMatchObject(fault('file_not_found'))
    await expect(workspace.writeText('', 'x')).rejects.toMatchObject(fault('file_not_found'))
    await expect(workspace.writeText('x'.repeat(300), 'x')).rejects.toMatchObject(fault('file_not_written'))
    await expect(workspace.writeText('a\0b', 'x')).rejects.toMatchObject(fault('file_not_found'))
    expect(readdirSync(folder.path).toSorted()).toEqual(['file.txt', 'folder'])
  })

  onUnix.each(['new\nline.ts', ' spaces .ts', '-rf', '--help', 'é😀.ts', '$(x).ts', 'quo"te.ts', 'tab\t.ts'])(
    'takes the file name %j literally',
    async (name) => {
      await workspace.writeText(name, 'one\n')
      const diff = await workspace.diffTexts(name, 'one\n', 'two\n')
      await workspace.applyPatch(diff)
      expect(bytesOf(name).toString()).toBe('two\n')
      await workspace.deleteFile(name)
      expect(readdirSync(folder.path)).toEqual([])
    },
  )

  it('is serialized: of many writes that expect the same text, only one succeeds', async () => {
    folder.write('a.txt', '0')
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((n) => workspace.writeText('a.txt', String(n), { expect: '0' })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
    ])
    expect(bytesOf('a.txt').toString()).toBe('1')
  })
})

describe('A patch', () => {
  const numbered = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}`)
  const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`

  it('made by git is applied and reverted, hunk by hunk in any order', async () => {
    const before = numbered(1, 60)
    const after = before.map((line) => (/(?:5|30|55)$/.test(line) ? `${line} changed` : line))
    after.splice(40, 0, 'inserted')
    folder.write('a.txt', text(before))
    folder.git('init', '--quiet')
    folder.commitAll()
    folder.write('a.txt', text(after))
    const { diff } = await workspace.workingChanges()
    const [head, ...hunks] = diff.split(/^(?=@@ )/m)
    expect(hunks.length).toBeGreaterThan(3)
    for (const hunk of [...hunks.slice(2), ...hunks.slice(0, 2)]) {
      await workspace.applyPatch(`${head}${hunk}`, { reverse: true })
    }
    expect(bytesOf('a.txt').toString()).toBe(text(before))
    expect((await workspace.workingChanges()).diff).toBe('')
  })

  it('applies after lines were inserted above, and is refused once its own lines changed', async () => {
    const before = numbered(1, 30)
    const after = before.with(14, 'changed')
    const diff = await workspace.diffTexts('a.txt', text(before), text(after))
    folder.write('a.txt', text(['new 1', 'new 2', ...after]))
    await workspace.applyPatch(diff, { reverse: true })
    expect(bytesOf('a.txt').toString()).toBe(text(['new 1', 'new 2', ...before]))

    folder.write('a.txt', text(after.with(15, 'somebody was here')))
    await expect(workspace.applyPatch(diff, { reverse: true })).rejects.toMatchObject({
      fault: { code: 'file_changed', message: expect.stringContaining('has changed since') as string },
    })
    rmSync(at('a.txt'))
    await expect(workspace.applyPatch(diff)).rejects.toMatchObject(fault('file_not_found'))
  })

  it('restores a deleted script with its mode', async () => {
    folder.write('run.sh', '#!/bin/sh\n')
    chmodSync(at('run.sh'), 0o755)
    folder.git('init', '--quiet')
    folder.commitAll()
    rmSync(at('run.sh'))
    const { diff } = await workspace.workingChanges()
    await workspace.applyPatch(diff, { reverse: true })
    expect((await workspace.workingChanges()).diff).toBe('')
  })

  it.each([
    'GIT binary patch\n',
    'diff --git a/a b/a\nnew file mode 120000\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+/etc/passwd\n',
    '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n x\n',
    '--- a/a.txt\n+++ b/a.txt\n@@ nonsense\n',
    '@@ -1 +1 @@\n-a\n+b\n',
    '--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n',
    '--- "a/unfinished\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n',
    '',
  ])('that is invalid is refused: %j', async (patch) => {
    await expect(workspace.applyPatch(patch)).rejects.toMatchObject(fault('bad_patch'))
  })
})

describe('Comparing two texts', () => {
  it('leaves no files behind, and ignores all configuration', async () => {
    folder.write('.gitattributes', '*.txt binary\n')
    const diff = await workspace.diffTexts('a.txt', 'a\r\nb\r\n', 'a\r\nB\r\n')
    expect(diff).toBe(
      'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+B\r\n',
    )
    expect(readdirSync(folder.path)).toEqual(['.gitattributes'])
  })

  it('of texts with zeros in them still shows lines', async () => {
    expect(await workspace.diffTexts('a', 'a\0\nb\n', 'a\0\nc\n')).toContain('-b\n+c\n')
  })

  it('works without git, in a worker', async () => {
    const before = 'one\ntwo\nthree'
    const after = 'one\n2\nthree\n'
    const hunks = await workerHunks(before, after)
    expect(applyDiff(before, hunks as string)).toBe(after)
  })

  it('gives up on texts that differ everywhere, which then count as replaced', async () => {
    const lines = (sign: string): string => Array.from({ length: 30_000 }, (_, n) => `${sign}${n}\n`).join('')
    expect(await workerHunks(lines('a'), lines('b'))).toBeNull()
  })

  it('stops its worker when it is aborted', async () => {
    const stop = new AbortController()
    const hunks = workerHunks('a\n'.repeat(50_000), 'b\n'.repeat(50_000), stop.signal)
    stop.abort()
    await expect(hunks).rejects.toMatchObject({ name: 'AbortError' })
  })
})
