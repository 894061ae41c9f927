// The runs of one session, one at a time and in order. A run survives its connection: after a reconnect, Parley asks the
// gateway what happened to it.
import type { Aftermath } from '../../../core/wires/openclaw/history.ts'
import { newRun } from '../../../core/wires/openclaw/run.ts'
import { lostRun, notRecorded } from '../../../core/wires/openclaw/faults.ts'
import type { Ask, BrainEvent } from '../../../core/ports/brain.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { FaultError, type Fault } from '../../../shared/errors.ts'
import { createAborts } from './aborts.ts'
import type { AgentChannel } from './channel.ts'
import { createRunQueue, type RunEntry, type RunEvent } from './run-queue.ts'
import { createSteers } from './steers.ts'

export interface Runs {
  ask(runId: string, text: string): void
  /** `text` is what Parley sends for the request. */
  steer(runId: string, request: Ask, text: string): void
  abort(runId: string): void
  receive(event: RunEvent, isOurs: boolean): void
  /** There is a new connection: sends what waits, and catches up with the current run. */
  connected(channel: AgentChannel): Promise<void>
  /** The connection is gone. `isFinal`: Parley does not try again by itself. */
  disconnected(fault: Fault, isFinal: boolean): void
  /** Frames were lost: reads the history instead. Rejects if that fails. */
  catchUp(): Promise<void>
  /** Parley's id of the run with this key; without a key, of the current run. */
  runOf(key: string | null): string | null
  active(): { runId: string; key: string } | null
  has(runId: string): boolean
  /** Aborts all runs. Resolves when the gateway knows. */
  close(): Promise<void>
}

interface Deps {
  clock: Clock
  newId(): string
  channel(): AgentChannel | null
  emit(event: BrainEvent): void
  /** There was news about the current run. */
  onActivity(): void
  /** A request got no answer, or none that Parley can read. */
  onUnanswered(error: unknown): void
  /** A run is over. */
  onOver(runId: string): void
  onError(what: string, error: unknown): void
}

/** How long a restarted gateway has to continue a run without announcing it. */
const GRACE_MS = 120_000

export function createRuns(deps: Deps): Runs {
  const queue = createRunQueue({
    clock: deps.clock,
    emit: deps.emit,
    onOver: deps.onOver,
    onNext: () => sendNext(),
  })
  const { report, feed, takeOver } = queue
  const aborts = createAborts({
    channel: deps.channel,
    onRefused: (runId, fault) => deps.emit({ type: 'abort.refused', runId, fault }),
    onError: deps.onError,
  })
  const steers = createSteers({
    newId: deps.newId,
    channel: deps.channel,
    onIncluded(key) {
      queue.endKey(key)
      const entry = queue.first()
      const detail = 'OpenClaw includes your request'
      if (entry) report(entry, { type: 'status.told', runId: entry.run.runId, detail })
    },
    onRefused: (runId, request) => deps.emit({ type: 'steer.refused', runId, request }),
    onError: deps.onError,
  })

  function sendNext(): void {
    const entry = queue.first()
    const channel = deps.channel()
    if (!entry || entry.sent !== 'no' || !channel) return
    entry.sent = 'maybe'
    entry.sending = channel.send(entry.run.key, entry.text).then(
      (answer) => {
        entry.sent = 'yes'
        entry.isOver = answer === 'over'
        // No more events follow. If the connection breaks meanwhile, the next one asks again.
        if (entry.isOver) recover(entry, channel).catch((error: unknown) => deps.onUnanswered(error))
      },
      (error: unknown) => {
        if (error instanceof FaultError)
          report(entry, { type: 'run.failed', runId: entry.run.runId, fault: error.fault })
        // Otherwise the next connection finds out whether the request arrived.
        else deps.onUnanswered(error)
      },
    )
  }

  function abort(runId: string): void {
    const entry = queue.byId(runId)
    if (!entry) return
    for (const key of steers.forget()) {
      queue.endKey(key)
      aborts.stop(key, runId)
    }
    // After the request: the gateway cannot stop a run it does not know yet.
    if (entry.sent !== 'no') aborts.stop(entry.run.key, runId, entry.sending)
    report(entry, { type: 'run.ended', runId, outcome: 'aborted' })
  }

  function adopt(key: string, runId = deps.newId()): RunEntry {
    const entry = queue.add(newRun(runId, key), '', 'yes')
    deps.emit({ type: 'run.adopted', runId: entry.run.runId })
    return entry
  }

  /** If the history cannot be read, events stay held until the next attempt. */
  async function recover(entry: RunEntry, channel: AgentChannel): Promise<void> {
    entry.held ??= []
    const reading = ++entry.readings
    const aftermath = await channel.aftermath(entry.run.key)
    if (entry.readings !== reading) return
    takeUp(entry, aftermath)
    const { held } = entry
    entry.held = null
    for (const { event, isOurs } of held) receive(event, isOurs)
  }

  function takeUp(entry: RunEntry, aftermath: Aftermath): void {
    if (!queue.has(entry)) return
    if (aftermath.tag === 'unknown') {
      if (entry.isOver)
        return report(entry, { type: 'run.failed', runId: entry.run.runId, fault: notRecorded })
      entry.sent = 'no'
      return sendNext()
    }
    entry.sent = 'yes'
    for (const event of aftermath.events) if ('key' in event && feed(entry, event)) reportActivity(entry)
    // Another run may have taken over without an event so far.
    if (aftermath.tag === 'running' && !steers.has(aftermath.key)) takeOver(entry, aftermath.key)
    if (aftermath.tag !== 'cut off' || !queue.has(entry)) return
    entry.orphaned = true
    const detail = 'The gateway restarted; waiting for it to continue'
    report(entry, { type: 'status.told', runId: entry.run.runId, detail })
    if (aftermath.continues) return
    entry.cancelGrace = deps.clock.after(GRACE_MS, () =>
      report(entry, { type: 'run.failed', runId: entry.run.runId, fault: lostRun }),
    )
  }

  function reportActivity(entry: RunEntry): void {
    if (queue.first() === entry) deps.onActivity()
  }

  function receive(event: RunEvent, isOurs: boolean): void {
    const entry = queue.first()
    if (queue.isEnded(event.key)) return
    const isOfEntry = entry?.run.key === event.key
    if (entry?.held && (isOfEntry || isOurs)) {
      entry.held.push({ event, isOurs })
      if (isOfEntry) reportActivity(entry)
    } else if (entry && isOfEntry) handle(entry, event)
    else if (steers.has(event.key)) becameRun(event, steers.receive(event))
    else if (isOurs && entry?.orphaned) handle(entry, event)
    else if (isOurs && !entry) becameRun(event, steers.takeDelayed())
  }

  function handle(entry: RunEntry, event: RunEvent): void {
    feed(entry, event)
    reportActivity(entry)
  }

  /** The gateway answers a steering request with another run, which has this key. */
  function becameRun(event: RunEvent, request: Ask | null): void {
    if (!request) return
    if (!queue.first()) return handle(adopt(event.key, request.turnId), event)
    // Another turn has started meanwhile, and only one can run. The request gets its turn afterwards.
    queue.endKey(event.key)
    aborts.stop(event.key, request.turnId)
    deps.emit({ type: 'steer.refused', runId: request.turnId, request })
  }

  return {
    ask(runId, text) {
      queue.add(newRun(runId, deps.newId()), text, 'no')
      queueMicrotask(sendNext)
    },
    steer(runId, request, text) {
      if (queue.byId(runId)) steers.send(runId, request, text)
      else deps.emit({ type: 'steer.refused', runId, request })
    },
    abort,
    receive,
    async connected(channel) {
      await aborts.connected()
      const entry = queue.first()
      if (!entry) {
        const key = await channel.inFlight()
        if (key !== null && !queue.first() && !queue.isEnded(key)) await recover(adopt(key), channel)
      } else if (entry.sent !== 'no') await recover(entry, channel)
      steers.connected()
      sendNext()
    },
    disconnected(fault, isFinal) {
      for (const entry of queue.all()) {
        const { runId } = entry.run
        // A request that was never sent fails. A run that continues on the gateway is waited for.
        if (isFinal || (entry.sent === 'no' && fault.code === 'gateway_absent'))
          report(entry, { type: 'run.failed', runId, fault })
        else {
          // The next connection reads the history before new events.
          if (entry.sent !== 'no') entry.held ??= []
          report(entry, { type: 'status.told', runId, detail: fault.message })
        }
      }
    },
    async catchUp() {
      const entry = queue.first()
      const channel = deps.channel()
      if (entry && entry.sent === 'yes' && channel) await recover(entry, channel)
    },
    runOf(key) {
      const entry = queue.first()
      if (!entry) return null
      return key === null || key === entry.run.key || entry.orphaned ? entry.run.runId : null
    },
    active() {
      const entry = queue.first()
      return entry ? { runId: entry.run.runId, key: entry.run.key } : null
    },
    has: (runId) => queue.byId(runId) !== undefined,
    async close() {
      for (const { run } of queue.all()) abort(run.runId)
      await aborts.sent()
    },
  }
}
