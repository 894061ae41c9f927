// A recognizer whose engine runs in the speech process. When the process dies, open takes are sent to the next one from
// their beginning, as they are stored on disk.
import { createEmitter } from '../../../base/emitter.ts'
import type { Unsubscribe } from '../../../core/ports/clock.ts'
import { HEARING_RATE } from '../../../core/speech/hearing/samples.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'
import type { RecognitionListener, RecognitionQueue } from '../hearing/recognition-queue.ts'
import type { TakeRecognizer } from '../hearing/recognize-take.ts'
import { fromRecognizer, type EngineRequest, type FromRecognizer, type ToRecognizer } from './messages.ts'
import type { ServiceLink } from './speech-process.ts'
import { createWatchClient } from './watch-client.ts'

export interface RecognizerClient extends RecognitionQueue {
  /** How many milliseconds this engine takes here for three seconds of audio. */
  measure(engine: string): Promise<number>
  /** Loads the requested engine, so that the first take need not wait; again when another one was chosen meanwhile. */
  warmUp(): void
  onState(listener: (state: RecognizerState) => void): Unsubscribe
}

export type RecognizerState = { tag: 'loading' } | { tag: 'ready' } | { tag: 'failed'; fault: Fault }

interface Deps {
  link: ServiceLink
  /** The engine to use. Read at every start and every warm-up, because the choice or its key may have changed. */
  request(): Promise<EngineRequest>
  /** As the user sees it. */
  engineName(): string
}

/** A take during which the process died this often probably causes it. */
const MAX_DEATHS = 2

interface OpenTake {
  listener: RecognitionListener
  resend(samples: number): Promise<Int16Array>
  eager: boolean
  /** Samples written so far, whether or not a process received them. */
  written: number
  /** Samples that wait for a process; null while all samples are sent directly. */
  waiting: Int16Array[] | null
  released: boolean
  deaths: number
}

interface Measurement {
  engine: string
  resolve(ms: number): void
  reject(error: unknown): void
}

export function createRecognizerClient({ link, request, engineName }: Deps): RecognizerClient {
  const takes = new Map<number, OpenTake>()
  const states = createEmitter<[RecognizerState]>()
  let lastId = 0
  /** Counts starts, so that work begun for one process does not continue with the next. */
  let life = 0
  /** The process runs, whether or not it has an engine. */
  let linked = false
  /** The process runs and has an engine. */
  let up = false

  const post = (message: ToRecognizer): void => link.post(message)
  const watches = createWatchClient({ isUp: () => up, post })
  const measurements = createMeasurements({ isUp: () => up, post })

  async function begin(): Promise<void> {
    const mine = ++life
    states.emit({ tag: 'loading' })
    try {
      post({ type: 'use', request: await request() })
    } catch (error) {
      for (const [id] of takes) end(id)?.listener.onFailed(error)
      states.emit({ tag: 'failed', fault: faultOf(error) })
      return
    }
    if (mine !== life) return
    up = true
    watches.started()
    measurements.started()
    for (const [id, take] of takes) void resend(id, take, mine)
  }

  async function resend(id: number, take: OpenTake, mine: number): Promise<void> {
    post({ type: 'open', take: id, eager: take.eager })
    const waiting = take.waiting ?? []
    const missing = take.written - waiting.reduce((sum, { length }) => sum + length, 0)
    try {
      const past = missing > 0 ? await take.resend(missing) : new Int16Array(0)
      if (mine !== life || !takes.has(id)) return
      for (let at = 0; at < past.length; at += HEARING_RATE)
        post({ type: 'audio', take: id, samples: past.slice(at, at + HEARING_RATE) })
      for (const samples of take.waiting ?? []) post({ type: 'audio', take: id, samples })
      take.waiting = null
      if (take.released) post({ type: 'release', take: id })
    } catch (error) {
      end(id)?.listener.onFailed(error)
    }
  }

  function end(id: number): OpenTake | undefined {
    const take = takes.get(id)
    takes.delete(id)
    return take
  }

  link.onStarted(() => {
    linked = true
    void begin()
  })
  link.onStopped((fault, gaveUp) => {
    up = linked = false
    life++
    states.emit(gaveUp ? { tag: 'failed', fault: faultOf(fault) } : { tag: 'loading' })
    watches.stopped()
    for (const [id, take] of takes) {
      take.waiting ??= []
      if (gaveUp || ++take.deaths > MAX_DEATHS) end(id)?.listener.onFailed(fault)
      else take.listener.onDelayed(fault)
    }
    if (gaveUp) measurements.failed(fault)
  })
  link.onMessage((message) => {
    const parsed = fromRecognizer.safeParse(message)
    if (parsed.success) receive(parsed.data)
  })

  function receive(message: FromRecognizer): void {
    switch (message.type) {
      case 'ready':
        return states.emit({ tag: 'ready' })
      case 'unready':
        return states.emit({ tag: 'failed', fault: message.fault })
      case 'activity':
        return takes.get(message.take)?.listener.onActivity(message.change)
      case 'transcript':
        return takes.get(message.take)?.listener.onTranscript(message.text, message.to)
      case 'finished':
        return end(message.take)?.listener.onFinished(message.text)
      case 'failed':
        return end(message.take)?.listener.onFailed(errorOf(message.fault))
      case 'noticed':
        return watches.noticed(message.watch, message.change)
      case 'measured':
        return measurements.take(message.id)?.resolve(message.ms)
      case 'unmeasured':
        return measurements.take(message.id)?.reject(errorOf(message.fault))
    }
  }

  function open(
    listener: RecognitionListener,
    resendFirst: OpenTake['resend'],
    eager: boolean = false,
  ): TakeRecognizer {
    const id = ++lastId
    const take: OpenTake = {
      listener,
      resend: resendFirst,
      eager,
      written: 0,
      waiting: up ? null : [],
      released: false,
      deaths: 0,
    }
    takes.set(id, take)
    link.wake()
    if (up) post({ type: 'open', take: id, eager })
    else if (linked) void begin()
    return {
      write(samples) {
        if (take.released || !takes.has(id)) return
        take.written += samples.length
        // A copy: part of a larger array would be sent with all of it.
        const own = samples.slice()
        if (take.waiting) take.waiting.push(own)
        else post({ type: 'audio', take: id, samples: own })
      },
      release() {
        if (take.released) return
        take.released = true
        if (!take.waiting) post({ type: 'release', take: id })
      },
      cancel() {
        if (end(id)) post({ type: 'cancel', take: id })
      },
    }
  }

  return {
    get engine() {
      return engineName()
    },
    open,
    watch(onActivity) {
      const watch = watches.open(++lastId, onActivity)
      link.wake()
      return watch
    },
    measure(engine) {
      const measured = measurements.open(++lastId, engine)
      link.wake()
      return measured
    },
    warmUp() {
      link.wake()
      if (linked && !up) void begin()
      else if (up)
        request().then(
          (chosen) => post({ type: 'use', request: chosen }),
          (error: unknown) => states.emit({ tag: 'failed', fault: faultOf(error) }),
        )
    },
    onState: states.on,
    async close() {
      for (const [id] of takes) post({ type: 'cancel', take: id })
      takes.clear()
      watches.clear()
    },
  }
}

const errorOf = ({ code, message, remedy, retryable }: Fault): FaultError =>
  new FaultError(code, message, remedy, { retryable })

/** Measurements that are not done. A new process gets them all again. */
function createMeasurements({ isUp, post }: { isUp(): boolean; post(message: ToRecognizer): void }) {
  const measurements = new Map<number, Measurement>()
  return {
    open: (id: number, engine: string): Promise<number> =>
      new Promise((resolve, reject) => {
        measurements.set(id, { engine, resolve, reject })
        if (isUp()) post({ type: 'measure', id, engine })
      }),
    take(id: number): Measurement | undefined {
      const measurement = measurements.get(id)
      measurements.delete(id)
      return measurement
    },
    started(): void {
      for (const [id, { engine }] of measurements) post({ type: 'measure', id, engine })
    },
    failed(error: unknown): void {
      for (const { reject } of measurements.values()) reject(error)
      measurements.clear()
    },
  }
}
