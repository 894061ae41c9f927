// Tells the agent what the user decided about its changes since it was asked last: its picture of the files would be wrong.
import { BoundedMap } from '../../../base/bounded.ts'
import { changedFile } from '../../../core/review/changed-file.ts'
import { scanDiff } from '../../../core/review/diff-scan.ts'
import { newLines } from '../../../core/review/guided/review-messages.ts'
import { hunkKeys } from '../../../core/review/hunk-keys.ts'
import { spokenCount } from '../../../core/understanding/replies/spoken-count.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'

/** Diffs that may still be decided about. */
const MAX_DIFFS = 10
const MAX_NAMED = 20

export interface DecisionsReport {
  note(event: ConversationEvent): void
  /** What happened since the last time, once; null if that is nothing. */
  take(): string | null
}

export function createDecisionsReport(): DecisionsReport {
  const diffs = new BoundedMap<string, string>(MAX_DIFFS)
  const kept = new Set<string>()
  /** Where each hunk was, by the turn that reverted it. */
  const reverted = new Map<string, string>()

  return {
    note(event) {
      if (event.type === 'artifact.created' && event.artifact.kind === 'diff')
        diffs.set(event.artifact.id, event.artifact.diff)
      else if (event.type === 'hunk.restored') reverted.delete(event.turnId)
      else if (event.type === 'hunks.decided') {
        const { artifactId, hunks, decision, turnId } = event
        for (const hunk of hunks) {
          if (decision === 'kept') kept.add(hunk)
          else kept.delete(hunk)
          if (decision === 'reverted') reverted.set(turnId, placeOf(diffs.get(artifactId) ?? '', hunk))
        }
      }
    },
    take() {
      const places = [...reverted.values()]
      const keeps = kept.size
      reverted.clear()
      kept.clear()
      if (places.length === 0) return null
      const named = places.slice(0, MAX_NAMED).join('; ')
      const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : ''
      const rest = keeps === 0 ? '' : ` They kept ${spokenCount(keeps, 'other hunk')}.`
      return `Since your last answer, the user reverted ${spokenCount(places.length, 'hunk')} in the files: ${named}${more}.${rest} Do not make the reverted changes again unless you are asked to.`
    },
  }
}

/** "src/a.ts, line 10" */
function placeOf(diff: string, key: string): string {
  const scanned = scanDiff(diff)
  for (const file of scanned.files) {
    const hunk = file.hunks[hunkKeys(scanned, file).indexOf(key)]
    if (hunk) return `${changedFile(file).name}, line ${newLines({ scanned }, hunk).from}`
  }
  return 'a hunk that is no longer shown'
}
