// "Show the changes": what differs from the last commit, with a word on how much it is.
import { summarizeDiff } from '../../../core/replies/diff-summary.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenCount } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import type { Turn } from './turn.ts'

export async function showChanges(turn: Turn): Promise<string> {
  const done = await turn.use('Bash', { command: 'git diff HEAD' }, (signal) =>
    turn.tools.changes({ signal }),
  )
  if (!done.ok) return faultSentence(done.fault?.code)

  const { files, added, removed } = summarizeDiff(done.output.text)
  const [first] = files
  if (first === undefined) return 'Nothing has changed since the last commit.'
  const what =
    files.length === 1 ? `${spokenName(first)} changed` : `${spokenCount(files.length, 'file')} changed`
  const lines = lineWords(added, removed)
  const rest = done.output.details?.['truncated'] === true ? ' There is more than I can show.' : ''
  return `${sentenceCase(what)}${lines}.${rest}`
}

function lineWords(added: number, removed: number): string {
  if (added > 0 && removed > 0) return `: ${spokenCount(added, 'line')} added and ${removed} removed`
  if (added > 0) return `: ${spokenCount(added, 'line')} added`
  if (removed > 0) return `: ${spokenCount(removed, 'line')} removed`
  return ''
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
