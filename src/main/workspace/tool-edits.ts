// Changes to files: worked out first, made when they may be, and undone in the opposite order. What somebody else
// changed in the meantime is never overwritten.
import type { TextEncoding, WrittenFile } from '../../core/codebase.ts'
import type { ToolOutput } from '../../core/ports.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { UndoableEdit, WorkspaceTools } from '../../core/workspace-tools.ts'
import { FaultError } from '../../shared/errors.ts'
import { type Attempt, plainOutcome } from './tool-outcome.ts'

/** Older changes than this many cannot be undone any more. */
const MAX_UNDO = 100

interface Change {
  file: string
  before: string | null
  after: string | null
  encoding?: TextEncoding | undefined
}

interface Made extends UndoableEdit {
  changes: Change[]
  onUndone?: (() => void) | undefined
}

export function createEditTools(
  attempt: Attempt,
): Pick<WorkspaceTools, 'plan' | 'apply' | 'lastEdit' | 'undo' | 'revertHunk'> {
  const made: Made[] = []
  /** One change at a time: two that plan on the same text would spoil each other. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const next = last.then(use)
    last = next.catch(() => undefined)
    return next
  }

  /** First of all, before anything else can fail: what has been written can be undone. */
  function remember(changes: Change[], onUndone?: () => void): Made {
    const edit: Made = { files: changes.map(({ file }) => file), diff: '', reverse: '', changes, onUndone }
    made.push(edit)
    if (made.length > MAX_UNDO) made.shift()
    return edit
  }

  return {
    plan: (path, change) =>
      attempt(undefined, async (workspace) => {
        const { file, before } = await textBefore(workspace, path)
        const after = change(before)
        if (after === before) return { output: { text: '' }, value: null }
        const diff = await workspace.diffTexts(file, before, after)
        return { output: { text: diff }, value: { file, before, after, diff } }
      }),

    apply: (plan) =>
      inTurn(async () =>
        plainOutcome(
          await attempt(undefined, async (workspace) => {
            const change = await put(workspace, plan)
            const edit = remember([change])
            await describe(workspace, edit)
            return { output: madeOutput(change, edit.diff || plan.diff), value: null }
          }),
        ),
      ),

    lastEdit() {
      const edit = made.at(-1)
      return edit ? { files: edit.files, diff: edit.diff, reverse: edit.reverse } : null
    },

    undo: () =>
      inTurn(async () =>
        plainOutcome(
          await attempt(undefined, async (workspace) => {
            const edit = made.at(-1)
            if (edit === undefined) throw nothingToUndo()
            await refuseChanged(workspace, edit.changes)
            for (const { file, before, after, encoding } of edit.changes.toReversed()) {
              await put(workspace, { file, before: after, after: before, encoding })
            }
            made.pop()
            edit.onUndone?.()
            const [only] = edit.changes
            return {
              output:
                edit.changes.length === 1 && only
                  ? madeOutput({ file: only.file, before: only.after, after: only.before }, edit.reverse)
                  : { text: edit.reverse, details: { diff: edit.reverse, title: 'Undone' } },
              value: null,
            }
          }),
        ),
      ),

    revertHunk: (patch, { onUndone } = {}) =>
      inTurn(async () =>
        plainOutcome(
          await attempt(undefined, async (workspace) => {
            const written = await workspace.applyPatch(patch, { reverse: true })
            const edit = remember(written.map(changeOf), onUndone)
            await describe(workspace, edit)
            const { diff, files } = edit
            const [file] = files
            return {
              output: { text: diff, details: { diff, ...(files.length === 1 && { file }) } },
              value: null,
            }
          }),
        ),
      ),
  }
}

/** Says what was done as diffs, both ways. It has been done: that it cannot be shown must not look like a failure. */
async function describe(workspace: Workspace, edit: Made): Promise<void> {
  try {
    const diffs = await Promise.all(
      edit.changes.map(async ({ file, before, after }) => ({
        diff: await workspace.diffTexts(file, before, after),
        reverse: await workspace.diffTexts(file, after, before),
      })),
    )
    edit.diff = diffs.map(({ diff }) => diff).join('')
    edit.reverse = diffs.map(({ reverse }) => reverse).join('')
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}

async function textBefore(
  workspace: Workspace,
  path: string,
): Promise<{ file: string; before: string | null }> {
  try {
    const { file, text } = await workspace.readText(path)
    return { file, before: text }
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.code !== 'file_not_found') throw error
    return { file: path, before: null }
  }
}

async function put(workspace: Workspace, { file, before, after, encoding }: Change): Promise<Change> {
  if (after === null) {
    await workspace.deleteFile(file, before === null ? {} : { expect: before })
    return { file, before, after, encoding }
  }
  const written = await workspace.writeText(file, after, { expect: before, encoding })
  return { file: written.file, before, after: written.after, encoding: written.encoding }
}

/** Looked at before the first is written, so that of several files either all are undone or none. */
async function refuseChanged(workspace: Workspace, changes: readonly Change[]): Promise<void> {
  for (const { file, after } of changes) {
    const now = await textBefore(workspace, file)
    if (now.before !== after) {
      throw new FaultError(
        'file_changed',
        `${file} has changed since.`,
        'Undo it by hand, or take back what changed there first.',
      )
    }
  }
}

const changeOf = ({ file, created, before, after, encoding }: WrittenFile): Change => ({
  file,
  before: created ? null : before,
  after,
  encoding,
})

function madeOutput({ file, before, after }: Change, diff: string): ToolOutput {
  return {
    text: diff,
    details: {
      file,
      diff,
      created: before === null,
      ...(before !== null && { oldText: before }),
      ...(after !== null && { newText: after }),
    },
  }
}

const nothingToUndo = (): FaultError =>
  new FaultError(
    'bad_request',
    'There is nothing to undo.',
    'Only what I changed in this session can be undone.',
  )
