// Who said what in a room, and when they began. A turn's transcript is published under its speaker's identity, and the
// journal has the speaker's name.
import { BoundedMap } from '../../base/bounded.ts'
import type { AnswerSource } from '../../core/conversation/approvals/judge-answer.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ConversationEventOf } from '../../shared/conversation.ts'

type Transcript = ConversationEventOf<'transcript.updated'>

export interface TurnSpeaker {
  identity: string
  /** When they began to speak, or sent what they typed. */
  startedAt: number
  /** Their microphone was open while the agent spoke, so it may have picked up the agent. */
  handsFree: boolean
  typed?: boolean
}

export interface Participants {
  noteSpeaker(turnId: string, speaker: TurnSpeaker): void
  /** A turn goes on with what another one asked. */
  noteSameSpeaker(turnId: string, as: string): void
  /** A participant without a window entered the room. */
  noteArrival(identity: string, at: number): void
  /** What decides whether this turn's text can answer an approval. An unknown speaker may approve nothing. */
  sourceOf(turnId: string): Omit<AnswerSource, 'saying'> & Pick<TurnSpeaker, 'handsFree'>
  withSpeakerName(transcript: Transcript): Transcript
  identityOf(turnId: string): string
  /**
   * Who shows this turn's text already: LiveKit frontends show what is typed in them. The owner's windows wait for the
   * transcript.
   */
  alreadyShownBy(turnId: string): string | undefined
}

/** The speaker of a turn from the journal. */
const UNKNOWN_SPEAKER = 'user'
const MAX_REMEMBERED = 200

export function createParticipants(room: Room): Participants {
  const speakers = new BoundedMap<string, TurnSpeaker>(MAX_REMEMBERED)
  const arrivals = new BoundedMap<string, number>(MAX_REMEMBERED)
  return {
    noteSpeaker: (turnId, speaker) => void speakers.set(turnId, speaker),
    noteSameSpeaker(turnId, as) {
      const speaker = speakers.get(as)
      if (speaker) speakers.set(turnId, speaker)
    },
    noteArrival: (identity, at) => void arrivals.set(identity, at),
    sourceOf(turnId) {
      const speaker = speakers.get(turnId)
      if (!speaker) return { role: 'participant', startedAt: 0, handsFree: false }
      const { identity, startedAt, handsFree } = speaker
      return { role: room.roleOf(identity), startedAt, cameAt: arrivals.get(identity), handsFree }
    },
    withSpeakerName(transcript) {
      const identity = speakers.get(transcript.turnId)?.identity
      const name = identity === undefined ? null : (room.nameOf?.(identity) ?? null)
      return name === null ? transcript : { ...transcript, speaker: name }
    },
    identityOf: (turnId) => speakers.get(turnId)?.identity ?? UNKNOWN_SPEAKER,
    alreadyShownBy(turnId) {
      const speaker = speakers.get(turnId)
      if (!speaker?.typed || room.roleOf(speaker.identity) === 'owner') return undefined
      return speaker.identity
    },
  }
}
