// Lets one side wait until the other has something new.

export interface Waker {
  /** Settles at the next wake, or at once when there was one since the last wait. */
  wait(): Promise<void>
  wake(): void
}

export function createWaker(): Waker {
  let woken = false
  let resume: (() => void) | null = null
  return {
    wait: () =>
      new Promise((resolve) => {
        if (woken) resolve()
        else resume = resolve
        woken = false
      }),
    wake() {
      woken = resume === null
      resume?.()
      resume = null
    },
  }
}
