// The gateway's session for the open folder: one per folder, found by its name after a restart. It works in that folder and
// asks before it runs commands.
import { gatewayRefusal, openGateway, type GatewayConnection } from './gateway-connection.ts'
import type { OpenedLink } from './link.ts'
import { gatewayCreated, gatewayHello, gatewaySession } from '../../../shared/wire/openclaw-gateway.ts'

export interface SessionDeps {
  link: Extract<OpenedLink, { form: 'gateway' }>
  folder: string
  folderName: string
  /** Names the session; the same for the same folder. */
  name: string
  version: string
  token: string | null
}

export interface GatewaySession {
  key: string
  /** Why it does not work in the open folder, if so. */
  note: string | null
}

const ADMIN_TIMEOUT_MS = 10_000

export async function prepareSession(deps: SessionDeps): Promise<GatewaySession> {
  const { link, folder, folderName, name } = deps
  const { connection, address } = link
  const hello = gatewayHello.safeParse(link.hello)
  const agentId = (hello.success && hello.data.snapshot?.sessionDefaults?.defaultAgentId) || 'main'
  const key = `agent:${agentId}:parley-${name}`
  const known = gatewaySession.safeParse(await connection.request('sessions.describe', { key }))
  const session = known.success ? known.data.session : null
  // An existing session stays as it is, with the user's settings in OpenClaw.
  if (session?.spawnedCwd === folder) return { key, note: null }

  const fresh = { key, displayName: `Parley: ${folderName}`, permissionMode: 'guarded' }
  if (!address.isLocal) {
    if (!session) await connection.request('sessions.create', fresh)
    return {
      key,
      note: `OpenClaw runs on ${address.place} and works in its own workspace there, not in the folder open here.`,
    }
  }
  if (await createIn({ ...fresh, cwd: folder }, deps)) return { key, note: null }
  if (!session) await connection.request('sessions.create', fresh)
  return {
    key,
    note: 'OpenClaw works in its own workspace, not in the open folder, because that needs the gateway’s own token. Enter that token in the settings.',
  }
}

/**
 * Only an administrator may name a folder outside the gateway's workspaces. Parley asks for that right for this one request,
 * on a separate connection with the token; the device never has it.
 */
async function createIn(session: Record<string, unknown>, deps: SessionDeps): Promise<boolean> {
  const { connection } = deps.link
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
  { link, version, token }: SessionDeps,
  work: (admin: GatewayConnection) => Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (done: boolean): void => {
      clearTimeout(timeout)
      resolve(done)
      void admin.close()
    }
    const admin = openGateway({
      url: link.address.url,
      version,
      token,
      device: null,
      deviceToken: { get: () => null, set() {} },
      scopes: ['operator.admin'],
      challengeMs: ADMIN_TIMEOUT_MS,
      onReady: () => void work(admin).then(finish, () => finish(false)),
      onEvent() {},
      onEnd: () => finish(false),
    })
    const timeout = setTimeout(finish, ADMIN_TIMEOUT_MS, false)
  })
}
