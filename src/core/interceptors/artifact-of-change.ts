// What a write or an edit leaves to look at. Markdown is shown as it now reads; other files by what changed in them,
// as far as that is known, and as whole files where it is not.
import { baseName } from '../base-name.ts'
import type { Artifact } from '../../shared/artifacts.ts'
import type { ToolCall, ToolOutput } from '../ports.ts'
import { titleOf } from './artifact-title.ts'
import { isMarkdownFile, languageOfFile } from './language-of-file.ts'
import {
  CONTENT_KEYS,
  type Fields,
  filledField,
  NEW_TEXT_KEYS,
  OLD_TEXT_KEYS,
  PATH_KEYS,
  textField,
} from './tool-fields.ts'
import { newDiffBudget } from './line-changes.ts'
import { diffHeader, diffHunks, unifiedDiff } from './unified-diff.ts'

export function changeArtifact(
  id: string,
  call: ToolCall,
  output: ToolOutput,
  action: 'writing_file' | 'editing_file',
): Artifact | null {
  const file = fileOf(call, output)
  if (file === undefined) return reportedDiff(id, call, output)
  const title = titleOf(output, baseName(file))
  const written = action === 'writing_file'
  const content =
    textField(output.details, ['newText']) ?? (written ? textField(call.args, CONTENT_KEYS) : undefined)

  const isDocument = written ? isMarkdownFile(file) : isTaskSummary(file)
  if (isDocument && content !== undefined) return { kind: 'markdown', id, title, content, file }

  const reported = reportedDiff(id, call, output)
  if (reported) return reported
  const diff = written ? writtenDiff(file, output.details, content) : editedDiff(file, call.args)
  if (diff) return { kind: 'diff', id, title, file, diff }
  return written ? fileArtifact(id, title, file, output.details, content) : null
}

/** The change a tool reports itself, where what it reports is a unified diff. */
export function reportedDiff(id: string, call: ToolCall, output: ToolOutput): Artifact | null {
  // Some tools report a diff of their own making and the unified one as a patch.
  const diff = [output.details?.['diff'], output.details?.['patch']].find(isUnifiedDiff)
  if (diff === undefined) return null
  const file = fileOf(call, output) ?? ''
  return { kind: 'diff', id, title: titleOf(output, file === '' ? 'Changes' : baseName(file)), file, diff }
}

const isUnifiedDiff = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:@@ -|diff --git |Binary files )/m.test(value)

function fileOf(call: ToolCall, output: ToolOutput): string | undefined {
  return filledField(output.details, ['file']) ?? filledField(call.args, PATH_KEYS)
}

/** The summary of the tasks is a page to read, however it was changed. */
const isTaskSummary = (file: string): boolean => /(?:^|[\\/])tasks[\\/]SUMMARY\.md$/.test(file)

function writtenDiff(file: string, details: Fields | undefined, content: string | undefined): string | null {
  const oldText = textField(details, ['oldText'])
  return oldText === undefined || content === undefined ? null : unifiedDiff(file, oldText, content)
}

/** The change told by the old and new strings of an edit, of which there may be several. */
function editedDiff(file: string, args: Fields): string | null {
  const list: unknown[] = Array.isArray(args['edits']) ? args['edits'] : [args]
  const budget = newDiffBudget()
  let hunks = ''
  for (const edit of list) {
    if (typeof edit !== 'object' || edit === null) continue
    const oldText = textField(edit as Fields, OLD_TEXT_KEYS)
    const newText = textField(edit as Fields, NEW_TEXT_KEYS)
    if (oldText !== undefined && newText !== undefined)
      hunks += diffHunks(ended(oldText), ended(newText), budget)
  }
  return hunks === '' ? null : diffHeader(file) + hunks
}

/** A piece out of the middle of a file is not the file's end; it must not look as if a newline were missing. */
const ended = (piece: string): string => (piece === '' || piece.endsWith('\n') ? piece : `${piece}\n`)

function fileArtifact(
  id: string,
  title: string,
  file: string,
  details: Fields | undefined,
  content: string | undefined,
): Artifact {
  const language = filledField(details, ['language']) ?? languageOfFile(file)
  const size = details?.['size']
  const note = filledField(details, ['note'])
  return {
    kind: 'file',
    id,
    title,
    file,
    ...(content !== undefined && { content }),
    ...(language !== undefined && { language }),
    ...(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 && { size }),
    ...(note !== undefined && { note }),
  }
}
