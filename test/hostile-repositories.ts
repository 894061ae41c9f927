// Repositories that each try to run a program, connect or write in one way. Every program they name leaves a trace, and
// every address leads to a listener that counts connections.
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { existsSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { createTempFolder, type TempFolder } from './temp-folder.ts'

export interface HostileRepository {
  name: string
  /** The folder to open. */
  root: string
  /** Everything that must stay unchanged. */
  whole: string
}

export interface HostileRepositories {
  make(name: string): HostileRepository
  /** What ran and how many connected since the last call. */
  traces(): string[]
  remove(): Promise<void>
}

interface Place {
  folder: string
  git(...args: string[]): void
  set(key: string, value: string): void
  program: string
  port: number
}

type Attack = (place: Place) => string | undefined | void

const setting =
  (key: string, value?: string): Attack =>
  ({ set, program }) =>
    set(key, value ?? program)

const settings =
  (...pairs: [key: string, value?: string][]): Attack =>
  ({ set, program }) => {
    for (const [key, value] of pairs) set(key, value ?? program)
  }

/** A branch names a missing commit, and the promisor remote for it is hostile. */
const promisor =
  (address: (place: Place) => string, ...more: [key: string, value?: string][]): Attack =>
  (place) => {
    loseCommit(place)
    place.set('remote.origin.url', address(place))
    place.set('remote.origin.promisor', 'true')
    settings(...more)(place)
  }

const partialClone =
  (address: (place: Place) => string, ...more: [key: string, value?: string][]): Attack =>
  (place) => {
    promisor(address, ...more)(place)
    place.set('core.repositoryFormatVersion', '1')
    place.set('extensions.partialClone', 'origin')
  }

function loseCommit({ folder, git }: Place): void {
  git('checkout', '--quiet', '-b', 'lost')
  git('commit', '--quiet', '--allow-empty', '--message', 'lost')
  const hash = readFileSync(path.join(folder, '.git/refs/heads/lost'), 'utf8').trim()
  git('checkout', '--quiet', 'trunk')
  unlinkSync(path.join(folder, '.git/objects', hash.slice(0, 2), hash.slice(2)))
}

const local = ({ folder }: Place): string => folder
const http = ({ port }: Place): string => `http://127.0.0.1:${port}/x.git`
const gitProtocol = ({ port }: Place): string => `git://127.0.0.1:${port}/x.git`

const COMMANDS = ['status', 'diff', 'log', 'blame', 'config', 'rev-parse', 'for-each-ref', 'ls-files']
const HOOKS = [
  'post-index-change',
  'fsmonitor-watchman',
  'reference-transaction',
  'post-checkout',
  'pre-commit',
]

const attacks: Record<string, Attack> = {
  'core.fsmonitor': setting('core.fsmonitor'),
  'core.fsmonitor as the daemon of git': setting('core.fsmonitor', 'true'),
  'core.hooksPath': ({ folder, set, program }) => {
    const hooks = path.join(folder, 'hooks')
    mkdirSync(hooks)
    for (const hook of HOOKS) cpSync(program, path.join(hooks, hook))
    set('core.hooksPath', hooks)
  },
  'hooks in the repository': ({ folder, program }) => {
    for (const hook of HOOKS) cpSync(program, path.join(folder, '.git/hooks', hook))
  },
  'core.pager': settings(['core.pager'], ...COMMANDS.map((name): [string] => [`pager.${name}`])),
  aliases: ({ set, program }) => {
    for (const name of COMMANDS) set(`alias.${name}`, `!${program}`)
  },
  editors: settings(['core.editor'], ['sequence.editor']),
  'diff.external': setting('diff.external'),
  'a driver for differences': setting('diff.evil.command'),
  'a text conversion': settings(['diff.evil.textconv'], ['diff.evil.cachetextconv', 'true']),
  'a filter': settings(['filter.evil.clean'], ['filter.evil.smudge'], ['filter.evil.required', 'true']),
  'a filter process': settings(['filter.evil.process'], ['filter.evil.required', 'true']),
  'a filter whose name has an equals sign': ({ folder, set, program }) => {
    writeFileSync(path.join(folder, '.gitattributes'), '*.ts filter=ev=il.x\n')
    set('filter.ev=il.x.clean', program)
  },
  'a filter whose name is not UTF-8': ({ folder, program }) => {
    const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
    writeFileSync(path.join(folder, '.gitattributes'), bytes('*.ts filter=ev\xffil\n'))
    const config = path.join(folder, '.git/config')
    writeFileSync(config, bytes(`[filter "ev\xffil"]\n\tclean = ${program}\n`), { flag: 'a' })
  },
  'a filter in the configuration of a worktree': ({ git, set, program }) => {
    set('core.repositoryFormatVersion', '1')
    set('extensions.worktreeConfig', 'true')
    git('config', '--worktree', 'filter.evil.clean', program)
  },
  'a merge driver': setting('merge.evil.driver'),
  signatures: settings(
    ['log.showSignature', 'true'],
    ['gpg.program'],
    ['gpg.openpgp.program'],
    ['gpg.x509.program'],
    ['gpg.ssh.program'],
    ['gpg.ssh.defaultKeyCommand'],
    ['gpg.ssh.allowedSignersFile', '/dev/zero'],
  ),
  tools: settings(
    ['diff.tool', 'evil'],
    ['difftool.evil.cmd'],
    ['difftool.evil.path'],
    ['merge.tool', 'evil'],
    ['mergetool.evil.cmd'],
    ['guitool.evil.cmd'],
    ['interactive.diffFilter'],
    ['web.browser', 'evil'],
    ['browser.evil.cmd'],
    ['help.browser', 'evil'],
    ['man.viewer', 'evil'],
    ['man.evil.cmd'],
    ['instaweb.httpd'],
  ),
  'mail and trailers': settings(
    ['trailer.evil.command'],
    ['trailer.evil.cmd'],
    ['trailer.evil.key', 'Evil'],
    ['sendemail.smtpServer'],
    ['sendemail.toCmd'],
    ['sendemail.ccCmd'],
    ['imap.tunnel'],
  ),
  credentials: settings(['credential.helper'], ['core.askPass']),
  'objects and maintenance': settings(
    ['uploadpack.packObjectsHook'],
    ['gc.recentObjectsHook'],
    ['core.alternateRefsCommand'],
    ['receive.procReceiveRefs'],
    ['gc.auto', '1'],
    ['gc.autoDetach', 'false'],
    ['maintenance.auto', 'true'],
  ),
  traces: ({ set, folder }) => {
    for (const target of ['normalTarget', 'eventTarget', 'perfTarget'])
      set(`trace2.${target}`, path.join(folder, 'trace'))
  },
  'files of all kinds': settings(
    ['core.attributesFile', '/dev/zero'],
    ['core.excludesFile', '/dev/zero'],
    ['blame.ignoreRevsFile', '/dev/zero'],
    ['diff.orderFile', '/dev/zero'],
    ['mailmap.file', '/dev/zero'],
    ['commit.template', '/dev/zero'],
    ['http.cookieFile', '/dev/zero'],
  ),
  'an included file': ({ folder, set, program }) => {
    writeFileSync(path.join(folder, 'more.config'), `[filter "evil"]\n\tclean = ${program}\n`)
    set('include.path', '../more.config')
  },
  'a file included on a condition': ({ folder, set, program }) => {
    writeFileSync(path.join(folder, 'more.config'), `[filter "evil"]\n\tclean = ${program}\n`)
    set('includeIf.onbranch:trunk.path', '../more.config')
  },
  'a pipe that is included': ({ folder, set }) => {
    execFileSync('mkfifo', [path.join(folder, 'pipe')])
    writeFileSync(path.join(folder, '.git/config'), '[include]\n\tpath = ../pipe\n', { flag: 'a' })
    void set
  },
  'files elsewhere': ({ folder, set }) => {
    const other = `${folder}-other`
    mkdirSync(other)
    writeFileSync(path.join(other, 'a.ts'), 'a secret\n')
    set('core.worktree', other)
  },
  'an upload program of a promisor remote': promisor(local, ['remote.origin.uploadpack']),
  'an upload program of a partial clone': partialClone(local, ['remote.origin.uploadpack']),
  'a promisor remote that is a program': promisor(
    ({ program }) => `ext::${program}`,
    ['protocol.ext.allow', 'always'],
    ['protocol.allow', 'always'],
  ),
  'a partial clone from a program': partialClone(
    ({ program }) => `ext::${program}`,
    ['protocol.ext.allow', 'always'],
  ),
  'a partial clone over ssh': partialClone(
    ({ port }) => `ssh://127.0.0.1:${port}/x`,
    ['core.sshCommand'],
    ['protocol.ssh.allow', 'always'],
  ),
  'a partial clone over http': partialClone(http, ['protocol.http.allow', 'always'], ['credential.helper']),
  'a partial clone through a proxy': ({ port, ...rest }) =>
    partialClone(
      () => 'http://example.invalid/x.git',
      ['http.proxy', `http://127.0.0.1:${port}`],
    )({
      port,
      ...rest,
    }),
  'a partial clone over git': partialClone(gitProtocol, ['protocol.git.allow', 'always']),
  'a partial clone through a program': partialClone(gitProtocol, ['core.gitProxy']),
  'a partial clone by a helper': partialClone(local, ['remote.origin.vcs', 'ext']),
  'a submodule': ({ folder, git, program }) => {
    execFileSync('git', ['clone', '--quiet', folder, path.join(folder, 'inner')], { stdio: 'ignore' })
    git('add', 'inner')
    for (const key of ['core.fsmonitor', 'filter.evil.clean', 'diff.external'])
      execFileSync('git', ['-C', path.join(folder, 'inner'), 'config', key, program])
    writeFileSync(path.join(folder, 'inner/a.ts'), 'changed inside\n')
  },
  'a folder shaped like a bare repository': (place) => bareFolder(place),
  'a folder shaped like a bare repository with an empty .git': (place) => {
    const bare = bareFolder(place)
    mkdirSync(path.join(bare, '.git'))
    return bare
  },
  'a folder inside one shaped like a bare repository': (place) => {
    const inside = path.join(bareFolder(place), 'src')
    mkdirSync(inside)
    writeFileSync(path.join(inside, 'a.ts'), 'one\n')
    return inside
  },
  'a project with such a folder in it': (place) => void bareFolder(place),
  'a .git file that leads elsewhere': ({ folder, set, program }) => {
    set('core.fsmonitor', program)
    renameSync(path.join(folder, '.git'), `${folder}-elsewhere`)
    writeFileSync(path.join(folder, '.git'), `gitdir: ${folder}-elsewhere\n`)
  },
  'programs by the names of those that are run': ({ folder, program }) => {
    for (const name of ['git', 'rg', 'sh', 'node', 'git.exe', 'rg.exe', 'cmd.exe'])
      cpSync(program, path.join(folder, name))
  },
  'scripts of a package': ({ folder, program }) => {
    const names = ['preinstall', 'prepare', 'test', 'pretest', 'build', 'lint']
    const scripts = Object.fromEntries(names.map((name) => [name, program]))
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }))
    writeFileSync(path.join(folder, 'Makefile'), `X := $(shell ${program})\ntest:\n\t${program}\n`)
  },
  'a configuration of ripgrep': ({ folder, program }) => {
    writeFileSync(path.join(folder, '.ripgreprc'), `--pre=${program}\n--follow\n--hidden\n`)
  },
  'links, pipes and devices': ({ folder }) => {
    symlinkSync('/etc/passwd', path.join(folder, 'passwd.ts'))
    symlinkSync('/', path.join(folder, 'everything'))
    symlinkSync('/dev/zero', path.join(folder, 'zero.ts'))
    symlinkSync('.', path.join(folder, 'round'))
    execFileSync('mkfifo', [path.join(folder, 'pipe.ts')])
  },
  'names and rules that are odd': ({ folder }) => {
    writeFileSync(path.join(folder, `${'long'.repeat(60)}.ts`), 'one\n')
    writeFileSync(path.join(folder, 'line\nbreak $(touch x) `touch y`.ts'), 'one\n')
    writeFileSync(path.join(folder, '-rf'), 'one\n')
    writeFileSync(
      path.join(folder, '.ignore'),
      Buffer.from([0xff, 0, 0x0a, 0x5b, 0x0a, 0x2a, 0x2a, 0x2f, 0x0a]),
    )
    writeFileSync(path.join(folder, '.gitignore'), `${'['.repeat(10_000)}\n!/**/**/**/\n`)
  },
}

export const attackNames = Object.keys(attacks)

function bareFolder({ folder, program }: Place): string {
  const bare = path.join(folder, 'assets')
  execFileSync('git', ['clone', '--quiet', '--bare', folder, bare], { stdio: 'ignore' })
  for (const [key, value] of [
    ['core.bare', 'false'],
    ['core.worktree', '..'],
    ['core.fsmonitor', program],
    ['filter.evil.clean', program],
  ] as const)
    execFileSync('git', ['config', '--file', path.join(bare, 'config'), key, value])
  return bare
}

export async function createHostileRepositories(): Promise<HostileRepositories> {
  const folder = createTempFolder()
  const trace = path.join(folder.path, 'trace')
  let connections = 0
  const listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const base = baseRepository(folder)
  let made = 0

  return {
    make(name) {
      const attack = attacks[name]
      if (!attack) throw new Error(`There is no attack called ${name}.`)
      const at = path.join(folder.path, `case-${++made}`)
      // The copies' file times differ from the index, so a git that may write would write.
      cpSync(base, at, { recursive: true })
      const program = folder.write(`program-${made}`, `#!/bin/sh\necho '${name}' >> '${trace}'\nexit 1\n`)
      chmodSync(program, 0o755)
      const git = (...args: string[]): void => void folder.git('-C', at, ...args)
      const root = attack({
        folder: at,
        git,
        set: (key, value) => void folder.git('config', '--file', path.join(at, '.git/config'), key, value),
        program,
        port,
      })
      return { name, root: root ?? at, whole: at }
    },
    traces() {
      const ran = existsSync(trace) ? readFileSync(trace, 'utf8').split('\n').filter(Boolean) : []
      rmSync(trace, { force: true })
      const connected = connections
      connections = 0
      return [...new Set(ran), ...(connected > 0 ? [`${connected} connections`] : [])]
    },
    async remove() {
      listener.close()
      await once(listener, 'close')
      folder.remove()
    },
  }
}

function baseRepository(folder: TempFolder): string {
  const at = path.join(folder.path, 'base')
  mkdirSync(at)
  const git = (...args: string[]): void => void folder.git('-C', at, ...args)
  git('init', '--quiet', '--initial-branch=trunk')
  folder.write('base/.gitattributes', '*.ts diff=evil filter=evil merge=evil\n')
  folder.write('base/a.ts', 'export function first(): void {}\n')
  folder.write('base/same.ts', 'export const same = 1\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
  git('branch', 'other')
  folder.write('base/a.ts', 'export function second(): void {}\n')
  git('commit', '--quiet', '--all', '--message', 'second\n\nEvil: yes')
  folder.write('base/staged.ts', 'staged\n')
  git('add', 'staged.ts')
  folder.write('base/a.ts', 'export function third(): void {}\n')
  folder.write('base/new.ts', 'new\n')
  return at
}

/** Every file below a folder with its content and time, so that any write is visible. */
export function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {}
  const look = (at: string): void => {
    const stats = lstatSync(at, { bigint: true })
    const content = stats.isSymbolicLink()
      ? readlinkSync(at)
      : stats.isFile()
        ? createHash('sha256').update(readFileSync(at)).digest('hex')
        : ''
    seen[path.relative(folder, at)] = `${stats.mode} ${stats.mtimeNs} ${stats.ino} ${content}`
    if (stats.isDirectory()) for (const name of readdirSync(at)) look(path.join(at, name))
  }
  look(folder)
  return seen
}
