// The gateway's session for the folder that is open: one for each folder, found again after a restart by its name, working
// in that folder, and asking before it runs commands.
import type { GatewayConnection } from './gateway-connection.ts'
import { openGateway } from './gateway-connection.ts'
import { gatewayRefusal } from './gateway-error.ts'
import type { Channel } from './link.ts'
import { gatewayCreated, gatewayHello, gatewaySession } from '../../../shared/wire/openclaw-gateway.ts'

export interface SessionDeps {
  channel: Extract<Channel, { form: 'gateway' }>
  folder: string
  folderName: string
  /** Names the session among others of this folder's gateway; the same for the same folder. */
  name: string
  version: string
  token: string | null
}

export interface GatewaySession {
  key: string
  /** Why it does not work in the folder that is open, where it does not. */
  note: string | null
}

const ADMIN_MS = 10_000

export async function prepareSession(deps: SessionDeps): Promise<GatewaySession> {
  const { channel, folder, folderName, name } = deps
  const { connection, address } = channel
  const hello = gatewayHello.safeParse(channel.hello)
  const agentId = (hello.success && hello.data.snapshot?.sessionDefaults?.defaultAgentId) || 'main'
  const key = `agent:${agentId}:parley-${name}`
  const known = gatewaySession.safeParse(await connection.request('sessions.describe', { key }))
  const session = known.success ? known.data.session : null
  // A session that is there is left as it is, with whatever the person set for it in OpenClaw.
  if (session?.spawnedCwd === folder) return { key, note: null }

  const fresh = { key, displayName: `Parley: ${folderName}`, permissionMode: 'guarded' }
  if (!address.isLocal) {
    if (!session) await connection.request('sessions.create', fresh)
    return {
      key,
      note: `OpenClaw runs on ${address.place} and works in its own workspace there, not in the folder that is open here.`,
    }
  }
  if (await createIn({ ...fresh, cwd: folder }, deps)) return { key, note: null }
  if (!session) await connection.request('sessions.create', fresh)
  return {
    key,
    note: 'OpenClaw works in its own workspace, not in the folder that is open: only the gateway’s own token allows that. Give Parley that token in the settings.',
  }
}

/**
 * A folder outside the gateway's own workspaces may only be named by an administrator. That right is asked for this one
 * request, on a connection of its own that shows the token; the device never has it.
 */
async function createIn(session: Record<string, unknown>, deps: SessionDeps): Promise<boolean> {
  const { connection } = deps.channel
  const created = await create(connection, session)
  if (created || deps.token === null) return created
  return asAdministrator(deps, (admin) => create(admin, session))
}

async function create(connection: GatewayConnection, session: Record<string, unknown>): Promise<boolean> {
  try {
    return gatewayCreated.safeParse(await connection.request('sessions.create', session)).success
  } catch (error) {
    if (gatewayRefusal(error)?.code === 'FORBIDDEN') return false
    throw error
  }
}

function asAdministrator(
  { channel, version, token }: SessionDeps,
  work: (admin: GatewayConnection) => Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (done: boolean): void => {
      clearTimeout(patience)
      resolve(done)
      void admin.close()
    }
    const admin = openGateway({
      url: channel.address.url,
      version,
      token,
      device: null,
      deviceToken: { get: () => null, set() {} },
      scopes: ['operator.admin'],
      challengeMs: ADMIN_MS,
      onReady: () => void work(admin).then(finish, () => finish(false)),
      onEvent() {},
      onEnd: () => finish(false),
    })
    const patience = setTimeout(finish, ADMIN_MS, false)
  })
}
