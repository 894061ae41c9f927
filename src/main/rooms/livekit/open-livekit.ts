// Everything about LiveKit that the app has: the place where the conversation is, a server on this computer, the key and
// the secret, and what a window may ask about them.
import { randomUUID } from 'node:crypto'
import { parseJson } from '../../../core/parse-json.ts'
import type { Clock } from '../../../core/ports.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { IpcRequests, TokenState } from '../../../shared/ipc.ts'
import type { Invitation, LocalServerState, RoomStatus } from '../../../shared/room-status.ts'
import { PING_METHOD } from '../../../shared/wire/room-calls.ts'
import type { Hall } from '../hall.ts'
import { freePort } from './free-ports.ts'
import { createLocalServer } from './local-server.ts'
import { createPlace, type PlaceSettings } from './place.ts'
import type { Admission } from './token-endpoint.ts'

interface Keys {
  key: string
  secret: string
}

interface Deps {
  settings(): PlaceSettings & { livekitProgram: string }
  /** Where the key and the secret are kept that were set in the app. */
  secrets: {
    get(name: string): string | null
    set(name: string, value: string | null): void
    keptIn(): TokenState['keptIn']
    written(): Promise<void>
  }
  keysFromEnvironment: Keys | null
  hall: Hall
  clock: Clock
  userName: string
  onRoom(status: RoomStatus): void
  onServer(state: LocalServerState): void
  onProblem(what: string, fields: Record<string, unknown>): void
}

type Asked =
  | 'room.status'
  | 'room.entry'
  | 'room.retry'
  | 'room.servers'
  | 'room.invite'
  | 'room.health'
  | 'livekit.keys'
  | 'livekit.keys.set'
  | 'livekit.server'
  | 'livekit.server.start'
  | 'livekit.server.stop'

type Handlers = {
  [K in Asked]: (input: IpcRequests[K]['in']) => Promise<IpcRequests[K]['out']> | IpcRequests[K]['out']
}

export interface LiveKit {
  /** The settings may have changed. */
  follow(): void
  /** Servers that windows connect to, beside the one that serves them. */
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
      place.follow()
    },
    left: () => place.settled(),
    onProblem: deps.onProblem,
  })
  const setHere = (): Keys | null => {
    const [key, secret] = [secrets.get(KEY), secrets.get(SECRET)]
    return key !== null && secret !== null ? { key, secret } : null
  }
  const keysState = (): TokenState => ({
    from: setHere() ? 'set here' : deps.keysFromEnvironment ? 'environment' : 'nowhere',
    keptIn: secrets.keptIn(),
  })
  const place = createPlace({
    settings,
    keys: () => setHere() ?? deps.keysFromEnvironment,
    localServer: server.access,
    hall: deps.hall,
    clock: deps.clock,
    random: Math.random,
    newId: randomUUID,
    instance: randomUUID(),
    userName: deps.userName,
    onStatus: deps.onRoom,
    onProblem: deps.onProblem,
  })
  const servers = (): string[] => [
    ...new Set([server.url(), place.server() ?? ''].flatMap((url) => originsOf(url))),
  ]
  place.follow()
  const deaf = deps.hall.onRpc(PING_METHOD, () => '')

  return {
    follow: place.follow,
    servers,
    handlers: {
      'room.status': place.status,
      'room.entry': place.entry,
      'room.retry': () => {
        place.retry()
        return null
      },
      'room.servers': servers,
      'room.invite': async ({ name }) => invitation(await place.invite(name || 'Guest'), deps.clock.now()),
      'room.health': place.check,
      'livekit.keys': keysState,
      'livekit.keys.set': async ({ keys }) => {
        secrets.set(KEY, keys?.key ?? null)
        secrets.set(SECRET, keys?.secret ?? null)
        await secrets.written()
        place.follow()
        return keysState()
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
      deaf()
      await place.close()
      await server.stop()
    },
  }
}

/** A LiveKit client talks to its server by WebSocket, and asks it over HTTP what was wrong. */
const originsOf = (url: string): string[] =>
  URL.canParse(url) ? [new URL(url).origin, new URL(url.replace(/^ws/, 'http')).origin] : []

function invitation(admission: Admission | null, now: number): Invitation {
  if (!admission)
    throw new FaultError(
      'room_absent',
      'There is no LiveKit room that anybody could be invited to.',
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

/** How long a token is good for, where it says so. */
function minutesOf(token: string, now: number): number | null {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  const ends = (claims as { exp?: unknown } | null)?.exp
  return typeof ends === 'number' ? Math.max(0, Math.round((ends * 1000 - now) / 60_000)) : null
}
