// "Show the changes": what differs from the last commit, with a word on how much it is. Also what is staged, the last
// commit, and what the agent itself changed last.
import type { IntentOf } from '../../../core/intents/intent.ts'
import type { ToolOutcome } from '../../../core/ports.ts'
import { summarizeDiff } from '../../../core/replies/diff-summary.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { sentenceCase, spokenCount } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { spokenText } from '../../../core/replies/spoken-text.ts'
import type { Turn } from './turn.ts'
import { folderNamed } from './where-to-look.ts'
import { withFile } from './which-file.ts'

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

async function showDiff({ file, staged }: { file?: string; staged: boolean }, turn: Turn): Promise<string> {
  const command = `git diff ${staged ? '--staged' : 'HEAD'}${file === undefined ? '' : ` -- ${file}`}`
  const done = await turn.use('Bash', { command }, (signal) => turn.tools.changes({ file, staged, signal }))
  if (!done.ok) return faultSentence(done.fault?.code)
  if (done.output.text.trim() === '') {
    if (staged) return 'Nothing is staged.'
    return file === undefined
      ? 'Nothing has changed since the last commit.'
      : `Nothing has changed in ${spokenName(file)} since the last commit.`
  }
  return changedWords(done)
}

export function changedWords(done: ToolOutcome & { ok: true }): string {
  const { files, added, removed } = summarizeDiff(done.output.text)
  const [first = ''] = files
  const what =
    files.length === 1 ? `${spokenName(first)} changed` : `${spokenCount(files.length, 'file')} changed`
  const rest = done.output.details?.['truncated'] === true ? ' There is more than I can show.' : ''
  return `${sentenceCase(what)}${lineWords(added, removed)}.${rest}`
}

async function showLastCommit(turn: Turn): Promise<string> {
  const done = await turn.use('Bash', { command: 'git show HEAD' }, (signal) =>
    turn.tools.lastCommit({ signal }),
  )
  if (!done.ok) return faultSentence(done.fault?.code)
  if (done.value === null) return 'Nothing has been committed yet.'
  const { author, subject } = done.value
  return `The last commit is by ${author}: ${spokenText(subject, 1)} ${changedWords(done)}`
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
  return `My last edit was in ${spokenName(file)}${lineWords(added, removed)}.`
}

function lineWords(added: number, removed: number): string {
  if (added > 0 && removed > 0) return `: ${spokenCount(added, 'line')} added and ${removed} removed`
  if (added > 0) return `: ${spokenCount(added, 'line')} added`
  if (removed > 0) return `: ${spokenCount(removed, 'line')} removed`
  return ''
}
