// Decides which LiveKit room the agent is in, if any. It follows the settings; the conversation goes on whatever happens to
// the room.
import { BoundedSet } from '../../../base/bounded.ts'
import { createTaskQueue } from '../../../base/task-queue.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import { cannotJoinFault } from '../../../core/rooms/room-faults.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { RoomEntry } from '../../../shared/ipc.ts'
import type { HealthStep, RoomStatus } from '../../../shared/room-status.ts'
import { WINDOW_IDENTITY_PREFIX } from '../../../shared/wire/livekit.ts'
import { AUDIO_SENT_AS, AUDIO_PACKETS } from '../../../shared/wire/room-sound.ts'
import type { CompositeRoom } from '../composite-room.ts'
import { admit, admitAgent, targetOf, type LiveKitSettings, type Target } from './admission.ts'
import { createApprovers } from './approvers.ts'
import { checkRoom } from './health.ts'
import type { createLiveKitRoom, LiveKitRoom } from './livekit-room.ts'
import { loadLiveKit } from './load-livekit.ts'
import type { ServerAccess } from './local-server.ts'
import type { DecodeRecording } from './pre-connect-audio.ts'
import { demandIdentity, type Admission } from './token-endpoint.ts'

interface Deps {
  settings(): LiveKitSettings
  keys(): { key: string; secret: string } | null
  /** A server on this computer, while one runs. */
  localServer(): ServerAccess | null
  room: CompositeRoom
  clock: Clock
  random(): number
  newId(): string
  /** Tells this Parley from another one, as long as it runs. */
  instance: string
  /** The name of people who join from this computer. */
  userName: string
  /** Decodes what browsers recorded while they connected; absent where nothing can. */
  decode?: DecodeRecording | undefined
  onStatus(status: RoomStatus): void
  onProblem(what: string, fields: Record<string, unknown>): void
  /** Injected by tests. */
  load?: () => Promise<{ createLiveKitRoom: typeof createLiveKitRoom }>
}

export interface LiveKitController {
  /** The settings or the keys may have changed. */
  follow(): void
  status(): RoomStatus
  /** Resolves when the agent has left rooms it should not be in any more. */
  settled(): Promise<unknown>
  /** How a new window gets in. */
  entry(): Promise<RoomEntry>
  /** A token for a guest, valid for a few minutes; null where nobody can be invited. */
  invite(name: string, mayApprove: boolean): Promise<Admission | null>
  /** Allows a participant to approve commands and edits, or takes that back. */
  allowApproving(identity: string, mayApprove: boolean): void
  check(): Promise<HealthStep[]>
  /** The server that windows connect to; null where there is none. */
  server(): string | null
  retry(): void
  close(): Promise<void>
}

const notThere = new FaultError(
  'room_absent',
  'This person is not in the room any more.',
  'Allow it again when they are back, or invite them again.',
)

/** Each reload of a window gets a new identity. */
const MAX_WINDOWS = 1_000

export function createLiveKitController(deps: Deps): LiveKitController {
  let target: Target | null = null
  let room: LiveKitRoom | null = null
  let dismiss: Unsubscribe = () => {}
  /** Rooms are entered and left one after the other. */
  const moves = createTaskQueue()
  let server: string | null = null
  /** Set when LiveKit's library does not run on this computer. */
  let unable: Fault | null = null
  let closed = false
  /** Identities that Parley gave to the owner's windows. A name that only looks like one does not count. */
  const windows = new BoundedSet<string>(MAX_WINDOWS)
  const approvers = createApprovers()

  function status(): RoomStatus {
    if (room) return room.status()
    if (!unable || !target) return { tag: 'local' }
    const { url, room: name } = target
    return { tag: 'livekit', state: 'refused', url, room: name, people: [], fault: unable }
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
      admission: () => admitAgent(next, deps.instance),
      ...(next.by === 'keys' && {
        isTaken: () => isTaken(next, next.room, deps.instance),
        peopleThere: () => peopleIn(next, next.room),
        putOut: (identity: string) => putOut(next, next.room, identity),
      }),
      roleOf(identity) {
        if (windows.has(identity)) return 'owner'
        return approvers.has(identity) ? 'approver' : 'participant'
      },
      decode: deps.decode,
      clock: deps.clock,
      random: deps.random,
      onStatus(now) {
        if (now.tag === 'livekit') {
          server = now.url
          approvers.setPresent(now.people.map(({ identity }) => identity))
        }
        // Read again: newcomers may have a role by now.
        deps.onStatus(room === null ? now : status())
      },
      onProblem: deps.onProblem,
    })
    room = entered
    dismiss = deps.room.admit(entered)
  }

  function follow(): void {
    // A local server that stops with the app is no reason to join another room.
    if (closed) return
    const next = targetOf(deps.settings(), deps.localServer(), deps.keys())
    if (JSON.stringify(next) === JSON.stringify(target)) return
    target = next
    server = next?.url || null
    move()
  }

  function move(): void {
    const next = target
    moves
      .run(async () => {
        await leave()
        if (target === next && next) await enter(next)
        if (!next) deps.onStatus(status())
      })
      .catch((error: unknown) => {
        deps.onProblem('the room', { pii: { error: String(error) } })
        unable = cannotJoinFault
        deps.onStatus(status())
      })
  }

  const isIn = (state: 'in' | 'empty'): boolean => {
    const now = status()
    return now.tag === 'livekit' && now.state === state
  }

  return {
    follow,
    status,
    settled: moves.idle,
    async entry() {
      // The agent joins an empty room again when a window comes. The window joins once the agent is back.
      if (isIn('empty')) room?.retry()
      if (!target || !isIn('in')) return { tag: 'local' }
      const attributes = { [AUDIO_SENT_AS]: AUDIO_PACKETS }
      const who = { identity: `${WINDOW_IDENTITY_PREFIX}${deps.newId()}`, name: deps.userName, attributes }
      const admission = await admit(target, who)
      demandIdentity(admission.token, who.identity)
      windows.add(who.identity)
      return { tag: 'livekit', ...admission }
    },
    async invite(name, mayApprove) {
      // A guest must find the agent in the room.
      const wasEmpty = isIn('empty')
      if (wasEmpty) room?.retry()
      if (!target || (!wasEmpty && !isIn('in'))) return null
      const { guestUrl } = target
      const identity = `guest-${deps.newId()}`
      const admission = await admit(target, { identity, name })
      if (mayApprove) {
        demandIdentity(admission.token, identity)
        approvers.invite(identity)
      }
      return guestUrl === undefined ? admission : { ...admission, url: guestUrl }
    },
    allowApproving(identity, mayApprove) {
      if (windows.has(identity)) return
      if (!approvers.allow(identity, mayApprove)) throw notThere
      deps.onStatus(status())
    },
    check() {
      const who = { identity: `check-${deps.newId()}`, name: 'Parley' }
      const { room: where, livekitUrl } = deps.settings()
      const keyless = where === 'auto' ? livekitUrl : ''
      return checkRoom(target, status(), (to) => admit(to, who), keyless)
    },
    server: () => server,
    retry() {
      if (room) room.retry()
      else if (unable) move()
    },
    async close() {
      closed = true
      target = null
      await moves.idle()
      await leave()
    },
  }
}
