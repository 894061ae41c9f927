// What the user decided about the hunks of each diff, and wrote about them.
import type { Conversation, DiffComments, DiffDecisions, HunkCommented, HunksDecided } from './state.ts'

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

export function withComment(
  comments: Conversation['comments'],
  { artifactId, hunk, text, sent = false, at }: HunkCommented,
): Conversation['comments'] {
  const known = comments.get(artifactId)
  const before = known?.get(hunk)?.at ?? 0
  if (at !== null && at < before) return comments
  const next: DiffComments = new Map(known).set(hunk, { text, sent, at: at ?? before })
  return new Map(comments).set(artifactId, next)
}
