// The runs of one session in their order, and what each of them reports.
import { BoundedSet } from '../../../base/bounded.ts'
import type { BrainEvent } from '../../../core/ports/brain.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { GatewayEvent } from '../../../core/wires/openclaw/gateway-event.ts'
import { followRun, takenOver, type Run } from '../../../core/wires/openclaw/run.ts'

export type RunEvent = GatewayEvent & { key: string }

export interface RunEntry {
  run: Run
  text: string
  sent: 'no' | 'maybe' | 'yes'
  sending: Promise<void>
  /** It was cut off; the next run of the session continues it. */
  orphaned: boolean
  /** Events that arrive while Parley reads the history, which comes first; null otherwise. */
  held: { event: RunEvent; isOurs: boolean }[] | null
  /** How often the history was requested; only the latest answer counts. */
  readings: number
  /** The gateway says that the run is over, so only the history has its result. */
  isOver: boolean
  cancelGrace: Unsubscribe
}

export interface RunQueue {
  /** The current run. */
  first(): RunEntry | undefined
  all(): RunEntry[]
  byId(runId: string): RunEntry | undefined
  has(entry: RunEntry): boolean
  add(run: Run, text: string, sent: RunEntry['sent']): RunEntry
  /** All events of a run pass here: none is reported once the run is over. */
  report(entry: RunEntry, event: BrainEvent): void
  /** Applies an event of the gateway. Returns whether there was news. */
  feed(entry: RunEntry, event: RunEvent): boolean
  /** Another run of the gateway continues this one. */
  takeOver(entry: RunEntry, key: string): void
  /** Late events with this key are ignored. */
  endKey(key: string): void
  isEnded(key: string): boolean
}

interface Deps {
  clock: Clock
  emit(event: BrainEvent): void
  /** A run is over, and its last event not reported yet. */
  onOver(runId: string): void
  /** The last event of a run was reported. */
  onNext(): void
}

/** Ended runs are remembered, so that their late frames are ignored. */
const MAX_REMEMBERED = 500
/** Output of a running command is shown at most this often. */
const OUTPUT_EVERY_MS = 500

export function createRunQueue(deps: Deps): RunQueue {
  const queue: RunEntry[] = []
  const ended = new BoundedSet<string>(MAX_REMEMBERED)
  const shownAt = new Map<string, number>()

  function remove(entry: RunEntry): void {
    queue.splice(queue.indexOf(entry), 1)
    entry.cancelGrace()
    ended.add(entry.run.key)
    shownAt.clear()
    deps.onOver(entry.run.runId)
  }

  function isTooSoon(artifactId: string): boolean {
    const now = deps.clock.now()
    if (now - (shownAt.get(artifactId) ?? -Infinity) < OUTPUT_EVERY_MS) return true
    shownAt.set(artifactId, now)
    return false
  }

  function report(entry: RunEntry, event: BrainEvent): void {
    if (!queue.includes(entry) || (event.type === 'artifact.made' && isTooSoon(event.artifact.id))) return
    const isLast = event.type === 'run.ended' || event.type === 'run.failed'
    if (isLast) remove(entry)
    deps.emit(event)
    if (isLast) deps.onNext()
  }

  function takeOver(entry: RunEntry, key: string): void {
    if (entry.run.key === key) return
    ended.add(entry.run.key)
    entry.run = takenOver(entry.run, key)
    entry.orphaned = false
    entry.cancelGrace()
  }

  return {
    first: () => queue[0],
    all: () => queue.slice(),
    byId: (runId) => queue.find(({ run }) => run.runId === runId),
    has: (entry) => queue.includes(entry),
    add(run, text, sent) {
      const entry: RunEntry = {
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
    },
    report,
    feed(entry, event) {
      takeOver(entry, event.key)
      const step = followRun(entry.run, event)
      entry.run = step.run
      for (const made of step.events) report(entry, made)
      return step.events.length > 0
    },
    takeOver,
    endKey: (key) => void ended.add(key),
    isEnded: (key) => ended.has(key),
  }
}
