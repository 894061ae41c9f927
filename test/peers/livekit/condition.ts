// Waits for a condition, which is checked whenever something changed.

export interface Condition<T> {
  changed(): void
  until(condition: (now: T) => boolean): Promise<T>
}

export function createCondition<T>(now: () => T): Condition<T> {
  const checks = new Set<() => void>()
  return {
    changed() {
      for (const check of checks) check()
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!condition(now())) return
          checks.delete(check)
          resolve(now())
        }
        checks.add(check)
        check()
      }),
  }
}
