// The diffs shown in this conversation. Only a hunk of one of them can be reverted, and only one that was reverted can be put
// back, so that neither can write anything else.
import { patchByKey } from '../../core/review/hunk-keys.ts'
import { hasHunk } from '../../core/review/hunk-patch.ts'
import { changesShown } from '../../core/tools/changes-title.ts'
import type { Journal } from '../../core/ports/journal.ts'
import type { ArtifactOf } from '../../shared/artifacts.ts'
import type { ConversationEvent, ConversationEventOf } from '../../shared/conversation.ts'

export interface ShownDiff {
  turnId: string
  artifact: ArtifactOf<'diff'>
  /** The guest whose conversation it is from. */
  source: string | undefined
}

export interface ShownDiffs {
  note(event: ConversationEvent): void
  /** The newest version of a diff. */
  find(artifactId: string): Promise<ShownDiff | null>
  /** The newest diff with all working changes; null if none was shown. */
  newestOfAllChanges(): Promise<string | null>
  /** The hunks of a diff that are reverted, by their keys. */
  revertedIn(artifactId: string): Promise<ReadonlySet<string>>
  include(patch: string): Promise<boolean>
  /** The hunk, as a patch, that a turn reverted by the journal; null if there is none, or it is back already. */
  revertedBy(turnId: string): Promise<string | null>
}

type Decided = ConversationEventOf<'hunks.decided' | 'hunk.restored'>

const MAX_DIFFS = 50
const MAX_CHARACTERS = 16_000_000
/** A request for a hunk that never existed must not read the whole journal. */
const MAX_LOOKED_UP = 1_000
const MAX_DECISIONS = 50_000
const DECISIONS: ReadonlySet<ConversationEvent['type']> = new Set(['hunks.decided', 'hunk.restored'])
const ARTIFACTS: ReadonlySet<ConversationEvent['type']> = new Set(['artifact.created'])

export function createShownDiffs(journal: Journal): ShownDiffs {
  /** The newest, by artifact id; older ones are in the journal. */
  const recent = new Map<string, ShownDiff>()
  let size = 0
  /** The newest diff with all working changes; undefined until it is known. */
  let allChanges: string | null | undefined

  function forgetOldest(): void {
    const [id, { artifact }] = recent.entries().next().value!
    recent.delete(id)
    size -= artifact.diff.length
  }

  async function* journaled(): AsyncGenerator<ShownDiff> {
    let artifacts = 0
    for await (const entry of (await journal.read({ only: ARTIFACTS }))?.events ?? []) {
      if (++artifacts > MAX_LOOKED_UP) break
      const record = await entry.read()
      const shown = record && diffOf(record.event)
      if (shown) yield shown
    }
  }

  /** What was decided about hunks, the newest first. */
  async function* decisions(): AsyncGenerator<Decided> {
    let read = 0
    for await (const entry of (await journal.read({ only: DECISIONS }))?.events ?? []) {
      if (++read > MAX_DECISIONS) break
      const event = (await entry.read())?.event
      if (event?.type === 'hunks.decided' || event?.type === 'hunk.restored') yield event
    }
  }

  /** Any version of the diff may have it. */
  async function hunkOf(artifactId: string, key: string): Promise<string | null> {
    for await (const { artifact } of journaled()) {
      const patch = artifact.id === artifactId ? patchByKey(artifact.diff, key) : null
      if (patch !== null) return patch
    }
    return null
  }

  return {
    note(event) {
      const shown = diffOf(event)
      if (!shown) return
      const { id, diff } = shown.artifact
      if (isOfAllChanges(shown)) allChanges = id
      size -= recent.get(id)?.artifact.diff.length ?? 0
      recent.delete(id)
      recent.set(id, shown)
      size += diff.length
      while (recent.size > 1 && (recent.size > MAX_DIFFS || size > MAX_CHARACTERS)) forgetOldest()
    },
    async include(patch) {
      if ([...recent.values()].some(({ artifact }) => hasHunk(artifact.diff, patch))) return true
      for await (const { artifact } of journaled()) if (hasHunk(artifact.diff, patch)) return true
      return false
    },
    async find(artifactId) {
      const known = recent.get(artifactId)
      if (known) return known
      for await (const shown of journaled()) if (shown.artifact.id === artifactId) return shown
      return null
    },
    async newestOfAllChanges() {
      if (allChanges === undefined) {
        allChanges = null
        for await (const shown of journaled()) {
          if (!isOfAllChanges(shown)) continue
          // Another one may have been shown meanwhile, and that is newer.
          allChanges ??= shown.artifact.id
          break
        }
      }
      return allChanges
    },
    async revertedIn(artifactId) {
      const restored = new Set<string>()
      const seen = new Set<string>()
      const reverted = new Set<string>()
      for await (const event of decisions()) {
        if (event.type === 'hunk.restored') restored.add(event.turnId)
        if (event.type !== 'hunks.decided' || event.artifactId !== artifactId) continue
        for (const hunk of event.hunks) {
          if (seen.has(hunk)) continue
          seen.add(hunk)
          if (event.decision === 'reverted' && !restored.has(event.turnId)) reverted.add(hunk)
        }
      }
      return reverted
    },
    async revertedBy(turnId) {
      for await (const event of decisions()) {
        if (event.turnId !== turnId) continue
        if (event.type !== 'hunks.decided' || event.decision !== 'reverted') return null
        return hunkOf(event.artifactId, event.hunks[0] ?? '')
      }
      return null
    },
  }
}

/** A diff of the user's own conversation with all working changes. */
function isOfAllChanges({ artifact, source }: ShownDiff): boolean {
  const changes = source === undefined ? changesShown(artifact) : null
  return changes !== null && changes.file === undefined && !changes.staged
}

function diffOf(event: ConversationEvent): ShownDiff | null {
  if (event.type !== 'artifact.created' || event.artifact.kind !== 'diff') return null
  const { turnId, artifact, source } = event
  return { turnId, artifact, source }
}
