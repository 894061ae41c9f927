// Where the conversation takes place beside this machine: in a LiveKit room, while one is set up. It follows the settings;
// the conversation itself goes on whatever becomes of the room.
import type { Clock, Unsubscribe } from '../../../core/ports.ts'
import { cannotJoinFault } from '../../../core/room-faults.ts'
import type { Fault } from '../../../shared/errors.ts'
import type { RoomEntry } from '../../../shared/ipc.ts'
import type { HealthStep, RoomStatus } from '../../../shared/room-status.ts'
import { AGENT_IDENTITY, WINDOW_IDENTITY } from '../../../shared/wire/livekit.ts'
import { SOUND_BY, SOUND_BY_PACKETS } from '../../../shared/wire/room-sound.ts'
import type { Hall } from '../hall.ts'
import { checkRoom } from './health.ts'
import { demandAgentToken } from './endpoint-token.ts'
import type { createLiveKitRoom, LiveKitRoom } from './livekit-room.ts'
import { loadLiveKit } from './load.ts'
import type { ServerAccess } from './local-server.ts'
import type { Target } from './target.ts'
import { askEndpoint, type Admission, type Applicant } from './token-endpoint.ts'

export interface PlaceSettings {
  room: 'auto' | 'local'
  livekitUrl: string
  livekitRoom: string
  livekitTokenUrl: string
}

interface Deps {
  settings(): PlaceSettings
  keys(): { key: string; secret: string } | null
  /** A server on this computer, while one runs: then that is where we go. */
  localServer(): ServerAccess | null
  hall: Hall
  clock: Clock
  random(): number
  newId(): string
  /** Which Parley this is, for as long as it runs. */
  instance: string
  /** What people are called who join from here. */
  userName: string
  onStatus(status: RoomStatus): void
  onProblem(what: string, fields: Record<string, unknown>): void
  /** Handed in for tests; what joins for real otherwise. */
  load?: () => Promise<{ createLiveKitRoom: typeof createLiveKitRoom }>
}

export interface Place {
  /** The settings or the keys may have changed. */
  follow(): void
  status(): RoomStatus
  /** Resolves when it has left where it should not be any more. */
  settled(): Promise<unknown>
  /** How one more window goes there. */
  entry(): Promise<RoomEntry>
  /** Lets somebody else in, by a token that is good for a few minutes; null where nobody can be let in. */
  invite(name: string): Promise<Admission | null>
  check(): Promise<HealthStep[]>
  /** Where windows connect to, beside this machine. */
  server(): string | null
  retry(): void
  close(): Promise<void>
}

export function createPlace(deps: Deps): Place {
  let target: Target | null = null
  let room: LiveKitRoom | null = null
  let dismiss: Unsubscribe = () => {}
  /** Rooms are entered and left in turn. */
  let turn: Promise<unknown> = Promise.resolve()
  let server: string | null = null
  /** Why it could not even be tried: what joins rooms does not run on this machine. */
  let unable: Fault | null = null
  let closed = false

  function status(): RoomStatus {
    if (room) return room.status()
    if (!unable || !target) return { tag: 'local' }
    const { url, room: name } = target
    return { tag: 'livekit', state: 'refused', url, room: name, people: [], fault: unable }
  }

  function wanted(): Target | null {
    const { room: where, livekitUrl: url, livekitRoom, livekitTokenUrl } = deps.settings()
    const here = deps.localServer()
    if (here) return { by: 'keys', room: livekitRoom, ...here }
    if (where === 'local') return null
    if (livekitTokenUrl !== '') return { by: 'endpoint', endpoint: livekitTokenUrl, url, room: livekitRoom }
    const keys = deps.keys()
    return url !== '' && keys ? { by: 'keys', url, room: livekitRoom, ...keys } : null
  }

  async function leave(): Promise<void> {
    dismiss()
    dismiss = () => {}
    const left = room
    room = null
    await left?.leave()
  }

  async function enter(next: Target): Promise<void> {
    unable = null
    const livekit = await (deps.load ?? loadLiveKit)()
    const { isTaken, peopleIn, putOut } = await import('./tokens.ts')
    const entered = livekit.createLiveKitRoom({
      url: next.url,
      room: next.room,
      admission: () => admit(next, { identity: AGENT_IDENTITY, name: 'Parley' }, true),
      ...(next.by === 'keys' && {
        isTaken: () => isTaken(next, next.room, deps.instance),
        peopleThere: () => peopleIn(next, next.room),
        putOut: (identity: string) => putOut(next, next.room, identity),
      }),
      clock: deps.clock,
      random: deps.random,
      onStatus: (now) => {
        if (now.tag === 'livekit') server = now.url
        deps.onStatus(now)
      },
      onProblem: deps.onProblem,
    })
    room = entered
    dismiss = deps.hall.admit(entered)
  }

  async function admit(to: Target, who: Applicant, isAgent: boolean): Promise<Admission> {
    if (to.by === 'endpoint') {
      const admission = await askEndpoint(to.endpoint, to.room, who)
      if (isAgent) demandAgentToken(admission.token, who.identity)
      return admission
    }
    const { agentToken, guestToken } = await import('./tokens.ts')
    const token = isAgent ? agentToken(to, to.room, deps.instance) : guestToken(to, to.room, who)
    return { url: to.url, token: await token }
  }

  function follow(): void {
    // A server that is stopped with the app is no reason to go elsewhere.
    if (closed) return
    const wish = wanted()
    if (JSON.stringify(wish) === JSON.stringify(target)) return
    target = wish
    server = wish?.url || null
    go()
  }

  function go(): void {
    const wish = target
    turn = turn
      .then(async () => {
        await leave()
        if (target === wish && wish) await enter(wish)
        if (!wish) deps.onStatus(status())
      })
      .catch((error: unknown) => {
        deps.onProblem('the room', { pii: { error: String(error) } })
        unable = cannotJoinFault
        deps.onStatus(status())
      })
  }

  const isIn = (): boolean => {
    const now = status()
    return now.tag === 'livekit' && now.state === 'in'
  }

  return {
    follow,
    status,
    settled: () => turn,
    async entry() {
      if (!target || !isIn()) return { tag: 'local' }
      const attributes = { [SOUND_BY]: SOUND_BY_PACKETS }
      const who = { identity: `${WINDOW_IDENTITY}${deps.newId()}`, name: deps.userName, attributes }
      return { tag: 'livekit', ...(await admit(target, who, false)) }
    },
    async invite(name) {
      if (!target || !isIn()) return null
      const { guestUrl } = target
      const admission = await admit(target, { identity: `guest-${deps.newId()}`, name }, false)
      return guestUrl === undefined ? admission : { ...admission, url: guestUrl }
    },
    check() {
      const who = { identity: `check-${deps.newId()}`, name: 'Parley' }
      const { room: where, livekitUrl } = deps.settings()
      const keyless = where === 'auto' ? livekitUrl : ''
      return checkRoom(target, status(), (to) => admit(to, who, false), keyless)
    },
    server: () => server,
    retry() {
      if (room) room.retry()
      else if (unable) go()
    },
    async close() {
      closed = true
      target = null
      await turn
      await leave()
    },
  }
}
