// The runs of one session: one at a time, in order. A run outlives the connection it began on: when there is a new one, the
// gateway is asked what became of it.
import type { GatewayEvent } from '../../../core/openclaw/gateway-event.ts'
import type { Aftermath } from '../../../core/openclaw/history.ts'
import { followRun, newRun, takenOver, type Run } from '../../../core/openclaw/run.ts'
import { lostRun } from '../../../core/openclaw/run-faults.ts'
import type { Ask, BrainEvent, Clock, Unsubscribe } from '../../../core/ports.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import type { Speaker } from './speaker.ts'
import { createSteers } from './steers.ts'

export interface Runs {
  ask(runId: string, text: string): void
  steer(runId: string, words: Ask): void
  abort(runId: string): void
  heard(event: RunEvent, isOurs: boolean): void
  /** There is a connection: what waited is sent, what went on is caught up with. */
  connected(speaker: Speaker): Promise<void>
  /** There is none, and this is why. */
  disconnected(fault: Fault, hopeless: boolean): void
  /** Frames were lost: the record is asked instead. */
  catchUp(): void
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
  const unheardAborts = new Set<string>()
  const aborting = new Set<Promise<void>>()
  const shownAt = new Map<string, number>()
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

  function feed(entry: Entry, event: RunEvent): void {
    takeOver(entry, event.key)
    const step = followRun(entry.run, event)
    entry.run = step.run
    for (const made of step.events) tell(entry, made)
  }

  function sendNext(): void {
    const [entry] = queue
    const speaker = deps.speaker()
    if (!entry || entry.sent !== 'no' || !speaker) return
    entry.sent = 'maybe'
    entry.sending = speaker.send(entry.run.key, entry.text).then(
      () => {
        entry.sent = 'yes'
      },
      (error: unknown) => {
        if (error instanceof FaultError)
          tell(entry, { type: 'run.failed', runId: entry.run.runId, fault: error.fault })
        // Otherwise the connection is gone, and the next one finds out whether the words arrived.
        else deps.onError('words were not sent', error)
      },
    )
  }

  function abortThere(key: string): Promise<void> {
    const speaker = deps.speaker()
    if (!speaker) {
      unheardAborts.add(key)
      return Promise.resolve()
    }
    return speaker.abort(key).then(
      () => {},
      (error: unknown) => {
        unheardAborts.add(key)
        deps.onError('a run could not be stopped', error)
      },
    )
  }

  function abort(runId: string): void {
    const entry = entryOf(runId)
    if (!entry) return
    for (const key of steers.forget()) {
      over.add(key)
      void abortThere(key)
    }
    if (entry.sent !== 'no') {
      // Not before the gateway has the words: what it does not know yet it would not stop.
      const stopped: Promise<void> = entry.sending
        .then(() => abortThere(entry.run.key))
        .finally(() => aborting.delete(stopped))
      aborting.add(stopped)
    }
    tell(entry, { type: 'run.ended', runId, outcome: 'aborted' })
  }

  function adopt(key: string, runId = deps.newId()): Entry {
    const entry = add(newRun(runId, key), '', 'yes')
    deps.emit({ type: 'run.adopted', runId: entry.run.runId })
    return entry
  }

  async function recover(entry: Entry, speaker: Speaker): Promise<void> {
    entry.held ??= []
    try {
      takeUp(entry, await speaker.aftermath(entry.run.key))
    } finally {
      const held = entry.held
      entry.held = null
      for (const { event, isOurs } of held) heard(event, isOurs)
    }
  }

  function takeUp(entry: Entry, aftermath: Aftermath): void {
    if (!queue.includes(entry)) return
    if (aftermath.tag === 'unknown') {
      entry.sent = 'no'
      return sendNext()
    }
    entry.sent = 'yes'
    for (const event of aftermath.events) if ('key' in event) feed(entry, event)
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

  function heard(event: RunEvent, isOurs: boolean): void {
    const [entry] = queue
    if (over.has(event.key)) return
    if (entry?.held && (entry.run.key === event.key || isOurs)) return void entry.held.push({ event, isOurs })
    if (entry?.run.key === event.key) return feed(entry, event)
    if (steers.has(event.key)) {
      const words = steers.heard(event)
      if (words) feed(adopt(event.key, words.turnId), event)
      return
    }
    if (!isOurs || (entry && !entry.orphaned)) return
    if (entry) return feed(entry, event)
    const words = steers.answeredBy()
    if (words) feed(adopt(event.key, words.turnId), event)
  }

  return {
    ask(runId, text) {
      add(newRun(runId, deps.newId()), text, 'no')
      queueMicrotask(sendNext)
    },
    steer(runId, words) {
      if (entryOf(runId)) steers.give(runId, words)
      else deps.emit({ type: 'steer.refused', runId, words })
    },
    abort,
    heard,
    async connected(speaker) {
      for (const key of unheardAborts) {
        unheardAborts.delete(key)
        await abortThere(key)
      }
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
    catchUp() {
      const [entry] = queue
      const speaker = deps.speaker()
      if (!entry || entry.sent !== 'yes' || !speaker) return
      recover(entry, speaker).catch((error: unknown) => deps.onError('the record could not be read', error))
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
      await Promise.all(aborting)
    },
  }
}
