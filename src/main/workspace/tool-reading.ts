// Reading a file to be shown: whole, some of its lines, or the part of it that can be where it is too large.
import { baseName } from '../../core/base-name.ts'
import type { ToolOutput } from '../../core/ports.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { WorkspaceTools } from '../../core/workspace-tools.ts'
import { FaultError, type FaultCode } from '../../shared/errors.ts'
import { type Attempt, plainOutcome } from './tool-outcome.ts'

/** What is shown of a file that is too large to be shown whole. */
const PART_LINES = 1000

export function createReadTool(attempt: Attempt): Pick<WorkspaceTools, 'read'> {
  return {
    read: async (path, { focusLine, lines, signal } = {}) =>
      plainOutcome(
        await attempt(signal, async (opened) => {
          const read = await opened.readText(path).catch((error: unknown) => unshowable(path, error))
          if ('note' in read) {
            const part = read.code === 'file_too_large' && (await partOf(opened, path, { focusLine, lines }))
            return { output: part || { text: read.note, details: read }, value: null }
          }
          const { file, text, size } = read
          const part = lines && linesOf(text, lines.from, lines.to)
          if (part)
            return { output: { text: part.text, details: { file, size, ...part.details } }, value: null }
          const line = focusLine === undefined ? undefined : Math.min(focusLine, countLines(text))
          const details = { file, size, ...(line !== undefined && { focusLine: line }) }
          return { output: { text, details }, value: null }
        }),
      ),
  }
}

/** A file that is there but is no text to show: that is an answer, not a failure. */
function unshowable(file: string, error: unknown): { file: string; note: string; code: FaultCode } {
  if (!(error instanceof FaultError)) throw error
  const { code, message, remedy } = error.fault
  if (code !== 'file_binary' && code !== 'file_too_large') throw error
  return { file, note: `${message} ${remedy}`, code }
}

/** Of a file that is too large to be shown whole: the lines that were named, those around one, or its first. */
async function partOf(
  workspace: Workspace,
  path: string,
  {
    focusLine = 1,
    lines,
  }: { focusLine?: number | undefined; lines?: { from: number; to: number } | undefined },
): Promise<ToolOutput | null> {
  const from = lines?.from ?? Math.max(1, focusLine - PART_LINES / 2)
  const to = Math.min(lines?.to ?? Infinity, from + PART_LINES - 1)
  const around = Math.ceil((to - from) / 2)
  try {
    const read = await workspace.readLines(path, { line: from + around, around }).catch((error: unknown) => {
      // It may have fewer lines than that.
      if (!(error instanceof FaultError) || error.fault.code !== 'file_changed') throw error
      return workspace.readLines(path, { line: from, around: to - from })
    })
    const wanted = read.lines.slice(Math.max(0, from - read.startLine), to - read.startLine + 1)
    const startLine = Math.max(from, read.startLine)
    const endLine = startLine + wanted.length - 1
    return {
      text: `${wanted.join('\n')}\n`,
      details: {
        file: read.file,
        startLine,
        endLine,
        focusLine: lines?.from ?? Math.min(focusLine, endLine),
        code: 'file_too_large',
        title: `${baseName(read.file)}, lines ${startLine} to ${endLine}`,
      },
    }
  } catch (error) {
    if (error instanceof FaultError) return null
    throw error
  }
}

/** Some lines of a text, as far as it has them; null where it has none of them. */
function linesOf(
  text: string,
  from: number,
  to: number,
): { text: string; details: Record<string, unknown> } | null {
  const all = text.split('\n')
  // The end of the last line is not another line.
  if (all.length > 1 && all.at(-1) === '') all.pop()
  if (from > all.length) return null
  const end = Math.min(Math.max(from, to), all.length)
  return {
    text: `${all.slice(from - 1, end).join('\n')}\n`,
    details: { startLine: from, focusLine: from, endLine: end },
  }
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
