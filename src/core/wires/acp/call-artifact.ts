// What an ended tool call leaves to look at. Changes are Parley's own comparison of the files before and after the call.
import { truncate } from '../../../base/truncate.ts'
import type { Artifact, SearchHit } from '../../../shared/artifacts.ts'
import { artifactId } from '../../artifacts/artifact-id.ts'
import { searchCommand } from '../../artifacts/search-command.ts'
import { type ForeignOutcome, toolRegistry } from '../../tools/registry.ts'
import { exitCodeOf, textIn, textOfOutput } from './content-text.ts'
import type { FileChange } from './file-change.ts'
import { shownPath } from './file-names.ts'
import { type AgentCall, commandOf, kindOf } from './tool-call.ts'

export interface EndedCall {
  runId: string
  root: string
  call: AgentCall
  changes: readonly FileChange[]
  /** The user refused it, so that it failed is no news. */
  isRefused: boolean
  /** The output of the terminal it ran in, if Parley ran it. */
  terminal: string | null
}

/** The artifact of the call itself. A file that was read is left to the adapter, which reads it again. */
export function callArtifact(ended: EndedCall): Artifact | null {
  const { runId, call, changes, isRefused } = ended
  const told = call.told
  if (told === null) return null
  const diff = changes.map((change) => change.diff).join('')
  if (diff !== '') {
    const shown = changes.filter((change) => change.diff !== '')
    const details = {
      diff,
      file: shown[0]?.file,
      ...(shown.length > 1 && { title: `${shown.length} files` }),
    }
    return toolRegistry.foreignArtifact(
      runId,
      { ...told, name: 'Edit' },
      { ok: true, output: { text: '', details } },
    )
  }
  if (call.status === 'failed' && isRefused) return null
  const outcome = outcomeOf(ended)
  return outcome && toolRegistry.foreignArtifact(runId, told, outcome)
}

/** Changes that only words can tell, each as a page of its own. */
export function wordArtifacts({ runId, call, changes }: EndedCall): Artifact[] {
  return changes.flatMap(({ file, words }, at) =>
    words === null
      ? []
      : [
          {
            kind: 'file',
            id: artifactId(runId, `${call.id}:${at}`),
            title: truncate(file, 200),
            file,
            note: words,
          },
        ],
  )
}

function outcomeOf({ call, root, terminal }: EndedCall): ForeignOutcome | null {
  const text = textIn(call.content)
  if (call.status === 'failed')
    return { ok: false, message: text.trim() || terminal || textOfOutput(call.output) }
  const kind = kindOf(call)
  if (kind === 'execute') return commandOutcome(call, terminal)
  if (kind !== 'search') return null
  return { ok: true, output: { text: text || textOfOutput(call.output), details: hitsIn(call, root) } }
}

function commandOutcome(call: AgentCall, terminal: string | null): ForeignOutcome {
  const printed =
    terminal ?? (textOfOutput(call.output) || call.printed || withoutReport(textIn(call.content)))
  const exit = exitCodeOf(call.output)
  const foundNothing = exit === 1 && searchCommand(commandOf(call)) !== null
  if (exit !== null && exit !== 0 && !foundNothing)
    return { ok: false, message: `It ended with exit code ${exit}.\n\n${printed}`.trim() }
  return { ok: true, output: { text: foundNothing ? '' : printed, details: { printed: true } } }
}

/** Gemini CLI and Qwen Code write a report with the output in it. */
function withoutReport(text: string): string {
  const report = /^Command: [\s\S]*?\nOutput: ([\s\S]*?)\nError: [\s\S]*\nExit Code: /.exec(text)
  return report?.[1] === undefined ? text : report[1] === '(empty)' ? '' : report[1]
}

const MAX_HITS = 1000

/** Places that a search tells as locations. They are better than its text, if they have lines. */
function hitsIn({ locations }: AgentCall, root: string): { results?: SearchHit[] } {
  const results = locations
    .slice(0, MAX_HITS)
    .flatMap(({ path, line }): SearchHit[] =>
      typeof line === 'number' && Number.isSafeInteger(line) && line > 0
        ? [{ file: shownPath(root, path), line, content: '' }]
        : [],
    )
  return results.length > 1 ? { results } : {}
}
