// What the user decided about the hunks of each diff.
import type { Conversation, DiffDecisions, HunksDecided } from './state.ts'

/** A replay may bring what was decided before something that is known: the newest counts. */
export function withDecisions(
  decisions: Conversation['decisions'],
  { artifactId, hunks, decision, turnId, at }: HunksDecided,
): Conversation['decisions'] {
  const known = decisions.get(artifactId)
  const next = new Map(known)
  for (const hunk of hunks) {
    const before = known?.get(hunk)?.at ?? 0
    if (at === null || at >= before) next.set(hunk, { decision, turnId, at: at ?? before })
  }
  return new Map(decisions).set(artifactId, next satisfies DiffDecisions)
}
