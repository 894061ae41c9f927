// The agent's side of a LiveKit room that is kept: joined, joined again with growing pauses when it ends, and left when
// somebody closes it. For the agent it is one room all along; who comes back asks for what they missed.
import { DisconnectReason } from '@livekit/rtc-node'
import { pauseMs } from '../../../core/backoff.ts'
import type { Clock, Room, TextStreamWriter, Unsubscribe } from '../../../core/ports.ts'
import { anotherAgentFault, joiningFault, lostFault, replacedFault } from '../../../core/room-faults.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { RoomStatus } from '../../../shared/room-status.ts'
import { AGENT_IDENTITY, WINDOW_IDENTITY } from '../../../shared/wire/livekit.ts'
import { within } from './within.ts'
import type { RpcHandler } from './calls.ts'
import { joinRoom, type Joining, type Stay } from './stay.ts'

interface Deps {
  url: string
  room: string
  /** Where to go and a fresh token for the agent; both may have to be fetched. */
  admission(): Promise<{ url: string; token: string }>
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

/** Nobody who leaves waits longer for a room that is still being joined. */
const JOINING_MS = 5_000
const MOST_OF_A_NAME = 60

const nothing: TextStreamWriter = { write() {}, close() {} }

export function createLiveKitRoom(deps: Deps): LiveKitRoom {
  const { clock } = deps
  let { url } = deps
  const join = deps.join ?? joinRoom
  const texts = new Map<string, Set<(text: string, from: string) => void>>()
  const sounds = new Set<(samples: Int16Array, sampleRate: number, from: string) => void>()
  const talkers = new Set<(identity: string | null) => void>()
  const calls = new Map<string, RpcHandler>()
  let attributes: Record<string, string> = {}
  let stay: Stay | null = null
  let closed = false
  let attempt = 0
  let state: Extract<RoomStatus, { tag: 'livekit' }>['state'] = 'joining'
  let fault: Fault | null = null
  let joining: Promise<unknown> = Promise.resolve()
  let cancelRetry: Unsubscribe = () => {}
  let cancelSettled: Unsubscribe = () => {}

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

  function waitOrStop(why: Fault): void {
    stay = null
    cancelSettled()
    if (closed) return
    if (!why.retryable) return become('refused', why)
    become('waiting', why)
    cancelRetry = clock.after(pauseMs(attempt++, deps.random(), PAUSES), tryToJoin)
  }

  function tryToJoin(): void {
    joining = enter().then(
      (why) => why && waitOrStop(why),
      (error: unknown) =>
        waitOrStop(error instanceof FaultError ? error.fault : joiningFault(String(error), url)),
    )
  }

  /** Gives why it could not stay, where it could not. */
  async function enter(): Promise<Fault | null> {
    if (closed) return null
    become('joining')
    const admission = await deps.admission()
    if (closed) return null
    ;({ url } = admission)
    /** A stay can be over before it has quite begun. */
    const ended: { why: Fault | null } = { why: null }
    const entered = await join({
      ...admission,
      attributes,
      topics: texts.keys(),
      listener: {
        text: (topic, text, from) => texts.get(topic)?.forEach((listener) => listener(text, from)),
        sound: (samples, rate, from) => sounds.forEach((listener) => listener(samples, rate, from)),
        talker: (identity) => talkers.forEach((listener) => listener(identity)),
        people: () => stay && deps.onStatus(status()),
        interrupted: (now) => stay && become(now ? 'interrupted' : 'in', now ? lostFault(url) : null),
        anotherAgent: (identity) => void putOut(identity),
        ended(reason) {
          ended.why = reason === DisconnectReason.DUPLICATE_IDENTITY ? replacedFault : lostFault(url)
          if (!stay) return
          for (const listener of talkers) listener(null)
          waitOrStop(ended.why)
        },
        problem: deps.onProblem,
      },
    }).catch((error: unknown) => {
      if (!ended.why) throw error
      return null
    })
    const [other] = entered?.otherAgents() ?? []
    if (!entered || closed || ended.why || other !== undefined) {
      await entered?.leave()
      return ended.why ?? (other === undefined ? null : anotherAgentFault(other))
    }
    stay = entered
    for (const topic of texts.keys()) entered.hear(topic)
    for (const [method, handler] of calls) entered.answer(method, handler)
    // What was set while we were on our way in.
    entered.setAttributes(attributes)
    // A server that lets us in and throws us out at once is not asked twice a second.
    cancelSettled = clock.after(SETTLED_MS, () => (attempt = 0))
    become('in')
    return null
  }

  /** Two agents would answer at once: whoever comes second goes. */
  async function putOut(identity: string): Promise<void> {
    deps.onProblem('another agent came into the room', { identity })
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
    streamText: (options) => stay?.streamText(options) ?? nothing,
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
      return () => void talkers.delete(listener)
    },
    close() {
      void this.leave()
    },
    async leave() {
      closed = true
      cancelRetry()
      cancelSettled()
      // A server that neither lets us in nor refuses is not waited for; who is let in after all leaves again.
      await within(JOINING_MS, joining)
      const left = stay
      stay = null
      await left?.leave()
    },
  }
}
