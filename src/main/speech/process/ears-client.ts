// A recogniser that is in the speech process. When that dies, what was being said is sent to the next one from the
// beginning, as it was kept on disk.
import type { Unsubscribe } from '../../../core/ports.ts'
import { createPreRoll, type PreRoll } from '../../../core/ears/pre-roll.ts'
import type { ActivityChange } from '../../../core/ears/speech-activity.ts'
import { HEARING_RATE, samplesIn } from '../../../core/ears/samples.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'
import type { TakeRecogniser } from '../ears/recognise-take.ts'
import type { Recogniser, RecogniserListener } from '../ears/recogniser.ts'
import { fromEars, type EarsEngine, type FromEars, type ToEars } from './messages.ts'
import type { ServiceLink } from './speech-process.ts'

export interface EarsClient extends Recogniser {
  /** How long the larger embedded recogniser takes here for three seconds of sound, in milliseconds. */
  measure(): Promise<number>
  /** Makes ready what recognises, so that the first take need not wait; anew, where another was chosen meanwhile. */
  warmUp(): void
  onState(listener: (state: EarsState) => void): Unsubscribe
}

/** How the recogniser is: being made ready, there, or not to be had. */
export type EarsState = { tag: 'loading' } | { tag: 'ready' } | { tag: 'failed'; fault: Fault }

interface Deps {
  link: ServiceLink
  /** What to recognise with, asked for at every start and every warm-up: it may have been changed, and so may its key. */
  engine(): Promise<EarsEngine>
  /** As people are told. */
  engineName(): string
}

/** A take during which the process died this often is what kills it. */
const MOST_DEATHS = 2
const PIECE = HEARING_RATE

interface OpenTake {
  listener: RecogniserListener
  resend(samples: number): Promise<Int16Array>
  eager: boolean
  /** How many samples it has been given, whoever they have reached. */
  given: number
  /** What came while the process was away or the past is being sent; null while all goes straight there. */
  waiting: Int16Array[] | null
  released: boolean
  deaths: number
}

/** So much of what is watched is heard again by the next process: as long as one takes to start, and somewhat more. */
const REMEMBERED_MS = 12_000
/** What the last one was given just before it died, it may not have listened to. */
const UNHEARD_MS = 2_000

interface OpenWatch {
  onActivity(change: ActivityChange): void
  remembered: PreRoll
  /** How many samples it has been given, whoever they have reached. */
  given: number
  /** Up to here a process has heard; what follows is for the next. */
  heardTo: number
  /** Where the present process began to hear: it counts from there. */
  base: number
  /** Where the last change was. Up to there everything is known. */
  lastNoticed: number
}

interface Measuring {
  resolve(ms: number): void
  reject(error: unknown): void
}

export function createEarsClient({ link, engine, engineName }: Deps): EarsClient {
  const takes = new Map<number, OpenTake>()
  const watches = new Map<number, OpenWatch>()
  const measuring = new Map<number, Measuring>()
  let lastId = 0
  /** Counts starts, so that what was begun for one process does not go on with the next. */
  let life = 0
  let up = false
  /** The process is there, whether or not it knows what to recognise with. */
  let linked = false

  const stateListeners = new Set<(state: EarsState) => void>()
  const tellState = (state: EarsState): void => {
    for (const listener of stateListeners) listener(state)
  }

  const post = (message: ToEars): void => link.post(message)

  async function begin(): Promise<void> {
    const mine = ++life
    tellState({ tag: 'loading' })
    try {
      post({ type: 'use', engine: await engine() })
    } catch (error) {
      for (const [id] of takes) end(id)?.listener.onFailed(error)
      tellState({ tag: 'failed', fault: faultOf(error) })
      return
    }
    if (mine !== life) return
    up = true
    for (const [id, watch] of watches) beginWatch(id, watch)
    for (const id of measuring.keys()) post({ type: 'measure', id })
    for (const [id, take] of takes) void sendAll(id, take, mine)
  }

  /** What was said while nobody listened is listened to now. */
  function beginWatch(id: number, watch: OpenWatch): void {
    post({ type: 'watch', watch: id })
    const past = watch.remembered.read()
    const unheard = past.slice(Math.max(0, past.length - (watch.given - watch.heardTo)))
    watch.base = watch.given - unheard.length
    for (let at = 0; at < unheard.length; at += PIECE)
      post({ type: 'watched', watch: id, samples: unheard.slice(at, at + PIECE) })
    watch.heardTo = watch.given
  }

  function watched(id: number, change: ActivityChange): void {
    const watch = watches.get(id)
    if (!watch) return
    const at = watch.base + change.at
    watch.lastNoticed = at
    watch.onActivity({ ...change, at })
  }

  async function sendAll(id: number, take: OpenTake, mine: number): Promise<void> {
    post({ type: 'open', take: id, eager: take.eager })
    const waiting = take.waiting ?? []
    const missing = take.given - waiting.reduce((sum, { length }) => sum + length, 0)
    try {
      const past = missing > 0 ? await take.resend(missing) : new Int16Array(0)
      if (mine !== life || !takes.has(id)) return
      for (let at = 0; at < past.length; at += PIECE)
        post({ type: 'sound', take: id, samples: past.slice(at, at + PIECE) })
      for (const samples of take.waiting ?? []) post({ type: 'sound', take: id, samples })
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
  link.onStopped((fault, givenUp) => {
    up = linked = false
    life++
    tellState(givenUp ? { tag: 'failed', fault: faultOf(fault) } : { tag: 'loading' })
    for (const watch of watches.values())
      watch.heardTo = Math.max(watch.lastNoticed, watch.heardTo - samplesIn(UNHEARD_MS))
    for (const [id, take] of takes) {
      take.waiting ??= []
      if (givenUp || ++take.deaths > MOST_DEATHS) end(id)?.listener.onFailed(fault)
      else take.listener.onDelayed(fault)
    }
    if (givenUp) {
      for (const { reject } of measuring.values()) reject(fault)
      measuring.clear()
    }
  })
  link.onMessage((message) => {
    const parsed = fromEars.safeParse(message)
    if (parsed.success) hear(parsed.data)
  })

  function hear(message: FromEars): void {
    switch (message.type) {
      case 'ready':
        return tellState({ tag: 'ready' })
      case 'unready':
        return tellState({ tag: 'failed', fault: message.fault })
      case 'activity':
        return takes.get(message.take)?.listener.onActivity(message.change)
      case 'words':
        return takes.get(message.take)?.listener.onWords(message.text, message.to)
      case 'finished':
        return end(message.take)?.listener.onFinished(message.text)
      case 'failed':
        return end(message.take)?.listener.onFailed(errorOf(message.fault))
      case 'noticed':
        return watched(message.watch, message.change)
      case 'measured':
        measuring.get(message.id)?.resolve(message.ms)
        return void measuring.delete(message.id)
      case 'unmeasured':
        measuring.get(message.id)?.reject(errorOf(message.fault))
        return void measuring.delete(message.id)
    }
  }

  function open(
    listener: RecogniserListener,
    resend: OpenTake['resend'],
    eager: boolean = false,
  ): TakeRecogniser {
    const id = ++lastId
    const waiting = up ? null : []
    const take: OpenTake = { listener, resend, eager, given: 0, waiting, released: false, deaths: 0 }
    takes.set(id, take)
    link.wake()
    if (up) post({ type: 'open', take: id, eager })
    else if (linked) void begin()
    return {
      write(samples) {
        if (take.released || !takes.has(id)) return
        take.given += samples.length
        // A copy: what is a part of something larger would be sent with all of it.
        const own = samples.slice()
        if (take.waiting) take.waiting.push(own)
        else post({ type: 'sound', take: id, samples: own })
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
      const id = ++lastId
      const remembered = createPreRoll(REMEMBERED_MS)
      const watch: OpenWatch = { onActivity, remembered, given: 0, heardTo: 0, base: 0, lastNoticed: 0 }
      watches.set(id, watch)
      link.wake()
      if (up) post({ type: 'watch', watch: id })
      return {
        write(samples) {
          if (!watches.has(id)) return
          remembered.write(samples)
          watch.given += samples.length
          if (!up) return
          watch.heardTo = watch.given
          post({ type: 'watched', watch: id, samples: samples.slice() })
        },
        close() {
          if (watches.delete(id)) post({ type: 'unwatch', watch: id })
        },
      }
    },
    measure: () =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        measuring.set(id, { resolve, reject })
        link.wake()
        if (up) post({ type: 'measure', id })
      }),
    warmUp() {
      link.wake()
      if (linked && !up) void begin()
      else if (up)
        engine().then(
          (chosen) => post({ type: 'use', engine: chosen }),
          (error: unknown) => tellState({ tag: 'failed', fault: faultOf(error) }),
        )
    },
    onState(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    async close() {
      for (const [id] of takes) post({ type: 'cancel', take: id })
      takes.clear()
      watches.clear()
    },
  }
}

const errorOf = ({ code, message, remedy, retryable }: Fault): FaultError =>
  new FaultError(code, message, remedy, { retryable })
