// The diffs shown in this conversation. Only a hunk of one of them can be reverted, and only one that was reverted can be put
// back, so that neither can write anything else.
import { patchByKey } from '../../core/review/hunk-keys.ts'
import { hasHunk } from '../../core/review/hunk-patch.ts'
import type { Journal } from '../../core/ports/journal.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'

export interface ShownDiffs {
  note(event: ConversationEvent): void
  include(patch: string): Promise<boolean>
  /** The hunk, as a patch, that a turn reverted by the journal; null if there is none, or it is back already. */
  revertedBy(turnId: string): Promise<string | null>
}

const MAX_DIFFS = 50
const MAX_CHARACTERS = 16_000_000
/** A request for a hunk that never existed must not read the whole journal. */
const MAX_LOOKED_UP = 1_000
const MAX_DECISIONS = 50_000
const DECISIONS: ReadonlySet<ConversationEvent['type']> = new Set(['hunks.decided', 'hunk.restored'])
const ARTIFACTS: ReadonlySet<ConversationEvent['type']> = new Set(['artifact.created'])

export function createShownDiffs(journal: Journal): ShownDiffs {
  /** The newest, by artifact id; older ones are in the journal. */
  const recent = new Map<string, string>()
  let size = 0

  function forgetOldest(): void {
    const [id, diff] = recent.entries().next().value!
    recent.delete(id)
    size -= diff.length
  }

  async function* journaled(): AsyncGenerator<{ id: string; diff: string }> {
    let artifacts = 0
    for await (const entry of (await journal.read({ only: ARTIFACTS }))?.events ?? []) {
      if (++artifacts > MAX_LOOKED_UP) break
      const record = await entry.read()
      const shown = record && diffOf(record.event)
      if (shown) yield shown
    }
  }

  /** Any version of the diff may have it. */
  async function hunkOf(artifactId: string, key: string): Promise<string | null> {
    for await (const { id, diff } of journaled()) {
      const patch = id === artifactId ? patchByKey(diff, key) : null
      if (patch !== null) return patch
    }
    return null
  }

  return {
    note(event) {
      const shown = diffOf(event)
      if (!shown) return
      size -= recent.get(shown.id)?.length ?? 0
      recent.delete(shown.id)
      recent.set(shown.id, shown.diff)
      size += shown.diff.length
      while (recent.size > 1 && (recent.size > MAX_DIFFS || size > MAX_CHARACTERS)) forgetOldest()
    },
    async include(patch) {
      if ([...recent.values()].some((diff) => hasHunk(diff, patch))) return true
      for await (const { diff } of journaled()) if (hasHunk(diff, patch)) return true
      return false
    },
    async revertedBy(turnId) {
      let decisions = 0
      for await (const entry of (await journal.read({ only: DECISIONS }))?.events ?? []) {
        if (++decisions > MAX_DECISIONS) break
        if (entry.turnId !== turnId) continue
        const event = (await entry.read())?.event
        if (event?.type !== 'hunks.decided' || event.decision !== 'reverted') return null
        return hunkOf(event.artifactId, event.hunks[0] ?? '')
      }
      return null
    },
  }
}

function diffOf(event: ConversationEvent): { id: string; diff: string } | null {
  if (event.type !== 'artifact.created' || event.artifact.kind !== 'diff') return null
  return { id: event.artifact.id, diff: event.artifact.diff }
}
