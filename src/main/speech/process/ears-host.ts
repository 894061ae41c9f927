// The ears inside the speech process: does what the other side asks, and says what comes of it.
import type { Clock } from '../../../core/ports.ts'
import type { VoiceWatch } from '../../../core/ports/ears.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'
import { loadMoonshine } from '../ears/moonshine.ts'
import type { TakeRecogniser } from '../ears/recognise-take.ts'
import { createRecogniser } from '../ears/recogniser.ts'
import { loadSilero } from '../ears/silero.ts'
import { createTranscriptionService } from '../ears/transcription-service.ts'
import type { Transcriber } from '../ears/transcriber.ts'
import { toEars, type EarsEngine, type FromEars, type ToEars } from './messages.ts'

type LocalRecogniser = ReturnType<typeof createRecogniser>

const IDLE_MS = 15 * 60_000
const MAX_TAKES = 16
const PEACE_MS = 20_000

interface Deps {
  say(message: FromEars): void
  clock: Clock
}

const tooMuch = faultOf(
  new FaultError(
    'ears_failed',
    'Too much is being recognised at once.',
    'It is kept. Say it again in a moment.',
    {
      retryable: true,
    },
  ),
)

export interface ServiceHost {
  hear(message: unknown): void
}

export function createEarsHost({ say, clock }: Deps): ServiceHost {
  const takes = new Map<number, TakeRecogniser>()
  const watches = new Map<number, VoiceWatch>()
  const toMeasure = new Set<number>()
  let measuring: AbortController | null = null
  let stopWaiting: () => void = () => {}
  let recogniser: LocalRecogniser | undefined
  let inUse = ''

  function use(engine: EarsEngine): void {
    if (recogniser && inUse === JSON.stringify(engine)) return makeReady(recogniser)
    inUse = JSON.stringify(engine)
    const before = recogniser
    recogniser = createRecogniser({
      engine: engine.kind,
      guesses: engine.kind === 'moonshine',
      loadDetector: loadSilero,
      loadTranscriber: () => loadTranscriber(engine),
      clock,
      idleMs: IDLE_MS,
    })
    makeReady(recogniser)
    // What is open is recognised to its end by what it was begun with.
    void before?.close()
  }

  function makeReady(one: LocalRecogniser): void {
    const tell = (message: FromEars): void => {
      if (one === recogniser) say(message)
    }
    one.warmUp().then(
      () => tell({ type: 'ready' }),
      (error: unknown) => tell({ type: 'unready', fault: faultOf(error) }),
    )
  }

  function open(id: number, eager: boolean | undefined): void {
    if (takes.has(id)) return
    if (!recogniser || takes.size >= MAX_TAKES) return say({ type: 'failed', take: id, fault: tooMuch })
    const over = (message: FromEars): void => {
      end(id)
      say(message)
    }
    const take = recogniser.open(
      {
        onActivity: (change) => say({ type: 'activity', take: id, change }),
        onWords: (text, to) => say({ type: 'words', take: id, text, to }),
        onFinished: (text) => over({ type: 'finished', take: id, text }),
        onFailed: (error) => over({ type: 'failed', take: id, fault: faultOf(error) }),
        onDelayed: () => {},
      },
      async () => new Int16Array(0),
      eager,
    )
    takes.set(id, take)
    measureInPeace()
  }

  function end(id: number): void {
    takes.delete(id)
    measureLater()
  }

  /** Whoever is listened to comes first: measuring keeps the machine busy, and would measure that it is. */
  function measureInPeace(): void {
    if (takes.size + watches.size > 0) return measuring?.abort()
    const [id] = toMeasure
    if (id !== undefined && !measuring) void measure(id)
  }

  /** After words comes an answer, and the voice is made here, too. */
  function measureLater(): void {
    stopWaiting()
    stopWaiting = clock.after(PEACE_MS, measureInPeace)
  }

  async function measure(id: number): Promise<void> {
    const stopping = new AbortController()
    measuring = stopping
    try {
      const base = await loadMoonshine('base')
      const ms = await base.measure(stopping.signal).finally(() => base.close())
      toMeasure.delete(id)
      say({ type: 'measured', id, ms })
    } catch (error) {
      // Once there is peace again.
      if (!stopping.signal.aborted) {
        toMeasure.delete(id)
        say({ type: 'unmeasured', id, fault: faultOf(error) })
      }
    } finally {
      measuring = null
    }
    measureInPeace()
  }

  function obey(message: ToEars): void {
    switch (message.type) {
      case 'use':
        return use(message.engine)
      case 'measure':
        toMeasure.add(message.id)
        return measureInPeace()
      case 'open':
        return open(message.take, message.eager)
      case 'sound':
        return takes.get(message.take)?.write(message.samples)
      case 'release':
        return takes.get(message.take)?.release()
      case 'cancel':
        takes.get(message.take)?.cancel()
        return end(message.take)
      case 'watch':
        if (recogniser && watches.size < MAX_TAKES)
          watches.set(
            message.watch,
            recogniser.watch((change) => say({ type: 'noticed', watch: message.watch, change })),
          )
        return measureInPeace()
      case 'watched':
        return watches.get(message.watch)?.write(message.samples)
      case 'unwatch':
        watches.get(message.watch)?.close()
        watches.delete(message.watch)
        return measureLater()
    }
  }

  return {
    hear(message) {
      const parsed = toEars.safeParse(message)
      if (parsed.success) obey(parsed.data)
    },
  }
}

async function loadTranscriber(engine: EarsEngine): Promise<Transcriber> {
  if (engine.kind === 'service')
    return createTranscriptionService({ ...engine, secret: async () => engine.key })
  const moonshine = await loadMoonshine(engine.size)
  // The first run pays for what is made ready once; nobody should have to wait for that with words in the air.
  await moonshine.transcribe(new Int16Array(16_000), { signal: new AbortController().signal })
  return moonshine
}
