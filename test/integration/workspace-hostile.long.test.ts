// Reading a repository runs none of its programs, connects to nothing and writes nothing, whatever it is configured to do.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { gitCommands, runGit } from '../../src/main/workspace/git.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { FaultError } from '../../src/shared/errors.ts'
import {
  attackNames,
  createHostileRepositories,
  snapshot,
  type HostileRepositories,
} from '../hostile-repositories.ts'
import { createTempFolder } from '../temp-folder.ts'

let hostile: HostileRepositories
const searched = process.env['PATH']
beforeAll(async () => void (hostile = await createHostileRepositories()))
afterAll(() => hostile.remove())
afterEach(() => void (process.env['PATH'] = searched))

/** Each call succeeds or is refused with a readable message. Returns the refusals. */
async function readEverything(workspace: Workspace): Promise<string[]> {
  const reads: Record<string, () => Promise<unknown>> = {
    status: () => workspace.gitStatus(),
    changes: () => workspace.workingChanges(),
    staged: () => workspace.workingChanges({ staged: true }),
    compare: () => workspace.compare('other', 'trunk'),
    compareWithFiles: () => workspace.compare('o ther', null),
    lastCommit: () => workspace.lastCommit(),
    log: () => workspace.fileLog('a.ts', 5),
    blame: () => workspace.blameLine('a.ts', 1),
    branch: () => workspace.branch(),
    branches: () => workspace.branchNames(10),
    search: () => workspace.search('export', { limit: 10 }),
    list: () => workspace.listFiles({ limit: 100 }),
    find: () => workspace.findFiles('a', { limit: 10 }),
    counts: () => workspace.lineCounts(),
    read: () => workspace.readText('a.ts'),
    link: () => workspace.readText('passwd.ts'),
    device: () => workspace.readText('zero.ts'),
    pipe: () => workspace.readText('pipe.ts'),
    outside: () => workspace.readText('everything/etc/passwd'),
    lines: () => workspace.readLines('a.ts', { line: 1, around: 2 }),
    diff: () => workspace.diffTexts('a.ts', 'one\n', 'two\n'),
    commands: () => workspace.projectCommands(),
    scripts: () => workspace.projectScripts(),
    installed: () => workspace.installedPackages(['a', '../../etc', '@a/b']),
  }
  const refused: string[] = []
  for (const [name, read] of Object.entries(reads)) {
    await read().catch((error: unknown) => {
      if (!(error instanceof FaultError)) throw error
      refused.push(name)
    })
  }
  return refused
}

async function openAndRead(root: string): Promise<string[]> {
  const workspace = await openWorkspace(root)
  try {
    const branchKnown = new Promise((resolve) => workspace.onBranch(resolve))
    await branchKnown
    return await readEverything(workspace)
  } finally {
    await workspace.close()
  }
}

describe.skipIf(process.platform === 'win32')('A repository with', () => {
  it.each(attackNames)('%s runs nothing, reaches nothing and changes nothing', async (name) => {
    const { root, whole } = hostile.make(name)
    hostile.traces()
    const before = snapshot(whole)
    await openAndRead(root)
    expect(hostile.traces()).toEqual([])
    expect(snapshot(whole)).toEqual(before)
  })
})

describe.skipIf(process.platform === 'win32')('The attacks', () => {
  // Otherwise the tests above could pass because they attack nothing.
  it.each([
    ['core.fsmonitor', ['status']],
    ['diff.external', ['diff']],
    ['a driver for differences', ['diff']],
    ['a text conversion', ['diff']],
    ['a filter', ['status']],
    ['a filter whose name has an equals sign', ['status']],
    ['a filter whose name is not UTF-8', ['status']],
    ['a filter in the configuration of a worktree', ['status']],
    ['an included file', ['status']],
    ['a file included on a condition', ['status']],
    ['hooks in the repository', ['status']],
    ['core.hooksPath', ['status']],
    ['a submodule', ['status']],
    ['a folder shaped like a bare repository', ['status']],
    ['a folder inside one shaped like a bare repository', ['status']],
    ['a .git file that leads elsewhere', ['status']],
    ['an upload program of a promisor remote', ['for-each-ref', '--sort=-committerdate']],
    ['an upload program of a partial clone', ['for-each-ref', '--sort=-committerdate']],
    ['a promisor remote that is a program', ['for-each-ref', '--sort=-committerdate']],
    ['a partial clone over ssh', ['for-each-ref', '--sort=-committerdate']],
    ['a partial clone over git', ['for-each-ref', '--sort=-committerdate']],
    ['a partial clone through a program', ['for-each-ref', '--sort=-committerdate']],
  ])('by %s succeed against a git that is not guarded', async (name, args) => {
    const { root } = hostile.make(name)
    hostile.traces()
    await once(spawn('git', args, { cwd: root, stdio: 'ignore' }), 'exit')
    expect(hostile.traces()).not.toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('Git', () => {
  it('runs each allowed command, and no other', async () => {
    const folder = createTempFolder()
    try {
      const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
      const seen = path.join(folder.path, 'seen')
      const lines = `#!/bin/sh\nfor word; do case $word in -*) ;; *) echo "$word" >> '${seen}'; break ;; esac; done\n`
      chmodSync(folder.write('bin/git', `${lines}exec '${real}' "$@"\n`), 0o755)
      folder.git('init', '--quiet', 'empty')
      const { root } = hostile.make('core.fsmonitor')
      process.env['PATH'] = `${path.join(folder.path, 'bin')}:${searched}`
      expect(await openAndRead(root)).toEqual(['link', 'device', 'pipe', 'outside'])
      folder.write('empty/a.ts', 'one\n')
      await openAndRead(path.join(folder.path, 'empty'))
      const commands = new Set(readFileSync(seen, 'utf8').trim().split('\n'))
      expect([...commands].toSorted()).toEqual([...gitCommands])
    } finally {
      folder.remove()
    }
  })

  // By Parley's message: git 2.38 and later would refuse it too, older versions would not.
  it.each([
    'a folder shaped like a bare repository',
    'a folder shaped like a bare repository with an empty .git',
    'a folder inside one shaped like a bare repository',
  ])('is not started in %s', async (name) => {
    const { root } = hostile.make(name)
    await expect(runGit(root, 'status', [])).rejects.toThrow('inside a bare git repository')
  })

  it.each([
    ['a device', '/dev/zero', false],
    ['a pipe', 'pipe', false],
    ['a file', 'ignored', true],
  ])('reads the list of commits to ignore only if it is no device and no pipe: %s', async (_, list, read) => {
    const folder = createTempFolder({ 'src/a.ts': 'one\n', ignored: '# none\n' })
    try {
      folder.git('init', '--quiet', '--initial-branch=trunk')
      folder.commitAll()
      execFileSync('mkfifo', [path.join(folder.path, 'pipe')])
      folder.git('config', 'blame.ignoreRevsFile', list)
      const blamed = runGit(path.join(folder.path, 'src'), 'blame', ['--porcelain', 'a.ts'])
      if (read) expect((await blamed).code).toBe(0)
      else await expect(blamed).rejects.toThrow('a device or a pipe as its list of commits to ignore')
    } finally {
      folder.remove()
    }
  })

  it('is not looked for in the folder that is opened', async () => {
    const { root } = hostile.make('programs by the names of those that are run')
    hostile.traces()
    process.env['PATH'] = `.::${searched}`
    await openAndRead(root)
    expect(hostile.traces()).toEqual([])
  })

  it('follows no setting it knows of that could name a program or a file', async () => {
    const folder = createTempFolder({ 'a.ts': 'one\n' })
    try {
      folder.git('init', '--quiet', '--initial-branch=trunk')
      folder.commitAll()
      folder.write('a.ts', 'two\n')
      const known = folder.git('help', '--config').split('\n')
      const plain = known.filter((key) =>
        /^[a-z0-9]+(?:\.(?:<[^>]+>|[a-z0-9-]+))?\.[a-z][a-z0-9-]*$/i.test(key),
      )
      expect(plain.length).toBeGreaterThan(500)
      const early = /^(?:core\.(?:bare|repositoryformatversion|worktree)|extensions\.|include)/i
      const config = path.join(folder.path, '.git/config')
      for (const key of plain.filter((one) => !early.test(one))) {
        const [section = '', ...rest] = key.replace(/<[^>]+>/, 'evil').split('.')
        const variable = rest.pop()
        const header = rest.length > 0 ? `${section} "${rest.join('.')}"` : section
        writeFileSync(config, `[${header}]\n\t${variable} = /bin/false\n`, { flag: 'a' })
      }
      // Harmless settings take a number, a colour or a boolean, so git itself rejects this value.
      const listed = await runGit(folder.path, 'config', ['--list', '--show-scope', '--null'])
      const values = new Map<string, string>()
      const fields = listed.stdout.toString('utf8').split('\0')
      for (let at = 0; at + 1 < fields.length; at += 2) {
        const [key = '', value = ''] = (fields[at + 1] as string).split('\n')
        values.set(key, value)
      }
      const followed = [...values.keys()].filter(
        (key) => values.get(key) === '/bin/false' && !/^(?:advice|color|column)\./.test(key),
      )
      const names =
        /(?:cmd|command|program|helper|hook|hookspath|editor|pager|askpass|proxy|tool|driver|textconv|external|clean|smudge|process|uploadpack|receivepack|vcs|promisor|browser|viewer|file|template|templatedir|path|target)$/
      expect(followed.filter((key) => names.test(key))).toEqual([])
      expect(
        followed.filter((key) => /^(?:alias|pager|gpg|credential|http|url|protocol|trace2)\./.test(key)),
      ).toEqual([])
    } finally {
      folder.remove()
    }
  })
})
