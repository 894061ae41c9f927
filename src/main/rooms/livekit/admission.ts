// How the agent, windows and guests get into a LiveKit room: the target that the settings name, and tokens for it, made here
// where the secret is known or fetched from a token endpoint.
import { AGENT_IDENTITY } from '../../../shared/wire/livekit.ts'
import type { ServerAccess } from './local-server.ts'
import { askEndpoint, demandAgentToken, type Admission, type Applicant } from './token-endpoint.ts'

/** Which room, and what lets the agent in. */
export type Target = {
  url: string
  /** Where others connect, if that is another address. */
  guestUrl?: string
  room: string
} & ({ by: 'keys'; key: string; secret: string } | { by: 'endpoint'; endpoint: string })

export interface LiveKitSettings {
  room: 'auto' | 'local'
  livekitUrl: string
  livekitRoom: string
  livekitTokenUrl: string
}

/** Null when the conversation stays on this computer. A server that Parley runs wins over the settings. */
export function targetOf(
  { room: where, livekitUrl: url, livekitRoom: room, livekitTokenUrl: endpoint }: LiveKitSettings,
  localServer: ServerAccess | null,
  keys: { key: string; secret: string } | null,
): Target | null {
  if (localServer) return { by: 'keys', room, ...localServer }
  if (where === 'local') return null
  if (endpoint !== '') return { by: 'endpoint', endpoint, url, room }
  return url !== '' && keys ? { by: 'keys', url, room, ...keys } : null
}

export async function admit(to: Target, who: Applicant): Promise<Admission> {
  if (to.by === 'endpoint') return askEndpoint(to.endpoint, to.room, who)
  const { guestToken } = await import('./tokens.ts')
  return { url: to.url, token: await guestToken(to, to.room, who) }
}

/** `instance` tells this Parley from another one in the same room. */
export async function admitAgent(to: Target, instance: string): Promise<Admission> {
  if (to.by === 'endpoint') {
    const admission = await askEndpoint(to.endpoint, to.room, { identity: AGENT_IDENTITY, name: 'Parley' })
    demandAgentToken(admission.token, AGENT_IDENTITY)
    return admission
  }
  const { agentToken } = await import('./tokens.ts')
  return { url: to.url, token: await agentToken(to, to.room, instance) }
}
