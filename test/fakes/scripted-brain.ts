// A brain that follows a script. Tests wait until it reaches a hold and release it; nothing sleeps.
import { isOffered } from '../../src/core/conversation/approvals/offered-decisions.ts'
import type { Brain, BrainEvent, BrainRequest } from '../../src/core/ports/brain.ts'
import { type ForeignOutcome, toolRegistry } from '../../src/core/tools/registry.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Approval, ApprovalDecision } from '../../src/shared/conversation.ts'
import { readyBrain } from '../../src/shared/brain-status.ts'
import type { Fault } from '../../src/shared/errors.ts'

export type BrainStep =
  | { say: string }
  | { think: string }
  /** Replaces the reply so far. */
  | { sayInstead: string }
  | { does: string }
  /** A tool starts and ends, with the hold `while` in between. */
  | { tool: string; args?: Record<string, unknown>; title?: string; outcome: ForeignOutcome; while?: string }
  /** Asks, and continues when the hold `while` is released. */
  | { ask: Approval; while: string }
  /** Asks, waits for the answer, and acts if it is allowed. Does not ask again after an always. */
  | { ask: Approval; deed: () => void }
  /** Nobody answered this approval in time. */
  | { lapses: string }
  /** Waits until the test releases this hold. */
  | { hold: string }
  /** Waits on the given clock. */
  | { waitMs: number }
  | { fail: Fault }

export interface ScriptedBrainOptions {
  /** The steps for a request. After the last one the run is completed. */
  script(text: string): readonly BrainStep[]
  clock?: Clock
}

export interface ScriptedBrain extends Brain {
  readonly answers: ReadonlyArray<{ approvalId: string; decision: ApprovalDecision }>
  readonly asked: ReadonlyArray<BrainRequest>
  /** Resolves as soon as a run has reached this hold. */
  held(name: string): Promise<void>
  /** Releases runs at this hold, now or later. */
  release(name: string): void
}

export function createScriptedBrain(options: ScriptedBrainOptions): ScriptedBrain {
  const listeners = new Set<(event: BrainEvent) => void>()
  const running = new Set<string>()
  const asked: BrainRequest[] = []
  const reached = createGates()
  const released = createGates()
  let calls = 0
  const answers: { approvalId: string; decision: ApprovalDecision }[] = []
  const waiting = new Map<string, (decision: ApprovalDecision) => void>()
  const always = new Set<string>()

  function emit(event: BrainEvent): void {
    if (!running.has(event.runId)) return
    if (event.type === 'run.ended' || event.type === 'run.failed') running.delete(event.runId)
    for (const listener of listeners) {
      try {
        listener(event)
      } catch {
        // One listener must not affect the others.
      }
    }
  }

  async function hold(name: string): Promise<void> {
    reached.open(name)
    await released.passed(name)
  }

  async function mayDo(runId: string, approval: Approval): Promise<boolean> {
    if (always.has(approval.kind)) return true
    const decision = new Promise<ApprovalDecision>((resolve) =>
      waiting.set(approval.id, (answer) => {
        if (isOffered(approval, answer)) resolve(answer)
      }),
    )
    emit({ type: 'approval.requested', runId, approval })
    const given = await decision
    if (given === 'always') always.add(approval.kind)
    return given !== 'deny' && running.has(runId)
  }

  async function play(runId: string, text: string): Promise<void> {
    await Promise.resolve()
    for (const step of options.script(text)) {
      if ('say' in step) {
        emit({ type: 'text.appended', runId, delta: step.say })
      } else if ('think' in step) {
        emit({ type: 'thought.appended', runId, delta: step.think })
      } else if ('sayInstead' in step) {
        emit({ type: 'text.replaced', runId, text: step.sayInstead })
      } else if ('does' in step) {
        emit({ type: 'status.told', runId, detail: step.does })
      } else if ('tool' in step) {
        const { title } = step
        const call = {
          callId: `call-${++calls}`,
          name: step.tool,
          args: step.args ?? {},
          ...(title !== undefined && { title }),
        }
        emit({ type: 'tool.started', runId, call })
        if (step.while !== undefined) await hold(step.while)
        const artifact = toolRegistry.foreignArtifact(runId, call, step.outcome)
        emit({ type: 'tool.ended', runId, call, artifact })
      } else if ('ask' in step) {
        if ('while' in step) {
          emit({ type: 'approval.requested', runId, approval: step.ask })
          await hold(step.while)
        } else if (await mayDo(runId, step.ask)) step.deed()
      } else if ('lapses' in step) {
        emit({ type: 'approval.settled', runId, approvalId: step.lapses, decision: 'lapsed' })
      } else if ('hold' in step) {
        await hold(step.hold)
      } else if ('waitMs' in step) {
        const { clock } = options
        if (!clock) throw new Error('a script that waits needs a clock')
        await new Promise<void>((resolve) => clock.after(step.waitMs, resolve))
      } else {
        emit({ type: 'run.failed', runId, fault: step.fail })
      }
      await Promise.resolve()
    }
    emit({ type: 'run.ended', runId, outcome: 'completed' })
  }

  return {
    name: 'Scripted',
    asked,
    answers,
    ask(request) {
      asked.push(request)
      running.add(request.runId)
      void play(request.runId, request.text)
    },
    answerApproval(approvalId, decision) {
      answers.push({ approvalId, decision })
      waiting.get(approvalId)?.(decision)
    },
    abort: (runId) => emit({ type: 'run.ended', runId, outcome: 'aborted' }),
    status: () => readyBrain('Scripted'),
    onStatus: () => () => {},
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      for (const runId of running) emit({ type: 'run.ended', runId, outcome: 'aborted' })
      listeners.clear()
    },
    held: (name) => reached.passed(name),
    release: (name) => released.open(name),
  }
}

/** Gates by name: a caller waits until the gate is open. */
function createGates() {
  const gates = new Map<string, { passed: Promise<void>; open: () => void }>()
  const gate = (name: string) => {
    let found = gates.get(name)
    if (!found) {
      let open = (): void => undefined
      const passed = new Promise<void>((resolve) => (open = resolve))
      gates.set(name, (found = { passed, open }))
    }
    return found
  }
  return { passed: (name: string) => gate(name).passed, open: (name: string) => gate(name).open() }
}
