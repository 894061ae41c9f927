// The agent that is always there: no network, no model. It understands what developers commonly ask for, answers from the
// workspace with real tools, and answers the same way every time.
import { setImmediate } from 'node:timers/promises'
import { artifactId } from '../../../core/interceptors/artifact-id.ts'
import { artifactOfTool } from '../../../core/interceptors/artifact-of-tool.ts'
import type { Brain, BrainEvent, Unsubscribe } from '../../../core/ports.ts'
import type { WorkspaceTools } from '../../../core/workspace-tools.ts'
import { replyPieces } from '../../../core/replies/reply-pieces.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { ApprovalDecision, ViewContext } from '../../../shared/conversation.ts'
import { readyBrain } from '../../../shared/brain-status.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import { answer } from './answer.ts'
import { newDialogue } from './dialogue.ts'
import type { Turn } from './turn.ts'

export interface BuiltinBrainDeps {
  tools: WorkspaceTools
  newId(): string
  /** Hears of a listener that threw; the run goes on. Without it, the process is warned. */
  onError?(error: unknown): void
}

export function createBuiltinBrain(deps: BuiltinBrainDeps): Brain {
  const listeners = new Set<(event: BrainEvent) => void>()
  const runs = new Map<string, AbortController>()
  /** Questions that wait for an answer. */
  const asking = new Map<string, (decision: ApprovalDecision) => void>()
  /** Runs that are over may still be letting go of what they held. */
  const unwinding = new Set<Promise<void>>()
  const dialogue = newDialogue()
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

  function turnOf(runId: string, view: ViewContext, signal: AbortSignal): Turn {
    return {
      tools: deps.tools,
      view,
      dialogue,
      signal,
      async use(name, args, runTool) {
        signal.throwIfAborted()
        const call = { callId: deps.newId(), name, args }
        emit({ type: 'tool.started', runId, call })
        const outcome = await runTool(signal, call.callId)
        signal.throwIfAborted()
        const told = outcome.ok ? { ok: true as const, output: outcome.output } : failureOnly(outcome)
        emit({ type: 'tool.ended', runId, call, outcome: told })
        dialogue.shown = artifactOfTool(runId, call, told) ?? dialogue.shown
        return outcome
      },
      async quietly(look) {
        signal.throwIfAborted()
        const found = await look(signal)
        signal.throwIfAborted()
        return found
      },
      async mayI(wanted) {
        signal.throwIfAborted()
        // What is dangerous is asked about each time: a word misheard would be enough.
        if (dialogue.always.has(wanted.kind) && wanted.warning === undefined) return true
        const decision = await question(runId, { ...wanted, id: deps.newId() }, signal)
        if (decision === 'always') dialogue.always.add(wanted.kind)
        return decision !== 'deny'
      },
      show(made, key) {
        signal.throwIfAborted()
        const artifact = { ...made, id: artifactId(runId, key) } as Artifact
        dialogue.shown = artifact
        emit({ type: 'artifact.made', runId, artifact })
      },
      wish(action, line) {
        signal.throwIfAborted()
        emit({ type: 'view.requested', runId, action, ...(line !== undefined && { line }) })
      },
      stopOthers() {
        for (const other of runs.keys()) if (other !== runId) abort(other)
      },
    }
  }

  function question(
    runId: string,
    approval: Extract<BrainEvent, { type: 'approval.requested' }>['approval'],
    signal: AbortSignal,
  ): Promise<ApprovalDecision> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        asking.delete(approval.id)
        reject(new Error('Interrupted while it waited for an answer.'))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      asking.set(approval.id, (decision) => {
        asking.delete(approval.id)
        signal.removeEventListener('abort', onAbort)
        resolve(decision)
      })
      emit({ type: 'approval.requested', runId, approval })
    })
  }

  async function run(runId: string, text: string, view: ViewContext, signal: AbortSignal): Promise<void> {
    try {
      // Whoever asks hears nothing before the asking is done.
      await setImmediate()
      signal.throwIfAborted()
      for (const delta of replyPieces(await answer(text, turnOf(runId, view, signal)))) {
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
    remembersShown: true,
    ask({ runId, text, view }) {
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
      const done = run(runId, text, view ?? {}, stop.signal).finally(() => unwinding.delete(done))
      unwinding.add(done)
    },
    abort,
    answerApproval(approvalId, decision) {
      asking.get(approvalId)?.(decision)
    },
    status: () => readyBrain('Built-in'),
    onStatus: () => () => {},
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

/** As the port has it, without what only the one who used the tool needs. */
function failureOnly({
  message,
  stack,
  fault,
}: Extract<BrainEvent, { type: 'tool.ended' }>['outcome'] & { ok: false }) {
  return {
    ok: false as const,
    message,
    ...(stack !== undefined && { stack }),
    ...(fault !== undefined && { fault }),
  }
}
