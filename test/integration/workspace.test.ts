// The workspace with a real disk, git and ripgrep, and with hostile content.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { summarizeDiff } from '../../src/core/understanding/replies/diff-summary.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { runProcess, SilentProgram } from '../../src/main/workspace/run-process.ts'
import { gitDiffTool } from '../../src/core/tools/git-history.ts'
import { readTool } from '../../src/core/tools/read-file.ts'
import { globTool, grepTool } from '../../src/core/tools/search-files.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let workspace: Workspace
beforeEach(async () => {
  folder = createTempFolder()
  workspace = await openWorkspace(folder.path)
})
afterEach(() => folder.remove())

const fault = (code: string) => ({ fault: { code } })
const onUnix = it.skipIf(process.platform === 'win32')

describe('Opening a folder', () => {
  it('refuses what is not one', async () => {
    folder.write('a.ts', 'x')
    await expect(openWorkspace(path.join(folder.path, 'a.ts'))).rejects.toMatchObject(fault('not_a_folder'))
    await expect(openWorkspace(path.join(folder.path, 'nope'))).rejects.toMatchObject(fault('not_a_folder'))
    await expect(openWorkspace('bad\0path')).rejects.toMatchObject(fault('not_a_folder'))
  })

  onUnix('through a link opens what the link leads to', async () => {
    folder.write('real/a.ts', 'x')
    symlinkSync(path.join(folder.path, 'real'), path.join(folder.path, 'link'))
    const linked = await openWorkspace(path.join(folder.path, 'link'))
    expect(linked.root).toBe(path.join(folder.path, 'real'))
    expect((await linked.readText(path.join(folder.path, 'link', 'a.ts'))).file).toBe('a.ts')
  })
})

describe('Reading a file', () => {
  onUnix('refuses every link that leads outside', async () => {
    const outside = createTempFolder({ 'secret.txt': 'secret' })
    try {
      symlinkSync(path.join(outside.path, 'secret.txt'), path.join(folder.path, 'file-link'))
      symlinkSync(outside.path, path.join(folder.path, 'folder-link'))
      symlinkSync('folder-link', path.join(folder.path, 'second-link'))
      for (const file of [
        'file-link',
        'folder-link/secret.txt',
        'second-link/secret.txt',
        'folder-link/not-there.txt',
        'folder-link/../secret.txt/../x',
        `${folder.path}/../${path.basename(outside.path)}/secret.txt`,
        `${folder.path}x/secret.txt`,
      ]) {
        await expect(workspace.readText(file), file).rejects.toMatchObject({
          fault: { code: expect.stringMatching(/^(?:outside_workspace|file_not_found)$/) },
        })
      }
      for (const file of ['file-link', 'folder-link/secret.txt', 'folder-link/not-there.txt']) {
        await expect(workspace.readText(file)).rejects.toMatchObject(fault('outside_workspace'))
      }
    } finally {
      outside.remove()
    }
  })

  onUnix('follows a link that stays inside, and survives one that leads to itself', async () => {
    folder.write('src/a.ts', 'x')
    symlinkSync('src/a.ts', path.join(folder.path, 'inner'))
    symlinkSync('loop', path.join(folder.path, 'loop'))
    expect(await workspace.readText('inner')).toMatchObject({ file: 'inner', text: 'x' })
    await expect(workspace.readText('loop')).rejects.toMatchObject(fault('file_not_found'))
  })

  onUnix.each([
    'new\nline.ts',
    ' spaces .ts',
    '-rf',
    '--help',
    'é😀.ts',
    'a..dots.ts',
    'back\\slash.ts',
    'a:1:b.ts',
    '$(x).ts',
  ])('takes the file name %j literally', async (name) => {
    folder.write(name, 'needle\n')
    expect(await workspace.readText(name)).toMatchObject({ file: name, text: 'needle\n' })
    expect((await workspace.search('needle', { limit: 5 })).hits).toEqual([
      { file: name, line: 1, content: 'needle' },
    ])
    expect(await workspace.findFiles(name, { limit: 5 })).toContain(name)
  })

  it.each(['a\0b', '\0', 'x'.repeat(10_000), 'a/'.repeat(3000)])(
    'refuses an impossible name with a clear message',
    async (name) => {
      await expect(workspace.readText(name)).rejects.toMatchObject(fault('file_not_found'))
    },
  )

  it('refuses two hundred megabytes without reading them', async () => {
    truncateSync(folder.write('huge.log', ''), 200 * 1024 * 1024)
    const before = process.memoryUsage().rss
    await expect(workspace.readText('huge.log')).rejects.toMatchObject(fault('file_too_large'))
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
  })

  it('reads a file just within the limit', async () => {
    folder.write('big.txt', 'x'.repeat(5 * 1024 * 1024))
    expect((await workspace.readText('big.txt')).size).toBe(5 * 1024 * 1024)
  })

  onUnix('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [path.join(folder.path, 'pipe')])
    await expect(workspace.readText('pipe')).rejects.toMatchObject(fault('file_not_found'))
  })

  it('accepts a name that begins with two dots', async () => {
    folder.write('..dots.ts', 'x')
    expect((await workspace.readText('..dots.ts')).file).toBe('..dots.ts')
  })

  it('reads text in the other Unicode forms, without their marks', async () => {
    folder.write('utf16.txt', Buffer.from('\ufeffhé', 'utf16le'))
    folder.write('bom.txt', '\ufeffhé')
    expect((await workspace.readText('utf16.txt')).text).toBe('hé')
    expect((await workspace.readText('bom.txt')).text).toBe('hé')
  })
})

describe('Searching', () => {
  it('leaves out what the project ignores, hidden files and binaries, in git or not', async () => {
    folder.write('.gitignore', 'dist/\n*.log\n')
    folder.write('dist/a.js', 'needle')
    folder.write('a.log', 'needle')
    folder.write('.secret', 'needle')
    folder.write('a.bin', 'needle\0')
    folder.write('src/a.ts', 'needle')
    expect((await workspace.search('needle', { limit: 10 })).hits.map(({ file }) => file)).toEqual([
      'src/a.ts',
    ])
    expect(await workspace.findFiles('a', { limit: 10 })).toEqual(['src/a.ts', 'a.bin'])
  })

  it('separates hits when a file turns out to be binary after a match', async () => {
    folder.write('a.dat', `needle\n${'x\n'.repeat(200_000)}\0\nneedle\n`)
    folder.write('b.ts', 'needle\n')
    expect(
      (await workspace.search('needle', { limit: 10 })).hits.map(({ file, line }) => [file, line]),
    ).toEqual([
      ['a.dat', 1],
      ['b.ts', 1],
    ])
  })

  it('stops at the limit in twenty thousand hits, in a stable order', async () => {
    for (let at = 0; at < 20; at++)
      folder.write(`src/${String(at).padStart(2, '0')}.ts`, 'needle\n'.repeat(1000))
    const first = await workspace.search('needle', { limit: 2500 })
    expect(first.truncated).toBe(true)
    expect(first.hits).toHaveLength(2500)
    expect(first.hits.at(-1)).toEqual({ file: 'src/02.ts', line: 500, content: 'needle' })
    expect(await workspace.search('needle', { limit: 2500 })).toEqual(first)
    expect(await workspace.search('needle', { limit: 20_000 })).toMatchObject({ truncated: false })
  })

  it('cuts long lines', async () => {
    folder.write('min.js', `${'x'.repeat(1_000_000)}needle\nneedle${'é'.repeat(1_000_000)}\n`)
    const { hits } = await workspace.search('needle', { limit: 10 })
    expect(hits.map(({ line }) => line)).toEqual([1, 2])
    expect(hits.every(({ content }) => content.length <= 401 && content.endsWith('…'))).toBe(true)
  })

  it.each(['.*', '(', '[a', '\\', '$HOME', '`id`', '-e x', '--files', '{1,2}', "'", '"', 'a|b', 'é', '😀'])(
    'takes the text %s literally',
    async (text) => {
      folder.write('a.ts', `before ${text} after\nanother line\n`)
      expect((await workspace.search(text, { limit: 10 })).hits).toEqual([
        { file: 'a.ts', line: 1, content: `before ${text} after` },
      ])
    },
  )

  it.each(['a\nb', 'a\0b'])('finds no line that contains %j', async (text) => {
    folder.write('a.ts', 'a\nb\n')
    expect(await workspace.search(text, { limit: 10 })).toEqual({ hits: [], truncated: false })
  })

  onUnix('does not follow links to the outside', async () => {
    symlinkSync('/etc', path.join(folder.path, 'etc'))
    expect((await workspace.search('root', { limit: 10 })).hits).toEqual([])
    expect(await workspace.findFiles('passwd', { limit: 10 })).toEqual([])
  })

  it('finds in a folder whose name looks like an option, and one that is empty', async () => {
    expect(await workspace.search('x', { limit: 1 })).toEqual({ hits: [], truncated: false })
    folder.write('--files/a.ts', 'needle')
    expect((await workspace.search('needle', { limit: 1 })).hits).toHaveLength(1)
    const odd = await openWorkspace(path.join(folder.path, '--files'))
    expect((await odd.search('needle', { limit: 1 })).hits).toEqual([
      { file: 'a.ts', line: 1, content: 'needle' },
    ])
  })

  it('ends when it is cancelled half way', async () => {
    for (let at = 0; at < 20; at++) folder.write(`src/${at}.ts`, `${'x'.repeat(99)}\n`.repeat(20_000))
    const stop = new AbortController()
    const search = workspace.search('nowhere to be found', { limit: 10, signal: stop.signal })
    stop.abort()
    await expect(search).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('Searching some files only', () => {
  it('does not bring back what the project ignores', async () => {
    folder.write('.gitignore', '*.log\ndist/\n')
    folder.write('a.log', 'needle')
    folder.write('dist/a.ts', 'needle')
    folder.write('src/a.ts', 'needle')
    const found = async (include: string[]): Promise<string[]> =>
      (await workspace.search('needle', { limit: 10, globs: { include } })).hits.map(({ file }) => file)
    expect(await found(['*.log'])).toEqual([])
    expect(await found(['dist/**', '*.ts'])).toEqual(['src/a.ts'])
  })

  it('by an invalid regular expression says what is wrong with it', async () => {
    folder.write('a.ts', 'x')
    for (const text of ['(', '[a', 'a{99999999}', '*', '\\p{Nope}', 'a\\nb']) {
      await expect(workspace.search(text, { limit: 1, regex: true }), text).rejects.toMatchObject({
        fault: {
          code: 'bad_pattern',
          message: expect.stringMatching(
            /^Parley cannot search for that regular expression: .+\.$/,
          ) as string,
        },
      })
    }
  })

  it('is cheap to stop after the first hits', async () => {
    for (let at = 0; at < 50; at++) folder.write(`src/${at}.ts`, 'needle\n'.repeat(5000))
    const stop = new AbortController()
    let reported = 0
    const search = workspace.search('needle', {
      limit: 1_000_000,
      signal: stop.signal,
      onHits(hits) {
        reported += hits.length
        stop.abort()
      },
    })
    await expect(search).rejects.toMatchObject({ name: 'AbortError' })
    expect(reported).toBeGreaterThan(0)
    expect(reported).toBeLessThan(250_000)
  })
})

describe('Reading the lines around a line', () => {
  const lines = (file: string, line: number, around = 1) => workspace.readLines(file, { line, around })

  it('finds them in a file far too large to show', async () => {
    const body = Array.from({ length: 400_000 }, (_, at) => `line ${at + 1} of many\n`).join('')
    folder.write('huge.log', body)
    await expect(workspace.readText('huge.log')).rejects.toMatchObject(fault('file_too_large'))
    expect(await lines('huge.log', 399_999)).toEqual({
      file: 'huge.log',
      startLine: 399_998,
      lines: ['line 399998 of many', 'line 399999 of many', 'line 400000 of many'],
    })
    await expect(lines('huge.log', 400_001)).rejects.toMatchObject(fault('file_changed'))
  })

  it('cuts a very long line, and goes on after it', async () => {
    folder.write('min.js', `first\n${'é'.repeat(2_000_000)}\nlast`)
    const read = await lines('min.js', 2)
    expect(read.lines.map((line) => line.length)).toEqual([5, 2001, 4])
    expect(read.lines[1]).toBe(`${'é'.repeat(2000)}…`)
  })

  it('leaves out byte order marks and carriage returns, in every Unicode form', async () => {
    folder.write('a.ts', '\ufeffone\r\ntwo\r\n')
    folder.write('b.ts', Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le'))
    for (const file of ['a.ts', 'b.ts']) expect((await lines(file, 1)).lines).toEqual(['one', 'two'])
  })
})

describe('Reading a picture', () => {
  it.each([
    ['png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
    ['jpg', Buffer.from('ffd8ffe000', 'hex'), 'image/jpeg'],
    ['gif', Buffer.from('GIF89a...'), 'image/gif'],
    ['webp', Buffer.from('RIFF....WEBPVP8 '), 'image/webp'],
    ['svg', Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="x"/>'), 'image/svg+xml'],
  ])('recognizes a %s by its bytes', async (ending, bytes, type) => {
    folder.write(`picture.${ending}`, bytes)
    expect(await workspace.readImage(`picture.${ending}`)).toEqual({
      dataUrl: `data:${type};base64,${bytes.toString('base64')}`,
    })
  })

  it('refuses other files, and files outside', async () => {
    folder.write('page.png', '<html><script>x</script></html>')
    await expect(workspace.readImage('page.png')).rejects.toMatchObject(fault('file_binary'))
    await expect(workspace.readImage('../x.png')).rejects.toMatchObject(fault('outside_workspace'))
    await expect(workspace.readImage('none.png')).rejects.toMatchObject(fault('file_not_found'))
  })
})

describe('Finding files', () => {
  it('finds a hidden or ignored file by its exact path', async () => {
    folder.write('.gitignore', 'dist/\n')
    folder.write('dist/out.js', 'x')
    expect(await workspace.findFiles('.gitignore', { limit: 5 })).toEqual(['.gitignore'])
    expect(await workspace.findFiles('dist/out.js', { limit: 5 })).toEqual(['dist/out.js'])
    expect(await workspace.findFiles('../x', { limit: 5 })).toEqual([])
  })

  it('is not held up by many files, and can be cancelled', async () => {
    for (let part = 0; part < 30; part++) {
      mkdirSync(path.join(folder.path, `part-${part}`))
      for (let at = 0; at < 100; at++) folder.write(`part-${part}/module-${at}.ts`, '')
    }
    folder.write('part-7/session-manager.ts', '')
    expect(await workspace.findFiles('session manager', { limit: 5 })).toEqual(['part-7/session-manager.ts'])
    const stop = new AbortController()
    const finding = workspace.findFiles('module', { limit: 5, signal: stop.signal })
    stop.abort()
    await expect(finding).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('The working changes', () => {
  beforeEach(() => folder.git('init', '--quiet', '--initial-branch=trunk'))

  it('are everything since the last commit: staged, unstaged, new, renamed and deleted', async () => {
    folder.write('staged.ts', 'one\n')
    folder.write('changed.ts', 'one\n')
    folder.write('gone.ts', 'one\n')
    folder.write('before.ts', 'a\nb\nc\nd\n')
    folder.commitAll()
    folder.write('staged.ts', 'two\n')
    folder.git('mv', 'before.ts', 'after.ts')
    folder.git('add', '--all')
    folder.write('changed.ts', 'two\n')
    folder.write('new file é.ts', 'fresh\n')
    rmSync(path.join(folder.path, 'gone.ts'))

    const { diff, truncated } = await workspace.workingChanges()
    expect(truncated).toBe(false)
    expect(diff).toContain('rename from before.ts\nrename to after.ts\n')
    expect(diff).toContain('--- /dev/null\n+++ b/new file é.ts\n@@ -0,0 +1 @@\n+fresh\n')
    expect(summarizeDiff(diff)).toMatchObject({ added: 3, removed: 3 })
    expect(summarizeDiff(diff).files).toHaveLength(5)
  })

  it('can be applied by git itself to the last commit', async () => {
    folder.write('a.ts', 'one\ntwo\n')
    folder.write('end.ts', 'no newline')
    folder.commitAll()
    folder.write('a.ts', 'one\n2\n')
    folder.write('end.ts', 'still none')
    folder.write('dir/new.sh', '#!/bin/sh\n')
    chmodSync(path.join(folder.path, 'dir/new.sh'), 0o755)
    folder.write('odd "name"\t.ts', 'odd')
    folder.write('empty.ts', '')
    const { diff } = await workspace.workingChanges()

    const clone = createTempFolder()
    try {
      clone.git('clone', '--quiet', folder.path, 'copy')
      clone.write('changes.diff', diff)
      clone.git('-C', 'copy', 'apply', '../changes.diff')
      folder.git('add', '--all')
      clone.git('-C', 'copy', 'add', '--all')
      expect(clone.git('-C', 'copy', 'write-tree')).toBe(folder.git('write-tree'))
    } finally {
      clone.remove()
    }
  })

  it('work in a repository that has no commits yet', async () => {
    folder.write('staged.ts', 'one\n')
    folder.git('add', '--all')
    folder.write('new.ts', 'two\n')
    const { diff } = await workspace.workingChanges()
    expect(summarizeDiff(diff)).toEqual({ files: ['staged.ts', 'new.ts'], added: 2, removed: 0 })
    expect(await workspace.branch()).toBe('trunk')
  })

  it('leave out what is ignored, and what is in another repository inside', async () => {
    folder.write('.gitignore', 'dist/\n')
    folder.commitAll()
    folder.write('dist/a.js', 'x')
    folder.write('inner/a.ts', 'x')
    folder.git('init', '--quiet', 'inner')
    expect(await workspace.workingChanges()).toMatchObject({ diff: '', truncated: false })
  })

  it('of a subfolder are only those below it, relative to it', async () => {
    folder.write('a.ts', 'one\n')
    folder.write('inner/b.ts', 'one\n')
    folder.commitAll()
    folder.write('a.ts', 'two\n')
    folder.write('inner/b.ts', 'two\n')
    folder.write('inner/new.ts', 'x\n')
    const inner = await openWorkspace(path.join(folder.path, 'inner'))
    expect(summarizeDiff((await inner.workingChanges()).diff).files).toEqual(['b.ts', 'new.ts'])
  })

  it('look the same whatever the configuration, and run none of its programs', async () => {
    folder.write('a.ts', 'one\n')
    folder.write('.gitattributes', '*.ts diff=evil filter=evil\n')
    folder.commitAll()
    const trace = path.join(folder.path, '.git', 'ran')
    const program = `sh -c 'echo ran >> "${trace}"; cat'`
    for (const [key, value] of [
      ['diff.external', program],
      ['diff.evil.command', program],
      ['diff.evil.textconv', program],
      ['core.fsmonitor', program],
      ['filter.evil.clean', program],
      ['filter.evil.process', program],
      ['filter.evil.required', 'true'],
      ['core.pager', program],
      ['color.ui', 'always'],
      ['diff.noprefix', 'true'],
      ['diff.mnemonicPrefix', 'true'],
      ['diff.context', '0'],
    ] as const) {
      folder.git('config', key, value)
    }
    folder.write('a.ts', 'two\n')
    const { diff } = await workspace.workingChanges()
    expect(diff).toContain('--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+two\n')
    expect(existsSync(trace)).toBe(false)
  })

  it('can be read while another process holds the lock, and take none', async () => {
    folder.write('a.ts', 'one\n')
    folder.commitAll()
    folder.write('a.ts', 'two\n')
    folder.write('.git/index.lock', '')
    expect((await workspace.workingChanges()).diff).toContain('+two')
  })

  it('are not misled by variables that name another repository', async () => {
    const other = createTempFolder()
    other.git('init', '--quiet')
    folder.write('a.ts', 'one\n')
    process.env['GIT_DIR'] = path.join(other.path, '.git')
    try {
      expect(summarizeDiff((await workspace.workingChanges()).diff).files).toEqual(['a.ts'])
    } finally {
      delete process.env['GIT_DIR']
      other.remove()
    }
  })

  it('include new files that cannot be shown', async () => {
    folder.write('logo.png', Buffer.from([0x89, 0, 1]))
    truncateSync(folder.write('huge.bin', ''), 200 * 1024 * 1024)
    const { diff } = await workspace.workingChanges()
    expect(summarizeDiff(diff).files).toEqual(['huge.bin', 'logo.png'])
    expect(diff).toContain('Binary files /dev/null and b/logo.png differ\n')
  })

  onUnix('show a new link as what it names, and never what it leads to', async () => {
    symlinkSync('/etc/passwd', path.join(folder.path, 'link'))
    const { diff } = await workspace.workingChanges()
    expect(diff).toContain('new file mode 120000')
    expect(diff).toContain('+/etc/passwd\n\\ No newline at end of file\n')
    expect(diff).not.toContain('root:')
  })

  it('are cut at a whole file when there are too many', async () => {
    folder.write('a.txt', 'x')
    folder.commitAll()
    for (const name of ['b', 'c', 'd']) folder.write(`${name}.txt`, `${name.repeat(99)}\n`.repeat(45_000))
    const added = await workspace.workingChanges()
    expect(added.truncated).toBe(true)
    expect(summarizeDiff(added.diff).files).toEqual(['b.txt', 'c.txt'])
    folder.git('add', '--all')
    const staged = await workspace.workingChanges()
    expect(staged.truncated).toBe(true)
    expect(summarizeDiff(staged.diff)).toMatchObject({ files: ['b.txt', 'c.txt'], added: 90_000 })
  })

  it('say that git failed when the repository is broken', async () => {
    folder.write('a.ts', 'one\n')
    folder.commitAll()
    folder.write('.git/index', 'not an index')
    await expect(workspace.workingChanges()).rejects.toMatchObject(fault('git_failed'))
  })

  it('are on a branch, or on a commit', async () => {
    folder.write('a.ts', 'one\n')
    folder.commitAll()
    expect(await workspace.branch()).toBe('trunk')
    folder.git('checkout', '--quiet', '--detach')
    expect(await workspace.branch()).toMatch(/^[0-9a-f]{7,}$/)
  })
})

describe('The tools of a workspace', () => {
  const id = 'artifact'

  it('say plainly that no folder is open', async () => {
    const tools = createToolbox(null, () => true)
    for (const outcome of [
      tools.run(readTool, { path: 'a' }, { id }),
      tools.run(grepTool, { pattern: 'a' }, { id }),
      tools.run(globTool, { pattern: 'a' }, { id }),
      tools.run(gitDiffTool, {}, { id }),
    ]) {
      expect(await outcome).toMatchObject({ ok: false, ...fault('no_workspace') })
    }
  })

  it('read a file with the line to show, which is never past its end', async () => {
    folder.write('src/a.ts', 'one\ntwo\nthree')
    const tools = createToolbox(workspace, () => true)
    expect(await tools.run(readTool, { path: 'src/a.ts', line: 2 }, { id })).toEqual({
      ok: true,
      value: { kind: 'text', file: 'src/a.ts', text: 'one\ntwo\nthree', focusLine: 2 },
      artifact: {
        kind: 'code',
        id,
        title: 'a.ts',
        content: 'one\ntwo\nthree',
        language: 'typescript',
        file: 'src/a.ts',
        focusLine: 2,
      },
    })
    expect(await tools.run(readTool, { path: 'src/a.ts', line: 99 }, { id })).toMatchObject({
      value: { focusLine: 3 },
    })
  })

  it('explain a failure and what to do about it, without a stack', async () => {
    const message = '../x is outside the open folder. Open the folder it is in first.'
    const tools = createToolbox(workspace, () => true)
    expect(await tools.run(readTool, { path: '../x' }, { id })).toEqual({
      ok: false,
      message,
      fault: expect.objectContaining({ code: 'outside_workspace' }),
      artifact: { kind: 'error', id, title: 'Not read: ../x', message },
    })
  })

  it('stop when their signal aborts', async () => {
    const tools = createToolbox(workspace, () => true)
    expect(await tools.run(grepTool, { pattern: 'x' }, { id, signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      message: 'Stopped before it was done.',
    })
  })
})

describe('Running a program', () => {
  const node = process.execPath

  it('fails if it cannot be started', async () => {
    const run = runProcess(path.join(folder.path, 'nope'), [], { cwd: folder.path, onOutput: () => true })
    await expect(run).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('gives its exit code and its error output', async () => {
    const script = 'process.stderr.write("oh no\\n"); process.exitCode = 3'
    expect(await runProcess(node, ['-e', script], { cwd: folder.path, onOutput: () => true })).toEqual({
      code: 3,
      stderr: 'oh no',
    })
  })

  it('ends an endless one as soon as there is enough output', async () => {
    const endless = 'setInterval(() => process.stdout.write("x".repeat(65536)), 0)'
    let seen = 0
    const end = await runProcess(node, ['-e', endless], {
      cwd: folder.path,
      onOutput: (chunk) => (seen += chunk.length) < 200_000,
    })
    expect(end.code).toBeNull()
    expect(seen).toBeLessThan(1_000_000)
  })

  it('is ended when it prints nothing for too long', async () => {
    const waits = runProcess(node, ['-e', 'setInterval(() => {}, 1000)'], {
      cwd: folder.path,
      silentMs: 50,
      onOutput: () => true,
    })
    await expect(waits).rejects.toBeInstanceOf(SilentProgram)
  })

  it('ends when it is cancelled, and leaves no process behind', async () => {
    const endless = 'process.stdout.write(String(process.pid)); setInterval(() => {}, 1000)'
    const stop = new AbortController()
    let pid = 0
    const run = runProcess(node, ['-e', endless], {
      cwd: folder.path,
      signal: stop.signal,
      onOutput(chunk) {
        pid = Number(chunk.toString())
        stop.abort()
        return true
      },
    })
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    expect(pid).toBeGreaterThan(0)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('passes arguments literally, without a shell', async () => {
    let said = ''
    const hostile = ['$(id)', '; rm -rf /', '"', '`x`', 'a b']
    await runProcess(
      node,
      ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...hostile],
      {
        cwd: folder.path,
        onOutput: (chunk) => ((said += chunk.toString()), true),
      },
    )
    expect(JSON.parse(said)).toEqual(hostile)
  })
})
