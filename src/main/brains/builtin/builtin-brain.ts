// The built-in brain needs no network and no model. It understands common requests of developers, answers them with tools
// on the workspace, and answers the same way every time.
import { setImmediate } from 'node:timers/promises'
import { createEmitter } from '../../../base/emitter.ts'
import type { Brain, BrainEvent, BrainRequest } from '../../../core/ports/brain.ts'
import type { Unsubscribe } from '../../../core/ports/clock.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { plainRequest } from '../../../core/pointing/meant-view.ts'
import { serverEnded } from '../../../core/understanding/replies/server-report.ts'
import { replyPieces } from '../../../core/understanding/replies/spoken-text.ts'
import { readyBrain } from '../../../shared/brain-status.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import { createOpenApprovals } from '../open-approvals.ts'
import { answer } from './answer.ts'
import { searchInstead } from './answer-question.ts'
import { createDevServer } from './dev-server.ts'
import { newDialogue, rememberFailed } from './dialogue.ts'
import { createTurn, type Turn } from './turn.ts'

export interface BuiltinBrainDeps {
  tools: Toolbox
  newId(): string
  /** Comes once, before the first reply. */
  preface?: string
  /** Called when a listener throws; the run goes on. Without it, the process emits a warning. */
  onError?(error: unknown): void
}

export function createBuiltinBrain(deps: BuiltinBrainDeps): Brain {
  const events = createEmitter<[event: BrainEvent]>()
  const runs = new Map<string, AbortController>()
  /** Runs that are over for the user and still clean up. */
  const unwinding = new Set<Promise<void>>()
  const dialogue = newDialogue()
  /** What could not be told while a run was under way. */
  const untold: string[] = []
  let closed = false
  let preface = deps.preface ?? ''

  /** All events of a run pass here: none follows the end of the run. */
  function emit(event: BrainEvent): void {
    if (!runs.has(event.runId)) return
    if (event.type === 'run.ended' || event.type === 'run.failed') runs.delete(event.runId)
    events.emit(event)
  }

  const approvals = createOpenApprovals(emit)

  const server = createDevServer(({ command, result }) => {
    const reply = `The dev server has stopped. ${serverEnded(result)}`
    tell(rememberFailed(dialogue, { command, reply, isServer: true }))
  })

  /** Says something that nobody asked for, at once or with the next reply. */
  function tell(text: string): void {
    if (closed) return
    if (runs.size > 0) return void untold.push(text)
    const runId = deps.newId()
    runs.set(runId, new AbortController())
    emit({ type: 'run.adopted', runId })
    emit({ type: 'text.appended', runId, delta: text })
    emit({ type: 'run.ended', runId, outcome: 'completed' })
  }

  function tellRest(reply: string): string {
    const rest = untold.splice(0).join(' ')
    return rest === '' || reply === '' ? reply + rest : `${reply} ${rest}`
  }

  const newTurn = (request: BrainRequest, signal: AbortSignal): Turn =>
    createTurn(request, {
      signal,
      tools: deps.tools,
      dialogue,
      server,
      newId: deps.newId,
      emit,
      requestApproval: approvals.ask,
      answer,
      searchInstead,
      stopOthers() {
        for (const other of runs.keys()) if (other !== request.runId) abort(other)
      },
    })

  async function run(request: BrainRequest, signal: AbortSignal): Promise<void> {
    const { runId, text, view } = request
    try {
      // No event arrives before ask() has returned.
      await setImmediate()
      signal.throwIfAborted()
      const reply =
        preface + tellRest(await answer(plainRequest(text, view?.meant), newTurn(request, signal)))
      preface = ''
      for (const delta of replyPieces(reply)) {
        emit({ type: 'text.appended', runId, delta })
        // Lets an interrupt in between two pieces.
        await setImmediate()
        signal.throwIfAborted()
      }
      emit({ type: 'run.ended', runId, outcome: 'completed' })
    } catch (error) {
      // abort() has ended an interrupted run already.
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
    ask(request) {
      const { runId } = request
      if (closed) {
        throw new FaultError('brain_unavailable', 'The built-in brain was closed.', 'Open the folder again.')
      }
      if (runs.has(runId)) {
        throw new FaultError(
          'bad_request',
          `The run ${runId} is already running.`,
          'Give each run its own id.',
        )
      }
      const stop = new AbortController()
      runs.set(runId, stop)
      const done = run(request, stop.signal).finally(() => unwinding.delete(done))
      unwinding.add(done)
    },
    abort,
    answerApproval: approvals.answer,
    status: () => readyBrain('Built-in'),
    onStatus: () => () => {},
    onEvent(listener): Unsubscribe {
      return events.on((event) => {
        try {
          listener(event)
        } catch (error) {
          if (deps.onError) deps.onError(error)
          else process.emitWarning(error instanceof Error ? error : String(error))
        }
      })
    },
    async close() {
      closed = true
      for (const runId of runs.keys()) abort(runId)
      await server.stop()
      await Promise.all(unwinding)
      events.clear()
    },
  }
}
