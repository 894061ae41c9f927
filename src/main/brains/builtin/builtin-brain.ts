// The agent that is always there: no network, no model. It understands a few requests, answers them from the
// workspace with real tools, and answers the same way every time.
import { setImmediate } from 'node:timers/promises'
import { type Intent, understand } from '../../../core/intents/understand.ts'
import type { Brain, BrainEvent, Unsubscribe, WorkspaceTools } from '../../../core/ports.ts'
import { replyPieces } from '../../../core/replies/reply-pieces.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import { findText } from './find-text.ts'
import { openFile } from './open-file.ts'
import { showChanges } from './show-changes.ts'
import type { Turn } from './turn.ts'

export interface BuiltinBrainDeps {
  tools: WorkspaceTools
  newId(): string
  /** Hears of a listener that threw; the run goes on. Without it, the process is warned. */
  onError?(error: unknown): void
}

const CAN_DO = 'I can open a file, find text in the code, or show what changed. Try saying: open the read me.'

export function createBuiltinBrain(deps: BuiltinBrainDeps): Brain {
  const listeners = new Set<(event: BrainEvent) => void>()
  const runs = new Map<string, AbortController>()
  /** Runs that are over may still be letting go of what they held. */
  const unwinding = new Set<Promise<void>>()
  let closed = false

  function tell(event: BrainEvent): void {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        if (deps.onError) deps.onError(error)
        else process.emitWarning(error instanceof Error ? error : String(error))
      }
    }
  }

  /** The one place a run's events go through: none is told once the run is over. */
  function emit(event: BrainEvent): void {
    if (!runs.has(event.runId)) return
    if (event.type === 'run.ended' || event.type === 'run.failed') runs.delete(event.runId)
    tell(event)
  }

  async function run(runId: string, text: string, signal: AbortSignal): Promise<void> {
    const turn: Turn = {
      tools: deps.tools,
      async use(name, args, runTool) {
        signal.throwIfAborted()
        const call = { callId: deps.newId(), name, args }
        emit({ type: 'tool.started', runId, call })
        const outcome = await runTool(signal)
        signal.throwIfAborted()
        emit({ type: 'tool.ended', runId, call, outcome })
        return outcome
      },
    }
    try {
      // Whoever asks hears nothing before the asking is done.
      await setImmediate()
      signal.throwIfAborted()
      for (const delta of replyPieces(await answer(understand(text), turn))) {
        emit({ type: 'text.appended', runId, delta })
        // Between two pieces there is time for an interrupt to come in.
        await setImmediate()
        signal.throwIfAborted()
      }
      emit({ type: 'run.ended', runId, outcome: 'completed' })
    } catch (error) {
      // An interrupted run was ended by whoever interrupted it.
      if (!signal.aborted) emit({ type: 'run.failed', runId, fault: faultOf(error) })
    }
  }

  function abort(runId: string): void {
    const stop = runs.get(runId)
    if (!stop) return
    stop.abort()
    emit({ type: 'run.ended', runId, outcome: 'aborted' })
  }

  return {
    name: 'Built-in',
    ask({ runId, text }) {
      if (closed) {
        throw new FaultError('brain_unavailable', 'The built-in agent was closed.', 'Open the folder again.')
      }
      if (runs.has(runId)) {
        throw new FaultError(
          'bad_request',
          `The run ${runId} is already going on.`,
          'Give each run its own id.',
        )
      }
      const stop = new AbortController()
      runs.set(runId, stop)
      const done = run(runId, text, stop.signal).finally(() => unwinding.delete(done))
      unwinding.add(done)
    },
    abort,
    onEvent(listener): Unsubscribe {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      closed = true
      for (const runId of runs.keys()) abort(runId)
      await Promise.all(unwinding)
      listeners.clear()
    },
  }
}

function answer(intent: Intent, turn: Turn): Promise<string> {
  switch (intent.kind) {
    case 'open':
      return openFile(intent, turn)
    case 'find':
      return findText(intent, turn)
    case 'changes':
      return showChanges(turn)
    case 'unknown':
      return Promise.resolve(CAN_DO)
  }
}
