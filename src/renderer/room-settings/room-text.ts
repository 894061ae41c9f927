// Text about the room.
import { isLoopback } from '../../base/host-address.ts'
import type { LocalServerState, PersonInRoom, RoomStatus } from '../../shared/room-status.ts'
import { WINDOW_IDENTITY_PREFIX } from '../../shared/wire/livekit.ts'
import type { Connection } from '../store/state.ts'

/** `bad`: needs the user; `busy`: recovers without the user. */
type Look = 'good' | 'busy' | 'bad'

export interface RoomText {
  text: string
  look: Look
}

export function countText(people: number): string {
  return people === 1 ? '1 person' : `${people} people`
}

/** The text in the status bar: the window's connection if there is something to say about it, else the room. */
export function roomText(status: RoomStatus | null, connection: Connection): RoomText {
  if (connection.tag === 'connecting') return { text: 'Connecting', look: 'busy' }
  if (connection.tag === 'reconnecting') return { text: 'Reconnecting', look: 'busy' }
  if (connection.weak === true) return { text: 'Weak connection', look: 'busy' }
  return insteadBecause(connection) === null ? roomName(status) : { text: 'Local room instead', look: 'busy' }
}

/** The same for screen readers, with the room's name even if the connection is weak. */
export function roomLabel(status: RoomStatus | null, connection: Connection): string {
  const { text } = roomText(status, connection)
  const isWeak = connection.tag === 'connected' && connection.weak === true
  return isWeak ? `${roomName(status).text}, weak connection` : text
}

/** Why this window fell back to the local room; null if it did not. */
export function insteadBecause(connection: Connection): string | null {
  return connection.tag === 'connected' && connection.way.tag === 'instead' ? connection.way.why : null
}

export const INSTEAD_EXPLAINED =
  'This window could not reach the LiveKit room, so it talks to the agent in the local room. The conversation is the same, and Parley joins the LiveKit room as soon as it can.'

/** The room's name and state, without the window's connection. */
export function roomName(status: RoomStatus | null): RoomText {
  if (status === null || status.tag === 'local') return { text: 'Local room', look: 'good' }
  switch (status.state) {
    case 'in': {
      const { room, people } = status
      return {
        text: `Room ${room}${people.length > 0 ? ` · ${countText(people.length)}` : ''}`,
        look: 'good',
      }
    }
    case 'joining':
      return { text: 'Joining…', look: 'busy' }
    case 'interrupted':
    case 'waiting':
      return { text: 'Reconnecting…', look: 'busy' }
    case 'refused':
      return { text: 'Not in the room', look: 'bad' }
    case 'empty':
      return { text: `Room ${status.room} · empty`, look: 'good' }
  }
}

/** What the room means for the user, in a sentence or two. */
export function roomExplained(status: RoomStatus | null): string {
  if (status === null || status.tag === 'local')
    return 'This window and the agent use the built-in local room; nothing leaves this computer.'
  switch (status.state) {
    case 'in':
      return `The agent is in the LiveKit room at ${status.url}. Everyone in the room hears it and sees its results, and it hears them.`
    case 'joining':
      return `The agent is joining the LiveKit room at ${status.url}. Meanwhile you talk to it in the local room.`
    case 'interrupted':
      return 'The agent lost its connection to the room and is reconnecting. Nothing is lost. If that takes long, you talk to it in the local room meanwhile.'
    case 'waiting':
    case 'refused':
      return 'Meanwhile you talk to the agent in the local room; the conversation continues.'
    case 'empty':
      return `The server at ${status.url} closed the room because it was empty. The agent joins again when somebody else does; meanwhile you talk to it in the local room.`
  }
}

/** A participant's name, or identity if the name is unknown. */
export function participantText({ identity, name }: PersonInRoom): string {
  return name || (identity.startsWith(WINDOW_IDENTITY_PREFIX) ? 'A window' : identity)
}

/** The same for the list of participants, with their permission. */
export function presentText(person: PersonInRoom): string {
  return person.role === 'approver' ? `${participantText(person)} (may approve)` : participantText(person)
}

export function serverText(state: LocalServerState): string {
  switch (state.tag) {
    case 'off':
      return 'No server is running.'
    case 'starting':
      return 'The server is starting…'
    case 'running':
      return state.lan
        ? 'A server is running, for this computer and its network.'
        : 'A server is running, for this computer only.'
    case 'failed':
      return state.fault.message
  }
}

const isHere = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? '')

/** Whether a browser can connect: it requires a certificate, except on the server's own computer. */
export const isForBrowsers = (url: string): boolean => !url.startsWith('ws://') || isHere(url)

/** What an invited person must know about the address; null if nothing. */
export function addressText(url: string): string | null {
  if (!url.startsWith('ws://')) return null
  return isHere(url)
    ? 'The address works only on this computer, in a browser or any other LiveKit program.'
    : 'Browsers on other computers and phones reject this address: they require one that begins with wss:// before they connect or open a microphone. Use a LiveKit app that is not a browser, or put something with a certificate in front of the server, such as Caddy or Tailscale Serve, and share its wss:// address with the token.'
}

/** Why the window cannot send anything; null if it can. */
export function disconnectedBecause(connection: Connection): string | null {
  switch (connection.tag) {
    case 'connected':
      return null
    case 'connecting':
      return 'Connecting to the agent…'
    case 'reconnecting':
      return `${connection.reason} Trying again${connection.attempt > 1 ? `, attempt ${connection.attempt}` : ''}…`
  }
}
