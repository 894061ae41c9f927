// The one way to run a pure state machine: step it with an input, then perform what the step asks for.
// An input that arrives while a step is being performed waits until that step is done. So no step ever sees a state
// whose requests have not been performed, and performing never recurses.

export interface Step<State, Effect> {
  state: State
  effects: readonly Effect[]
}

export interface Driver<State, Input> {
  readonly state: State
  /** Steps now, or after the step that is being performed. */
  send(input: Input): void
  /** Drops waiting inputs and ignores later ones: late events of an ended run stop here. */
  close(): void
}

export function createDriver<State, Input, Effect>(options: {
  initial: State
  step(state: State, input: Input): Step<State, Effect>
  perform(effect: Effect): void
  /** Called when performing an effect throws; the remaining effects are still performed. */
  onError(error: unknown, effect: Effect): void
}): Driver<State, Input> {
  let state = options.initial
  let performing = false
  let closed = false
  const waiting: Input[] = []

  function perform(effect: Effect): void {
    try {
      options.perform(effect)
    } catch (error) {
      options.onError(error, effect)
    }
  }

  return {
    get state() {
      return state
    },
    send(input) {
      if (closed) return
      waiting.push(input)
      if (performing) return
      performing = true
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const step = options.step(state, next)
          state = step.state
          for (const effect of step.effects) if (!closed) perform(effect)
        }
      } finally {
        performing = false
      }
    },
    close() {
      closed = true
      waiting.length = 0
    },
  }
}
