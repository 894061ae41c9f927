// The workspace as tools: the same questions, answered as a brain would be answered, with failure as an outcome.
import { summarizeDiff } from '../../core/replies/diff-summary.ts'
import { clearlyBest, rankFiles } from '../../core/intents/rank-files.ts'
import type { AbortSignalLike, ToolOutcome, ToolOutput, Workspace, WorkspaceTools } from '../../core/ports.ts'
import { FaultError, type FaultCode } from '../../shared/errors.ts'

const MAX_HITS = 500
const MAX_FILES = 100

/** A null workspace is one that nobody has opened yet: every tool says so. */
export function createWorkspaceTools(workspace: Workspace | null): WorkspaceTools {
  async function attempt(
    signal: AbortSignalLike | undefined,
    use: (workspace: Workspace) => Promise<ToolOutput>,
  ): Promise<ToolOutcome> {
    try {
      if (workspace === null) throw noWorkspace()
      return { ok: true, output: await use(workspace) }
    } catch (error) {
      return signal?.aborted ? { ok: false, message: 'Stopped before it was done.' } : failed(error)
    }
  }

  return {
    read: (path, { focusLine, signal } = {}) =>
      attempt(signal, async (opened) => {
        const read = await opened.readText(path).catch((error: unknown) => unshowable(path, error))
        if ('note' in read) return { text: read.note, details: read }
        const { file, text, size } = read
        const line = focusLine === undefined ? undefined : Math.min(focusLine, countLines(text))
        return { text, details: { file, size, ...(line !== undefined && { focusLine: line }) } }
      }),

    grep: (text, { signal } = {}) =>
      attempt(signal, async (opened) => {
        const { hits, truncated } = await opened.search(text, { limit: MAX_HITS, ...(signal && { signal }) })
        const lines = hits.map(({ file, line, content }) => `${file}:${line}:${content}`)
        return { text: lines.join('\n'), details: { results: hits, truncated } }
      }),

    glob: (name, { signal } = {}) =>
      attempt(signal, async (opened) => {
        // One more than is shown, to know whether there are more.
        const found = await opened.findFiles(name, { limit: MAX_FILES + 1, ...(signal && { signal }) })
        const files = found.slice(0, MAX_FILES)
        const best = clearlyBest(rankFiles(files, name, 2))
        const results = files.map((file) => ({ file, line: 1, content: '' }))
        const truncated = found.length > files.length
        return { text: files.join('\n'), details: { results, truncated, ...(best !== null && { best }) } }
      }),

    changes: ({ signal } = {}) =>
      attempt(signal, async (opened) => {
        const { diff, truncated } = await opened.workingChanges(signal)
        const { files } = summarizeDiff(diff)
        const [file] = files
        return {
          text: diff,
          details: {
            diff,
            truncated,
            title: 'Working changes',
            ...(file !== undefined && files.length === 1 && { file }),
          },
        }
      }),
  }
}

function failed(error: unknown): ToolOutcome {
  if (error instanceof FaultError) {
    const { fault } = error
    // A known failure is told by its sentence and its remedy; a stack would say nothing to anybody.
    return { ok: false, message: `${fault.message} ${fault.remedy}`, fault }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    ok: false,
    message,
    ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
  }
}

/** A file that is there but is no text to show: that is an answer, not a failure. */
function unshowable(file: string, error: unknown): { file: string; note: string; code: FaultCode } {
  if (!(error instanceof FaultError)) throw error
  const { code, message, remedy } = error.fault
  if (code !== 'file_binary' && code !== 'file_too_large') throw error
  return { file, note: `${message} ${remedy}`, code }
}

const noWorkspace = (): FaultError =>
  new FaultError('no_workspace', 'No folder is open.', 'Open a folder first, then ask again.')

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
