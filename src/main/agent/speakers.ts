// Who said what. In a room with several people the words of a turn are published as those of whoever said them, and the
// record says what they are called.
import type { Room } from '../../core/ports.ts'
import type { ConversationEventOf } from '../../shared/conversation.ts'

type Said = ConversationEventOf<'transcript.updated'>

export interface Speakers {
  spoke(turnId: string, identity: string): void
  /** The event, with what its speaker is called. */
  named(said: Said): Said
  identityOf(turnId: string): string
}

/** Whoever said something that is told again from an earlier time. */
const SOMEBODY = 'user'
/** Turns are told of while they go on; older ones are on record. */
const REMEMBERED = 200

export function createSpeakers(room: Room): Speakers {
  const speakers = new Map<string, string>()
  return {
    spoke(turnId, identity) {
      speakers.set(turnId, identity)
      if (speakers.size > REMEMBERED) speakers.delete(speakers.keys().next().value!)
    },
    named(said) {
      const identity = speakers.get(said.turnId)
      const name = identity === undefined ? null : (room.nameOf?.(identity) ?? null)
      return name === null ? said : { ...said, speaker: name }
    },
    identityOf: (turnId) => speakers.get(turnId) ?? SOMEBODY,
  }
}
