// How git is run here: it asks nobody anything, takes no locks, and runs no program the repository names.
import { collectProcess, type CollectedProcess } from './run-process.ts'
import type { AbortSignalLike } from '../../core/ports.ts'
import { FaultError } from '../../shared/errors.ts'

const ALWAYS = [
  // Somebody may be committing in a terminal at this very moment.
  '--no-optional-locks',
  '--no-pager',
  // The monitor of file changes is a program out of the repository's own configuration.
  '-c',
  'core.fsmonitor=false',
  // Names stay readable; only what would break a line is quoted.
  '-c',
  'core.quotePath=false',
  // An empty line of context keeps its space, or others could not read the diff.
  '-c',
  'diff.suppressBlankEmpty=false',
  // Nobody asked for signatures, and checking them runs another program.
  '-c',
  'log.showSignature=false',
  '-c',
  'i18n.logOutputEncoding=UTF-8',
  // A file name is a name, whatever signs are in it.
  '--literal-pathspecs',
]

/** Variables that would lead git to another repository, or to other programs, than the folder says. */
const MISLEADING =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|PREFIX|NAMESPACE|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT|GRAFT_FILE|SHALLOW_FILE|EXTERNAL_DIFF|DIFF_OPTS|PAGER|TRACE.*)$/

export interface GitOptions {
  signal?: AbortSignalLike | undefined
  maxBytes?: number
}

/** Runs git in a folder, whatever its exit code. Throws only where there is no git to run. */
export async function runGit(
  root: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<CollectedProcess> {
  return startGit(root, [...(await withoutFilters(root)), ...args], options)
}

/** Filters are programs the repository's own configuration names, run on every file that is compared. */
async function withoutFilters(root: string): Promise<string[]> {
  const wanted = '^filter\\..*\\.(clean|smudge|process|required)$'
  const { code, stdout } = await startGit(root, ['config', '--null', '--name-only', '--get-regexp', wanted])
  if (code !== 0) return []
  const names = stdout
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
  return [...new Set(names)].flatMap((name) => ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`])
}

async function startGit(
  root: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<CollectedProcess> {
  try {
    return await collectProcess('git', [...ALWAYS, ...args], {
      cwd: root,
      env: gitEnvironment(),
      maxBytes: options.maxBytes ?? 1024 * 1024,
      ...(options.signal && { signal: options.signal }),
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new FaultError(
      'git_failed',
      'Git cannot be started.',
      'Install git, and start Parley again so that it is found.',
      { cause: error },
    )
  }
}

function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !MISLEADING.test(name))
  // Its messages are read by us, so they come in one language; and nobody is there to type a password.
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' }
}

/** What a failed git says about itself, as a fault. */
export function gitFault(result: CollectedProcess): FaultError {
  if (/not a git repository|must be run in a work tree/.test(result.stderr)) {
    return new FaultError(
      'not_a_repository',
      'The open folder is not a git repository.',
      'Open a folder that is kept in git, or run git init in it.',
    )
  }
  const said =
    result.stderr.split('\n').find((line) => line.startsWith('fatal:')) ?? result.stderr.split('\n')[0]
  return new FaultError(
    'git_failed',
    `Git could not do it: ${(said ?? '').replace(/^fatal: /, '').slice(0, 300) || 'it did not say why'}.`,
    'Run git status in a terminal to see what is wrong.',
    { retryable: true },
  )
}

/** The branch checked out, the commit where none is, or null where there is no repository. */
export async function gitBranch(root: string, signal?: AbortSignalLike): Promise<string | null> {
  const branch = await runGit(root, ['symbolic-ref', '--quiet', '--short', 'HEAD'], { signal })
  if (branch.code === 0) return branch.stdout.toString('utf8').trim()
  const commit = await runGit(root, ['rev-parse', '--short', '--verify', '--quiet', 'HEAD'], { signal })
  return commit.code === 0 ? commit.stdout.toString('utf8').trim() : null
}

/** Where git keeps what is checked out here: a worktree's is elsewhere than its files. Null where there is no repository. */
export async function gitFolder(root: string, signal?: AbortSignalLike): Promise<string | null> {
  const found = await runGit(root, ['rev-parse', '--absolute-git-dir'], { signal })
  return found.code === 0 ? found.stdout.toString('utf8').replace(/\n$/, '') : null
}
