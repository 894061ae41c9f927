// All tools, by the names that Parley and other agents call them. To add one, write its definition and list it here.
import { truncate } from '../../base/truncate.ts'
import type { Artifact, ArtifactOf } from '../../shared/artifacts.ts'
import { artifactId } from '../artifacts/artifact-id.ts'
import { detailIn, type Fields } from '../artifacts/tool-fields.ts'
import type { ToolCall } from '../ports/brain.ts'
import { diffArtifact, editTool, foreignChange, undoTool, writeTool } from './change-files.ts'
import { findPassagesTool } from './find-passages.ts'
import { findSymbolsTool, longestFilesTool, longestFunctionsTool } from './find-symbols.ts'
import {
  gitBlameTool,
  gitCompareTool,
  gitDiffTool,
  gitLogTool,
  gitShowTool,
  gitStatusTool,
} from './git-history.ts'
import { listFolderTool, readTool } from './read-file.ts'
import { openEditorTool } from './open-editor.ts'
import { runCommandTool } from './run-command.ts'
import { globTool, grepTool, listFilesTool } from './search-files.ts'
import { summarizeFileTool, summarizeFolderTool } from './summarize.ts'
import type { ForeignOutput, Tool, ToolStatus } from './tool.ts'

/** It has no artifact: each search engine has its own format, and the reply says what matters. */
const webSearchTool: Tool = {
  name: 'WebSearch',
  aliases: ['web_search'],
  failure: 'Web search failed',
  status: (fields) => ({ action: 'web_search', detail: detailIn(fields, ['pattern', 'query', 'q']) }),
}

export const tools: readonly Tool[] = [
  readTool,
  listFolderTool,
  grepTool,
  globTool,
  listFilesTool,
  findPassagesTool,
  findSymbolsTool,
  longestFilesTool,
  longestFunctionsTool,
  summarizeFolderTool,
  summarizeFileTool,
  editTool,
  writeTool,
  undoTool,
  runCommandTool,
  openEditorTool,
  gitDiffTool,
  gitCompareTool,
  gitShowTool,
  gitStatusTool,
  gitLogTool,
  gitBlameTool,
  webSearchTool,
]

export interface ToolRegistry {
  /** What to show while a call runs. Never fails, whatever the tool and its arguments. */
  statusOf(call: ToolCall): ToolStatus
  /** The artifact of another agent's finished call. */
  foreignArtifact(turnId: string, call: ToolCall, outcome: ForeignOutcome): Artifact | null
}

/** How another agent's tool call ended. */
export type ForeignOutcome =
  { ok: true; output: ForeignOutput } | { ok: false; message: string; stack?: string }

export function createToolRegistry(list: readonly Tool[]): ToolRegistry {
  const byName = new Map(
    list.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])].map((name) => [name, tool])),
  )
  const toolOf = ({ name }: ToolCall): Tool => byName.get(name) ?? unknownTool(name)
  return {
    statusOf(call) {
      const { action, detail } = shortStatus(toolOf(call), call.args)
      // Nothing is known of an unknown tool but what its brain calls the step.
      const known = detail ?? (action === 'analyzing' ? oneLine(call.title) : undefined)
      return { action, ...(known !== undefined && { detail: known }) }
    },
    foreignArtifact(turnId, call, outcome) {
      const id = artifactId(turnId, call.callId)
      if (!outcome.ok) return failureArtifact({ ...toolOf(call), name: call.name }, call.args, outcome, id)
      const { output } = outcome
      // The agent looked it up for itself.
      if (output.details?.['quiet'] === true) return null
      const content = toolOf(call).foreignArtifact?.(call, output) ?? null
      return content && ({ ...content, id } as Artifact)
    },
  }
}

/**
 * A tool that is not in the list still shows that something is going on. `analyzing` claims nothing about files, commands
 * or the web, so it is never wrong.
 */
const unknownTool = (name: string): Tool => ({
  name,
  failure: `${name} failed`,
  status: (fields) => ({ action: 'analyzing', detail: detailIn(fields) }),
  foreignArtifact: (call, output) => diffArtifact(foreignChange(call, output)),
})

export const toolRegistry = createToolRegistry(tools)

/** A status is one line on screen and one packet on the wire. */
const MAX_DETAIL = 200
/** A longer message or stack is a log, and nobody reads a log in a tab. */
const MAX_ERROR = 20_000

function shortStatus(tool: Tool, args: Fields): ToolStatus {
  const { action, detail } = tool.status(args)
  return { action, detail: oneLine(detail) }
}

function oneLine(text: string | undefined): string | undefined {
  // Cut before the spaces are replaced, so that a huge argument costs nothing.
  const short = text
    ?.slice(0, 10 * MAX_DETAIL)
    .replace(/\s+/g, ' ')
    .trim()
  return short === undefined ? undefined : truncate(short, MAX_DETAIL)
}

/** Tells the user what failed; they need not know what a brain calls its tools. */
export function failureArtifact(
  tool: Tool,
  args: Fields,
  { message, stack }: { message: string; stack?: string },
  id: string,
): ArtifactOf<'error'> {
  const { detail } = shortStatus(tool, args)
  return {
    kind: 'error',
    id,
    title: truncate(detail === undefined ? `${tool.name} failed` : `${tool.failure}: ${detail}`, 300),
    message: truncate(message || 'The tool failed without saying why.', MAX_ERROR),
    ...(stack !== undefined && { stack: truncate(stack, MAX_ERROR) }),
  }
}
