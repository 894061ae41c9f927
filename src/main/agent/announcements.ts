// Approvals in a room: windows show a card, and participants without one hear and read the question.
import { questionInRoom, type Announcement } from '../../core/conversation/approvals/approval-question.ts'
import type { AgentContext, ConversationMachine } from './conversation.ts'
import type { Participants } from './participants.ts'
import type { ReplyVoice } from './reply-voice.ts'
import type { TranscriptPublisher } from './transcript-publisher.ts'

interface Deps extends AgentContext {
  machine: ConversationMachine
  participants: Participants
  transcripts: TranscriptPublisher
  voice: ReplyVoice
}

export interface Announcements {
  announce(announcement: Announcement): void
  /** Sends the open approvals to a newcomer without a window; a window asks for them itself. */
  greet(newcomer: string): void
}

export function createAnnouncements(deps: Deps): Announcements {
  const { room, clock, newId, machine, participants, transcripts, voice } = deps
  const hasWindow = (identity: string): boolean => room.roleOf(identity) === 'owner'
  const write = (text: string, to: string): void =>
    transcripts.announce(text, { id: newId(), at: clock.now() }, to)
  return {
    announce({ aloud, written }) {
      voice.announce(aloud)
      for (const identity of room.participants()) if (!hasWindow(identity)) write(written, identity)
    },
    greet(newcomer) {
      if (hasWindow(newcomer)) return
      participants.noteArrival(newcomer, clock.now())
      machine.state.pending.forEach(({ approval }, at) =>
        write(questionInRoom(approval, at + 1).written, newcomer),
      )
    },
  }
}
