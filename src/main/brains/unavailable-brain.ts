// Stands in for a brain that cannot be had: every request is answered with why, and what to do about it.
import type { Brain, BrainEvent } from '../../core/ports.ts'
import type { Fault } from '../../shared/errors.ts'

export function createUnavailableBrain(name: string, fault: Fault): Brain {
  const listeners = new Set<(event: BrainEvent) => void>()
  return {
    name,
    ask: ({ runId }) =>
      queueMicrotask(() => listeners.forEach((tell) => tell({ type: 'run.failed', runId, fault }))),
    abort() {},
    answerApproval() {},
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {},
  }
}
