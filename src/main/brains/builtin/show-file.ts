// Shows a file, or some lines of it.
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import type { Turn } from './turn.ts'

export async function showFile(
  path: string,
  { line, endLine }: { line?: number | undefined; endLine?: number | undefined },
  turn: Turn,
): Promise<string> {
  const lines = line !== undefined && endLine !== undefined ? { from: line, to: endLine } : undefined
  const args = lines
    ? { path, offset: lines.from, limit: lines.to - lines.from + 1 }
    : { path, ...(line !== undefined && { line }) }
  const read = await turn.use('Read', args, (signal) =>
    turn.tools.read(path, { ...(line !== undefined && { focusLine: line }), lines, signal }),
  )
  if (!read.ok) return faultSentence(read.fault?.code)
  const { code, file, focusLine, endLine: last } = read.output.details ?? {}
  if (code === 'file_binary' || code === 'file_too_large') return faultSentence(code)
  turn.dialogue.lastFile = typeof file === 'string' ? file : path
  if (typeof focusLine === 'number' && typeof last === 'number') {
    return focusLine === last
      ? `Here is line ${focusLine} of ${spokenName(path)}.`
      : `Here are lines ${focusLine} to ${last} of ${spokenName(path)}.`
  }
  const at = typeof focusLine === 'number' ? `, line ${focusLine}` : ''
  return `Here is ${spokenName(path)}${at}.`
}
