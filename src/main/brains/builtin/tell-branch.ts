// "Compare main and develop", "which branch is this", "what is the status", "show me the last commits".
import type { IntentOf } from '../../../core/intents/intent.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { commitsReport } from '../../../core/replies/commits-report.ts'
import { statusReport, statusSentence } from '../../../core/replies/status-report.ts'
import { spokenDate } from '../../../core/replies/spoken-date.ts'
import { spokenText } from '../../../core/replies/spoken-text.ts'
import { changedWords } from './show-changes.ts'
import type { Turn } from './turn.ts'
import { withFile } from './which-file.ts'

export async function compare({ from, to, file }: IntentOf<'compare'>, turn: Turn): Promise<string> {
  return file === undefined
    ? showDifference(from, to, undefined, turn)
    : withFile(file, turn, (path, next) => showDifference(from, to, path, next))
}

async function showDifference(
  from: string,
  to: string | null,
  file: string | undefined,
  turn: Turn,
): Promise<string> {
  const command = `git diff ${from}${to === null ? '' : ` ${to}`}${file === undefined ? '' : ` -- ${file}`}`
  const done = await turn.use('Bash', { command }, (signal) => turn.tools.compare(from, to, { file, signal }))
  if (!done.ok) {
    return done.fault?.code === 'bad_request'
      ? `${done.fault.message} ${done.fault.remedy}`
      : faultSentence(done.fault?.code)
  }
  const what =
    done.value.to === null ? `since ${done.value.from}` : `between ${done.value.from} and ${done.value.to}`
  if (done.output.text.trim() === '') return `Nothing differs ${what}.`
  return `${changedWords(done)} That is ${what}.`
}

export async function whichBranch(turn: Turn): Promise<string> {
  const found = await turn.quietly(() => turn.tools.branch())
  if (!found.ok) return faultSentence(found.fault?.code)
  return found.value === null ? 'This folder is not a git repository.' : `You are on ${found.value}.`
}

export async function tellStatus(turn: Turn): Promise<string> {
  const found = await turn.use('Bash', { command: 'git status' }, (signal) => turn.tools.status({ signal }))
  if (!found.ok) return faultSentence(found.fault?.code)
  if (found.value.files.length > 0)
    turn.show({ kind: 'markdown', title: 'Status', content: statusReport(found.value) }, 'status')
  return statusSentence(found.value)
}

export async function recentCommits(turn: Turn): Promise<string> {
  const log = await turn.use('Bash', { command: 'git log' }, (signal) => turn.tools.log('.', { signal }))
  if (!log.ok) return faultSentence(log.fault?.code)
  const [last] = log.value
  if (last === undefined) return 'Nothing has been committed yet.'
  turn.show({ kind: 'markdown', title: 'Commits', content: commitsReport('Commits', log.value) }, 'commits')
  return `The last is by ${last.author}, on ${spokenDate(last.date)}: ${spokenText(last.subject, 1)}`
}
