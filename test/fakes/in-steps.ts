// Runs steps one after the other, each a moment later, as an agent would answer.

export interface Steps {
  stop(): void
}

export function inSteps(steps: readonly (() => void)[]): Steps {
  const [first, ...rest] = steps
  let next: Steps | null = null
  const timer = setTimeout(() => {
    first?.()
    if (rest.length > 0) next = inSteps(rest)
  }, 1)
  return {
    stop() {
      clearTimeout(timer)
      next?.stop()
    },
  }
}
