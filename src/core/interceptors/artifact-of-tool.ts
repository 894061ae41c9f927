// What a finished tool call leaves to look at: an artifact, or nothing.
import { baseName } from '../base-name.ts'
import type { Artifact } from '../../shared/artifacts.ts'
import type { ToolCall, ToolOutcome, ToolOutput } from '../ports.ts'
import { artifactId } from './artifact-id.ts'
import { boundText } from './bound-text.ts'
import { changeArtifact, reportedDiff } from './artifact-of-change.ts'
import { isMarkdownFile, languageOfFile } from './language-of-file.ts'
import { parseFileList, parseGrepOutput, parseSearchOutput, reportedHits } from './search-output.ts'
import { plainOutput } from '../replies/plain-output.ts'
import { actionOfTool, detailOfTool, searchOf } from './tool-actions.ts'
import { COMMAND_KEYS, filledField, lineField, PATH_KEYS, PATTERN_KEYS } from './tool-fields.ts'
import { titleOf } from './artifact-title.ts'

/** An error message or a stack longer than this is a log, and nobody reads a log in a tab. */
const MAX_ERROR = 20_000

export function artifactOfTool(turnId: string, call: ToolCall, outcome: ToolOutcome): Artifact | null {
  const id = artifactId(turnId, call.callId)
  if (!outcome.ok) return errorArtifact(id, call, outcome)
  const { output } = outcome
  // Looked up only to answer with it.
  if (output.details?.['quiet'] === true) return null
  const action = actionOfTool(call)
  switch (action) {
    case 'reading_file':
      return call.name === 'ls' ? listing(id, call, output) : readArtifact(id, call, output)
    case 'writing_file':
    case 'editing_file':
      return changeArtifact(id, call, output, action)
    case 'searching_files':
      return searchArtifact(id, call, output)
    case 'executing_command':
      return reportedDiff(id, call, output) ?? printedArtifact(id, call, output)
    case 'analyzing':
    case 'thinking':
      // Whatever tool says it made a change, the change is shown.
      return reportedDiff(id, call, output)
    case 'web_search':
      // Every engine answers in its own format, and what matters of it is said aloud.
      return null
  }
}

function readArtifact(id: string, call: ToolCall, output: ToolOutput): Artifact {
  const file = filledField(output.details, ['file']) ?? filledField(call.args, PATH_KEYS)
  const title = titleOf(output, file === undefined ? call.name : baseName(file))
  const note = filledField(output.details, ['note'])
  if (file !== undefined && note !== undefined) return { kind: 'file', id, title, file, note }
  const content = output.text
  if (file !== undefined && isMarkdownFile(file)) return { kind: 'markdown', id, title, content, file }

  const language = filledField(output.details, ['language']) ?? (file && languageOfFile(file))
  const startLine = lineField(output.details, ['startLine']) ?? lineField(call.args, ['offset'])
  const focusLine = lineField(output.details, ['focusLine'])
  return {
    kind: 'code',
    id,
    title,
    content,
    ...(language && { language }),
    ...(file !== undefined && { file }),
    ...(startLine !== undefined && { startLine }),
    ...(focusLine !== undefined && { focusLine }),
  }
}

/** The names in a folder, one a line, as they were written down for the brain. */
function listing(id: string, call: ToolCall, output: ToolOutput): Artifact {
  const content = output.text.replaceAll(/^"(.*)"$/gm, '$1')
  const title = titleOf(output, `Files in ${detailOfTool(call) ?? 'the folder'}`)
  return { kind: 'code', id, title, content, language: 'plaintext' }
}

/** Output of a command is for the brain to read, unless the brain says it is worth a look. */
function printedArtifact(id: string, call: ToolCall, output: ToolOutput): Artifact | null {
  const command = filledField(call.args, COMMAND_KEYS)
  const content = plainOutput(output.text)
  if (output.details?.['printed'] !== true || command === undefined || content.trim() === '') return null
  return { kind: 'code', id, title: titleOf(output, `$ ${command}`), content, language: 'plaintext' }
}

function searchArtifact(id: string, call: ToolCall, output: ToolOutput): Artifact | null {
  // One file was clearly meant and is about to be opened; a list of one is only in the way.
  if (filledField(output.details, ['best']) !== undefined) return null
  const namesFiles = call.name.toLowerCase() === 'glob'
  const isCommand = searchOf(call.args) !== null
  // What a command prints is shown where its brain says so; elsewhere it is shown already.
  if (isCommand && output.details?.['printed'] !== true) return null
  const query = searchOf(call.args) ?? filledField(call.args, PATTERN_KEYS) ?? detailOfTool(call) ?? ''
  const reported = reportedHits(output.details)
  const parsed = reported
    ? { hits: reported, truncated: false }
    : (namesFiles ? parseFileList : isCommand ? parseGrepOutput : parseSearchOutput)(output.text)
  // A search that prints no places, such as one that counts, is shown as it printed.
  if (isCommand && parsed.hits.length === 0 && output.text.trim() !== '')
    return printedArtifact(id, call, output)
  const truncated = parsed.truncated || output.details?.['truncated'] === true
  return {
    kind: 'search_results',
    id,
    title: titleOf(output, `${namesFiles ? 'Files' : 'Search'}: ${query}`),
    query,
    results: parsed.hits,
    ...(truncated && { truncated }),
  }
}

/** What failed, for people: they need not know what the brain calls its tools. */
function failure(call: ToolCall): string {
  switch (actionOfTool(call)) {
    case 'reading_file':
      return 'Not read'
    case 'writing_file':
      return 'Not written'
    case 'editing_file':
      return 'Not changed'
    case 'searching_files':
      return 'Search failed'
    case 'web_search':
      return 'Web search failed'
    case 'executing_command':
      return 'Failed'
    case 'analyzing':
    case 'thinking':
      return `${call.name} failed`
  }
}

function errorArtifact(id: string, call: ToolCall, outcome: Extract<ToolOutcome, { ok: false }>): Artifact {
  const detail = detailOfTool(call)
  return {
    kind: 'error',
    id,
    title: boundText(detail === undefined ? `${call.name} failed` : `${failure(call)}: ${detail}`, 300),
    message: boundText(outcome.message || 'The tool failed without saying why.', MAX_ERROR),
    ...(outcome.stack !== undefined && { stack: boundText(outcome.stack, MAX_ERROR) }),
  }
}
