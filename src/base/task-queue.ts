// Runs asynchronous tasks one after the other, in the order in which they were added.

export interface TaskQueue {
  /** Settles as the task does. A task that fails does not stop the next one. */
  run<T>(task: () => Promise<T> | T): Promise<T>
  /** Settles when everything added so far is done. */
  idle(): Promise<void>
}

export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(task) {
      const result = last.then(task)
      last = result.catch(() => {})
      return result
    },
    idle: async () => void (await last),
  }
}
