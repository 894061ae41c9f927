// Finds the diff that a review is about, and makes it again.
import { keepReverted } from '../../../core/review/keep-reverted.ts'
import { changesShown } from '../../../core/tools/changes-title.ts'
import { gitCompareTool, gitDiffTool, gitShowTool } from '../../../core/tools/git-history.ts'
import type { Toolbox, ToolOutcome } from '../../../core/tools/toolbox.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import type { ReviewedChanges } from '../../../core/review/guided/reviewed-changes.ts'
import type { ArtifactOf } from '../../../shared/artifacts.ts'
import type { ConversationEvent, ViewContext } from '../../../shared/conversation.ts'
import { BoundedMap } from '../../../base/bounded.ts'

export interface ReviewedDiffs {
  note(event: ConversationEvent): void
  /** The diff; null if nothing is changed, a sentence if it cannot be had. */
  find(
    what: ReviewedChanges,
    view: ViewContext | undefined,
    reverted: ReadonlySet<string>,
  ): Promise<ArtifactOf<'diff'> | string | null>
  /**
   * Working or staged changes as they are now, under the same id; null for another diff, or if nothing is changed. The hunks
   * that were reverted stay.
   */
  again(shown: ArtifactOf<'diff'>, reverted: ReadonlySet<string>): Promise<ArtifactOf<'diff'> | null>
}

/** Those that may be in front. */
const MAX_REMEMBERED = 10

export function createReviewedDiffs(tools: Pick<Toolbox, 'run'>, newId: () => string): ReviewedDiffs {
  const shown = new BoundedMap<string, ArtifactOf<'diff'>>(MAX_REMEMBERED)

  const diffOf = (outcome: ToolOutcome<unknown>): ArtifactOf<'diff'> | string | null => {
    if (!outcome.ok) return faultSentence(outcome.fault?.code)
    return outcome.artifact?.kind === 'diff' ? outcome.artifact : null
  }

  /** A diff of all working changes is shown in one tab. */
  function idFor(staged: boolean): string {
    const known = [...shown.values()].findLast((diff) => {
      const changes = changesShown(diff)
      return changes?.staged === staged && changes.file === undefined
    })
    return known?.id ?? `review-${newId()}`
  }

  const changes = async (staged: boolean): Promise<ArtifactOf<'diff'> | string | null> =>
    diffOf(await tools.run(gitDiffTool, { staged }, { id: idFor(staged) }))

  async function again(
    diff: ArtifactOf<'diff'>,
    reverted: ReadonlySet<string>,
  ): Promise<ArtifactOf<'diff'> | null> {
    const args = changesShown(diff)
    const now = args && diffOf(await tools.run(gitDiffTool, args, { id: diff.id }))
    if (now === null || typeof now === 'string') return null
    return { ...now, diff: keepReverted(diff.diff, now.diff, reverted) }
  }

  return {
    note(event) {
      if (event.type === 'artifact.created' && event.artifact.kind === 'diff')
        shown.set(event.artifact.id, event.artifact)
    },
    again,
    async find(what, view, reverted) {
      switch (what.of) {
        case 'front': {
          const front = view?.artifactId === undefined ? undefined : shown.get(view.artifactId)
          if (!front) return changes(false)
          return changesShown(front) ? again(front, reverted) : front
        }
        case 'working':
          return changes(false)
        case 'staged':
          return changes(true)
        case 'commit':
          return diffOf(await tools.run(gitShowTool, {}, { id: `review-${newId()}` }))
        case 'compared':
          return diffOf(
            await tools.run(gitCompareTool, { from: what.from, to: what.to }, { id: `review-${newId()}` }),
          )
      }
    },
  }
}
