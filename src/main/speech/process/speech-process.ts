// The process that the speech engines run in, seen from outside: started when it is first needed, started again when it
// dies, a little later each time. Whoever uses it hears of every start and says anew what it needs.
import type { Clock, Unsubscribe } from '../../../core/ports.ts'
import { FaultError } from '../../../shared/errors.ts'
import { envelope, type ServiceName } from './messages.ts'

/** As much of a process as is used: Electron's utility process, or a child of Node's. */
export interface ProcessPort {
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, however it ended. */
  onExit(listener: (code: number | null) => void): void
  kill(): void
  /** Where the system knows it by a number. */
  readonly pid: number | undefined
}

export type SpawnSpeech = () => ProcessPort

/** One service's part of what is said. */
export interface ServiceLink {
  /** Starts the process unless it runs. */
  wake(): void
  /** Dropped where the process is not there; `onStarted` comes once it is again. */
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): Unsubscribe
  onStarted(listener: () => void): Unsubscribe
  /** It died, and is started again; or, when that was tried too often, it is given up until somebody wakes it. */
  onStopped(listener: (fault: FaultError, givenUp: boolean) => void): Unsubscribe
}

export interface SpeechProcess {
  service(name: ServiceName): ServiceLink
  pid(): number | undefined
  close(): Promise<void>
}

interface Deps {
  spawn: SpawnSpeech
  clock: Clock
  onProblem(what: string, fields: Record<string, unknown>): void
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 10_000
/** Who has lived this long has nothing to do with earlier deaths. */
const HEALTHY_AFTER_MS = 60_000
const MOST_DEATHS = 6

interface Listeners {
  message: Set<(message: unknown) => void>
  started: Set<() => void>
  stopped: Set<(fault: FaultError, givenUp: boolean) => void>
}

export function createSpeechProcess({ spawn, clock, onProblem }: Deps): SpeechProcess {
  const listeners: Record<ServiceName, Listeners> = { ears: noListeners(), voice: noListeners() }
  let port: ProcessPort | undefined
  let ready = false
  let closed = false
  let deaths = 0
  let startedAt = 0
  let cancelRestart: (() => void) | undefined
  let onGone: () => void = () => {}

  function start(): void {
    cancelRestart?.()
    cancelRestart = undefined
    if (port || closed) return
    startedAt = clock.now()
    let started: ProcessPort
    try {
      started = spawn()
    } catch (error) {
      return died(null, error)
    }
    port = started
    started.onMessage((message) => port === started && hear(message))
    started.onExit((code) => port === started && died(code))
  }

  function hear(message: unknown): void {
    const parsed = envelope.safeParse(message)
    if (!parsed.success) return onProblem('speech process said something unknown', {})
    if (parsed.data.to === 'parley') {
      ready = true
      for (const { started } of Object.values(listeners)) for (const listener of started) listener()
      return
    }
    for (const listener of listeners[parsed.data.to].message) listener(parsed.data.message)
  }

  function died(code: number | null, cause?: unknown): void {
    port = undefined
    ready = false
    onGone()
    if (closed) return
    deaths = clock.now() - startedAt > HEALTHY_AFTER_MS ? 1 : deaths + 1
    const givenUp = deaths >= MOST_DEATHS
    onProblem('speech process ended', { code, deaths, givenUp })
    if (givenUp) deaths = 0
    else {
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1))
      cancelRestart = clock.after(wait, start)
    }
    const fault = givenUp ? gaveUp(cause) : restarting(cause)
    for (const { stopped } of Object.values(listeners))
      for (const listener of stopped) listener(fault, givenUp)
  }

  return {
    service(name) {
      const { message, started, stopped } = listeners[name]
      const subscribe = <T>(set: Set<T>, listener: T): Unsubscribe => {
        set.add(listener)
        return () => void set.delete(listener)
      }
      return {
        wake() {
          if (!cancelRestart) start()
        },
        post(content) {
          if (ready) port?.postMessage({ to: name, message: content })
        },
        onMessage: (listener) => subscribe(message, listener),
        onStarted(listener) {
          if (ready) listener()
          return subscribe(started, listener)
        },
        onStopped: (listener) => subscribe(stopped, listener),
      }
    },
    pid: () => port?.pid,
    async close() {
      closed = true
      cancelRestart?.()
      const ending = port
      if (!ending) return
      await new Promise<void>((resolve) => {
        onGone = resolve
        ending.kill()
      })
    },
  }
}

const noListeners = (): Listeners => ({ message: new Set(), started: new Set(), stopped: new Set() })

const restarting = (cause: unknown): FaultError =>
  new FaultError(
    'speech_stopped',
    'What hears and speaks has stopped and is being started again.',
    'Nothing you said is lost. It goes on in a moment.',
    { retryable: true, cause },
  )

const gaveUp = (cause: unknown): FaultError =>
  new FaultError(
    'speech_stopped',
    'What hears and speaks keeps stopping.',
    'What you said is kept. Start Parley again; until then you can type.',
    { retryable: true, cause },
  )
