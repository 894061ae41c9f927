// Changes to files: planned first, made once they are approved, and undone in the opposite order. A file that somebody
// else changed in the meantime is never overwritten.
import { createTaskQueue } from '../../base/task-queue.ts'
import { FaultError } from '../../shared/errors.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { ChangeResult } from './change-files.ts'
import type { TextEncoding, WrittenFile } from './codebase.ts'

const MAX_UNDO = 100

/** A change to one file that is worked out and not made yet. */
export interface PlannedEdit {
  file: string
  /** Null if the file does not exist yet. */
  before: string | null
  /** Null if the file is to be removed. */
  after: string | null
  diff: string
}

/** A change the agent made, or a hunk the user reverted, that can be undone. */
export interface UndoableEdit {
  id: number
  files: string[]
  /** The change as a unified diff, and the change that undoing it would make. */
  diff: string
  reverse: string
  /** The user reverted a hunk. That needed no approval. */
  isRevert: boolean
}

/** A hunk that the user reverts. */
export interface HunkRevert {
  /** The hunk as a unified diff. */
  patch: string
  /** The turn that reverts it, by which it can be restored. */
  turnId: string
  /** It was undone as the last edit. */
  onUndone?(): void
}

export interface EditLog {
  /** Works out a change from the text of a file, or null for a file that does not exist; null if nothing changes. */
  plan(path: string, change: (before: string | null) => string | null): Promise<PlannedEdit | null>
  /** Makes a planned change. Refuses with file_changed if the file is not as it was when the change was planned. */
  apply(plan: PlannedEdit): Promise<ChangeResult>
  /**
   * Writes a whole file for another agent, and remembers the change if there is one. `expect` as in `writeText`.
   */
  write(path: string, text: string, options?: { expect?: string | null | undefined }): Promise<WrittenFile>
  /** Remembers a change that another agent made itself, so that it can be undone. */
  record(change: { file: string; before: string | null; after: string | null }): Promise<void>
  /** The edit that can be undone next. */
  last(): UndoableEdit | null
  /** Throws bad_request unless this edit is the last one. */
  find(id: number): UndoableEdit
  undo(id: number): Promise<ChangeResult>
  /** Takes a hunk out of its file. The user can undo that. */
  revertHunk(hunk: HunkRevert): Promise<void>
  /**
   * Puts the hunk back that a turn reverted, whatever was reverted after it. Refuses with file_changed if the file has
   * changed so that it does not fit any more. `recall` finds the hunk of a turn that is not remembered here; null if there
   * is none.
   */
  restoreHunk(turnId: string, recall?: () => Promise<string | null>): Promise<void>
}

interface Change {
  file: string
  before: string | null
  after: string | null
  encoding?: TextEncoding | undefined
}

interface Edit extends UndoableEdit {
  changes: Change[]
  reverted?: HunkRevert | undefined
}

export function createEditLog(workspace: Workspace, onError: (error: unknown) => void): EditLog {
  const log: Edit[] = []
  let lastId = 0
  /** One change at a time: two that plan on the same text would spoil each other. */
  const queue = createTaskQueue()

  /** Comes right after the write, before anything can fail: what has been written can be undone. */
  async function remember(changes: Change[], reverted?: HunkRevert): Promise<Edit> {
    const files = changes.map(({ file }) => file)
    const isRevert = reverted !== undefined
    const edit: Edit = { id: ++lastId, files, diff: '', reverse: '', isRevert, changes, reverted }
    log.push(edit)
    if (log.length > MAX_UNDO) log.shift()
    await describe(edit)
    return edit
  }

  /** The change has been made, so a diff that cannot be computed must not look like a failure. */
  async function describe(edit: Edit): Promise<void> {
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
      onError(error)
    }
  }

  function find(id: number): Edit {
    const edit = log.at(-1)
    if (edit?.id === id) return edit
    throw new FaultError(
      'bad_request',
      'There is nothing to undo.',
      'Only what I changed in this session can be undone.',
    )
  }

  return {
    async plan(path, change) {
      const { file, before } = await textBefore(workspace, path)
      const after = change(before)
      if (after === before) return null
      return { file, before, after, diff: await workspace.diffTexts(file, before, after) }
    },

    apply: (plan) =>
      queue.run(async () => {
        const change = await write(workspace, plan)
        const { diff } = await remember([change])
        return { file: change.file, before: change.before, after: change.after, diff: diff || plan.diff }
      }),

    write: (path, text, options) =>
      queue.run(async () => {
        const written = await workspace.writeText(path, text, options)
        if (written.after !== written.before) await remember([changeOf(written)])
        return written
      }),

    record: (change) =>
      queue.run(async () => {
        if (change.before !== change.after) await remember([change])
      }),

    last() {
      const edit = log.at(-1)
      if (!edit) return null
      const { id, files, diff, reverse, isRevert } = edit
      return { id, files, diff, reverse, isRevert }
    },
    find,

    undo: (id) =>
      queue.run(async () => {
        const edit = find(id)
        await takeBack(workspace, edit)
        log.pop()
        edit.reverted?.onUndone?.()
        const { changes, reverse } = edit
        const [only] = changes
        return changes.length === 1 && only
          ? { file: only.file, before: only.after, after: only.before, diff: reverse }
          : { diff: reverse, title: 'Undone' }
      }),

    revertHunk: (hunk) =>
      queue.run(async () => {
        const written = await workspace.applyPatch(hunk.patch, { reverse: true })
        await remember(written.map(changeOf), hunk)
      }),

    restoreHunk: (turnId, recall = async () => null) =>
      queue.run(async () => {
        const at = log.findIndex(({ reverted }) => reverted?.turnId === turnId)
        const edit = log[at]
        if (edit) {
          await takeBack(workspace, edit)
          log.splice(at, 1)
          return
        }
        const patch = await recall()
        if (patch === null) throw notReverted()
        await workspace.applyPatch(patch)
      }),
  }
}

/** Writes what was there before. A reverted hunk also goes back into a file that has changed elsewhere. */
async function takeBack(workspace: Workspace, { changes, reverted }: Edit): Promise<void> {
  const changed = await firstChanged(workspace, changes)
  if (changed === null) {
    for (const { file, before, after, encoding } of changes.toReversed())
      await write(workspace, { file, before: after, after: before, encoding })
  } else if (reverted) await workspace.applyPatch(reverted.patch)
  else throw hasChanged(changed)
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

async function write(workspace: Workspace, { file, before, after, encoding }: Change): Promise<Change> {
  if (after === null) {
    await workspace.deleteFile(file, before === null ? {} : { expect: before })
    return { file, before, after, encoding }
  }
  const written = await workspace.writeText(file, after, { expect: before, encoding })
  return { file: written.file, before, after: written.after, encoding: written.encoding }
}

/** The first file that is not as the change left it. All are checked before one is written: all are undone, or none. */
async function firstChanged(workspace: Workspace, changes: readonly Change[]): Promise<string | null> {
  for (const { file, after } of changes) {
    const now = await textBefore(workspace, file)
    if (now.before !== after) return file
  }
  return null
}

const hasChanged = (file: string): FaultError =>
  new FaultError(
    'file_changed',
    `${file} has changed since.`,
    'Undo it by hand, or revert the later change first.',
  )

const notReverted = (): FaultError =>
  new FaultError(
    'bad_request',
    'This hunk cannot be restored any more.',
    'Restore it with git, or make the change again.',
  )

const changeOf = ({ file, created, before, after, encoding }: WrittenFile): Change => ({
  file,
  before: created ? null : before,
  after,
  encoding,
})
