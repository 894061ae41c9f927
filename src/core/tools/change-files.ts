// Edits, writes and undoes. The user approves the very change that the tool then makes.
import { z } from 'zod'
import { baseName } from '../../base/base-name.ts'
import { shortTitle } from '../artifacts/artifact-title.ts'
import { isMarkdownFile, languageOfFile } from '../artifacts/file-language.ts'
import {
  CONTENT_KEYS,
  detailIn,
  type Fields,
  filledField,
  NEW_TEXT_KEYS,
  OLD_TEXT_KEYS,
  PATH_KEYS,
  textField,
} from '../artifacts/tool-fields.ts'
import { diffHeader, diffHunks, newDiffBudget, unifiedDiff } from '../artifacts/unified-diff.ts'
import type { ToolCall } from '../ports/brain.ts'
import { numberWord } from '../understanding/replies/spoken-count.ts'
import type { ArtifactContent, ForeignOutput, RunnableTool, ToolContext } from './tool.ts'

/** What is known of a change to one file. Other agents do not always report all of it. */
export interface ChangeResult {
  file?: string | undefined
  before?: string | null | undefined
  after?: string | null | undefined
  /** The change as a unified diff. */
  diff?: string | undefined
  /** The strings that an edit replaced. */
  pieces?: readonly { before: string; after: string }[]
  size?: number | undefined
  title?: string | undefined
}

const MAX_ACTION = 20_000

const args = z.object({
  path: z.string(),
  /** The whole text of the file, before and after; null if there is no file. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  diff: z.string(),
  /** What the user reads beside the diff before approving it. */
  title: z.string(),
  action: z.string(),
  warning: z.string().optional(),
})
type EditArgs = z.infer<typeof args>

const own = {
  args,
  approval: ({ title, action, diff, warning }: EditArgs) => ({
    kind: 'edit' as const,
    title,
    action: action.slice(0, MAX_ACTION),
    diff,
    ...(warning !== undefined && { warning }),
  }),
  run: ({ path, before, after, diff }: EditArgs, { edits }: ToolContext) =>
    edits.apply({ file: path, before, after, diff }),
}

export const editTool: RunnableTool<EditArgs, ChangeResult> = {
  name: 'Edit',
  aliases: ['edit_file', 'edit', 'apply_patch'],
  failure: 'Not changed',
  status: (fields) => ({ action: 'editing_file', detail: detailIn(fields) ?? patchedFile(fields) }),
  ...own,
  artifact: (result) => editedArtifact(result),
  foreignArtifact(call, output) {
    const pieces = piecesOf(call.args)
    return editedArtifact({ ...foreignChange(call, output), pieces })
  },
}

export const writeTool: RunnableTool<EditArgs, ChangeResult> = {
  name: 'Write',
  aliases: ['write_file', 'write'],
  failure: 'Not written',
  status: (fields) => ({ action: 'writing_file', detail: detailIn(fields) }),
  ...own,
  artifact: (result) => writtenArtifact(result),
  foreignArtifact(call, output) {
    const change = foreignChange(call, output)
    return writtenArtifact({ ...change, after: change.after ?? textField(call.args, CONTENT_KEYS) })
  },
}

const undoArgs = z.object({
  /** The id of the edit. */
  edit: z.int(),
  /** For the status. */
  path: z.string(),
})

export const undoTool: RunnableTool<z.infer<typeof undoArgs>, ChangeResult> = {
  name: 'Undo',
  failure: 'Not changed',
  status: (fields) => ({ action: 'editing_file', detail: detailIn(fields) }),
  args: undoArgs,
  approval({ edit }, { edits }) {
    const { files, reverse } = edits.find(edit)
    const [only = ''] = files
    return {
      kind: 'edit',
      title: `Undo the last change to ${files.length === 1 ? only : `${numberWord(files.length)} files`}`,
      action: `Undo the last change to ${files.join(', ')}`.slice(0, MAX_ACTION),
      diff: reverse,
    }
  },
  run: ({ edit }, { edits }) => edits.undo(edit),
  artifact: (result) => editedArtifact(result),
}

/** The task summary is a page to read, however it was changed. */
export const isTaskSummary = (file: string): boolean => /(?:^|[\\/])tasks[\\/]SUMMARY\.md$/.test(file)

function editedArtifact(change: ChangeResult): ArtifactContent | null {
  const { file, after } = change
  if (file !== undefined && isTaskSummary(file) && typeof after === 'string') return page(file, after, change)
  return (
    diffArtifact(change) ??
    (file === undefined ? null : diffArtifact({ ...change, diff: editedDiff(file, change) }))
  )
}

/** Markdown is shown as it now reads, other files by their change, or as a whole if that is not known. */
function writtenArtifact(change: ChangeResult): ArtifactContent | null {
  const { file, before, after, size } = change
  if (file === undefined) return diffArtifact(change)
  if (isMarkdownFile(file) && typeof after === 'string') return page(file, after, change)
  const reported = diffArtifact(change)
  if (reported) return reported
  if (typeof before === 'string' && typeof after === 'string') {
    const diff = unifiedDiff(file, before, after)
    if (diff !== '') return { kind: 'diff', title: titleOf(change), file, diff }
  }
  const language = languageOfFile(file)
  return {
    kind: 'file',
    title: titleOf(change),
    file,
    ...(typeof after === 'string' && { content: after }),
    ...(language !== undefined && { language }),
    ...(size !== undefined && { size }),
  }
}

const page = (file: string, content: string, change: ChangeResult): ArtifactContent => ({
  kind: 'markdown',
  title: titleOf(change),
  content,
  file,
})

/** The artifact of a unified diff; null if it is none. */
export function diffArtifact(change: Pick<ChangeResult, 'file' | 'diff' | 'title'>): ArtifactContent | null {
  const { file = '', diff } = change
  return isUnifiedDiff(diff) ? { kind: 'diff', title: titleOf(change), file, diff } : null
}

const titleOf = ({ title, file = '' }: Pick<ChangeResult, 'file' | 'title'>): string =>
  shortTitle(title ?? (file === '' ? 'Changes' : baseName(file)))

const isUnifiedDiff = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:@@ -|diff --git |Binary files )/m.test(value)

function editedDiff(file: string, { pieces = [] }: ChangeResult): string {
  const budget = newDiffBudget()
  const hunks = pieces.map(({ before, after }) => diffHunks(ended(before), ended(after), budget)).join('')
  return hunks === '' ? '' : diffHeader(file) + hunks
}

/** A piece out of the middle of a file must not look as if the file had no newline at its end. */
const ended = (piece: string): string => (piece === '' || piece.endsWith('\n') ? piece : `${piece}\n`)

/** What another agent reports of a change. */
export function foreignChange({ args: given }: ToolCall, { details }: ForeignOutput): ChangeResult {
  const size = details?.['size']
  return {
    file: filledField(details, ['file']) ?? filledField(given, PATH_KEYS),
    // Some tools report a diff in their own format, and the unified one as a patch.
    diff: [details?.['diff'], details?.['patch']].find(isUnifiedDiff),
    before: textField(details, ['oldText']),
    after: textField(details, ['newText']),
    size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : undefined,
    title: filledField(details, ['title']),
  }
}

function piecesOf(fields: Fields): { before: string; after: string }[] {
  const list: unknown[] = Array.isArray(fields['edits']) ? fields['edits'] : [fields]
  return list.flatMap((edit) => {
    if (typeof edit !== 'object' || edit === null) return []
    const before = textField(edit as Fields, OLD_TEXT_KEYS)
    const after = textField(edit as Fields, NEW_TEXT_KEYS)
    return before === undefined || after === undefined ? [] : [{ before, after }]
  })
}

/** A patch names its files inside. */
const patchedFile = (fields: Fields): string | undefined =>
  /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(filledField(fields, ['input']) ?? '')?.[1]
