// One request of the user: the model answers, or uses tools and goes on with their results, until it is done.
import {
  FAILED,
  lastRequest,
  STOPPED,
  withoutOpenCalls,
  type ModelMessage,
  type ToolAnswer,
  type ToolRequest,
} from '../../../core/model/history.ts'
import { requestText } from '../../../core/model/instructions.ts'
import type { Hands } from '../../../core/model/model-tools.ts'
import type { Ask, BrainEvent, BrainRequest, RequestView } from '../../../core/ports/brain.ts'
import { FaultError } from '../../../shared/errors.ts'
import { foundCode } from './found-code.ts'
import type { StepAnswer } from './model-client.ts'
import { runStep, type StepDeps } from './steps.ts'
import { performCalls } from './tool-calls.ts'

/** A message of the user that came while the model worked. */
export interface Steer {
  message: Ask
  view: RequestView | undefined
}

/** The code for a model without tools takes as much as two results of tools. */
const CODE_RESULTS = 2
const MAX_CODE = 24_000

interface Deps extends Omit<StepDeps, 'hasReply' | 'onText' | 'onThought' | 'onWaiting'> {
  request: BrainRequest
  /** Grows with this request. */
  history: ModelMessage[]
  hands: Hands
  /** Messages that came since the last call. */
  takeSteers(): Steer[]
  emit(event: BrainEvent): void
  onStep(answer: StepAnswer): void
  /** Tools run now, so silence of the model means nothing. */
  onTools(isRunning: boolean): void
  maxSteps(): number
  /** The longest result of a tool that is used beside so many others. */
  maxResult(count: number): number
}

/** Rejects with a fault, or when the run is stopped. The history stays one that an endpoint accepts. */
export async function runTurn(deps: Deps): Promise<void> {
  const { request, history, hands, signal, emit } = deps
  const { runId } = request
  let isAnswered = false
  let hasSaid = false
  let needsBreak = false
  let said = ''
  let takeCodeOut = (): void => {}

  const tell = (text: string): void => emit({ type: 'notice.told', runId, text })
  const step: StepDeps = {
    ...deps,
    hasReply: () => hasSaid,
    onText(text) {
      // The pieces of a reply that tools interrupted are paragraphs of one text.
      const delta = needsBreak ? `\n\n${text}` : text
      needsBreak = false
      hasSaid = true
      said += text
      emit({ type: 'text.appended', runId, delta })
    },
    onThought: (delta) => emit({ type: 'thought.appended', runId, delta }),
    onWaiting: (detail) => emit({ type: 'status.told', runId, detail }),
    async onNoTools() {
      await deps.onNoTools()
      await addCode()
    },
  }

  /** A model without tools gets what is on screen and what a search finds, for this request only. */
  async function addCode(): Promise<void> {
    const at = lastRequest(history)
    const asked = history[at]
    if (asked?.role !== 'user') return
    const code = await foundCode(request, hands, Math.min(MAX_CODE, CODE_RESULTS * deps.maxResult(1)))
    if (code === null) return
    const withCode = { ...asked, text: `${asked.text}\n\n${code}` }
    history[at] = withCode
    takeCodeOut = () => {
      const now = history.indexOf(withCode)
      if (now >= 0) history[now] = asked
    }
  }

  function push(text: string, calls: readonly ToolRequest[]): void {
    history.push({ role: 'assistant', text, calls })
    isAnswered = true
  }

  function add(answer: StepAnswer): void {
    deps.onStep(answer)
    if (answer.text !== '' || answer.calls.length > 0) push(answer.text, answer.calls)
    if (answer.cut === 'length') tell('The reply was cut off: it reached the model’s length limit.')
    if (answer.cut === 'flood') tell('Parley stopped the model: its reply was far too long.')
    if (answer.cut === 'filter') tell('The provider cut the reply off: its filter did not allow the rest.')
  }

  async function answerCalls(calls: readonly ToolRequest[]): Promise<void> {
    const done = new Map<ToolRequest, ToolAnswer>()
    deps.onTools(true)
    try {
      await performCalls(calls, {
        hands,
        signal,
        maxResult: deps.maxResult(calls.length),
        onAnswer: (call, answer) => done.set(call, answer),
      })
    } finally {
      deps.onTools(false)
      const open = signal.aborted ? STOPPED : FAILED
      const answers = calls.map(
        (call) => done.get(call) ?? { id: call.id, name: call.name, text: open, failed: true },
      )
      history.push({ role: 'tool', answers })
    }
  }

  function addSteers(): boolean {
    const steers = deps.takeSteers()
    for (const { message, view } of steers)
      history.push({ role: 'user', text: requestText({ text: message.text, view }) })
    return steers.length > 0
  }

  history.push({ role: 'user', text: requestText(request) })
  try {
    if (!deps.hasTools()) await addCode()
    for (let steps = 1; ; steps++) {
      said = ''
      const answer = await runStep(history, step)
      signal.throwIfAborted()
      add(answer)
      said = ''
      needsBreak = hasSaid
      const isDone = answer.calls.length === 0 || answer.cut === 'flood'
      if (isDone) {
        if (addSteers()) continue
        if (!hasSaid) throw noReply(deps.place().model, answer.cut === 'flood')
        return
      }
      if (steps >= deps.maxSteps()) {
        tell(`Parley stopped the model after ${steps} steps. Say “continue” to let it go on.`)
        if (!hasSaid) emit({ type: 'text.appended', runId, delta: 'I am not done yet. Say “continue”.' })
        return
      }
      await answerCalls(answer.calls)
      addSteers()
    }
  } finally {
    takeCodeOut()
    // A reply that was cut off is part of what was said.
    if (said !== '') push(said, [])
    // A request that failed is asked again by the user, in other words perhaps.
    if (!isAnswered && !signal.aborted) history.pop()
    history.splice(0, history.length, ...withoutOpenCalls(history))
  }
}

const noReply = (model: string, isEndless: boolean): FaultError =>
  new FaultError(
    'model_failed',
    isEndless ? `${model} went on without end and did not reply.` : `${model} sent an empty reply.`,
    'Ask again, or choose another model.',
    { retryable: true },
  )
