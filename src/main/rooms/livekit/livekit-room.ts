// The agent's side of a LiveKit room. It joins, joins again when the connection ends, and leaves when it is closed. The rest
// of Parley sees one room all along; participants who come back ask for what they missed.
import { DisconnectReason } from '@livekit/rtc-node'
import { withTimeout } from '../../../base/timeout.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { ParticipantRole } from '../../../shared/authorization.ts'
import type { Room } from '../../../core/ports/room.ts'
import {
  anotherAgentFault,
  joiningFault,
  lostFault,
  replacedFault,
  takenFault,
} from '../../../core/rooms/room-faults.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { RoomStatus } from '../../../shared/room-status.ts'
import { AGENT_IDENTITY } from '../../../shared/wire/livekit.ts'
import { createJoinAttempts, type JoinFailure } from './join-attempts.ts'
import { createOpenTexts } from './open-texts.ts'
import { createLastingAttributes, withStateAtRest } from './own-attributes.ts'
import type { DecodeRecording } from './pre-connect-audio.ts'
import {
  joinRoom,
  type Joining,
  type RoomConnection,
  type RoomConnectionListener,
} from './room-connection.ts'
import { createRoomSubscriptions } from './room-subscriptions.ts'
import { createSubscriptionWatchdog } from './subscription-watchdog.ts'

interface Deps {
  url: string
  room: string
  /** The server's address and a fresh token for the agent. */
  admission(): Promise<{ url: string; token: string }>
  /** Whether the agent of another Parley is in the room; absent where the server cannot be asked. */
  isTaken?(): Promise<boolean>
  /** People in the room, from the server; absent where it cannot be asked. */
  peopleThere?(): Promise<string[]>
  /** Removes a participant; absent where the agent may not. */
  putOut?(identity: string): Promise<void>
  /** All are plain participants when absent. */
  roleOf?(identity: string): ParticipantRole
  /** Decodes what browsers recorded while they connected; absent where nothing can. */
  decode?: DecodeRecording | undefined
  clock: Clock
  random(): number
  onStatus(status: RoomStatus): void
  onProblem(what: string, fields: Record<string, unknown>): void
  /** Injected by tests. */
  join?: (joining: Joining) => Promise<RoomConnection>
}

export interface LiveKitRoom extends Room {
  status(): RoomStatus
  /** Tries to join now. */
  retry(): void
  leave(): Promise<void>
}

/** How long leaving waits for a join that is under way. */
const MAX_LEAVE_MS = 5_000
const MAX_NAME_LENGTH = 60

/** How a server says that it closed the room. */
const closings: ReadonlySet<unknown> = new Set([DisconnectReason.ROOM_CLOSED, DisconnectReason.ROOM_DELETED])

export function createLiveKitRoom(deps: Deps): LiveKitRoom {
  const { clock } = deps
  let { url } = deps
  const roleOf = (identity: string): ParticipantRole => deps.roleOf?.(identity) ?? 'participant'
  const subscriptions = createRoomSubscriptions()
  const openTexts = createOpenTexts()
  let connection: RoomConnection | null = null
  const attributes = createLastingAttributes(() => connection)
  let endConnection: (why: JoinFailure) => void = () => {}
  let closed = false
  let state: Extract<RoomStatus, { tag: 'livekit' }>['state'] = 'joining'
  let fault: Fault | null = null

  const people = () => connection?.people() ?? []
  const isHere = (identity: string): boolean => people().some((person) => person.identity === identity)

  const attempts = createJoinAttempts({
    clock,
    random: deps.random,
    join: enter,
    faultOf: (error) => (error instanceof FaultError ? error.fault : joiningFault(String(error), url)),
    onFailed: disconnected,
    peopleThere: deps.peopleThere,
  })

  /** Set once the watchdog made the agent join again: where that did not help, it will not the next time. */
  let rejoinedInVain = false
  const watchdog = createSubscriptionWatchdog({
    clock,
    peopleThere: deps.peopleThere,
    isKnown: isHere,
    onMissing() {
      if (rejoinedInVain) return
      rejoinedInVain = true
      deps.onProblem('the room reports nobody who came; joining again', {})
      const broken = connection
      endConnection(lostFault(url))
      void broken?.leave()
    },
  })

  const status = (): RoomStatus => ({
    tag: 'livekit',
    state,
    url,
    room: deps.room,
    people: people().map((person) => ({ ...person, role: roleOf(person.identity) })),
    fault,
  })

  function become(next: typeof state, why: Fault | null = null): void {
    state = next
    fault = why
    deps.onStatus(status())
  }

  /** Called after the status was reported: only then is it known who may approve. */
  const reportNewcomers = (): void => subscriptions.setPeople(people().map(({ identity }) => identity))

  function disconnected(why: JoinFailure): void {
    connection = null
    subscriptions.detach()
    watchdog.stop()
    openTexts.pause()
    if (closed) return attempts.stop()
    // Somebody may have been heard before the agent was fully in.
    subscriptions.setTalker(null)
    if (why === 'empty') become('empty')
    else become(why.retryable ? 'waiting' : 'refused', why)
    attempts.planAfter(why)
  }

  /** Resolves with the reason when the agent could not join or was disconnected at once. */
  async function enter(givenUp: AbortSignal): Promise<JoinFailure | null> {
    const unwanted = (): boolean => closed || givenUp.aborted
    if (unwanted()) return null
    become('joining')
    if (await isTaken(deps)) return takenFault
    const admission = await deps.admission()
    if (unwanted()) return null
    ;({ url } = admission)
    /** A connection can end before `join` has resolved. */
    const ended: { why: JoinFailure | null } = { why: null }
    const lasts = (): boolean => ended.why === null && !unwanted()
    function end(why: JoinFailure): void {
      if (!lasts()) return
      ended.why = why
      if (connection) disconnected(why)
    }
    const entered = await (deps.join ?? joinRoom)({
      ...admission,
      // Participants who are already there see these first.
      attributes: withStateAtRest(attributes.all(), true),
      topics: subscriptions.topics(),
      clock,
      givenUp,
      decode: deps.decode,
      listener: listenerWhile(lasts, end),
    }).catch((error: unknown) => {
      if (!ended.why) throw error
      return null
    })
    const [otherAgent] = entered?.otherAgents() ?? []
    if (!entered || unwanted() || ended.why || otherAgent !== undefined) {
      await entered?.leave()
      return ended.why ?? (otherAgent === undefined ? null : anotherAgentFault(otherAgent))
    }
    connection = entered
    endConnection = end
    subscriptions.attach(entered)
    // They may have changed while the agent joined.
    attributes.publish()
    openTexts.resume(entered.streamText)
    attempts.joined()
    watchdog.begin()
    become('in')
    reportNewcomers()
    return null
  }

  function listenerWhile(lasts: () => boolean, end: (why: JoinFailure) => void): RoomConnectionListener {
    const isIn = (): boolean => lasts() && connection !== null
    return {
      text: (topic, text, from) => lasts() && subscriptions.text(topic, text, from),
      audio: (samples, rate, from) => lasts() && subscriptions.audio(samples, rate, from),
      talker: (identity) => lasts() && subscriptions.setTalker(identity),
      people() {
        if (!isIn()) return
        rejoinedInVain = false
        attributes.peopleChanged()
        deps.onStatus(status())
        reportNewcomers()
      },
      interrupted(now) {
        if (!isIn()) return
        if (!now) watchdog.begin()
        become(now ? 'interrupted' : 'in', now ? lostFault(url) : null)
      },
      anotherAgent: (identity) => lasts() && void putOut(deps, identity),
      ended(reason) {
        const wasEmpty = people().length === 0
        if (reason === DisconnectReason.DUPLICATE_IDENTITY) end(replacedFault(deps.isTaken !== undefined))
        else if (wasEmpty && closings.has(reason)) end('empty')
        else end(lostFault(url))
      },
      problem: deps.onProblem,
    }
  }

  attempts.start()

  const { onText, onRpc, onAudio, onTalker, onNewcomer } = subscriptions
  return {
    agentIdentity: AGENT_IDENTITY,
    status,
    retry() {
      if (!connection && !closed && state !== 'joining') attempts.restart()
    },
    publishData: (topic, bytes, { to } = {}) => connection?.publishData(topic, bytes, to),
    streamText: openTexts.open,
    publishAudio: (samples, sampleRate) => connection?.publishAudio(samples, sampleRate),
    silence: () => connection?.silence(),
    setAttributes: attributes.set,
    participants: () => people().map(({ identity }) => identity),
    mayBeAway: isHere,
    nameOf(identity) {
      if (roleOf(identity) === 'owner') return null
      const name = people().find((person) => person.identity === identity)?.name
      return (name || identity).slice(0, MAX_NAME_LENGTH)
    },
    roleOf,
    async drained() {
      await connection?.drained()
    },
    onText,
    onRpc,
    onAudio,
    onTalker,
    onNewcomer,
    close() {
      void this.leave()
    },
    async leave() {
      closed = true
      attempts.stop()
      watchdog.stop()
      // A server that neither admits nor refuses the agent is not waited for. If it admits it later, the agent leaves then.
      await withTimeout(attempts.settled(), MAX_LEAVE_MS, clock)
      const left = connection
      connection = null
      openTexts.pause()
      await left?.leave()
    },
  }
}

/** Joining would replace another Parley in the middle of its conversation, so the agent asks first. */
async function isTaken(deps: Pick<Deps, 'isTaken' | 'onProblem'>): Promise<boolean> {
  try {
    return (await deps.isTaken?.()) ?? false
  } catch (error) {
    // Joining fails too then, and says why.
    deps.onProblem('the server did not say who is in the room', { pii: { error: String(error) } })
    return false
  }
}

/** Two agents would both answer, so the second one is removed. */
async function putOut(deps: Pick<Deps, 'putOut' | 'onProblem'>, identity: string): Promise<void> {
  deps.onProblem('another agent joined the room', { pii: { identity } })
  try {
    await deps.putOut?.(identity)
  } catch (error) {
    deps.onProblem('the other agent could not be removed', { pii: { error: String(error) } })
  }
}
