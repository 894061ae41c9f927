// One step of a request: the model answers once. What fails before anything arrived is tried again where that is safe.
import type { ModelMessage } from '../../../core/model/history.ts'
import { modelTools } from '../../../core/model/model-tools.ts'
import type { ModelFault, ModelPlace } from '../../../core/model/fault.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { FaultError } from '../../../shared/errors.ts'
import { faultOfRequest } from './failure.ts'
import type { AskModel, StepAnswer } from './model-client.ts'
import type { RoomInContext } from './room-in-context.ts'

export interface StepDeps {
  ask: AskModel
  place(): ModelPlace
  context: RoomInContext
  /** Whether the model can use tools, as far as is known. */
  hasTools(): boolean
  /** The endpoint said that it cannot. */
  onNoTools(): Promise<void>
  instructions(): string
  clock: Clock
  signal: AbortSignal
  /** Whether the user has read something of the reply. */
  hasReply(): boolean
  onText(text: string): void
  onThought(text: string): void
  onNews(): void
  /** What the user should know while they wait. */
  onWaiting(detail: string): void
}

const MAX_TRIES = 4
const FIRST_WAIT_MS = 1_000
/** Who has to wait longer decides that themselves. */
const MAX_WAIT_MS = 30_000

/** Rejects with a FaultError, or when the run is stopped. */
export async function runStep(history: ModelMessage[], deps: StepDeps): Promise<StepAnswer> {
  const { ask, context, signal } = deps
  let tighter = false
  for (let tries = 1; ; tries++) {
    let hasText = false
    try {
      return await ask({
        model: deps.place().model,
        instructions: deps.instructions(),
        messages: await context.fit(history, tighter),
        tools: deps.hasTools() ? modelTools : [],
        signal,
        onText(text) {
          hasText = true
          deps.onText(text)
        },
        onThought: deps.onThought,
        onNews: deps.onNews,
      })
    } catch (error) {
      signal.throwIfAborted()
      const failed = faultOfRequest(error, deps.place(), deps.hasReply())
      if (hasText || tries >= MAX_TRIES) throw asError(failed)
      if (failed.retry === 'smaller' && !tighter) tighter = true
      else if (failed.retry === 'without tools' && deps.hasTools()) await deps.onNoTools()
      else if (failed.retry === 'later') await waitFor(failed, tries, deps)
      else throw asError(failed)
    }
  }
}

async function waitFor(
  failed: ModelFault,
  tries: number,
  { onWaiting, clock, signal }: StepDeps,
): Promise<void> {
  const ms = failed.retryAfterMs || FIRST_WAIT_MS * 2 ** (tries - 1)
  if (ms > MAX_WAIT_MS) throw asError(failed)
  onWaiting(`${failed.fault.message} Trying again in ${Math.ceil(ms / 1000)} s`)
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      cancel()
      resolve()
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
  signal.throwIfAborted()
}

function asError({ fault, retryAfterMs }: ModelFault): FaultError {
  const { code, message, remedy, retryable } = fault
  const when =
    retryAfterMs > MAX_WAIT_MS ? `Wait ${Math.ceil(retryAfterMs / 60_000)} min, then ask again.` : remedy
  return new FaultError(code, message, when, { retryable })
}
