// Comments and a guided review of the diff that the gallery shows.
import { scanDiff } from '../../src/core/review/diff-scan.ts'
import { hunkKeys } from '../../src/core/review/hunk-keys.ts'
import type { RoomStore } from '../../src/renderer/app-props.ts'

const ARTIFACT = 'diff'

/** Returns the keys of the hunks. */
export function showReview(scene: string | null, store: RoomStore): string[] {
  const shown = store.get().conversation.artifacts.find(({ artifact }) => artifact.id === ARTIFACT)
  if (scene === null || shown?.artifact.kind !== 'diff') return []
  const diff = scanDiff(shown.artifact.diff)
  const keys = diff.files.flatMap((file) => hunkKeys(diff, file))
  const at = Date.now()
  const comment = (hunk: string, text: string, sent = false): void =>
    store.dispatch({ type: 'hunk.commented', artifactId: ARTIFACT, hunk, text, sent, at })
  const decide = (hunk: string, decision: 'kept' | 'reverted'): void =>
    store.dispatch({ type: 'hunks.decided', artifactId: ARTIFACT, hunks: [hunk], decision, turnId: hunk, at })
  comment(keys[0]!, 'Say how large the file is in the message.\nAnd name the limit as a constant.')
  comment(keys[1]!, 'Is this still needed?', true)
  decide(keys[1]!, 'kept')
  if (scene === 'comments') return keys
  if (scene === 'ended') {
    decide(keys[0]!, 'kept')
    for (const key of keys.slice(2)) decide(key, 'reverted')
  }
  const place = {
    hunk: {
      hunk: keys[2]!,
      at: 3,
      of: keys.length,
      description: 'Renames the heading of the document and adds a paragraph about what it is for.',
      phase: 'hunk',
    },
    ended: {
      hunk: null,
      at: keys.length,
      of: keys.length,
      description: `You kept two hunks, reverted ${keys.length - 2} and wrote one comment that is not sent yet.`,
      phase: 'ended',
    },
    interrupted: {
      hunk: null,
      at: 3,
      of: keys.length,
      description: 'The review stopped at hunk three. Two hunks are not decided.',
      phase: 'interrupted',
    },
  } as const
  const review = place[scene as keyof typeof place]
  store.dispatch({ type: 'review.moved', review: { artifactId: ARTIFACT, ...review }, at })
  return keys
}
