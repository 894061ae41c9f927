// The diffs shown in this conversation. Only a hunk of one of them can be reverted, so that reverting cannot write
// anything else.
import { hasHunk } from '../../core/review/hunk-patch.ts'
import type { Journal } from '../../core/ports/journal.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'

export interface ShownDiffs {
  note(event: ConversationEvent): void
  include(patch: string): Promise<boolean>
}

const MAX_DIFFS = 50
const MAX_CHARACTERS = 16_000_000
/** A request for a hunk that never existed must not read the whole journal. */
const MAX_LOOKED_UP = 1_000
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
      let artifacts = 0
      for await (const entry of (await journal.read({ only: ARTIFACTS }))?.events ?? []) {
        if (++artifacts > MAX_LOOKED_UP) break
        const record = await entry.read()
        const shown = record && diffOf(record.event)
        if (shown && hasHunk(shown.diff, patch)) return true
      }
      return false
    },
  }
}

function diffOf(event: ConversationEvent): { id: string; diff: string } | null {
  if (event.type !== 'artifact.created' || event.artifact.kind !== 'diff') return null
  return { id: event.artifact.id, diff: event.artifact.diff }
}
