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
  const { code, file, startLine, focusLine, endLine: last } = read.output.details ?? {}
  const part = typeof startLine === 'number' && typeof last === 'number' && lines === undefined
  if (code === 'file_binary' || (code === 'file_too_large' && typeof last !== 'number'))
    return faultSentence(code)
  turn.dialogue.lastFile = typeof file === 'string' ? file : path
  if (part) return `That file is too large to show whole. Here are lines ${startLine} to ${last}.`
  if (typeof focusLine === 'number' && typeof last === 'number') {
    return focusLine === last
      ? `Here is line ${focusLine} of ${spokenName(path)}.`
      : `Here are lines ${focusLine} to ${last} of ${spokenName(path)}.`
  }
  const at = typeof focusLine === 'number' ? `, line ${focusLine}` : ''
  return `Here is ${spokenName(path)}${at}.`
}
