// The agent's side of a LiveKit room that is kept: joined, joined again with growing pauses when it ends, and left when
// somebody closes it. For the agent it is one room all along; who comes back asks for what they missed.
import { DisconnectReason } from '@livekit/rtc-node'
import { pauseMs } from '../../../core/backoff.ts'
import type { Clock, Room, Unsubscribe } from '../../../core/ports.ts'
import {
  anotherAgentFault,
  joiningFault,
  lostFault,
  replacedFault,
  takenFault,
} from '../../../core/room-faults.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { RoomStatus } from '../../../shared/room-status.ts'
import { AGENT_IDENTITY, WINDOW_IDENTITY } from '../../../shared/wire/livekit.ts'
import { createOpenTexts } from './open-texts.ts'
import { createDeafWatch } from './deaf-watch.ts'
import { within } from './within.ts'
import type { RpcHandler } from './calls.ts'
import { joinRoom, type Joining, type Stay } from './stay.ts'

interface Deps {
  url: string
  room: string
  /** Where to go and a fresh token for the agent; both may have to be fetched. */
  admission(): Promise<{ url: string; token: string }>
  /** Whether another Parley's agent is there, where that can be found out. */
  isTaken?(): Promise<boolean>
  /** People in the room, as the server says, where it can be asked. */
  peopleThere?(): Promise<string[]>
  /** Puts somebody out of the room, where that may be done. */
  putOut?(identity: string): Promise<void>
  clock: Clock
  random(): number
  onStatus(status: RoomStatus): void
  onProblem(what: string, fields: Record<string, unknown>): void
  /** Handed in for tests; joins for real otherwise. */
  join?: (joining: Joining) => Promise<Stay>
}

export interface LiveKitRoom extends Room {
  status(): RoomStatus
  /** Tries now. */
  retry(): void
  leave(): Promise<void>
}

/** The SDK has tried for a while already when it gives up. */
const PAUSES = { firstMs: 500, longestMs: 130_000 }
/** A stay this long was one. */
const SETTLED_MS = 10_000
/** Whatever hangs on the way in, be it the token, the server or the voice's track: it is tried anew. */
const LONGEST_JOIN_MS = 45_000
/** Nobody who leaves waits longer for a room that is still being joined. */
const JOINING_MS = 5_000
const MOST_OF_A_NAME = 60

export function createLiveKitRoom(deps: Deps): LiveKitRoom {
  const { clock } = deps
  let { url } = deps
  const join = deps.join ?? joinRoom
  const texts = new Map<string, Set<(text: string, from: string) => void>>()
  const sounds = new Set<(samples: Int16Array, sampleRate: number, from: string) => void>()
  const talkers = new Set<(identity: string | null) => void>()
  /** Whose open microphone is heard now. */
  let talker: string | null = null
  const calls = new Map<string, RpcHandler>()
  const openTexts = createOpenTexts()
  let attributes: Record<string, string> = {}
  let stay: Stay | null = null
  let closed = false
  let attempt = 0
  let state: Extract<RoomStatus, { tag: 'livekit' }>['state'] = 'joining'
  let fault: Fault | null = null
  let joining: Promise<unknown> = Promise.resolve()
  let cancelRetry: Unsubscribe = () => {}
  let cancelSettled: Unsubscribe = () => {}
  let cancelLimit: Unsubscribe = () => {}
  let endStay: (why: Fault) => void = () => {}
  let cameBackDeaf = false

  const deafWatch = createDeafWatch({
    clock,
    peopleThere: deps.peopleThere,
    isKnown: (identity) => stay?.people().some((person) => person.identity === identity) === true,
    onDeaf() {
      // Where coming back did not help, it will not the next time either.
      if (cameBackDeaf) return
      cameBackDeaf = true
      deps.onProblem('the room told of nobody who came; it is joined anew', {})
      const deaf = stay
      endStay(lostFault(url))
      void deaf?.leave()
    },
  })

  const status = (): RoomStatus => ({
    tag: 'livekit',
    state,
    url,
    room: deps.room,
    people: stay?.people() ?? [],
    fault,
  })

  function become(next: typeof state, why: Fault | null = null): void {
    state = next
    fault = why
    deps.onStatus(status())
  }

  function tellTalker(identity: string | null): void {
    talker = identity
    for (const listener of talkers) listener(identity)
  }

  function waitOrStop(why: Fault): void {
    stay = null
    deafWatch.stop()
    openTexts.cutOff()
    cancelSettled()
    if (closed) return
    // Somebody may have been heard before we were quite in.
    tellTalker(null)
    if (!why.retryable) return become('refused', why)
    become('waiting', why)
    cancelRetry = clock.after(pauseMs(attempt++, deps.random(), PAUSES), tryToJoin)
  }

  function tryToJoin(): void {
    const limit = new AbortController()
    function finish(why: Fault | null): void {
      if (limit.signal.aborted) return
      cancelLimit()
      if (why) waitOrStop(why)
    }
    cancelLimit = clock.after(LONGEST_JOIN_MS, () => {
      finish(joiningFault('it took too long', url))
      limit.abort()
    })
    joining = enter(limit.signal).then(finish, (error: unknown) =>
      finish(error instanceof FaultError ? error.fault : joiningFault(String(error), url)),
    )
  }

  /** Gives why it could not stay, where it could not. */
  async function enter(givenUp: AbortSignal): Promise<Fault | null> {
    const unwanted = (): boolean => closed || givenUp.aborted
    if (unwanted()) return null
    become('joining')
    if (await isTaken()) return takenFault
    const admission = await deps.admission()
    if (unwanted()) return null
    ;({ url } = admission)
    /** A stay can be over before it has quite begun. */
    const ended: { why: Fault | null } = { why: null }
    /** One that is over does not speak for the one after it. */
    const lasts = (): boolean => ended.why === null && !unwanted()
    const isIn = (): boolean => lasts() && stay !== null
    function end(why: Fault): void {
      if (!lasts()) return
      ended.why = why
      if (stay) waitOrStop(why)
    }
    const entered = await join({
      ...admission,
      attributes,
      topics: texts.keys(),
      clock,
      givenUp,
      listener: {
        text: (topic, text, from) => lasts() && texts.get(topic)?.forEach((listener) => listener(text, from)),
        sound: (samples, rate, from) =>
          lasts() && sounds.forEach((listener) => listener(samples, rate, from)),
        talker: (identity) => lasts() && tellTalker(identity),
        people() {
          if (!isIn()) return
          cameBackDeaf = false
          deps.onStatus(status())
        },
        interrupted(now) {
          if (!isIn()) return
          if (!now) deafWatch.begin()
          become(now ? 'interrupted' : 'in', now ? lostFault(url) : null)
        },
        anotherAgent: (identity) => lasts() && void putOut(identity),
        ended: (reason) =>
          end(
            reason === DisconnectReason.DUPLICATE_IDENTITY
              ? replacedFault(deps.isTaken !== undefined)
              : lostFault(url),
          ),
        problem: deps.onProblem,
      },
    }).catch((error: unknown) => {
      if (!ended.why) throw error
      return null
    })
    const [other] = entered?.otherAgents() ?? []
    if (!entered || unwanted() || ended.why || other !== undefined) {
      await entered?.leave()
      return ended.why ?? (other === undefined ? null : anotherAgentFault(other))
    }
    stay = entered
    endStay = end
    for (const topic of texts.keys()) entered.hear(topic)
    for (const [method, handler] of calls) entered.answer(method, handler)
    // What was set while we were on our way in.
    entered.setAttributes(attributes)
    openTexts.goOn(entered.streamText)
    // A server that lets us in and throws us out at once is not asked twice a second.
    cancelSettled = clock.after(SETTLED_MS, () => (attempt = 0))
    deafWatch.begin()
    become('in')
    return null
  }

  /** Whoever joins takes the place of another Parley in the middle of its conversation: it is looked first. */
  async function isTaken(): Promise<boolean> {
    try {
      return (await deps.isTaken?.()) ?? false
    } catch (error) {
      // A server that does not answer, or not to us, says why to whoever joins.
      deps.onProblem('who is in the room could not be found out', { pii: { error: String(error) } })
      return false
    }
  }

  /** Two agents would answer at once: whoever comes second goes. */
  async function putOut(identity: string): Promise<void> {
    deps.onProblem('another agent came into the room', { pii: { identity } })
    try {
      await deps.putOut?.(identity)
    } catch (error) {
      deps.onProblem('it could not be put out', { pii: { error: String(error) } })
    }
  }

  tryToJoin()

  return {
    agentIdentity: AGENT_IDENTITY,
    status,
    retry() {
      if (stay || closed || state === 'joining') return
      cancelRetry()
      attempt = 0
      tryToJoin()
    },
    publishData: (topic, bytes, { to } = {}) => stay?.publishData(topic, bytes, to),
    streamText: openTexts.open,
    publishAudio: (samples, sampleRate) => stay?.say(samples, sampleRate),
    silence: () => stay?.silence(),
    setAttributes(changed) {
      attributes = { ...attributes, ...changed }
      stay?.setAttributes(changed)
    },
    participants: () => stay?.people().map(({ identity }) => identity) ?? [],
    mayBeAway: (identity) => stay?.people().some((person) => person.identity === identity) === true,
    nameOf(identity) {
      if (identity.startsWith(WINDOW_IDENTITY)) return null
      const name = stay?.people().find((person) => person.identity === identity)?.name
      return (name || identity).slice(0, MOST_OF_A_NAME)
    },
    async drained() {
      await stay?.drained()
    },
    onText(topic, listener): Unsubscribe {
      const listeners = texts.get(topic) ?? new Set()
      texts.set(topic, listeners.add(listener))
      stay?.hear(topic)
      return () => void listeners.delete(listener)
    },
    onRpc(method, handler): Unsubscribe {
      calls.set(method, handler)
      stay?.answer(method, handler)
      return () => {
        if (calls.get(method) !== handler) return
        calls.delete(method)
        stay?.dontAnswer(method)
      }
    },
    onAudio(listener): Unsubscribe {
      sounds.add(listener)
      return () => void sounds.delete(listener)
    },
    onTalker(listener): Unsubscribe {
      talkers.add(listener)
      // A conversation that begins later finds somebody who talks already, and hears of no change.
      if (talker !== null) listener(talker)
      return () => void talkers.delete(listener)
    },
    close() {
      void this.leave()
    },
    async leave() {
      closed = true
      cancelRetry()
      cancelSettled()
      cancelLimit()
      deafWatch.stop()
      // A server that neither lets us in nor refuses is not waited for; who is let in after all leaves again.
      await within(JOINING_MS, joining)
      const left = stay
      stay = null
      openTexts.cutOff()
      await left?.leave()
    },
  }
}
