// Reads a file to show it: the whole file, some of its lines, or the part that fits if the file is too large.
import { z } from 'zod'
import { baseName } from '../../base/base-name.ts'
import { FaultError, type FaultCode } from '../../shared/errors.ts'
import { shortTitle } from '../artifacts/artifact-title.ts'
import { isMarkdownFile, languageOfFile } from '../artifacts/file-language.ts'
import { detailIn, filledField, lineField, PATH_KEYS } from '../artifacts/tool-fields.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { ArtifactContent, RunnableTool, Tool } from './tool.ts'

/** How many lines to show of a file that is too large. */
const PART_LINES = 1000

export type ReadResult =
  | {
      kind: 'text'
      file?: string | undefined
      text: string
      /** The lines of the file that `text` is; absent for the whole file. */
      startLine?: number | undefined
      endLine?: number | undefined
      focusLine?: number | undefined
      /** The file is too large, and this is the part that fits. */
      partial?: boolean
      language?: string | undefined
      title?: string | undefined
    }
  /** The file exists, but Parley cannot show it as text. */
  | { kind: 'unreadable'; file: string; note: string; code?: FaultCode; title?: string | undefined }

const args = z.object({
  path: z.string(),
  line: z.int().positive().optional(),
  /** With `line`: only the lines from that one to this. */
  endLine: z.int().positive().optional(),
})

export const readTool: RunnableTool<z.infer<typeof args>, ReadResult> = {
  name: 'Read',
  aliases: ['read_file', 'read'],
  failure: 'Not read',
  status: (fields) => ({ action: 'reading_file', detail: detailIn(fields) }),
  args,
  async run({ path, line, endLine }, { workspace }) {
    const lines = line !== undefined && endLine !== undefined ? { from: line, to: endLine } : undefined
    const read = await workspace.readText(path).catch((error: unknown) => unreadable(path, error))
    if ('kind' in read)
      return (read.code === 'file_too_large' && (await readPart(workspace, path, line, lines))) || read
    const { file, text } = read
    const part = lines && linesOf(text, lines.from, lines.to)
    if (part) return { kind: 'text', file, ...part }
    return { kind: 'text', file, text, focusLine: line && Math.min(line, countLines(text)) }
  },
  artifact: (result) => readArtifact(result, readTool.name),
  foreignArtifact({ name, args: given }, { text, details }) {
    const file = filledField(details, ['file']) ?? filledField(given, PATH_KEYS)
    const title = filledField(details, ['title'])
    const note = filledField(details, ['note'])
    if (file !== undefined && note !== undefined)
      return readArtifact({ kind: 'unreadable', file, note, title }, name)
    const startLine = lineField(details, ['startLine']) ?? lineField(given, ['offset'])
    const focusLine = lineField(details, ['focusLine'])
    const language = filledField(details, ['language'])
    return readArtifact({ kind: 'text', file, text, startLine, focusLine, language, title }, name)
  },
}

/** Lists a folder. Only other agents have it. */
export const listFolderTool: Tool = {
  name: 'ls',
  failure: 'Not read',
  status: (fields) => ({ action: 'reading_file', detail: folderOf(fields) }),
  foreignArtifact: ({ args: given }, { text }) => ({
    kind: 'code',
    title: shortTitle(`Files in ${folderOf(given)}`),
    // OpenClaw puts each name in quotes.
    content: text.replaceAll(/^"(.*)"$/gm, '$1'),
    language: 'plaintext',
  }),
}

function folderOf(fields: Record<string, unknown>): string {
  const path = filledField(fields, PATH_KEYS)
  return path === undefined || path === '.' ? 'the folder' : path
}

function readArtifact(result: ReadResult, tool: string): ArtifactContent {
  const { file } = result
  const title = shortTitle(result.title ?? (file === undefined ? tool : baseName(file)))
  if (result.kind === 'unreadable') return { kind: 'file', title, file: result.file, note: result.note }
  const { text: content, startLine, focusLine } = result
  if (file !== undefined && isMarkdownFile(file)) return { kind: 'markdown', title, content, file }

  const language = result.language ?? (file && languageOfFile(file))
  const isCode = language !== undefined && language !== 'plaintext'
  // Only code shows line numbers, which a part of a file needs.
  if (file !== undefined && !isCode && startLine === undefined && focusLine === undefined)
    return { kind: 'file', title, file, content, ...(language && { language }) }
  return {
    kind: 'code',
    title,
    content,
    ...(language && { language }),
    ...(file !== undefined && { file }),
    ...(startLine !== undefined && { startLine }),
    ...(focusLine !== undefined && { focusLine }),
  }
}

function unreadable(file: string, error: unknown): Extract<ReadResult, { kind: 'unreadable' }> {
  if (!(error instanceof FaultError)) throw error
  const { code, message, remedy } = error.fault
  if (code !== 'file_binary' && code !== 'file_too_large') throw error
  return { kind: 'unreadable', file, note: `${message} ${remedy}`, code }
}

/** Of a file that is too large: the requested lines, those around the focus line, or the first ones. */
async function readPart(
  workspace: Workspace,
  path: string,
  line = 1,
  lines?: { from: number; to: number },
): Promise<ReadResult | null> {
  const from = lines?.from ?? Math.max(1, line - PART_LINES / 2)
  const to = Math.min(lines?.to ?? Infinity, from + PART_LINES - 1)
  const around = Math.ceil((to - from) / 2)
  try {
    const read = await workspace.readLines(path, { line: from + around, around }).catch((error: unknown) => {
      // The file may have fewer lines than that.
      if (!(error instanceof FaultError) || error.fault.code !== 'file_changed') throw error
      return workspace.readLines(path, { line: from, around: to - from })
    })
    const wanted = read.lines.slice(Math.max(0, from - read.startLine), to - read.startLine + 1)
    const startLine = Math.max(from, read.startLine)
    const endLine = startLine + wanted.length - 1
    return {
      kind: 'text',
      file: read.file,
      text: `${wanted.join('\n')}\n`,
      startLine,
      endLine,
      focusLine: lines?.from ?? Math.min(line, endLine),
      partial: lines === undefined,
      title: `${baseName(read.file)}, lines ${startLine} to ${endLine}`,
    }
  } catch (error) {
    if (error instanceof FaultError) return null
    throw error
  }
}

/** The lines of a text, as far as it has them; null if it has none of them. */
function linesOf(
  text: string,
  from: number,
  to: number,
): { text: string; startLine: number; focusLine: number; endLine: number } | null {
  const all = text.split('\n')
  // A final line end does not start another line.
  if (all.length > 1 && all.at(-1) === '') all.pop()
  if (from > all.length) return null
  const endLine = Math.min(Math.max(from, to), all.length)
  return {
    text: `${all.slice(from - 1, endLine).join('\n')}\n`,
    startLine: from,
    focusLine: from,
    endLine,
  }
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
