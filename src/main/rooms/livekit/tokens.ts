// Tokens for a LiveKit room: made here where the secret is, or had from an endpoint that has it.
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { AGENT_IDENTITY } from '../../../shared/wire/livekit.ts'

export interface Keys {
  url: string
  key: string
  secret: string
}

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

export function agentToken({ key, secret }: Keys, room: string): Promise<string> {
  const token = new AccessToken(key, secret, { identity: AGENT_IDENTITY, name: 'Parley', ttl: AGENT_SECONDS })
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

/** Puts somebody out of the room. */
export async function putOut({ url, key, secret }: Keys, room: string, identity: string): Promise<void> {
  await new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret).removeParticipant(room, identity)
}

/** Whether a room of this name is open. */
export async function isOpen({ url, key, secret }: Keys, room: string): Promise<boolean> {
  const found = await new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret).listRooms([room])
  return found.length > 0
}
