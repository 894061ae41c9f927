// Tokens for a LiveKit room: made here where the secret is, or had from an endpoint that has it.
import { AccessToken, RoomServiceClient, TwirpError, type ParticipantInfo } from 'livekit-server-sdk'
import { AGENT_IDENTITY, INSTANCE } from '../../../shared/wire/livekit.ts'

export interface Keys {
  url: string
  key: string
  secret: string
}

/** LiveKit's numbers for participants that are agents, and for those who are wholly in; the library has no names for them. */
const AGENT: ParticipantInfo['kind'] = 4
const ACTIVE: ParticipantInfo['state'] = 2
/** Long enough for a day of talking; a stay that goes on is kept by the server. */
const AGENT_SECONDS = 24 * 60 * 60
/** A link to join is used at once, or not. */
const GUEST_SECONDS = 10 * 60

const grants = (room: string) => ({
  room,
  roomJoin: true,
  canPublish: true,
  canSubscribe: true,
  canPublishData: true,
  // Without it, what somebody says of themselves is silently refused.
  canUpdateOwnMetadata: true,
})

/** Which Parley it is stands in the token, so that nobody ever sees it in a room without. */
export function agentToken({ key, secret }: Keys, room: string, instance: string): Promise<string> {
  const token = new AccessToken(key, secret, {
    identity: AGENT_IDENTITY,
    name: 'Parley',
    ttl: AGENT_SECONDS,
    attributes: { [INSTANCE]: instance },
  })
  token.addGrant({ ...grants(room), agent: true })
  token.kind = 'agent'
  return token.toJwt()
}

export function guestToken(
  { key, secret }: Keys,
  room: string,
  who: { identity: string; name: string; attributes?: Record<string, string> },
): Promise<string> {
  const token = new AccessToken(key, secret, { ...who, ttl: GUEST_SECONDS })
  token.addGrant(grants(room))
  return token.toJwt()
}

const serviceOf = ({ url, key, secret }: Keys): RoomServiceClient =>
  new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret)

/** Puts somebody out of the room. */
export async function putOut(keys: Keys, room: string, identity: string): Promise<void> {
  await serviceOf(keys).removeParticipant(room, identity)
}

/** Whether the agent of another Parley is in the room; what is left of an earlier stay of ours does not count. */
export async function isTaken(keys: Keys, room: string, instance: string): Promise<boolean> {
  const there = await serviceOf(keys)
    .listParticipants(room)
    .catch((error: unknown) => {
      // A room that nobody has opened.
      if (error instanceof TwirpError && error.status === 404) return []
      throw error
    })
  return there.some(
    ({ identity, kind, attributes }) =>
      identity === AGENT_IDENTITY && kind === AGENT && attributes[INSTANCE] !== instance,
  )
}

/** The identities of all people in the room whom others are told of: not of who is hidden, as a recorder may be. */
export async function peopleIn(keys: Keys, room: string): Promise<string[]> {
  const there = await serviceOf(keys).listParticipants(room)
  return there
    .filter(
      ({ kind, state, permission }) => kind !== AGENT && state === ACTIVE && permission?.hidden !== true,
    )
    .map(({ identity }) => identity)
}

/** Whether a room of this name is open. */
export async function isOpen(keys: Keys, room: string): Promise<boolean> {
  const found = await serviceOf(keys).listRooms([room])
  return found.length > 0
}
