// "Who wrote this line", "the history of this file": from git, in a sentence, with the rest on the screen.
import { baseName } from '../../../core/base-name.ts'
import type { IntentOf } from '../../../core/intents/intent.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { commitsReport } from '../../../core/replies/commits-report.ts'
import { codeBlock, inlineCode, plainWords } from '../../../core/replies/markdown-words.ts'
import { sentenceCase, spokenCount } from '../../../core/replies/spoken-count.ts'
import { spokenDate } from '../../../core/replies/spoken-date.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { spokenText } from '../../../core/replies/spoken-text.ts'
import { languageOfFile } from '../../../core/interceptors/language-of-file.ts'
import type { Turn } from './turn.ts'
import { recentCommits } from './tell-branch.ts'
import { fileInFront, withFile } from './which-file.ts'

const NO_GIT = 'This folder is not a git repository, so nobody kept who wrote what.'

export async function whoWrote(intent: IntentOf<'blame'>, turn: Turn): Promise<string> {
  return withFile(intent.file, turn, async (file, next) => {
    const line = intent.line ?? (next.view.file === file ? next.view.line : undefined)
    if (line === undefined) return 'I cannot tell which line you mean. Say its number.'
    const command = `git blame -L ${line},${line} -- ${file}`
    const blamed = await next.use('Bash', { command }, (signal) => next.tools.blame(file, line, { signal }))
    if (!blamed.ok) return gitSentence(blamed.fault?.code, `There is no committed line ${line} in that file.`)
    const { commit, text } = blamed.value
    if (commit === null) return `Line ${line} is not committed yet.`
    const { author, date, subject, hash } = commit
    const content = [
      `# Line ${line} of ${inlineCode(file)}`,
      codeBlock(text, languageOfFile(file)),
      `${plainWords(author)}, ${spokenDate(date)}, in ${inlineCode(hash.slice(0, 12))}:`,
      `> ${plainWords(subject)}`,
    ]
    next.show(
      { kind: 'markdown', title: `Line ${line}: ${author}`, content: `${content.join('\n\n')}\n` },
      `blame:${file}:${line}`,
    )
    return `${author}, on ${spokenDate(date)}: ${spokenText(subject, 1)}`
  })
}

export async function showHistory(intent: IntentOf<'history'>, turn: Turn): Promise<string> {
  // With no file in front, the history is that of all of them.
  if (intent.file === 'this' && fileInFront(turn) === null) return recentCommits(turn)
  return withFile(intent.file, turn, async (file, next) => {
    const command = `git log --follow -- ${file}`
    const log = await next.use('Bash', { command }, (signal) => next.tools.log(file, { signal }))
    if (!log.ok) return gitSentence(log.fault?.code, 'Git does not know that file.')
    const [last] = log.value
    if (last === undefined) return `${sentenceCase(spokenName(file))} has not been committed yet.`
    const content = commitsReport(`History of ${inlineCode(file)}`, log.value)
    next.show({ kind: 'markdown', title: `History: ${baseName(file)}`, content }, `log:${file}`)
    return `${sentenceCase(spokenCount(log.value.length, 'commit'))}. The last is by ${last.author}, on ${spokenDate(last.date)}: ${spokenText(last.subject, 1)}`
  })
}

function gitSentence(code: Parameters<typeof faultSentence>[0], unknown: string): string {
  if (code === 'not_a_repository') return NO_GIT
  return code === 'file_not_found' || code === 'bad_request' ? unknown : faultSentence(code)
}
