// Shows the working changes of a diff as they are now: as the same artifact, so that its tab, the decisions and the
// comments stay.
import { BoundedMap } from '../../base/bounded.ts'
import { changesShown } from '../../core/tools/changes-title.ts'
import { gitDiffTool } from '../../core/tools/git-history.ts'
import type { Result, Toolbox } from '../../core/tools/toolbox.ts'
import { hasSameHunks, keepReverted } from '../../core/review/keep-reverted.ts'
import { summarizeDiff } from '../../core/understanding/replies/diff-summary.ts'
import { FaultError } from '../../shared/errors.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { ShownDiffs } from './shown-diffs.ts'

interface Deps {
  tools: Pick<Toolbox, 'run'>
  recorder: Pick<EventRecorder, 'record'>
  shownDiffs: Pick<ShownDiffs, 'find' | 'revertedIn'>
}

export interface DiffRefresh {
  /**
   * Does nothing if the diff shows all of it already. `turnId`: the turn that made the changes; otherwise, the diff stays
   * with the turn it is from. Throws a FaultError: bad_request for a diff of something else.
   */
  refresh(artifactId: string, turnId?: string): Promise<void>
  /** No diff is made again between what this changes on disk and what it records about that. */
  apart(change: () => Promise<void>): Promise<void>
}

/** Those that may be in front. */
const MAX_REMEMBERED = 10

export function createDiffRefresh({ tools, recorder, shownDiffs }: Deps): DiffRefresh {
  /** The commit that each diff was made against; what was reverted before the next one is history. */
  const bases = new BoundedMap<string, string>(MAX_REMEMBERED)
  /** Each diff as it was before it was last made again. */
  const older = new BoundedMap<string, string>(MAX_REMEMBERED)
  /** One at a time: two would be worked out from the same version. */
  let work: Promise<void> = Promise.resolve()

  async function refresh(artifactId: string, turnId: string | undefined): Promise<void> {
    const shown = await shownDiffs.find(artifactId)
    const changes = shown && changesShown(shown.artifact)
    if (!changes)
      throw new FaultError('bad_request', 'This diff cannot be shown again.', 'Ask for the changes again.')
    const outcome = await tools.run(gitDiffTool, changes, { id: artifactId })
    if (!outcome.ok) throw faultOf(outcome)
    const { diff, base = '' } = outcome.value
    const known = bases.get(artifactId) ?? base
    bases.set(artifactId, base)
    const before = shown.artifact.diff
    const reverted = known === base ? await shownDiffs.revertedIn(artifactId) : new Set<string>()
    // A revert of the guided review may be noted only after this diff was made without its hunk: the next time, it is back.
    const now = keepReverted(older.get(artifactId) ?? before, keepReverted(before, diff, reverted), reverted)
    const isMoved = turnId !== undefined && turnId !== shown.turnId
    if (!isMoved && (now === before || (now !== diff && hasSameHunks(now, before)))) return
    older.set(artifactId, before)
    recorder.record({
      type: 'artifact.created',
      turnId: turnId ?? shown.turnId,
      artifact: {
        ...shown.artifact,
        diff: now,
        ...(changes.file === undefined && { file: onlyFileOf(now) }),
      },
      ...(shown.source !== undefined && { source: shown.source }),
    })
  }

  function inTurn(step: () => Promise<void>): Promise<void> {
    const done = work.then(step)
    work = done.catch(() => {})
    return done
  }

  return {
    refresh: (artifactId, turnId) => inTurn(() => refresh(artifactId, turnId)),
    apart: inTurn,
  }
}

/** A diff of one file says which one. */
function onlyFileOf(diff: string): string {
  const { files } = summarizeDiff(diff)
  return files.length === 1 ? files[0]! : ''
}

function faultOf(outcome: Extract<Result<unknown>, { ok: false }>): FaultError {
  const { code = 'internal', message = outcome.message, remedy = 'Try again.' } = outcome.fault ?? {}
  return new FaultError(code, message, remedy)
}
