// "Show the changes", "compare main and develop", "what is the status", "who wrote this line": answers from git.
import type { IntentOf } from '../../../core/understanding/intent.ts'
import {
  gitBlameTool,
  gitCompareTool,
  gitDiffTool,
  gitLogTool,
  gitShowTool,
  gitStatusTool,
} from '../../../core/tools/git-history.ts'
import { summarizeDiff } from '../../../core/understanding/replies/diff-summary.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { sentenceCase, spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenDate } from '../../../core/understanding/replies/commits-report.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { spokenSymbol, spokenText } from '../../../core/understanding/replies/spoken-text.ts'
import { statusSentence } from '../../../core/understanding/replies/status-report.ts'
import type { Commit } from '../../../core/tools/codebase.ts'
import { answerQuestion } from './answer-question.ts'
import { compareSymbols } from './compare-symbols.ts'
import { folderNamed, shownFile, withFile } from './resolve-file.ts'
import { focusOn, symbolsMeant } from './symbol-in-focus.ts'
import type { Turn } from './turn.ts'

const NO_GIT = 'This folder is not a git repository, so its history is unknown.'

export async function showChanges(intent: IntentOf<'changes'>, turn: Turn): Promise<string> {
  const staged = intent.of === 'staged'
  if (intent.of === 'edit') return showLastEdit(turn)
  if (intent.of === 'commit') return showLastCommit(turn)
  if (intent.target !== undefined && intent.target !== 'this' && intent.target.name.endsWith('/')) {
    const folder = await folderNamed(intent.target.name, turn)
    return folder === null
      ? 'I found no folder of that name. Try another, or ask for all changes.'
      : showDiff({ file: folder, staged }, turn)
  }
  if (intent.target !== undefined) {
    return withFile(intent.target, turn, (file, next) => showDiff({ file, staged }, next))
  }
  return showDiff({ staged }, turn)
}

async function showDiff(args: { file?: string; staged: boolean }, turn: Turn): Promise<string> {
  const done = await turn.use(gitDiffTool, args)
  if (!done.ok) return faultSentence(done.fault?.code)
  if (done.value.diff.trim() !== '') return changesSentence(done.value)
  if (args.staged) return 'Nothing is staged.'
  return args.file === undefined
    ? 'Nothing has changed since the last commit.'
    : `Nothing has changed in ${spokenName(args.file)} since the last commit.`
}

function changesSentence({ diff, truncated }: { diff: string; truncated: boolean }): string {
  const { files, added, removed } = summarizeDiff(diff)
  const [first = ''] = files
  const what = files.length === 1 ? spokenName(first) : spokenCount(files.length, 'file')
  const rest = truncated ? ' There is more than I can show.' : ''
  return `${sentenceCase(what)} changed${lineCounts(added, removed)}.${rest}`
}

function lineCounts(added: number, removed: number): string {
  if (added > 0 && removed > 0)
    return `: ${spokenCount(added, 'line')} added and ${removed === 1 ? 'one' : removed} removed`
  if (added > 0) return `: ${spokenCount(added, 'line')} added`
  if (removed > 0) return `: ${spokenCount(removed, 'line')} removed`
  return ''
}

async function showLastCommit(turn: Turn): Promise<string> {
  const done = await turn.use(gitShowTool, {})
  if (!done.ok) return faultSentence(done.fault?.code)
  if (done.value === null) return 'Nothing has been committed yet.'
  const { author, subject } = done.value
  return `The last commit is by ${author}: ${spokenText(subject, 1)} ${changesSentence(done.value)}`
}

function showLastEdit(turn: Turn): string {
  const last = turn.tools.lastEdit()
  if (last === null) return 'I have not changed anything yet.'
  const [file = ''] = last.files
  turn.show(
    { kind: 'diff', title: 'Last edit', file: last.files.length === 1 ? file : '', diff: last.diff },
    'edit',
  )
  const { added, removed } = summarizeDiff(last.diff)
  return `My last edit was in ${spokenName(file)}${lineCounts(added, removed)}.`
}

export async function compare(
  { from, to, file }: IntentOf<'compare'>,
  said: string,
  turn: Turn,
): Promise<string> {
  if (to !== null && file === undefined && (await areNoBranches([from, to], turn))) {
    const symbols = await compareSymbols(from, to, turn)
    if (symbols !== null) return symbols
    // "Compare" and "diff" are words of git.
    if (/^what\b/i.test(said) && ![from, to].some((name) => REVISION.test(name)))
      return answerQuestion(said, turn)
  }
  return file === undefined
    ? showDifference({ from, to }, turn)
    : withFile(file, turn, (path, next) => showDifference({ from, to, file: path }, next))
}

const MAX_BRANCHES = 1000
/** A commit or a tag. */
const REVISION = /\d|[~^/@]|^head$/i

async function areNoBranches(names: readonly string[], turn: Turn): Promise<boolean> {
  const known = await turn.look((workspace) => workspace.branchNames(MAX_BRANCHES).catch(() => []))
  const branches = new Set(known.ok ? known.value.map(squash) : [])
  return !names.some((name) => branches.has(squash(name)))
}

const squash = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')

async function showDifference(
  args: { from: string; to: string | null; file?: string },
  turn: Turn,
): Promise<string> {
  const done = await turn.use(gitCompareTool, args)
  if (!done.ok) {
    return done.fault?.code === 'bad_request'
      ? `${done.fault.message} ${done.fault.remedy}`
      : faultSentence(done.fault?.code)
  }
  const { from, to, diff } = done.value
  const what = to === null ? `since ${from}` : `between ${from} and ${to}`
  if (diff.trim() === '') return `Nothing differs ${what}.`
  return `${changesSentence(done.value)} That is ${what}.`
}

export async function currentBranch(turn: Turn): Promise<string> {
  const found = await turn.look((workspace) => workspace.branch())
  if (!found.ok) return faultSentence(found.fault?.code)
  return found.value === null ? 'This folder is not a git repository.' : `You are on ${found.value}.`
}

export async function gitStatus(turn: Turn): Promise<string> {
  const found = await turn.use(gitStatusTool, {})
  return found.ok ? statusSentence(found.value) : faultSentence(found.fault?.code)
}

export async function recentCommits(turn: Turn): Promise<string> {
  const log = await turn.use(gitLogTool, {})
  if (!log.ok) return faultSentence(log.fault?.code)
  const [last] = log.value
  return last === undefined ? 'Nothing has been committed yet.' : lastSentence(last)
}

export async function showHistory(intent: IntentOf<'history'>, turn: Turn): Promise<string> {
  // Without a file in view, the history is that of all files.
  if (intent.file === 'this' && shownFile(turn) === null) return recentCommits(turn)
  return withFile(intent.file, turn, async (file, next) => {
    const log = await next.use(gitLogTool, { file })
    if (!log.ok) return historyFault(log.fault?.code, 'Git does not know that file.')
    const [last] = log.value
    if (last === undefined) return `${sentenceCase(spokenName(file))} has not been committed yet.`
    return `${sentenceCase(spokenCount(log.value.length, 'commit'))}. ${lastSentence(last)}`
  })
}

const lastSentence = ({ author, date, subject }: Commit): string =>
  `The last is by ${author}, on ${spokenDate(date)}: ${spokenText(subject, 1)}`

export async function whoWrote(intent: IntentOf<'blame'>, turn: Turn): Promise<string> {
  return withFile(intent.file, turn, async (file, next) => {
    const line = intent.line ?? (next.view.file === file ? next.view.line : undefined)
    if (line === undefined) return 'I cannot tell which line you mean. Say its number.'
    const blamed = await next.use(gitBlameTool, { file, line })
    if (!blamed.ok)
      return historyFault(blamed.fault?.code, `There is no committed line ${line} in that file.`)
    const { commit } = blamed.value
    if (commit === null) return `Line ${line} is not committed yet.`
    return `${commit.author}, on ${spokenDate(commit.date)}: ${spokenText(commit.subject, 1)}`
  })
}

/** Of a symbol that has this name. Anything else is looked up in the code. */
export async function authorOf({ name }: IntentOf<'author'>, question: string, turn: Turn): Promise<string> {
  const [symbol] = await symbolsMeant({ name }, turn)
  if (!symbol) return answerQuestion(question, turn)
  const { file, startLine: line } = symbol
  const blamed = await turn.use(gitBlameTool, { file, line })
  if (!blamed.ok) return historyFault(blamed.fault?.code, `${spokenName(file)} is not committed yet.`)
  focusOn(symbol, turn)
  const { commit } = blamed.value
  const what = `${spokenSymbol(symbol.name)} in ${spokenName(file)}`
  return commit === null
    ? `${sentenceCase(what)} is not committed yet.`
    : `The first line of ${what} is by ${commit.author}, on ${spokenDate(commit.date)}: ${spokenText(commit.subject, 1)}`
}

function historyFault(code: Parameters<typeof faultSentence>[0], unknown: string): string {
  if (code === 'not_a_repository') return NO_GIT
  return code === 'file_not_found' || code === 'bad_request' ? unknown : faultSentence(code)
}
