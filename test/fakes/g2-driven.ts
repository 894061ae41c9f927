// Drives a G2 session: takes open at once, and the test controls the brain, the recognizer and the time. Every frame to the phone
// is checked: a frame that the G2 protocol forbids is an error in any test.
import { g2Session } from '../../src/core/wires/g2/session.ts'
import {
  g2StatusOf,
  initialG2,
  type G2Input,
  type G2Effect,
  type G2State,
  type G2Timer,
} from '../../src/core/wires/g2/state.ts'
import type { RecognizerState } from '../../src/core/ports/guests.ts'
import type { Fault } from '../../src/shared/errors.ts'
import { g2Outbound, type G2Outbound, type G2Status } from '../../src/shared/wire/g2.ts'
import { brainFault } from './fake-guest-host.ts'

export interface G2Driven {
  readonly state: G2State
  readonly status: G2Status
  /** Frames to the phone that the test has not read yet, as text. */
  received(): string[]
  readonly timers: ReadonlySet<G2Timer>
  /** The bytes of the open take; null if none is open. */
  readonly recorded: number | null
  readonly running: string | null
  readonly asked: number
  readonly lastAsked: string
  readonly acknowledged: number
  readonly left: number
  readonly closedPhones: number
  /** How often a new conversation was started. */
  readonly resets: number
  connects(): void
  disconnects(): void
  /** The connection broke without a close, and the gateway noticed. */
  vanishes(): void
  /** From now on nothing arrives at the phone, and the gateway does not notice until a phone connects. */
  losesNetwork(): void
  sends(data: string | Uint8Array | object): void
  recognizerBecomes(state: RecognizerState): void
  transcribes(text: string): void
  failsTranscription(fault: Fault): void
  spoils(): void
  replies(...deltas: string[]): void
  works(): void
  /** So many tools run. */
  tools(running: number): void
  ends(): void
  fails(fault?: Fault): void
  /** Fires the timer if it runs. */
  fires(timer: G2Timer): void
  breaks(): void
  /** Any other input, such as a late one. */
  feed(input: G2Input): void
}

/** Which frame may follow which. A refusal repeats the status, and a fatal error ends the turn. */
const AFTER: Record<G2Status, readonly G2Status[]> = {
  loading: ['idle', 'thinking'],
  idle: ['loading', 'recording', 'thinking'],
  recording: ['transcribing'],
  transcribing: ['thinking'],
  thinking: ['streaming'],
  streaming: [],
}

/** Checks the frames to each phone, and says what is wrong with one. */
function createWitness() {
  let lastStatus: G2Status | null = null
  let settling: 'error' | 'end' | 'connected' | null = null
  let wanted = false
  return {
    connected: () => (lastStatus = null),
    /** The phone asks for its status, which may be a repetition. */
    asksForStatus: () => void (wanted = true),
    see(frame: G2Outbound): string | null {
      const before = settling
      if (frame.type !== 'ping') settling = null
      if (frame.type === 'connected') {
        if (lastStatus !== null) return 'connected twice'
        settling = 'connected'
        lastStatus = 'idle'
        return null
      }
      if (lastStatus === null) return `${frame.type} before connected`
      if ((before === 'error' || before === 'end') && frame.type !== 'status')
        return `${frame.type} and no status after ${before}`
      const last = lastStatus
      switch (frame.type) {
        case 'status': {
          lastStatus = frame.status
          const answers = wanted
          wanted = false
          if (answers && last === lastStatus) return null
          if (before === 'connected' || (before === 'error' && last === lastStatus)) return null
          const over = lastStatus === 'idle' || lastStatus === 'loading'
          if (over && (before === 'end' || before === 'error')) return null
          return AFTER[last].includes(lastStatus) ? null : `${lastStatus} after ${last}`
        }
        case 'transcription':
          return last === 'transcribing' ? null : `a transcription while ${last}`
        case 'assistant':
          return last === 'streaming' ? null : `a piece of a reply while ${last}`
        case 'end':
          settling = 'end'
          return last === 'streaming' || last === 'thinking' ? null : `an end while ${last}`
        case 'error':
          settling = 'error'
          return null
        case 'ping':
          return null
        case 'history':
          return wanted ? null : 'a history without a request'
        case 'session_reset':
          return last === 'idle' || last === 'loading' ? null : `a new session while ${last}`
      }
    },
    lastStatus: () => lastStatus,
    isSettled: () => settling === null || settling === 'connected',
  }
}

export function driveG2(initial: RecognizerState = 'ready'): G2Driven {
  let state = initialG2
  let recognizer = initial
  let reachable = true
  const witness = createWitness()
  const timers = new Set<G2Timer>()
  let unread: string[] = []
  let take: { takeId: string; bytes: number } | null = null
  let running: string | null = null
  let lastAsked = ''
  const counts = { ids: 0, asked: 0, acknowledged: 0, left: 0, closedPhones: 0, resets: 0 }
  const newId = (): string => `id-${++counts.ids}`

  function feed(input: G2Input): void {
    const step = g2Session(state, input, 0)
    state = step.state
    for (const frame of step.frames) {
      const wrong = g2Outbound.safeParse(frame).success ? witness.see(frame) : 'not a frame of the protocol'
      if (wrong !== null) throw new Error(`${wrong}: ${JSON.stringify(frame)} on ${JSON.stringify(input)}`)
      unread.push(JSON.stringify(frame))
    }
    if (state.missed === null && !(witness.isSettled() && witness.lastStatus() === g2StatusOf(state)))
      throw new Error(`sent ${witness.lastStatus()} and is ${g2StatusOf(state)} on ${JSON.stringify(input)}`)
    step.effects.forEach(perform)
    // Everything arrives, and the phone confirms it, unless its network has failed.
    const { count, unsure } = state.sent
    if (reachable && state.missed === null && unsure.length > 0) feed({ type: 'phone.received', count })
  }

  function perform(request: G2Effect): void {
    switch (request.type) {
      case 'take.open': {
        if (take) throw new Error('A take is open already.')
        if (recognizer === 'off' || recognizer === 'failed') {
          const fault: Fault = { ...brainFault, code: 'ears_unavailable', message: 'Parley cannot hear.' }
          return feed({ type: 'take.refused', fault })
        }
        take = { takeId: newId(), bytes: 0 }
        return feed({ type: 'take.opened', takeId: take.takeId })
      }
      case 'take.write':
        if (!take) throw new Error('Audio without a take.')
        take.bytes += request.bytes.length
        return
      case 'take.release':
        if (take?.takeId !== request.takeId) throw new Error('Not the take that is open.')
        return
      case 'take.cancel':
      case 'take.leave':
      case 'take.acknowledge':
        if (take?.takeId !== request.takeId) throw new Error('Not the take that is open.')
        take = null
        if (request.type === 'take.acknowledge') counts.acknowledged++
        if (request.type === 'take.leave') counts.left++
        return
      case 'turn.ask':
        if (running !== null) throw new Error('Asked in the middle of a turn.')
        running = request.turnId
        lastAsked = request.text
        counts.asked++
        return feed({ type: 'turn.event', event: { type: 'turn.started', turnId: request.turnId } })
      case 'turn.interrupt': {
        if (running === null) return
        const turnId = running
        running = null
        return feed({
          type: 'turn.event',
          event: { type: 'turn.ended', turnId, outcome: 'interrupted', reply: '' },
        })
      }
      case 'conversation.reset':
        if (running !== null) throw new Error('A new conversation in the middle of a turn.')
        counts.resets++
        return
      case 'timer.start':
        timers.add(request.timer)
        return
      case 'timer.stop':
        timers.delete(request.timer)
        return
      case 'phone.close':
        counts.closedPhones++
    }
  }

  const turn = (): string => {
    if (running === null) throw new Error('No turn is running.')
    return running
  }
  const over = (): string => {
    const turnId = turn()
    running = null
    return turnId
  }
  const takeId = (): string => {
    if (!take) throw new Error('No take is open.')
    return take.takeId
  }

  return {
    get state() {
      return state
    },
    get status() {
      return g2StatusOf(state)
    },
    received() {
      const all = unread
      unread = []
      return all
    },
    timers,
    get recorded() {
      return take?.bytes ?? null
    },
    get running() {
      return running
    },
    get asked() {
      return counts.asked
    },
    get lastAsked() {
      return lastAsked
    },
    get acknowledged() {
      return counts.acknowledged
    },
    get left() {
      return counts.left
    },
    get closedPhones() {
      return counts.closedPhones
    },
    get resets() {
      return counts.resets
    },
    connects() {
      witness.connected()
      reachable = true
      feed({ type: 'phone.connected', recognizer })
    },
    losesNetwork: () => void (reachable = false),
    disconnects: () => feed({ type: 'phone.disconnected', broken: false }),
    vanishes: () => feed({ type: 'phone.disconnected', broken: true }),
    sends(data) {
      const plain = typeof data === 'string' || data instanceof Uint8Array ? data : JSON.stringify(data)
      if (typeof plain === 'string' && plain.includes('status_request')) witness.asksForStatus()
      feed({ type: 'phone.sent', data: plain, turnId: newId() })
    },
    recognizerBecomes(now) {
      recognizer = now
      feed({ type: 'recognizer.changed', recognizer: now })
    },
    transcribes: (text) => feed({ type: 'take.transcribed', takeId: takeId(), text, turnId: newId() }),
    failsTranscription: (fault) => feed({ type: 'take.failed', takeId: takeId(), fault }),
    spoils: () => feed({ type: 'take.broken', takeId: takeId() }),
    replies(...deltas) {
      for (const delta of deltas)
        feed({ type: 'turn.event', event: { type: 'reply.appended', turnId: turn(), delta } })
    },
    works: () =>
      feed({
        type: 'turn.event',
        event: { type: 'status.changed', turnId: turn(), action: 'searching_files' },
      }),
    tools: (count) =>
      feed({ type: 'turn.event', event: { type: 'tools.changed', turnId: turn(), running: count } }),
    ends() {
      const turnId = over()
      feed({ type: 'turn.event', event: { type: 'turn.ended', turnId, outcome: 'completed', reply: '' } })
    },
    fails(fault = brainFault) {
      const turnId = over()
      feed({ type: 'turn.event', event: { type: 'turn.failed', turnId, fault, reply: '' } })
    },
    fires(timer) {
      if (timers.delete(timer)) feed({ type: 'timer.fired', timer })
    },
    breaks: () => feed({ type: 'effect.failed' }),
    feed,
  }
}
