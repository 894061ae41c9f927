// Takes hunks of a review out of their files, and puts them back.
import type { ReviewAsk } from '../../../core/ports/reviewer.ts'
import { changedFile } from '../../../core/review/changed-file.ts'
import { ONLY_APPROVERS } from '../../../core/review/guided/review-replies.ts'
import type { HunkDecision, Review, ReviewedHunk } from '../../../core/review/guided/review.ts'
import { hunkPatch } from '../../../core/review/hunk-patch.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { isEnough } from '../../../shared/authorization.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'

interface Deps {
  tools: Pick<Toolbox, 'revertHunk' | 'restoreHunk'>
  newId(): string
  record(event: ConversationEvent): void
}

const PATCH_FAILED =
  'That hunk could not be reverted, because the file has changed. Refresh the changes first.'
const RESTORE_FAILED = 'That hunk could not be put back, because the file has changed.'
const IS_MERGE = 'This hunk cannot be reverted on its own, because it is part of a merge.'

interface Patch {
  hunk: ReviewedHunk
  patch: string
}

export interface HunkReverts {
  /** Null once all are reverted, otherwise a sentence that says why not. `onReverted` is called for each, before its event. */
  revert(
    review: Review,
    hunks: readonly ReviewedHunk[],
    ask: ReviewAsk,
    onReverted: (key: string, decision: HunkDecision) => void,
  ): Promise<string | null>
  /** Null once it is back, otherwise a sentence that says why not. */
  restore(review: Review, key: string, turnId: string, ask: ReviewAsk): Promise<string | null>
}

export function createHunkReverts({ tools, newId, record }: Deps): HunkReverts {
  return {
    async revert(review, hunks, ask, onReverted) {
      const patches = hunks.flatMap((hunk) => patchesOf(review, hunk))
      if (patches.length === 0) return IS_MERGE
      if (!(await mayRevert(review, patches, ask))) return ONLY_APPROVERS
      // From the end: the places of the hunks above stay as the diff says.
      for (const { hunk, patch } of patches.toReversed()) {
        const turnId = `revert-${newId()}`
        const onUndone = (): void => record({ type: 'hunk.restored', turnId })
        const done = await tools.revertHunk({ patch, turnId, onUndone })
        if (!done.ok)
          return done.fault?.code === 'file_changed' ? PATCH_FAILED : faultSentence(done.fault?.code)
        onReverted(hunk.key, { tag: 'reverted', turnId })
        const { id: artifactId } = review.artifact
        record({ type: 'hunks.decided', turnId, artifactId, hunks: [hunk.key], decision: 'reverted' })
      }
      return null
    },
    async restore(review, key, turnId, { role }) {
      if (!isEnough(role, 'approver')) return ONLY_APPROVERS
      const hunk = review.hunks.find((one) => one.key === key)
      const [found] = hunk ? patchesOf(review, hunk) : []
      const done = await tools.restoreHunk(turnId, async () => found?.patch ?? null)
      if (!done.ok) return RESTORE_FAILED
      record({ type: 'hunk.restored', turnId })
      return null
    },
  }
}

/** None for a hunk of a merge. */
function patchesOf({ scanned }: Review, hunk: ReviewedHunk): Patch[] {
  const file = scanned.files[hunk.file]
  const place = file?.hunks[hunk.hunk]
  const patch = file && place ? hunkPatch(scanned, file, place) : null
  return patch === null ? [] : [{ hunk, patch }]
}

async function mayRevert(
  { scanned }: Review,
  patches: readonly Patch[],
  { role, approve }: ReviewAsk,
): Promise<boolean> {
  if (isEnough(role, 'approver')) return true
  if (!approve) return false
  const files = [...new Set(patches.map(({ hunk }) => changedFile(scanned.files[hunk.file]!).name))]
  const title = patches.length === 1 ? `Revert a hunk of ${files[0]}` : `Revert ${patches.length} hunks`
  const diff = patches.map(({ patch }) => patch).join('')
  return approve({ title, action: `Revert in ${files.join(', ')}`, diff })
}
