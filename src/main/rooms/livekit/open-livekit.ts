// LiveKit for the app: the room the agent is in, a server on this computer, the key and the secret, and the requests of
// windows about them.
import { randomUUID } from 'node:crypto'
import { parseJson } from '../../../base/parse-json.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { IpcRequests, TokenState } from '../../../shared/ipc.ts'
import type { Invitation, LocalServerState, RoomStatus } from '../../../shared/room-status.ts'
import { PING_METHOD } from '../../../shared/wire/room-calls.ts'
import type { CompositeRoom } from '../composite-room.ts'
import { freePort } from './local-network.ts'
import { createLocalServer } from './local-server.ts'
import type { LiveKitSettings } from './admission.ts'
import { createLiveKitController } from './livekit-controller.ts'
import type { DecodeRecording } from './pre-connect-audio.ts'
import type { Admission } from './token-endpoint.ts'

interface Keys {
  key: string
  secret: string
}

interface Deps {
  settings(): LiveKitSettings & { livekitProgram: string }
  /** Stores the key and the secret that were set in the app. */
  secrets: {
    get(name: string): string | null
    set(name: string, value: string | null): void
    written(): Promise<void>
  }
  keysFromEnvironment(): Keys | null
  keysState(): TokenState
  room: CompositeRoom
  clock: Clock
  userName: string
  /** Decodes what browsers recorded while they connected; absent where nothing can. */
  decodeRecording?: DecodeRecording | undefined
  onRoom(status: RoomStatus): void
  onServer(state: LocalServerState): void
  onProblem(what: string, fields: Record<string, unknown>): void
}

type RequestName =
  | 'room.status'
  | 'room.entry'
  | 'room.retry'
  | 'room.servers'
  | 'room.invite'
  | 'room.approver'
  | 'room.health'
  | 'livekit.keys'
  | 'livekit.keys.set'
  | 'livekit.server'
  | 'livekit.server.start'
  | 'livekit.server.stop'

type Handlers = {
  [K in RequestName]: (input: IpcRequests[K]['in']) => Promise<IpcRequests[K]['out']> | IpcRequests[K]['out']
}

export interface LiveKit {
  /** The settings may have changed. */
  follow(): void
  /** Servers that windows connect to, besides the one that serves them. */
  servers(): string[]
  handlers: Handlers
  close(): Promise<void>
}

const KEY = 'livekit.key'
const SECRET = 'livekit.secret'

export async function openLiveKit(deps: Deps): Promise<LiveKit> {
  const { settings, secrets } = deps
  const server = createLocalServer({
    program: () => settings().livekitProgram,
    port: await freePort(),
    clock: deps.clock,
    onState(state) {
      deps.onServer(state)
      controller.follow()
    },
    left: () => controller.settled(),
    onProblem: deps.onProblem,
  })
  const storedKeys = (): Keys | null => {
    const [key, secret] = [secrets.get(KEY), secrets.get(SECRET)]
    return key !== null && secret !== null ? { key, secret } : null
  }
  const controller = createLiveKitController({
    settings,
    keys: () => storedKeys() ?? deps.keysFromEnvironment(),
    localServer: server.access,
    room: deps.room,
    clock: deps.clock,
    random: Math.random,
    newId: randomUUID,
    instance: randomUUID(),
    userName: deps.userName,
    decode: deps.decodeRecording,
    onStatus: deps.onRoom,
    onProblem: deps.onProblem,
  })
  const servers = (): string[] => [
    ...new Set([server.url(), controller.server() ?? ''].flatMap((url) => originsOf(url))),
  ]
  controller.follow()
  const stopAnswering = deps.room.onRpc(PING_METHOD, () => '')

  return {
    follow: controller.follow,
    servers,
    handlers: {
      'room.status': controller.status,
      'room.entry': controller.entry,
      'room.retry': () => {
        controller.retry()
        return null
      },
      'room.servers': servers,
      'room.invite': async ({ name, mayApprove }) =>
        invitation(await controller.invite(name || 'Guest', mayApprove), deps.clock.now()),
      'room.approver': ({ identity, mayApprove }) => {
        controller.allowApproving(identity, mayApprove)
        return null
      },
      'room.health': controller.check,
      'livekit.keys': deps.keysState,
      'livekit.keys.set': async ({ keys }) => {
        secrets.set(KEY, keys?.key ?? null)
        secrets.set(SECRET, keys?.secret ?? null)
        await secrets.written()
        controller.follow()
        return deps.keysState()
      },
      'livekit.server': server.state,
      'livekit.server.start': async ({ lan }) => {
        await server.start(lan)
        return server.state()
      },
      'livekit.server.stop': async () => {
        await server.stop()
        return server.state()
      },
    },
    async close() {
      stopAnswering()
      await controller.close()
      await server.stop()
    },
  }
}

/** A LiveKit client connects by WebSocket, and asks over HTTP why that failed. */
const originsOf = (url: string): string[] =>
  URL.canParse(url) ? [new URL(url).origin, new URL(url.replace(/^ws/, 'http')).origin] : []

function invitation(admission: Admission | null, now: number): Invitation {
  if (!admission)
    throw new FaultError(
      'room_absent',
      'There is no LiveKit room to invite anybody to.',
      'Start a server on this computer, or wait until the agent has joined the room.',
      { retryable: true },
    )
  const { url, token } = admission
  const query = new URLSearchParams({ liveKitUrl: url, token })
  return {
    url,
    token,
    link: `https://meet.livekit.io/custom?${query.toString()}`,
    minutes: minutesOf(token, now),
  }
}

/** How long a token is valid; null where it does not say so. */
function minutesOf(token: string, now: number): number | null {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  const ends = (claims as { exp?: unknown } | null)?.exp
  return typeof ends === 'number' ? Math.max(0, Math.round((ends * 1000 - now) / 60_000)) : null
}

/** From the variables that LiveKit's own tools use. */
export function livekitKeys(env: NodeJS.ProcessEnv): { key: string; secret: string } | null {
  const { LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env
  return key && secret ? { key, secret } : null
}
