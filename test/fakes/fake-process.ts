// A speech process inside the test process. Messages are delivered asynchronously, and it dies when the test says so.
import type { ProcessPort } from '../../src/main/speech/process/speech-process.ts'
import type { ParentPort } from '../../src/main/speech/process/speech-host.ts'

export interface FakeProcess {
  port: ProcessPort
  /** The process's own side. */
  parent: ParentPort
  heard: unknown[]
  die(code?: number): void
}

export function createFakeProcess(): FakeProcess {
  const heard: unknown[] = []
  let alive = true
  let toProcess: (message: unknown) => void = () => {}
  let toParley: (message: unknown) => void = () => {}
  let onExit: (code: number | null) => void = () => {}
  const die = (code = 1): void => {
    if (!alive) return
    alive = false
    onExit(code)
  }
  const copied = (message: unknown): unknown => structuredClone(message)
  return {
    heard,
    die,
    port: {
      pid: undefined,
      postMessage(message) {
        heard.push(message)
        if (alive) queueMicrotask(() => toProcess(copied(message)))
      },
      onMessage(listener) {
        toParley = listener
      },
      onExit(listener) {
        onExit = listener
      },
      kill: () => die(0),
    },
    parent: {
      postMessage(message) {
        if (alive) queueMicrotask(() => alive && toParley(copied(message)))
      },
      onMessage(listener) {
        toProcess = listener
      },
    },
  }
}
