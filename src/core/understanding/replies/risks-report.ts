// Tells what deserves a second look in the changes: a page by kind of risk, and a sentence for each kind.
import type { DiffRisk } from '../../review/diff-risks.ts'
import { inlineCode, placeLink } from './markdown-text.ts'
import { sentenceCase, spokenCount, spokenList } from './spoken-count.ts'

/** The gravest first. */
const KINDS: readonly (readonly [kind: DiffRisk['kind'], title: string, one: string, many: string])[] = [
  ['secret', 'Possible secrets', 'possible secret', 'possible secrets'],
  ['skipped_test', 'Skipped tests', 'skipped test', 'skipped tests'],
  ['signature', 'Changed public declarations', 'changed public declaration', 'changed public declarations'],
  ['debugging', 'Left from debugging', 'line left from debugging', 'lines left from debugging'],
  ['dependencies', 'Dependencies', 'changed list of dependencies', 'changed lists of dependencies'],
  ['large', 'Large changes', 'large change', 'large changes'],
  ['untested', 'Without a test', 'file changed without a test', 'files changed without a test'],
  ['todo', 'New to-dos', 'new to-do', 'new to-dos'],
]

export function risksReport(risks: readonly DiffRisk[]): string {
  const sections = KINDS.flatMap(([kind, title]) => {
    const found = risks.filter((risk) => risk.kind === kind)
    return found.length === 0 ? [] : [`## ${title}`, found.map(riskLine).join('\n')]
  })
  return `${['# Worth a second look', ...sections].join('\n\n')}\n`
}

const riskLine = ({ file, line, text }: DiffRisk): string =>
  `- ${placeLink(file, line ?? undefined)}: ${inlineCode(text)}`

export function risksSentence(risks: readonly DiffRisk[]): string {
  const counts = KINDS.flatMap(([kind, , one, many]) => {
    const count = risks.filter((risk) => risk.kind === kind).length
    return count === 0 ? [] : [spokenCount(count, one, many)]
  })
  if (counts.length === 0)
    return 'I see nothing that stands out. I only look for facts, such as secrets, missing tests and changed declarations.'
  return `${sentenceCase(spokenList(counts))}. The places are on the screen.`
}
