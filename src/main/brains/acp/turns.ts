// The turns of one session, one at a time and in order. An agent's updates do not say which turn they belong to, so the next
// turn begins only when the agent has answered the one before, also if the user stopped that.
import type { BrainEvent, BrainRequest } from '../../../core/ports/brain.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import { type Fault, faultOf } from '../../../shared/errors.ts'
import type { AgentSession } from './agent-link.ts'
import type { Turn } from './turn.ts'

export interface Turns {
  ask(request: BrainRequest): void
  abort(runId: string): void
  /** The turn whose updates come now. */
  active(): Turn | null
  has(runId: string): boolean
  /** There is a session: the first request that waits is sent. */
  connected(): void
  /** The session is gone. `isFinal`: nothing brings it back but the user. */
  lost(fault: Fault, isFinal: boolean): void
  /** Ends all turns. */
  close(): void
}

interface Deps {
  clock: Clock
  session(): AgentSession | null
  connect(): void
  begin(request: BrainRequest): Turn
  /** Sends the request; settles when the agent has ended the turn. */
  prompt(session: AgentSession, turn: Turn): ReturnType<AgentSession['prompt']>
  emit(event: BrainEvent): void
  /** The turn is over, and its last event not reported yet. */
  onOver(runId: string): void
  /** The agent did not stop when it was asked to. */
  onStuck(): void
  onError(what: string, error: unknown): void
}

/** How long an agent may take to stop. */
const STOP_TIMEOUT_MS = 10_000

export function createTurns(deps: Deps): Turns {
  const waiting: BrainRequest[] = []
  let current: Turn | null = null
  /** The prompt that the agent has not answered yet, also after its turn was stopped. */
  let open: symbol | null = null
  let cancelStuck: Unsubscribe = () => {}

  function next(): void {
    if (open !== null || waiting.length === 0) return
    const session = deps.session()
    if (!session) return deps.connect()
    void run(session, deps.begin(waiting.shift()!))
  }

  async function run(session: AgentSession, turn: Turn): Promise<void> {
    const mine = Symbol(turn.runId)
    open = mine
    current = turn
    try {
      const { stopReason } = await deps.prompt(session, turn)
      const last = current === turn ? await turn.finish(stopReason) : []
      // The user may have stopped it meanwhile.
      if (current === turn) end(turn, last)
    } catch (error) {
      // The user does not wait for a turn that they stopped.
      if (current === turn) end(turn, [{ type: 'run.failed', runId: turn.runId, fault: faultOf(error) }])
      else deps.onError('a turn that was over already', error)
    }
    if (open !== mine) return
    open = null
    cancelStuck()
    next()
  }

  /** The turn is over before its last events are told: whoever hears them can ask the next thing. */
  function end(turn: Turn, last: readonly BrainEvent[]): void {
    current = null
    deps.onOver(turn.runId)
    turn.close()
    for (const event of last) deps.emit(event)
  }

  function stop(turn: Turn): void {
    deps.session()?.cancel()
    cancelStuck = deps.clock.after(STOP_TIMEOUT_MS, deps.onStuck)
    end(turn, [{ type: 'run.ended', runId: turn.runId, outcome: 'aborted' }])
  }

  function abort(runId: string): void {
    if (current?.runId === runId) return stop(current)
    const at = waiting.findIndex((request) => request.runId === runId)
    if (at < 0) return
    waiting.splice(at, 1)
    deps.emit({ type: 'run.ended', runId, outcome: 'aborted' })
  }

  return {
    ask(request) {
      waiting.push(request)
      // Nothing happens before `ask` has returned.
      queueMicrotask(next)
    },
    abort,
    active: () => current,
    has: (runId) => current?.runId === runId || waiting.some((request) => request.runId === runId),
    connected: next,
    lost(fault, isFinal) {
      const turn = current
      open = null
      cancelStuck()
      if (turn) end(turn, [{ type: 'run.failed', runId: turn.runId, fault }])
      if (!isFinal) return
      for (const { runId } of waiting.splice(0)) deps.emit({ type: 'run.failed', runId, fault })
    },
    close() {
      for (const { runId } of waiting.slice()) abort(runId)
      if (current) stop(current)
      open = null
      cancelStuck()
    },
  }
}
