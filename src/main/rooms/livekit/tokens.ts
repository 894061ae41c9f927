// What the key and the secret of a LiveKit server allow: making tokens, and asking the server about its rooms.
import { AccessToken, RoomServiceClient, TwirpError, type ParticipantInfo } from 'livekit-server-sdk'
import { AGENT_IDENTITY, INSTANCE_ATTRIBUTE } from '../../../shared/wire/livekit.ts'

export interface Keys {
  url: string
  key: string
  secret: string
}

/** LiveKit's numbers for the kind agent and the state active; the library exports no names for them. */
const AGENT: ParticipantInfo['kind'] = 4
const ACTIVE: ParticipantInfo['state'] = 2
/** Only joining needs a valid token; the server keeps a longer connection. */
const AGENT_SECONDS = 24 * 60 * 60
/** An invitation is used at once, or not at all. */
const GUEST_SECONDS = 10 * 60

const grants = (room: string) => ({
  room,
  roomJoin: true,
  canPublish: true,
  canSubscribe: true,
  canPublishData: true,
  // Without it, the server silently refuses a participant's attributes.
  canUpdateOwnMetadata: true,
})

/** The instance is in the token, so that the agent is never in a room without it. */
export function agentToken({ key, secret }: Keys, room: string, instance: string): Promise<string> {
  const token = new AccessToken(key, secret, {
    identity: AGENT_IDENTITY,
    name: 'Parley',
    ttl: AGENT_SECONDS,
    attributes: { [INSTANCE_ATTRIBUTE]: instance },
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

export async function putOut(keys: Keys, room: string, identity: string): Promise<void> {
  await serviceOf(keys).removeParticipant(room, identity)
}

/** Whether the agent of another Parley is in the room. An old connection of this one does not count. */
export async function isTaken(keys: Keys, room: string, instance: string): Promise<boolean> {
  const there = await serviceOf(keys)
    .listParticipants(room)
    .catch((error: unknown) => {
      // Nobody has opened the room.
      if (error instanceof TwirpError && error.status === 404) return []
      throw error
    })
  return there.some(
    ({ identity, kind, attributes }) =>
      identity === AGENT_IDENTITY && kind === AGENT && attributes[INSTANCE_ATTRIBUTE] !== instance,
  )
}

/** The identities of the people in the room, without hidden participants such as recorders. */
export async function peopleIn(keys: Keys, room: string): Promise<string[]> {
  const there = await serviceOf(keys).listParticipants(room)
  return there
    .filter(
      ({ kind, state, permission }) => kind !== AGENT && state === ACTIVE && permission?.hidden !== true,
    )
    .map(({ identity }) => identity)
}

export async function isOpen(keys: Keys, room: string): Promise<boolean> {
  const found = await serviceOf(keys).listRooms([room])
  return found.length > 0
}
