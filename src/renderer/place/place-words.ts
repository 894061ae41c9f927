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
  if (connection.weak === true) return { words: 'Weak connection', look: 'busy' }
  return insteadBecause(connection) === null
    ? roomWords(status)
    : { words: 'Here, not in the room', look: 'busy' }
}

/** The same for whoever cannot see it beside the rest: a weak connection is to a room all the same. */
export function placeLabel(status: RoomStatus | null, connection: Connection): string {
  const { words } = placeWords(status, connection)
  const isWeak = connection.tag === 'connected' && connection.weak === true
  return isWeak ? `${roomWords(status).words}, weak connection` : words
}

/** Why this window talks to the agent here and not in the room where it is; null unless it does. */
export function insteadBecause(connection: Connection): string | null {
  return connection.tag === 'connected' && connection.way.tag === 'instead' ? connection.way.why : null
}

export const INSTEAD_EXPLAINED =
  'This window could not get to the LiveKit room, so you talk to the agent here. The conversation is the same, and Parley goes there as soon as it can.'

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
      return 'The agent’s connection to the room broke and is being mended. Nothing is lost; where that takes long, you talk to it here meanwhile.'
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

const isHere = (url: string): boolean => /^ws:\/\/(127(\.\d+){3}|localhost|\[::1\])([:/]|$)/.test(url)

/** Whether a page of somebody else may connect there: browsers want a certificate, but on the server's own computer. */
export const isForBrowsers = (url: string): boolean => !url.startsWith('ws://') || isHere(url)

/** What somebody who is invited has to know of the address; null where there is nothing. */
export function addressWords(url: string): string | null {
  if (!url.startsWith('ws://')) return null
  return isHere(url)
    ? 'The address is for this computer alone: a browser here takes it, and so does any other LiveKit program here.'
    : 'A browser on a phone will not take this address: on any computer but the server’s own, browsers want one that begins with wss:// before they connect or open a microphone. Use a LiveKit app that is no browser. Or put something with a certificate in front of the server, such as Caddy or Tailscale Serve, and give its wss:// address with the token.'
}
