// Keeps the diffs of the working changes as they are on disk: the one that the user looks at after every change, any other
// one when the user comes back to it. After a turn that edited files, there is one diff with all changes.
import { BoundedMap } from '../../base/bounded.ts'
import { artifactId } from '../../core/artifacts/artifact-id.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import type { Workspace } from '../../core/ports/workspace.ts'
import { changesShown } from '../../core/tools/changes-title.ts'
import { gitDiffTool } from '../../core/tools/git-history.ts'
import type { Toolbox } from '../../core/tools/toolbox.ts'
import type { ConversationEvent, ViewContext } from '../../shared/conversation.ts'
import type { DiffRefresh } from './diff-refresh.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { ShownDiffs } from './shown-diffs.ts'

interface Deps {
  clock: Clock
  workspace: Pick<Workspace, 'onChange'>
  tools: Pick<Toolbox, 'run'>
  recorder: Pick<EventRecorder, 'record'>
  shownDiffs: Pick<ShownDiffs, 'find' | 'newestOfAllChanges'>
  refresh: DiffRefresh['refresh']
  onError(what: string, error: unknown): void
}

export interface WorkingChangesFollower {
  follow(event: ConversationEvent): void
  /** The user looks at this now. */
  viewed(view: ViewContext): void
  close(): void
}

/** A tool writes several files one after the other, and an editor writes one in several steps. */
const QUIET_MS = 200
/** Diffs and turns that may still matter. */
const MAX_REMEMBERED = 50

export function createWorkingChanges(deps: Deps): WorkingChangesFollower {
  const { clock, workspace, tools, recorder, shownDiffs, refresh, onError } = deps
  /** Whether a diff is one of working changes, by its id. */
  const isFollowed = new BoundedMap<string, boolean>(MAX_REMEMBERED)
  /** The change on disk up to which each diff was made again. */
  const madeAt = new BoundedMap<string, number>(MAX_REMEMBERED)
  /** Turns that are editing a file, or have edited one. */
  const turns = new BoundedMap<string, 'editing' | 'edited'>(MAX_REMEMBERED)
  let changes = 0
  let inFront: string | null = null
  let cancel: Unsubscribe | null = null

  const attempt = (what: string, work: () => Promise<void>): void => {
    work().catch((error: unknown) => onError(what, error))
  }

  async function isOfWorkingChanges(id: string): Promise<boolean> {
    const known = isFollowed.get(id)
    if (known !== undefined) return known
    const shown = await shownDiffs.find(id)
    const found = shown !== null && changesShown(shown.artifact) !== null
    isFollowed.set(id, found)
    return found
  }

  async function update(id: string): Promise<void> {
    if (madeAt.get(id) === changes || !(await isOfWorkingChanges(id))) return
    madeAt.set(id, changes)
    await refresh(id)
  }

  function schedule(): void {
    // The first change of a burst sets the time: a file that changes all the time must not delay the others.
    cancel ??= clock.after(QUIET_MS, () => {
      cancel = null
      const id = inFront
      if (id !== null) attempt('a diff could not be shown as it is now', () => update(id))
    })
  }

  /** Without a repository there are no changes to show. */
  async function showAll(turnId: string): Promise<void> {
    const known = await shownDiffs.newestOfAllChanges()
    if (known !== null) {
      madeAt.set(known, changes)
      return refresh(known, turnId)
    }
    const outcome = await tools.run(gitDiffTool, {}, { id: artifactId(turnId, 'changes') })
    if (outcome.ok && outcome.artifact)
      recorder.record({ type: 'artifact.created', turnId, artifact: outcome.artifact })
  }

  const unsubscribe = workspace.onChange(() => {
    changes += 1
    schedule()
  })
  return {
    follow(event) {
      if (event.type === 'artifact.created') {
        const { artifact, turnId } = event
        if (artifact.kind === 'diff') isFollowed.set(artifact.id, changesShown(artifact) !== null)
        if (turns.get(turnId) === 'editing' && artifact.kind !== 'error') turns.set(turnId, 'edited')
      } else if (event.type === 'status.changed') {
        const isEdit = event.action === 'editing_file' || event.action === 'writing_file'
        if (turns.get(event.turnId) === 'edited') return
        if (isEdit) turns.set(event.turnId, 'editing')
        else turns.delete(event.turnId)
      } else if (event.type === 'turn.ended' && turns.get(event.turnId) === 'edited') {
        turns.delete(event.turnId)
        attempt('the changes of a turn could not be shown', () => showAll(event.turnId))
      }
    },
    viewed({ artifactId: id = null }) {
      if (id === inFront) return
      inFront = id
      if (id !== null && madeAt.get(id) !== changes && changes > 0) schedule()
    },
    close() {
      cancel?.()
      unsubscribe()
    },
  }
}
