// The event with which a brain reports that a tool of another agent is done.
import type { BrainEvent, ToolCall } from '../../src/core/ports/brain.ts'
import { type ForeignOutcome, toolRegistry } from '../../src/core/tools/registry.ts'

export const toolEnded = (runId: string, call: ToolCall, outcome: ForeignOutcome): BrainEvent => ({
  type: 'tool.ended',
  runId,
  call,
  artifact: toolRegistry.foreignArtifact(runId, call, outcome),
})
