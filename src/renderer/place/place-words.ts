// What is said about where the conversation takes place.
import type { LocalServerState, PersonInRoom, RoomStatus } from '../../shared/room-status.ts'
import { WINDOW_IDENTITY } from '../../shared/wire/livekit.ts'
import type { Connection } from '../store/state.ts'

/** `bad` is for what needs somebody, `busy` for what mends itself. */
type Look = 'good' | 'busy' | 'bad'

export interface PlaceWords {
  words: string
  look: Look
}

export function countWords(people: number): string {
  return people === 1 ? '1 person' : `${people} people`
}

/** The few words in the status bar: how this window is connected first, then the room. */
export function placeWords(status: RoomStatus | null, connection: Connection): PlaceWords {
  if (connection.tag === 'connecting') return { words: 'Connecting', look: 'busy' }
  if (connection.tag === 'reconnecting') return { words: 'Reconnecting', look: 'busy' }
  return connection.weak === true ? { words: 'Weak connection', look: 'busy' } : roomWords(status)
}

/** The same of the room alone, whichever way this window is in it. */
export function roomWords(status: RoomStatus | null): PlaceWords {
  if (status === null || status.tag === 'local') return { words: 'Local room', look: 'good' }
  switch (status.state) {
    case 'in': {
      const { room, people } = status
      return {
        words: `Room ${room}${people.length > 0 ? ` · ${countWords(people.length)}` : ''}`,
        look: 'good',
      }
    }
    case 'joining':
      return { words: 'Joining…', look: 'busy' }
    case 'interrupted':
    case 'waiting':
      return { words: 'Reconnecting…', look: 'busy' }
    case 'refused':
      return { words: 'Not in the room', look: 'bad' }
  }
}

/** What the room means for whoever talks, in a sentence or two. */
export function roomExplained(status: RoomStatus | null): string {
  if (status === null || status.tag === 'local')
    return 'This window and the agent meet in the built-in local room; nothing leaves this computer.'
  switch (status.state) {
    case 'in':
      return `The agent is in the LiveKit room at ${status.url}. Everybody in it hears it and sees what it shows, and it hears them.`
    case 'joining':
      return `The agent is on its way to the LiveKit room at ${status.url}. You talk to it here meanwhile.`
    case 'interrupted':
    case 'waiting':
    case 'refused':
      return 'You talk to the agent here meanwhile; the conversation goes on.'
  }
}

/** What somebody in the room is called; who gave no name, or whose name is not known yet, is told by their identity. */
export function personWords({ identity, name }: PersonInRoom): string {
  return name || (identity.startsWith(WINDOW_IDENTITY) ? 'A window' : identity)
}

export function serverWords(state: LocalServerState): string {
  switch (state.tag) {
    case 'off':
      return 'No server runs.'
    case 'starting':
      return 'The server is starting…'
    case 'running':
      return state.lan
        ? 'A server runs on this computer, for it and for its network.'
        : 'A server runs on this computer, for it alone.'
    case 'failed':
      return state.fault.message
  }
}
