// "Anything risky in my changes": facts about the working changes.
import { diffRisks } from '../../../core/review/diff-risks.ts'
import { gitDiffTool } from '../../../core/tools/git-history.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { risksReport, risksSentence } from '../../../core/understanding/replies/risks-report.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { showFile } from './resolve-file.ts'
import type { Turn } from './turn.ts'

export async function risks(turn: Turn): Promise<string> {
  const done = await turn.use(gitDiffTool, { staged: false }, { hide: 'artifact' })
  if (!done.ok) return faultSentence(done.fault?.code)
  if (done.value.diff.trim() === '') return 'Nothing has changed since the last commit.'
  const found = diffRisks(done.value.diff)
  if (found.length > 0) {
    turn.show(
      { kind: 'markdown', title: 'Worth a second look', query: 'risks', content: risksReport(found) },
      'risks',
    )
    turn.dialogue.listed = found.map(({ file, line }) => ({
      label: spokenName(file),
      file,
      take: (next) => showFile(file, { line: line ?? undefined }, next),
    }))
  }
  return `${risksSentence(found)}${done.value.truncated ? ' There is more than I can read.' : ''}`
}
