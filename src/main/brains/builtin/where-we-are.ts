// "Where am I": the file in front, the line, and what it is in the middle of.
import { sentenceCase } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { spokenSymbol } from '../../../core/replies/spoken-text.ts'
import { symbolAtLine } from './change-files.ts'
import type { Turn } from './turn.ts'

export async function whereWeAre(turn: Turn): Promise<string> {
  const { file, line } = turn.view
  if (file === undefined) return 'No file is in front of you.'
  const symbol = await symbolAtLine(file, turn)
  const where = line === undefined ? '' : `, line ${line}`
  const inside = symbol === null ? '' : `, in the ${symbol.kind} ${spokenSymbol(symbol.name)}`
  return `${sentenceCase(spokenName(file))}${where}${inside}.`
}
