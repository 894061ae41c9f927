// The process that the speech engines run in, seen from the app. It starts when first needed and restarts when it dies,
// after a longer pause each time. Its users learn of every start and then send what they need again.
import { createEmitter, type Emitter } from '../../../base/emitter.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import { FaultError } from '../../../shared/errors.ts'
import { envelope, type ServiceName } from './messages.ts'

/** The used part of a process: Electron's utility process, or a child of Node. */
export interface ProcessPort {
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, however it ended. */
  onExit(listener: (code: number | null) => void): void
  kill(): void
  readonly pid: number | undefined
}

export type SpawnSpeech = () => ProcessPort

/** One service's connection to the process. */
export interface ServiceLink {
  /** Starts the process unless it runs. */
  wake(): void
  /** Dropped while the process is not ready; `onStarted` is called once it is. */
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): Unsubscribe
  onStarted(listener: () => void): Unsubscribe
  /** The process died and restarts; with `gaveUp` it died too often and stays down until somebody wakes it. */
  onStopped(listener: (fault: FaultError, gaveUp: boolean) => void): Unsubscribe
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

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** After this time, earlier deaths no longer count. */
const HEALTHY_AFTER_MS = 60_000
const MAX_DEATHS = 6

export function createSpeechProcess({ spawn, clock, onProblem }: Deps): SpeechProcess {
  const messages: Record<ServiceName, Emitter<[unknown]>> = {
    recognizer: createEmitter(),
    voice: createEmitter(),
  }
  const starts = createEmitter<[]>()
  const stops = createEmitter<[FaultError, boolean]>()
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
    started.onMessage((message) => port === started && receive(message))
    started.onExit((code) => port === started && died(code))
  }

  function receive(message: unknown): void {
    const parsed = envelope.safeParse(message)
    if (!parsed.success) return onProblem('speech process sent an unknown message', {})
    if (parsed.data.to !== 'parley') return messages[parsed.data.to].emit(parsed.data.message)
    ready = true
    starts.emit()
  }

  function died(code: number | null, cause?: unknown): void {
    port = undefined
    ready = false
    onGone()
    if (closed) return
    deaths = clock.now() - startedAt > HEALTHY_AFTER_MS ? 1 : deaths + 1
    const gaveUp = deaths >= MAX_DEATHS
    onProblem('speech process ended', { code, deaths, gaveUp })
    if (gaveUp) deaths = 0
    else {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths - 1))
      cancelRestart = clock.after(pause, start)
    }
    stops.emit(gaveUp ? gaveUpFault(cause) : restartingFault(cause), gaveUp)
  }

  return {
    service: (name) => ({
      wake() {
        if (!cancelRestart) start()
      },
      post(message) {
        if (ready) port?.postMessage({ to: name, message })
      },
      onMessage: messages[name].on,
      onStarted(listener) {
        if (ready) listener()
        return starts.on(listener)
      },
      onStopped: stops.on,
    }),
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

const restartingFault = (cause: unknown): FaultError =>
  new FaultError(
    'speech_stopped',
    'Speech recognition and the voice stopped and are restarting.',
    'Nothing you said is lost. Parley continues in a moment.',
    { retryable: true, cause },
  )

const gaveUpFault = (cause: unknown): FaultError =>
  new FaultError(
    'speech_stopped',
    'Speech recognition and the voice keep stopping.',
    'What you said is stored. Start Parley again; until then you can type.',
    { retryable: true, cause },
  )
