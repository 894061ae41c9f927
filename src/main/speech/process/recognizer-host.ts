// The recognizer inside the speech process: does what the app asks and reports the results.
import type { Clock } from '../../../core/ports/clock.ts'
import type { VoiceWatch } from '../../../core/ports/recognizer.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import type { TakeRecognizer } from '../hearing/recognize-take.ts'
import { createRecognitionQueue } from '../hearing/recognition-queue.ts'
import { loadSilero, type VoiceDetector } from '../hearing/silero.ts'
import type { RecognizerEngine, RecognizerEngines } from '../recognizer-engines.ts'
import { toRecognizer, type EngineRequest, type FromRecognizer, type ToRecognizer } from './messages.ts'

type LocalRecognizer = ReturnType<typeof createRecognitionQueue>

const IDLE_MS = 15 * 60_000
const MAX_TAKES = 16
/** How long the computer must be quiet before it is measured. */
const QUIET_MS = 20_000

interface Deps {
  engines: RecognizerEngines
  say(message: FromRecognizer): void
  clock: Clock
  /** Injected by tests. */
  loadDetector?: () => Promise<VoiceDetector>
}

const tooManyTakes = faultOf(
  new FaultError(
    'ears_failed',
    'Parley is already transcribing too many recordings at once.',
    'The recording is stored. Try again in a moment.',
    { retryable: true },
  ),
)

export interface ServiceHost {
  receive(message: unknown): void
}

export function createRecognizerHost(deps: Deps): ServiceHost {
  const { engines, say, clock, loadDetector = loadSilero } = deps
  const takes = new Map<number, TakeRecognizer>()
  const watches = new Map<number, VoiceWatch>()
  let recognizer: LocalRecognizer | undefined
  let inUse = ''
  const measuring = createMeasuring({ ...deps, isBusy: () => takes.size + watches.size > 0 })

  function use(request: EngineRequest): void {
    const signature = JSON.stringify(request)
    if (recognizer && inUse === signature) return warmUp(recognizer)
    const engine = engineOf(engines, request.engine)
    if (!engine) return say({ type: 'unready', fault: unknownEngine(request.engine) })
    inUse = signature
    const previous = recognizer
    recognizer = createRecognitionQueue({
      engine: request.engine,
      guesses: engine.guesses,
      loadDetector,
      loadTranscriber: () => engine.load(request.configuration),
      clock,
      idleMs: IDLE_MS,
    })
    warmUp(recognizer)
    // Open takes end with the engine they began with.
    void previous?.close()
  }

  function warmUp(one: LocalRecognizer): void {
    const report = (message: FromRecognizer): void => {
      if (one === recognizer) say(message)
    }
    one.warmUp().then(
      () => report({ type: 'ready' }),
      (error: unknown) => report({ type: 'unready', fault: faultOf(error) }),
    )
  }

  function open(id: number, eager: boolean | undefined): void {
    if (takes.has(id)) return
    if (!recognizer || takes.size >= MAX_TAKES) return say({ type: 'failed', take: id, fault: tooManyTakes })
    const over = (message: FromRecognizer): void => {
      end(id)
      say(message)
    }
    const take = recognizer.open(
      {
        onActivity: (change) => say({ type: 'activity', take: id, change }),
        onTranscript: (text, to) => say({ type: 'transcript', take: id, text, to }),
        onFinished: (text) => over({ type: 'finished', take: id, text }),
        onFailed: (error) => over({ type: 'failed', take: id, fault: faultOf(error) }),
        onDelayed: () => {},
      },
      async () => new Int16Array(0),
      eager,
    )
    takes.set(id, take)
    measuring.check()
  }

  function end(id: number): void {
    takes.delete(id)
    measuring.checkLater()
  }

  function obey(message: ToRecognizer): void {
    switch (message.type) {
      case 'use':
        return use(message.request)
      case 'measure':
        return measuring.add(message.id, message.engine)
      case 'open':
        return open(message.take, message.eager)
      case 'audio':
        return takes.get(message.take)?.write(message.samples)
      case 'release':
        return takes.get(message.take)?.release()
      case 'cancel':
        takes.get(message.take)?.cancel()
        return end(message.take)
      case 'watch':
        if (recognizer && watches.size < MAX_TAKES)
          watches.set(
            message.watch,
            recognizer.watch((change) => say({ type: 'noticed', watch: message.watch, change })),
          )
        return measuring.check()
      case 'watched':
        return watches.get(message.watch)?.write(message.samples)
      case 'unwatch':
        watches.get(message.watch)?.close()
        watches.delete(message.watch)
        return measuring.checkLater()
    }
  }

  return {
    receive(message) {
      const parsed = toRecognizer.safeParse(message)
      if (parsed.success) obey(parsed.data)
    },
  }
}

/** Measures engines while nothing else happens: measuring keeps the computer busy, and a busy computer measures wrong. */
function createMeasuring({ engines, say, clock, isBusy }: Deps & { isBusy(): boolean }) {
  const waiting = new Map<number, string>()
  let running: AbortController | null = null
  let cancelCheck: () => void = () => {}

  function check(): void {
    if (isBusy()) return running?.abort()
    const [next] = waiting
    if (next && !running) void measure(...next)
  }

  async function measure(id: number, name: string): Promise<void> {
    const stopping = new AbortController()
    running = stopping
    try {
      const engine = engineOf(engines, name)
      if (!engine?.measure) throw new FaultError('bad_request', `${name} has no speed.`, '')
      const ms = await engine.measure(stopping.signal)
      waiting.delete(id)
      say({ type: 'measured', id, ms })
    } catch (error) {
      // When aborted, it is measured once it is quiet again.
      if (!stopping.signal.aborted) {
        waiting.delete(id)
        say({ type: 'unmeasured', id, fault: faultOf(error) })
      }
    } finally {
      running = null
    }
    check()
  }

  return {
    add(id: number, engine: string): void {
      waiting.set(id, engine)
      check()
    },
    check,
    /** A reply follows an utterance, and its voice is made in this process too. */
    checkLater(): void {
      cancelCheck()
      cancelCheck = clock.after(QUIET_MS, check)
    },
  }
}

const engineOf = (engines: RecognizerEngines, id: string): RecognizerEngine | undefined =>
  Object.hasOwn(engines, id) ? engines[id] : undefined

const unknownEngine = (id: string) =>
  faultOf(
    new FaultError(
      'ears_unavailable',
      `Parley has no recognizer called ${id}.`,
      'Choose another one in the settings.',
    ),
  )
