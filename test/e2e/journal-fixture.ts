// Writes the journal of an earlier conversation into the profile.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifact } from '../../src/shared/artifacts.ts'
import type { ConversationEvent, RecordedEvent } from '../../src/shared/conversation.ts'

const START = Date.UTC(2026, 10, 16, 9)

export async function writeJournal(
  profile: string,
  workspace: string,
  events: readonly ConversationEvent[],
): Promise<void> {
  const name = createHash('sha256').update(workspace).digest('hex').slice(0, 32)
  await mkdir(join(profile, 'sessions'), { recursive: true })
  const lines = events.map((event, at): string => {
    const record: RecordedEvent = { id: `event-${at}`, at: START + at * 1000, event }
    return `${JSON.stringify(record)}\n`
  })
  await writeFile(join(profile, 'sessions', `${name}.jsonl`), lines.join(''))
}

/** A turn in which the agent showed only this artifact. */
export function turnShowing(artifact: Artifact): ConversationEvent[] {
  const turnId = `turn-${artifact.id}`
  return [
    { type: 'turn.started', turnId },
    {
      type: 'transcript.updated',
      turnId,
      segmentId: `said-${turnId}`,
      text: `show ${artifact.id}`,
      final: true,
    },
    { type: 'artifact.created', turnId, artifact },
    { type: 'reply.ended', turnId, segmentId: `reply-${turnId}`, text: `Here is ${artifact.id}.` },
    { type: 'turn.ended', turnId, outcome: 'completed' },
  ]
}
