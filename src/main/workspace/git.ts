// The only place that starts git. Git takes no locks here, prompts for nothing, connects to nothing, and runs no program
// that a repository names.
import { lstat, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { AbortSignalLike } from '../../core/ports/clock.ts'
import { FaultError } from '../../shared/errors.ts'
import { FIXED_SETTINGS, guardSettings, type GuardedSettings, refused, type Setting } from './git-settings.ts'
import { programPath, collectProcess, SilentProgram, type CollectedProcess } from './run-process.ts'
import { isInside } from './resolve-inside.ts'

/** All git commands in use. They only read. */
export const gitCommands = [
  'blame',
  'config',
  'diff',
  'for-each-ref',
  'hash-object',
  'log',
  'ls-files',
  'rev-parse',
  'status',
  'symbolic-ref',
] as const
export type GitCommand = (typeof gitCommands)[number]

const ALWAYS = [
  // The user may be committing in a terminal at this moment.
  '--no-optional-locks',
  '--no-pager',
  // A file name is literal, whatever characters it contains.
  '--literal-pathspecs',
]

/** All other variables that start with GIT_ may lead git to another repository or other programs. */
const ALLOWED_VARIABLES = /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|CEILING_DIRECTORIES|EXEC_PATH)$/i

/** The first version that takes settings from the environment; without that, nothing can be overridden. */
const OLDEST = [2, 31] as const

export interface GitOptions {
  signal?: AbortSignalLike | undefined
  maxBytes?: number
  /** Settings for this command. */
  settings?: readonly Setting[]
  /** Git looks for no repository, neither in the folder nor above it. */
  outside?: boolean
}

/** Runs git in a folder, whatever its exit code. Throws if there is no git, or none that can run safely. */
export async function runGit(
  root: string,
  command: GitCommand,
  args: readonly string[],
  options: GitOptions = {},
): Promise<CollectedProcess> {
  const program = await gitProgram(root)
  if (!options.outside) await refuseBareRepository(root)
  const guarded = await guardedSettings(program, root, options)
  const settings = [...guarded.overridden, ...(options.settings ?? [])]
  if (guarded.namesWorktree) await refuseOtherWorktree(program, root, settings, options)
  if (command === 'blame') await refuseEndlessFiles(root, guarded.blameReads)
  return startGit(program, root, [command, ...args], settings, options)
}

/** Asks git itself, so that nothing is missed that git would find. Listing settings runs no program. */
async function guardedSettings(program: string, root: string, options: GitOptions): Promise<GuardedSettings> {
  const list = async (includes: '--includes' | '--no-includes'): Promise<GuardedSettings> => {
    const args = ['config', '--list', '--null', '--show-scope', includes]
    const { signal, outside = false } = options
    const listed = await startGit(program, root, args, [], { signal, outside })
    if (listed.truncated) throw refused('The git configuration is too large.')
    if (listed.code !== 0) throw gitFault(listed)
    return guardSettings(listed.stdout)
  }
  // First without included files: if the repository includes any, they are not even opened.
  const guarded = await list('--no-includes')
  return guarded.includes ? list('--includes') : guarded
}

/**
 * An ordinary clone can contain a folder that git takes for a repository, with its own configuration. Git 2.38 and later
 * refuse it by a setting; older versions do not know that setting.
 */
async function refuseBareRepository(root: string): Promise<void> {
  for (let at = root; ; at = path.dirname(at)) {
    // Before looking for .git: git ignores one that is no repository, such as an empty folder.
    if ((await exists(at, 'HEAD')) && ((await exists(at, 'objects')) || (await exists(at, 'commondir')))) {
      throw refused('The open folder is inside a bare git repository.', 'Open a folder with a .git in it.')
    }
    if (await exists(at, '.git')) return
    if (at === path.dirname(at)) return
  }
}

/** Otherwise git would read and compare files far away from the open folder, such as those of the user's home above it. */
async function refuseOtherWorktree(
  program: string,
  root: string,
  settings: readonly Setting[],
  { signal }: GitOptions,
): Promise<void> {
  const top = await startGit(program, root, ['rev-parse', '--show-toplevel'], settings, { signal })
  if (top.code !== 0) throw gitFault(top)
  const named = path.resolve(top.stdout.toString('utf8').replace(/\n$/, ''))
  const own = await workTree(root)
  if (!isInside(named, own) || !isInside(own, named)) {
    throw refused('The git configuration of this repository names another folder for its files.')
  }
}

/** Git would read a device or wait for a pipe until it is stopped, and a device fills the memory meanwhile. */
async function refuseEndlessFiles(root: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const top = await workTree(root)
  for (const file of files) {
    const place = file.startsWith('~/') ? path.join(homedir(), file.slice(2)) : path.resolve(top, file)
    const found = await stat(place).catch(() => null)
    if (found === null || found.isFile()) continue
    throw refused('This repository names a device or a pipe as its list of commits to ignore.')
  }
}

/** The folder from which git resolves the names in its configuration. */
async function workTree(root: string): Promise<string> {
  for (let at = root; at !== path.dirname(at); at = path.dirname(at)) if (await exists(at, '.git')) return at
  return root
}

async function startGit(
  program: string,
  root: string,
  args: readonly string[],
  settings: readonly Setting[],
  { signal, maxBytes = 1024 * 1024, outside = false }: GitOptions,
): Promise<CollectedProcess> {
  const running = collectProcess(program, [...ALWAYS, ...args], {
    cwd: root,
    env: {
      ...gitEnvironment([...settings, ...FIXED_SETTINGS]),
      ...(outside && { GIT_CEILING_DIRECTORIES: path.dirname(root) }),
    },
    maxBytes,
    ...(signal && { signal }),
  })
  return running.catch((error: unknown) => {
    if (!(error instanceof SilentProgram)) throw error
    throw new FaultError(
      'git_failed',
      'Git gave no answer for two minutes and was stopped.',
      'Run git status in a terminal to see what it waits for.',
      { cause: error, retryable: true },
    )
  })
}

/** Settings go through the environment: on the command line, a name with an equals sign cannot be overridden. */
function gitEnvironment(settings: readonly Setting[]): NodeJS.ProcessEnv {
  const allowed = Object.entries(process.env).filter(
    ([name]) => !/^GIT_/i.test(name) || ALLOWED_VARIABLES.test(name),
  )
  return {
    ...Object.fromEntries(allowed),
    // Parley parses the messages, so they must be in one language.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // Missing objects stay missing. Git before 2.45 ignores the first variable; the second stops it: no protocol has that
    // name, so none is allowed.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '/',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
}

const versions = new Map<string, Promise<string>>()

/** The installed git, if it is new enough. */
async function gitProgram(root: string): Promise<string> {
  const program = await programPath('git', root)
  if (program === null) {
    throw new FaultError('git_failed', 'Git cannot be started.', 'Install git, then restart Parley.')
  }
  let version = versions.get(program)
  if (!version) versions.set(program, (version = versionOf(program)))
  requireVersion(await version)
  return program
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await collectProcess(program, ['--version'], {
    cwd: path.dirname(program),
    env: gitEnvironment([]),
    maxBytes: 1024,
  })
  return stdout.toString('utf8')
}

export function requireVersion(said: string): void {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(said) ?? []
  const [oldestMajor, oldestMinor] = OLDEST
  const isNewEnough =
    Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor)
  if (isNewEnough) return
  throw new FaultError(
    'git_failed',
    'The installed git is too old: Parley could not keep it from running programs that a repository names.',
    `Install git ${OLDEST.join('.')} or later.`,
  )
}

function exists(folder: string, name: string): Promise<boolean> {
  return lstat(path.join(folder, name)).then(
    () => true,
    () => false,
  )
}

/** The error output of git as a fault. */
export function gitFault(result: CollectedProcess): FaultError {
  if (/not a git repository|must be run in a work tree/.test(result.stderr)) {
    return new FaultError(
      'not_a_repository',
      'The open folder is not a git repository.',
      'Open a git repository, or run git init in this folder.',
    )
  }
  const said =
    result.stderr.split('\n').find((line) => line.startsWith('fatal:')) ?? result.stderr.split('\n')[0]
  return new FaultError(
    'git_failed',
    `Git failed: ${(said ?? '').replace(/^fatal: /, '').slice(0, 300) || 'it did not say why'}.`,
    'Run git status in a terminal to see what is wrong.',
    { retryable: true },
  )
}

/** The checked-out branch, or the commit if there is none; null without a repository. */
export async function gitBranch(root: string, signal?: AbortSignalLike): Promise<string | null> {
  const branch = await runGit(root, 'symbolic-ref', ['--quiet', '--short', 'HEAD'], { signal })
  if (branch.code === 0) return branch.stdout.toString('utf8').trim()
  const commit = await runGit(root, 'rev-parse', ['--short', '--verify', '--quiet', 'HEAD'], { signal })
  return commit.code === 0 ? commit.stdout.toString('utf8').trim() : null
}

/** The folder with git's HEAD, which a worktree has elsewhere than its files. Null without a repository. */
export async function gitFolder(root: string, signal?: AbortSignalLike): Promise<string | null> {
  const found = await runGit(root, 'rev-parse', ['--absolute-git-dir'], { signal })
  return found.code === 0 ? found.stdout.toString('utf8').replace(/\n$/, '') : null
}
