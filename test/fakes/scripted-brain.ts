// A brain that does what a script says, step by step. Tests wait until it is held and let it go on; nothing sleeps.
import type { Brain, BrainEvent, BrainRequest, Clock, ToolOutcome } from '../../src/core/ports.ts'
import type { Approval, ApprovalDecision } from '../../src/shared/conversation.ts'
import { readyBrain } from '../../src/shared/brain-status.ts'
import type { Fault } from '../../src/shared/errors.ts'

export type BrainStep =
  | { say: string }
  /** Takes back all it said, and says this instead. */
  | { sayInstead: string }
  | { does: string }
  /** A tool starts and ends, with `while` in between as a place where the test can hold it. */
  | { tool: string; args?: Record<string, unknown>; title?: string; outcome: ToolOutcome; while?: string }
  /** Asks before it goes on, and goes on when the hold `while` is let go. */
  | { ask: Approval; while: string }
  /** Asks, waits for the answer, and does it if it may. Once it was told always it does not ask again. */
  | { ask: Approval; deed: () => void }
  /** Waits until the test lets this name go. */
  | { hold: string }
  /** Waits on the clock that was handed in. */
  | { waitMs: number }
  | { fail: Fault }

export interface ScriptedBrainOptions {
  /** What to do about these words. After the last step the run is completed. */
  script(text: string): readonly BrainStep[]
  clock?: Clock
}

export interface ScriptedBrain extends Brain {
  readonly answers: ReadonlyArray<{ approvalId: string; decision: ApprovalDecision }>
  readonly asked: ReadonlyArray<BrainRequest>
  /** Resolves as soon as a run has come to this hold. */
  held(name: string): Promise<void>
  /** Lets runs at this hold, now or later, go on. */
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
        // What one listener does is not the business of the others.
      }
    }
  }

  async function hold(name: string): Promise<void> {
    reached.open(name)
    await released.passed(name)
  }

  async function mayDo(runId: string, approval: Approval): Promise<boolean> {
    if (always.has(approval.kind)) return true
    const decision = new Promise<ApprovalDecision>((resolve) => waiting.set(approval.id, resolve))
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
        emit({ type: 'tool.ended', runId, call, outcome: step.outcome })
      } else if ('ask' in step) {
        if ('while' in step) {
          emit({ type: 'approval.requested', runId, approval: step.ask })
          await hold(step.while)
        } else if (await mayDo(runId, step.ask)) step.deed()
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

/** Doors by name: whoever comes before a door is opened waits, whoever comes after walks through. */
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
