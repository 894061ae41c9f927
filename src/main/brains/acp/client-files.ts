// Files that the agent reads and writes through Parley: only inside the open folder, in the encoding and with the line ends
// that they have, and so that the user can undo what was written.
import path from 'node:path'
import type { ReadTextFileRequest } from '@agentclientprotocol/sdk'
import { createTaskQueue } from '../../../base/task-queue.ts'
import type { Workspace } from '../../../core/ports/workspace.ts'
import type { LineEnding } from '../../../core/tools/codebase.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { AgentServices } from './agent-link.ts'
import { clientError, refusal } from './client-error.ts'

/** A longer file could be written, but neither read nor shown afterwards. */
const MAX_WRITTEN_BYTES = 5 * 1024 * 1024
/** How many lines the agent gets at once of a file that is too large to read as a whole. */
const MAX_PART_LINES = 5000
const MAX_WAITING_WRITES = 100

/** A change to one file. The texts are whole; null means that there is no file. */
export interface WrittenChange {
  /** Relative to the open folder, with forward slashes. */
  path: string
  before: string | null
  after: string
}

interface Deps {
  tools: Toolbox
  /** Whether the agent may make this change now. It may wait for the user. */
  mayWrite(file: string, change: WrittenChange): boolean | Promise<boolean>
  /** Told once the file is written, and only if that changed it. */
  onWrite(change: WrittenChange): void
}

export type ClientFiles = Pick<AgentServices, 'readTextFile' | 'writeTextFile'>

export function createClientFiles({ tools, mayWrite, onWrite }: Deps): ClientFiles {
  /** One write at a time: the user approves a change to the text that the file has then. */
  const queue = createTaskQueue()
  let waiting = 0

  async function write(asked: string, content: string): Promise<void> {
    const current = await tools.look((workspace) => currentText(workspace, asked))
    if (!current.ok) throw clientError(current, asked)
    const { file, before, lineEnding } = current.value
    if (before !== null && isSameText(before, content, lineEnding)) return
    // The user is not asked about what cannot be done.
    refuseUntrusted()
    if (!(await mayWrite(file, { path: file, before, after: content })))
      throw refusal('not_allowed', `The user did not allow a change to ${file}. The file is unchanged.`)
    const done = await tools.act(({ edits }) => edits.write(asked, content, { expect: before }))
    if (!done.ok) throw clientError(done, asked)
    const { file: written, after } = done.value
    if (after !== null && after !== before) onWrite({ path: written, before, after })
  }

  function refuseUntrusted(): void {
    const fault = tools.refusal()
    if (fault) throw refusal(fault.code, `${fault.message} ${fault.remedy}`)
  }

  return {
    async readTextFile(request) {
      const read = await tools.look((workspace) => readPart(workspace, request))
      if (!read.ok) throw clientError(read, request.path)
      return { content: read.value }
    },

    async writeTextFile({ path: asked, content }) {
      refuseUntrusted()
      if (Buffer.byteLength(content) > MAX_WRITTEN_BYTES)
        throw refusal('file_too_large', `The text for ${asked} is too long. Write at most 5 MB.`)
      if (waiting >= MAX_WAITING_WRITES)
        throw refusal('not_allowed', 'Too many files are waiting to be written. Wait for the earlier ones.')
      waiting += 1
      await queue.run(() => write(asked, content)).finally(() => (waiting -= 1))
    },
  }
}

async function currentText(
  workspace: Workspace,
  asked: string,
): Promise<{ file: string; before: string | null; lineEnding: LineEnding }> {
  try {
    const { file, text, lineEnding } = await workspace.readText(asked)
    return { file, before: text, lineEnding }
  } catch (error) {
    if (!isFault(error, 'file_not_found')) throw error
    return { file: newFileName(workspace.root, asked), before: null, lineEnding: 'none' }
  }
}

/** A file keeps its line ends, unless they are mixed: many models write only newlines. */
function isSameText(before: string, after: string, lineEnding: LineEnding): boolean {
  if (lineEnding === 'mixed') return before === after
  const plain = (text: string): string => text.replaceAll('\r\n', '\n')
  return plain(before) === plain(after)
}

/** What to call a file that does not exist yet. */
function newFileName(root: string, asked: string): string {
  const way = path.relative(root, path.resolve(root, asked))
  return way.startsWith('..') || path.isAbsolute(way) ? asked : way.replaceAll(path.sep, '/')
}

async function readPart(
  workspace: Workspace,
  { path: asked, line, limit }: ReadTextFileRequest,
): Promise<string> {
  const from = Math.max(1, Math.floor(line ?? 1))
  const count = limit === null || limit === undefined ? Infinity : Math.max(0, Math.floor(limit))
  try {
    return linesOf((await workspace.readText(asked)).text, from, count)
  } catch (error) {
    if (!isFault(error, 'file_too_large') || count === Infinity) throw error
    return linesOfLargeFile(workspace, asked, from, Math.min(count, MAX_PART_LINES))
  }
}

/** The lines with their line ends, so that all parts together are the file. */
function linesOf(text: string, from: number, count: number): string {
  let start = 0
  for (let number = 1; number < from; number++) {
    const end = text.indexOf('\n', start)
    if (end < 0) return ''
    start = end + 1
  }
  let end = start
  for (let taken = 0; taken < count && end < text.length; taken++) {
    const next = text.indexOf('\n', end)
    end = next < 0 ? text.length : next + 1
  }
  return text.slice(start, end)
}

async function linesOfLargeFile(
  workspace: Workspace,
  asked: string,
  from: number,
  count: number,
): Promise<string> {
  if (count === 0) return ''
  try {
    const { startLine, lines } = await workspace.readLines(asked, { line: from, around: count - 1 })
    return lines
      .slice(from - startLine)
      .map((one) => `${one}\n`)
      .join('')
  } catch (error) {
    // The file has fewer lines than that.
    if (isFault(error, 'file_changed')) return ''
    throw error
  }
}

const isFault = (error: unknown, code: FaultError['fault']['code']): boolean =>
  error instanceof FaultError && error.fault.code === code
