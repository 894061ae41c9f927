// The tools that Parley gives the agent: to show something, to point at lines while it talks, and to ask the user.
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Clock } from '../../../core/ports/clock.ts'
import { diffArtifact } from '../../../core/tools/change-files.ts'
import { readTool } from '../../../core/tools/read-file.ts'
import type { ArtifactContent } from '../../../core/tools/tool.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { shortTitle } from '../../../core/artifacts/artifact-title.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { McpQuestions } from './mcp-questions.ts'
import type { PointedLines, RunScreen } from './mcp-screen.ts'

const MAX_DIFF = 1024 * 1024
const MAX_MARKDOWN = 512 * 1024
/** How often an agent that wants to know hears that the user still thinks. Some give up after a minute of silence. */
const PROGRESS_MS = 10_000

export interface McpToolDeps {
  tools: Toolbox
  screen: RunScreen
  clock: Pick<Clock, 'after'>
  newId(): string
  questions: McpQuestions
}

const file = z.string().min(1).max(4096).describe('Path of a file in the open folder')
const line = z.int().positive().max(10_000_000).describe('First line, counted from 1')
const endLine = z.int().positive().max(10_000_000).describe('Last line; the first one if absent')

const showInput = z.object({
  file: file.optional(),
  line: line.optional(),
  endLine: endLine.optional(),
  diff: z.string().min(1).max(MAX_DIFF).optional().describe('A unified diff'),
  markdown: z.string().min(1).max(MAX_MARKDOWN).optional().describe('A document in Markdown'),
  title: z.string().max(200).optional().describe('Title of the tab, for a diff or a document'),
})

const pointInput = z.object({ file, line, endLine: endLine.optional() })

const askInput = z.object({
  question: z.string().trim().min(1).max(300).describe('One short question, as you would say it aloud'),
  choices: z
    .array(z.string().trim().min(1).max(200))
    .min(2)
    .max(9)
    .describe('The possible answers, each a few words, the most likely first'),
})

export function registerMcpTools(server: McpServer, deps: McpToolDeps): void {
  server.registerTool(
    'show',
    {
      title: 'Show',
      description:
        'Shows something to the user in a tab: a file (at a line, if given), a unified diff, or a Markdown document. Use it ' +
        'for code, tables and long lists, because the user hears your reply and cannot listen to those. Give exactly one ' +
        'of file, diff and markdown.',
      inputSchema: showInput,
      annotations: { readOnlyHint: true },
    },
    (input) => guarded(deps, () => show(deps, input)),
  )
  server.registerTool(
    'point',
    {
      title: 'Point',
      description:
        'Highlights lines of a file on the user’s screen, and opens the file if necessary. Use it right before you talk ' +
        'about these lines.',
      inputSchema: pointInput,
      annotations: { readOnlyHint: true },
    },
    (input) => guarded(deps, () => point(deps, input)),
  )
  server.registerTool(
    'ask',
    {
      title: 'Ask',
      description:
        'Asks the user a question with two to nine choices, which is read aloud, and waits for the answer. Use it when ' +
        'you cannot go on without a decision. The result is the choice, or “No answer”.',
      inputSchema: askInput,
      annotations: { readOnlyHint: true },
    },
    (input, context) => guarded(deps, () => ask(deps, input, context)),
  )
}

async function show(deps: McpToolDeps, input: z.infer<typeof showInput>): Promise<CallToolResult> {
  const given = [input.file, input.diff, input.markdown].filter((one) => one !== undefined)
  if (given.length !== 1) return failed('Give exactly one of file, diff and markdown.')
  if (input.file !== undefined) return showFile(deps, { ...input, file: input.file })
  const content = input.diff === undefined ? documentOf(input) : diffArtifact(input)
  if (content === null) return failed('This is not a unified diff.')
  return opened(deps, content) ?? done('Shown.')
}

const documentOf = ({ markdown = '', title }: z.infer<typeof showInput>): ArtifactContent => ({
  kind: 'markdown',
  title: shortTitle(title ?? '') || (/^#+ +(.+)$/m.exec(markdown)?.[1]?.slice(0, 200) ?? 'Document'),
  content: markdown,
})

async function showFile(
  deps: McpToolDeps,
  { file: asked, line: from, endLine: to }: z.infer<typeof showInput> & { file: string },
): Promise<CallToolResult> {
  const read = await readFile(deps, asked, from)
  if ('failure' in read) return failed(read.failure)
  const refused = opened(deps, read.content)
  if (refused) return refused
  if (from !== undefined) deps.screen.point(linesIn(read, from, to))
  return done('Shown.')
}

async function point(deps: McpToolDeps, input: z.infer<typeof pointInput>): Promise<CallToolResult> {
  const read = await readFile(deps, input.file, input.line)
  if ('failure' in read) return failed(read.failure)
  const refused = deps.screen.hasOpened(read.file) ? null : opened(deps, read.content)
  if (refused) return refused
  return deps.screen.point(linesIn(read, input.line, input.endLine))
    ? done('The user sees the lines.')
    : failed('You have pointed at enough lines in this turn.')
}

async function ask(
  deps: McpToolDeps,
  { question, choices }: z.infer<typeof askInput>,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  if (new Set(choices).size !== choices.length) return failed('Two of the choices are the same.')
  if (deps.questions.isFull()) return failed('The user has to answer your other questions first.')
  const stopTelling = tellProgress(deps, mcpReq)
  try {
    const choice = await deps.questions.ask(mcpReq.id, question, choices, mcpReq.signal)
    return done(choice ?? 'No answer')
  } finally {
    stopTelling()
  }
}

function tellProgress({ clock }: McpToolDeps, mcpReq: ServerContext['mcpReq']): () => void {
  const { _meta: about } = mcpReq
  const progressToken = about?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  let cancel = (): void => {}
  const wait = (): void => {
    cancel = clock.after(PROGRESS_MS, () => {
      const params = { progressToken, progress: ++progress, message: 'The user has not answered yet.' }
      // An agent that is gone no longer needs to know.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
      wait()
    })
  }
  wait()
  return () => cancel()
}

type FileRead = { file: string; lines: number | null; content: ArtifactContent } | { failure: string }

/** The file as the user would open it, at a line. */
async function readFile(deps: McpToolDeps, asked: string, at: number | undefined): Promise<FileRead> {
  const args = { path: asked, ...(at !== undefined && { line: at }) }
  const outcome = await deps.tools.run(readTool, args, { id: deps.newId() })
  if (!outcome.ok) return { failure: outcome.message }
  const { value, artifact } = outcome
  if (value.kind === 'unreadable') return { failure: value.note }
  if (artifact === null || value.file === undefined) return { failure: 'There is nothing to show.' }
  const lines = value.partial === true ? null : value.text.replace(/\n$/, '').split('\n').length
  if (lines !== null && at !== undefined && at > lines)
    return { failure: `${value.file} has only ${lines} ${lines === 1 ? 'line' : 'lines'}.` }
  return { file: value.file, lines, content: at === undefined ? artifact : withLines(artifact, at) }
}

/** A document is shown as its source when lines matter: a rendered page has none. */
function withLines(artifact: Artifact, focusLine: number): ArtifactContent {
  if (artifact.kind !== 'markdown') return artifact
  const { title, content, file: name } = artifact
  return {
    kind: 'code',
    title,
    content,
    language: 'markdown',
    focusLine,
    ...(name !== undefined && { file: name }),
  }
}

function linesIn(read: { file: string; lines: number | null }, from: number, to = from): PointedLines {
  const last = Math.max(from, to)
  return { file: read.file, line: from, endLine: read.lines === null ? last : Math.min(last, read.lines) }
}

/** Null once it is shown; otherwise what the agent is told. */
function opened({ screen, newId }: McpToolDeps, content: ArtifactContent): CallToolResult | null {
  return screen.show({ ...content, id: newId() } as Artifact)
    ? null
    : failed('You have shown enough in this turn. Tell the user the rest.')
}

/** Without a turn there is nobody to show it to. */
async function guarded({ screen }: McpToolDeps, use: () => Promise<CallToolResult>): Promise<CallToolResult> {
  return screen.isWatched()
    ? use()
    : failed('The user did not ask for anything now. Wait for the next request.')
}

const done = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
const failed = (text: string): CallToolResult => ({ ...done(text), isError: true })
