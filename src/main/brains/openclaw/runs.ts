// The runs of one session: one at a time, in order. A run outlives the connection it began on: when there is a new one, the
// gateway is asked what became of it.
import type { GatewayEvent } from '../../../core/openclaw/gateway-event.ts'
import type { Aftermath } from '../../../core/openclaw/history.ts'
import { followRun, newRun, takenOver, type Run } from '../../../core/openclaw/run.ts'
import { lostRun, notRecorded } from '../../../core/openclaw/run-faults.ts'
import type { Ask, BrainEvent, Clock, Unsubscribe } from '../../../core/ports.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import { createAborts } from './aborts.ts'
import type { Speaker } from './speaker.ts'
import { createSteers } from './steers.ts'

export interface Runs {
  ask(runId: string, text: string): void
  /** `text` is what is sent for the words. */
  steer(runId: string, words: Ask, text: string): void
  abort(runId: string): void
  heard(event: RunEvent, isOurs: boolean): void
  /** There is a connection: what waited is sent, what went on is caught up with. */
  connected(speaker: Speaker): Promise<void>
  /** There is none, and this is why. */
  disconnected(fault: Fault, hopeless: boolean): void
  /** Frames were lost: the record is asked instead. Rejects where it cannot be. */
  catchUp(): Promise<void>
  /** Our id of the run that the gateway calls this; of the one going on where it does not say. */
  runOf(key: string | null): string | null
  active(): { runId: string; key: string } | null
  has(runId: string): boolean
  /** Ends all of them, and resolves when the gateway knows. */
  close(): Promise<void>
}

interface Deps {
  clock: Clock
  newId(): string
  speaker(): Speaker | null
  emit(event: BrainEvent): void
  /** The gateway said something of the run that is going on, or its record had something new. */
  onHeard(): void
  /** A request was not answered, or not so that it could be read. */
  onUnanswered(error: unknown): void
  /** A run is over and forgotten. */
  onOver(runId: string): void
  onError(what: string, error: unknown): void
}

type RunEvent = GatewayEvent & { key: string }

interface Entry {
  run: Run
  text: string
  sent: 'no' | 'maybe' | 'yes'
  sending: Promise<void>
  /** It was cut off; the next run of the session goes on with it. */
  orphaned: boolean
  /** What is heard while the record is being read, which comes first; null when it is not. */
  held: { event: RunEvent; isOurs: boolean }[] | null
  /** How often the record was asked for; only the latest answer counts. */
  readings: number
  /** The gateway says that it is over, so that only the record can still tell of it. */
  isOver: boolean
  cancelGrace: Unsubscribe
}

/** How long a restarted gateway has to go on with what it was doing, where it does not say that it will. */
const GRACE_MS = 120_000
/** Runs that are over are remembered so that their late frames are known. */
const MAX_REMEMBERED = 500
/** Output of a running command is shown at most this often. */
const OUTPUT_EVERY_MS = 500

export function createRuns(deps: Deps): Runs {
  const queue: Entry[] = []
  const over = new Set<string>()
  const shownAt = new Map<string, number>()
  const aborts = createAborts({
    speaker: deps.speaker,
    onRefused: (runId, fault) => deps.emit({ type: 'abort.refused', runId, fault }),
    onError: deps.onError,
  })
  const steers = createSteers({
    newId: deps.newId,
    speaker: deps.speaker,
    onTakenIn(key) {
      over.add(key)
      const [entry] = queue
      const detail = 'What you said is taken in'
      if (entry) tell(entry, { type: 'status.told', runId: entry.run.runId, detail })
    },
    onRefused: (runId, words) => deps.emit({ type: 'steer.refused', runId, words }),
    onError: deps.onError,
  })

  const entryOf = (runId: string): Entry | undefined => queue.find(({ run }) => run.runId === runId)

  function add(run: Run, text: string, sent: Entry['sent']): Entry {
    const entry: Entry = {
      run,
      text,
      sent,
      sending: Promise.resolve(),
      orphaned: false,
      held: null,
      readings: 0,
      isOver: false,
      cancelGrace: () => {},
    }
    queue.push(entry)
    return entry
  }

  function remove(entry: Entry): void {
    queue.splice(queue.indexOf(entry), 1)
    entry.cancelGrace()
    over.add(entry.run.key)
    if (over.size > MAX_REMEMBERED) over.delete(over.values().next().value!)
    shownAt.clear()
    deps.onOver(entry.run.runId)
  }

  /** The one place a run's events go through: none is told once the run is over. */
  function tell(entry: Entry, event: BrainEvent): void {
    if (!queue.includes(entry) || (event.type === 'artifact.made' && tooSoon(event.artifact.id))) return
    const last = event.type === 'run.ended' || event.type === 'run.failed'
    if (last) remove(entry)
    deps.emit(event)
    if (last) sendNext()
  }

  function tooSoon(artifactId: string): boolean {
    const now = deps.clock.now()
    if (now - (shownAt.get(artifactId) ?? -Infinity) < OUTPUT_EVERY_MS) return true
    shownAt.set(artifactId, now)
    return false
  }

  function takeOver(entry: Entry, key: string): void {
    if (entry.run.key === key) return
    over.add(entry.run.key)
    entry.run = takenOver(entry.run, key)
    entry.orphaned = false
    entry.cancelGrace()
  }

  /** Whether it said anything new. */
  function feed(entry: Entry, event: RunEvent): boolean {
    takeOver(entry, event.key)
    const step = followRun(entry.run, event)
    entry.run = step.run
    for (const made of step.events) tell(entry, made)
    return step.events.length > 0
  }

  function sendNext(): void {
    const [entry] = queue
    const speaker = deps.speaker()
    if (!entry || entry.sent !== 'no' || !speaker) return
    entry.sent = 'maybe'
    entry.sending = speaker.send(entry.run.key, entry.text).then(
      (answer) => {
        entry.sent = 'yes'
        entry.isOver = answer === 'over'
        // Nothing more is said about it; a connection that breaks meanwhile asks again.
        if (entry.isOver) recover(entry, speaker).catch((error: unknown) => deps.onUnanswered(error))
      },
      (error: unknown) => {
        if (error instanceof FaultError)
          tell(entry, { type: 'run.failed', runId: entry.run.runId, fault: error.fault })
        // Otherwise the next connection finds out whether the words arrived.
        else deps.onUnanswered(error)
      },
    )
  }

  function abort(runId: string): void {
    const entry = entryOf(runId)
    if (!entry) return
    for (const key of steers.forget()) {
      over.add(key)
      aborts.stop(key, runId)
    }
    // Not before the gateway has the words: what it does not know yet it would not stop.
    if (entry.sent !== 'no') aborts.stop(entry.run.key, runId, entry.sending)
    tell(entry, { type: 'run.ended', runId, outcome: 'aborted' })
  }

  function adopt(key: string, runId = deps.newId()): Entry {
    const entry = add(newRun(runId, key), '', 'yes')
    deps.emit({ type: 'run.adopted', runId: entry.run.runId })
    return entry
  }

  /** Where the record cannot be read, what is heard stays held: the next reading comes before it. */
  async function recover(entry: Entry, speaker: Speaker): Promise<void> {
    entry.held ??= []
    const reading = ++entry.readings
    const aftermath = await speaker.aftermath(entry.run.key)
    if (entry.readings !== reading) return
    takeUp(entry, aftermath)
    const { held } = entry
    entry.held = null
    for (const { event, isOurs } of held) heard(event, isOurs)
  }

  function takeUp(entry: Entry, aftermath: Aftermath): void {
    if (!queue.includes(entry)) return
    if (aftermath.tag === 'unknown') {
      if (entry.isOver) return tell(entry, { type: 'run.failed', runId: entry.run.runId, fault: notRecorded })
      entry.sent = 'no'
      return sendNext()
    }
    entry.sent = 'yes'
    for (const event of aftermath.events) if ('key' in event && feed(entry, event)) heardOf(entry)
    // It may have been taken over by a run that has not said a word yet.
    if (aftermath.tag === 'running' && !steers.has(aftermath.key)) takeOver(entry, aftermath.key)
    if (aftermath.tag !== 'cut off' || !queue.includes(entry)) return
    entry.orphaned = true
    const detail = 'The gateway was restarted; waiting for it to take this up again'
    tell(entry, { type: 'status.told', runId: entry.run.runId, detail })
    if (aftermath.goesOn) return
    entry.cancelGrace = deps.clock.after(GRACE_MS, () =>
      tell(entry, { type: 'run.failed', runId: entry.run.runId, fault: lostRun }),
    )
  }

  function heardOf(entry: Entry): void {
    if (queue[0] === entry) deps.onHeard()
  }

  function heard(event: RunEvent, isOurs: boolean): void {
    const [entry] = queue
    if (over.has(event.key)) return
    const isOfEntry = entry?.run.key === event.key
    if (entry?.held && (isOfEntry || isOurs)) {
      entry.held.push({ event, isOurs })
      if (isOfEntry) heardOf(entry)
    } else if (entry && isOfEntry) hear(entry, event)
    else if (steers.has(event.key)) becameRun(event, steers.heard(event))
    else if (isOurs && entry?.orphaned) hear(entry, event)
    else if (isOurs && !entry) becameRun(event, steers.answeredBy())
  }

  function hear(entry: Entry, event: RunEvent): void {
    feed(entry, event)
    heardOf(entry)
  }

  /** Words that were to steer are answered by themselves, under this key. */
  function becameRun(event: RunEvent, words: Ask | null): void {
    if (!words) return
    if (queue.length === 0) return hear(adopt(event.key, words.turnId), event)
    // Another turn has begun meanwhile, and two cannot go on at once: these words have theirs after it.
    over.add(event.key)
    aborts.stop(event.key, words.turnId)
    deps.emit({ type: 'steer.refused', runId: words.turnId, words })
  }

  return {
    ask(runId, text) {
      add(newRun(runId, deps.newId()), text, 'no')
      queueMicrotask(sendNext)
    },
    steer(runId, words, text) {
      if (entryOf(runId)) steers.give(runId, words, text)
      else deps.emit({ type: 'steer.refused', runId, words })
    },
    abort,
    heard,
    async connected(speaker) {
      await aborts.connected()
      const [entry] = queue
      if (!entry) {
        const going = await speaker.inFlight()
        if (going !== null && queue.length === 0 && !over.has(going)) await recover(adopt(going), speaker)
      } else if (entry.sent !== 'no') await recover(entry, speaker)
      steers.connected()
      sendNext()
    },
    disconnected(fault, hopeless) {
      for (const entry of queue.slice()) {
        const { runId } = entry.run
        // Words that nobody took are given back with the reason; a run that goes on somewhere is waited for.
        if (hopeless || (entry.sent === 'no' && fault.code === 'gateway_absent'))
          tell(entry, { type: 'run.failed', runId, fault })
        else {
          // The next connection reads the record before it hears anything new.
          if (entry.sent !== 'no') entry.held ??= []
          tell(entry, { type: 'status.told', runId, detail: fault.message })
        }
      }
    },
    async catchUp() {
      const [entry] = queue
      const speaker = deps.speaker()
      if (entry && entry.sent === 'yes' && speaker) await recover(entry, speaker)
    },
    runOf(key) {
      const [entry] = queue
      if (!entry) return null
      return key === null || key === entry.run.key || entry.orphaned ? entry.run.runId : null
    },
    active: () => (queue[0] ? { runId: queue[0].run.runId, key: queue[0].run.key } : null),
    has: (runId) => entryOf(runId) !== undefined,
    async close() {
      for (const { run } of queue.slice()) abort(run.runId)
      await aborts.told()
    },
  }
}
