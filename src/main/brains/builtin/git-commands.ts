// "Commit this", "create a branch called tide", "stash everything": runs one git command once the user approves it.
import type { GitRequest, Named } from '../../../core/understanding/intent.ts'
import type { ChangedFile } from '../../../core/tools/codebase.ts'
import { gitStatusTool } from '../../../core/tools/git-history.ts'
import { runCommandTool } from '../../../core/tools/run-command.ts'
import { shellWord } from '../../../core/tools/shell-word.ts'
import { commitMessage } from '../../../core/understanding/replies/commit-message.ts'
import { commandSentence } from '../../../core/understanding/replies/command-sentence.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import { rememberFailed } from './dialogue.ts'
import { withFile } from './resolve-file.ts'
import type { Turn } from './turn.ts'

const SHELL = process.platform === 'win32' ? 'cmd' : 'sh'
const MAX_BRANCHES = 200
/** They show how messages are written here. */
const LAST_COMMITS = 10
const UNQUOTABLE = 'I cannot put that safely into a command. Say it in plain words.'

export async function gitCommand(request: GitRequest, turn: Turn): Promise<string> {
  switch (request.do) {
    case 'commit':
      return commit(request.message, turn)
    case 'stage':
      return onFile(request.file, turn, ['git add --all -- .', 'git --literal-pathspecs add --'], 'Staged')
    case 'unstage':
      return onFile(
        request.file,
        turn,
        ['git reset --quiet -- .', 'git --literal-pathspecs reset --quiet --'],
        'Unstaged',
      )
    case 'create_branch':
      return run(`git switch --create ${request.name}`, `You are on the new branch ${request.name}.`, turn)
    case 'switch':
      return switchTo(request.name, turn)
    case 'stash':
      return run(
        'git stash push --include-untracked -- .',
        'Stashed. Say bring back my stash to get it back.',
        turn,
      )
    case 'unstash':
      return run('git stash pop', 'Your stashed changes are back.', turn)
  }
}

async function commit(dictated: string | undefined, turn: Turn): Promise<string> {
  const status = await turn.use(gitStatusTool, {}, { hide: 'all' })
  if (!status.ok) return faultSentence(status.fault?.code)
  const { files } = status.value
  if (files.length === 0) return 'There is nothing to commit in this folder.'
  if (files.some((file) => file.unstaged === 'conflicted' || file.staged === 'conflicted')) {
    return 'There are conflicts. Resolve them first.'
  }
  const staged = files.filter((file) => file.staged !== null).length
  const message = dictated ?? (await draft(files, staged > 0, turn))
  const word = shellWord(message, SHELL)
  if (word === null) return UNQUOTABLE
  // What is staged was chosen; without anything staged, all changes of the open folder are meant, and only those.
  if (staged > 0) return run(`git commit --message ${word}`, `Committed what was staged: ${message}.`, turn)
  return run(
    `git add --all -- . && git commit --message ${word} -- .`,
    `Committed ${spokenCount(files.length, 'file')}: ${message}.`,
    turn,
  )
}

async function draft(files: readonly ChangedFile[], staged: boolean, turn: Turn): Promise<string> {
  const known = await turn.look((workspace, signal) =>
    Promise.all([
      workspace.workingChanges({ staged, signal }).catch(() => null),
      workspace.fileLog('.', LAST_COMMITS, { signal }).catch(() => []),
    ]),
  )
  const [changes, commits] = known.ok ? known.value : [null, []]
  return commitMessage({
    files,
    diff: changes?.diff ?? '',
    subjects: commits.map(({ subject }) => subject),
  })
}

async function onFile(
  file: Named | undefined,
  turn: Turn,
  [all, some]: readonly [all: string, some: string],
  done: string,
): Promise<string> {
  if (file === undefined) return run(all, `${done}.`, turn)
  return withFile(file, turn, async (path, next) => {
    const word = shellWord(path, SHELL)
    return word === null ? UNQUOTABLE : run(`${some} ${word}`, `${done} ${spokenName(path)}.`, next)
  })
}

async function switchTo(name: string, turn: Turn): Promise<string> {
  const branches = await turn.look((workspace) => workspace.branchNames(MAX_BRANCHES))
  if (!branches.ok) return faultSentence(branches.fault?.code)
  const branch =
    branches.value.find((one) => one === name) ?? branches.value.find((one) => squash(one) === squash(name))
  if (branch === undefined) return `There is no branch called ${name}. Say create a branch called ${name}.`
  const word = shellWord(branch, SHELL)
  return word === null ? UNQUOTABLE : run(`git switch ${word}`, `You are on ${branch}.`, turn)
}

const squash = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')

async function run(command: string, done: string, turn: Turn): Promise<string> {
  const ran = await turn.use(runCommandTool, { command })
  if (!ran.ok) return ran.denied ? 'All right, I did not do it.' : faultSentence(ran.fault?.code)
  if (ran.value.exitCode === 0) return done
  return rememberFailed(turn.dialogue, { command, reply: commandSentence(ran.value, 'other') })
}
