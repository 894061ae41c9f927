// Performs the tool calls of one step. What only looks runs side by side; everything else, one after the other.
import { ToolRefusal, modelTools, type Hands } from '../../../core/model/model-tools.ts'
import type { ToolAnswer, ToolRequest } from '../../../core/model/history.ts'
import { cut } from '../../../core/model/shorter-history.ts'

const MAX_AT_ONCE = 6
/** Most results are far shorter. */
const MAX_RESULT = 48_000

interface Deps {
  hands: Hands
  signal: AbortSignal
  /** Leaves room for the other results. */
  maxResult: number
  /** What is done is known also if the run is stopped before the rest. */
  onAnswer(call: ToolRequest, answer: ToolAnswer): void
}

/** Rejects when the run is stopped. */
export async function performCalls(
  calls: readonly ToolRequest[],
  { hands, signal, maxResult, onAnswer }: Deps,
): Promise<void> {
  const max = Math.min(maxResult, MAX_RESULT)
  for (const group of groupsOf(calls)) {
    signal.throwIfAborted()
    await Promise.all(group.map(async (call) => onAnswer(call, await perform(call, hands, signal, max))))
  }
}

function groupsOf(calls: readonly ToolRequest[]): ToolRequest[][] {
  const groups: ToolRequest[][] = []
  let isOpen = false
  for (const call of calls) {
    const reads = toolOf(call)?.reads === true
    const last = groups.at(-1)
    if (last && isOpen && reads && last.length < MAX_AT_ONCE) last.push(call)
    else groups.push([call])
    isOpen = reads
  }
  return groups
}

const toolOf = ({ name }: ToolRequest) => modelTools.find((one) => one.name === name)

async function perform(
  call: ToolRequest,
  hands: Hands,
  signal: AbortSignal,
  maxResult: number,
): Promise<ToolAnswer> {
  const { id, name } = call
  const failed = (text: string): ToolAnswer => ({ id, name, text, failed: true })
  const tool = toolOf(call)
  if (!tool) return failed(`There is no tool ${name.slice(0, 100)}.`)
  const input = tool.input.safeParse(call.input ?? {})
  if (!input.success) {
    const [issue] = input.error.issues
    return failed(`These arguments do not fit: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  try {
    return { id, name, text: cut(await tool.run(input.data, hands), maxResult), failed: false }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ToolRefusal) return failed(cut(error.message, maxResult))
    throw error
  }
}
