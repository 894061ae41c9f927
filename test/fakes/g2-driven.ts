// The session of the glasses with a world around it: takes open at once, the brain and the recogniser say what the test has
// them say, time comes when the test says so. Everything the phone is told is looked at: whatever document 004 rules out
// is an error here, in whichever test it happens.
import { g2Session } from '../../src/core/guests/g2-session.ts'
import {
  g2StatusOf,
  initialG2,
  type G2Input,
  type G2Request,
  type G2State,
  type G2Timer,
} from '../../src/core/guests/g2-state.ts'
import type { EarsState } from '../../src/core/ports/guests.ts'
import type { Fault } from '../../src/shared/errors.ts'
import { g2Outbound, type G2Outbound, type G2Status } from '../../src/shared/wire/g2.ts'
import { brainFault } from './fake-house.ts'

export interface G2Driven {
  readonly state: G2State
  readonly status: G2Status
  /** What the phone was told and nobody has taken yet, as text. */
  taken(): string[]
  readonly timers: ReadonlySet<G2Timer>
  /** The bytes of the take that is open; null where none is. */
  readonly recorded: number | null
  readonly running: string | null
  readonly asked: number
  readonly lastAsked: string
  readonly acknowledged: number
  readonly left: number
  readonly closedPhones: number
  came(): void
  goes(): void
  /** It is gone without a word, and that was noticed. */
  vanishes(): void
  /** From here on nothing arrives at the phone, and nobody notices, until one comes. */
  isLost(): void
  sends(data: string | Uint8Array | object): void
  hears(hearing: EarsState): void
  understands(text: string): void
  misunderstands(fault: Fault): void
  spoils(): void
  replies(...deltas: string[]): void
  works(): void
  /** So many tools run. */
  tools(running: number): void
  ends(): void
  fails(fault?: Fault): void
  /** The timer goes off, if it runs. */
  comes(timer: G2Timer): void
  breaks(): void
  /** Whatever else may come, such as what is late. */
  feed(input: G2Input): void
}

/** What may be told after what, but for a refusal, which tells the same again, and a fatal error, which ends the turn. */
const AFTER: Record<G2Status, readonly G2Status[]> = {
  loading: ['idle', 'thinking'],
  idle: ['loading', 'recording', 'thinking'],
  recording: ['transcribing'],
  transcribing: ['thinking'],
  thinking: ['streaming'],
  streaming: [],
}

/** Watches over what one phone after the other is told; says what is wrong about it. */
function createWitness() {
  let told: G2Status | null = null
  let settling: 'error' | 'end' | 'connected' | null = null
  return {
    connected: () => (told = null),
    see(frame: G2Outbound): string | null {
      const before = settling
      if (frame.type !== 'ping') settling = null
      if (frame.type === 'connected') {
        if (told !== null) return 'connected twice'
        settling = 'connected'
        told = 'idle'
        return null
      }
      if (told === null) return `${frame.type} before connected`
      if ((before === 'error' || before === 'end') && frame.type !== 'status')
        return `${frame.type} and no status after ${before}`
      const last = told
      switch (frame.type) {
        case 'status': {
          told = frame.status
          if (before === 'connected' || (before === 'error' && last === told)) return null
          const over = told === 'idle' || told === 'loading'
          if (over && (before === 'end' || before === 'error')) return null
          return AFTER[last].includes(told) ? null : `${told} after ${last}`
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
      }
    },
    told: () => told,
    isSettled: () => settling === null || settling === 'connected',
  }
}

export function driveG2(hearing: EarsState = 'ready'): G2Driven {
  let state = initialG2
  let ears = hearing
  let reachable = true
  const witness = createWitness()
  const timers = new Set<G2Timer>()
  let heard: string[] = []
  let take: { takeId: string; bytes: number } | null = null
  let running: string | null = null
  let lastAsked = ''
  const counts = { ids: 0, asked: 0, acknowledged: 0, left: 0, closedPhones: 0 }
  const newId = (): string => `id-${++counts.ids}`

  function feed(input: G2Input): void {
    const step = g2Session(state, input)
    state = step.state
    for (const frame of step.frames) {
      const wrong = g2Outbound.safeParse(frame).success ? witness.see(frame) : 'no frame of the document'
      if (wrong !== null) throw new Error(`${wrong}: ${JSON.stringify(frame)} on ${JSON.stringify(input)}`)
      heard.push(JSON.stringify(frame))
    }
    if (state.missed === null && !(witness.isSettled() && witness.told() === g2StatusOf(state)))
      throw new Error(`told ${witness.told()} and is ${g2StatusOf(state)} on ${JSON.stringify(input)}`)
    step.requests.forEach(perform)
    // Everything arrives, and the phone shows it, unless its network is dead.
    const { count, unsure } = state.told
    if (reachable && state.missed === null && unsure.length > 0) feed({ type: 'phone.received', count })
  }

  function perform(request: G2Request): void {
    switch (request.type) {
      case 'take.open': {
        if (take) throw new Error('A take is open already.')
        if (ears === 'off' || ears === 'failed') {
          const fault: Fault = { ...brainFault, code: 'ears_unavailable', message: 'Parley cannot hear.' }
          return feed({ type: 'take.refused', fault })
        }
        take = { takeId: newId(), bytes: 0 }
        return feed({ type: 'take.opened', takeId: take.takeId })
      }
      case 'take.write':
        if (!take) throw new Error('Sound without a take.')
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
        return feed({ type: 'turn.told', event: { type: 'turn.started', turnId: request.turnId } })
      case 'turn.interrupt': {
        if (running === null) return
        const turnId = running
        running = null
        return feed({
          type: 'turn.told',
          event: { type: 'turn.ended', turnId, outcome: 'interrupted', reply: '' },
        })
      }
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
    taken() {
      const all = heard
      heard = []
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
    came() {
      witness.connected()
      reachable = true
      feed({ type: 'phone.came', hearing: ears })
    },
    isLost: () => void (reachable = false),
    goes: () => feed({ type: 'phone.left', broken: false }),
    vanishes: () => feed({ type: 'phone.left', broken: true }),
    sends(data) {
      const plain = typeof data === 'string' || data instanceof Uint8Array ? data : JSON.stringify(data)
      feed({ type: 'phone.sent', data: plain, turnId: newId() })
    },
    hears(now) {
      ears = now
      feed({ type: 'ears.changed', hearing: now })
    },
    understands: (text) => feed({ type: 'take.understood', takeId: takeId(), text, turnId: newId() }),
    misunderstands: (fault) => feed({ type: 'take.failed', takeId: takeId(), fault }),
    spoils: () => feed({ type: 'take.spoilt', takeId: takeId() }),
    replies(...deltas) {
      for (const delta of deltas)
        feed({ type: 'turn.told', event: { type: 'reply.appended', turnId: turn(), delta } })
    },
    works: () =>
      feed({
        type: 'turn.told',
        event: { type: 'status.changed', turnId: turn(), action: 'searching_files' },
      }),
    tools: (count) =>
      feed({ type: 'turn.told', event: { type: 'tools.changed', turnId: turn(), running: count } }),
    ends() {
      const turnId = over()
      feed({ type: 'turn.told', event: { type: 'turn.ended', turnId, outcome: 'completed', reply: '' } })
    },
    fails(fault = brainFault) {
      const turnId = over()
      feed({ type: 'turn.told', event: { type: 'turn.failed', turnId, fault, reply: '' } })
    },
    comes(timer) {
      if (timers.delete(timer)) feed({ type: 'time.came', timer })
    },
    breaks: () => feed({ type: 'request.broke' }),
    feed,
  }
}
