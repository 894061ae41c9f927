// A guest host whose recognizer and conversations do only what the test says: the test answers as the brain.
import type { StatusAction } from '../../src/shared/conversation.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'
import { FaultError, type Fault } from '../../src/shared/errors.ts'
import type { TakeEvent } from '../../src/core/ports/recognizer.ts'
import type {
  RecognizerState,
  GuestConversation,
  GuestRecognizer,
  GuestEvent,
  GuestTranscript,
  GuestHost,
} from '../../src/core/ports/guests.ts'

export interface FakeConversation extends GuestConversation {
  readonly session: string
  readonly source: string
  /** All requests to the brain, oldest first. */
  readonly asks: readonly { turnId: string; text: string }[]
  readonly running: string | null
  readonly closed: boolean
  /** Resolves with the next request, or an earlier one that was not waited for. */
  nextAsk(): Promise<{ turnId: string; text: string }>
  // What the brain does in the running turn; an error if none runs.
  status(action: StatusAction, detail?: string): void
  reply(...deltas: string[]): void
  artifact(artifact: Artifact): void
  end(): void
  fail(fault: Fault): void
}

export interface FakeGuestTake {
  readonly takeId: string
  readonly session: string
  readonly state: 'open' | 'released' | 'cancelled' | 'left' | 'understood' | 'failed'
  readonly acknowledged: boolean
  /** All audio that was written. */
  samples(): Int16Array
  tell(event: TakeEvent): void
  /** Settles the release, now or later. */
  understand(text: string): void
  /** Rejects the release, with a fault or any error. */
  fail(error: unknown): void
  /** Resolves when it is released. */
  whenReleased(): Promise<void>
}

export interface FakeGuestHost extends GuestHost {
  readonly conversations: readonly FakeConversation[]
  /** The newest conversation; an error if there is none. */
  conversation(): FakeConversation
  readonly takes: readonly FakeGuestTake[]
  /** The newest take; an error if there is none. */
  take(): FakeGuestTake
  /** How often `wake` was called. */
  readonly wakes: number
  setEars(state: RecognizerState): void
}

export const brainFault: Fault = {
  code: 'brain_failed',
  message: 'The agent failed.',
  remedy: 'Ask again.',
  retryable: true,
}

const newest = <T>(list: readonly T[], what: string): T => {
  const last = list.at(-1)
  if (!last) throw new Error(`There is no ${what} yet.`)
  return last
}

/** A queue of values that a test waits for. */
function createMailbox<T>() {
  const arrived: T[] = []
  const waiting: ((one: T) => void)[] = []
  return {
    put(one: T): void {
      const next = waiting.shift()
      if (next) next(one)
      else arrived.push(one)
    },
    take(): Promise<T> {
      const next = arrived.shift()
      return next === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(next)
    },
  }
}

function createFakeConversation(session: string, source: string): FakeConversation {
  const listeners = new Set<(event: GuestEvent) => void>()
  const asks: { turnId: string; text: string }[] = []
  const mailbox = createMailbox<{ turnId: string; text: string }>()
  let running: string | null = null
  let reply = ''
  let closed = false
  const emit = (event: GuestEvent): void => listeners.forEach((listener) => listener(event))
  const turn = (): string => {
    if (running === null) throw new Error('No turn is running.')
    return running
  }
  const over = (): { turnId: string; reply: string } => {
    const ended = { turnId: turn(), reply: reply }
    running = null
    reply = ''
    return ended
  }
  const interrupt = (): void => {
    if (running !== null) emit({ type: 'turn.ended', outcome: 'interrupted', ...over() })
  }
  return {
    session,
    source,
    asks,
    get running() {
      return running
    },
    get closed() {
      return closed
    },
    nextAsk: () => mailbox.take(),
    ask(turnId, text) {
      if (closed) throw new Error('This conversation is closed.')
      interrupt()
      running = turnId
      asks.push({ turnId, text })
      emit({ type: 'turn.started', turnId })
      mailbox.put({ turnId, text })
    },
    interrupt,
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      interrupt()
      closed = true
      listeners.clear()
    },
    status: (action, detail) =>
      emit({ type: 'status.changed', turnId: turn(), action, ...(detail === undefined ? {} : { detail }) }),
    reply(...deltas) {
      for (const delta of deltas) {
        reply += delta
        emit({ type: 'reply.appended', turnId: turn(), delta })
      }
    },
    artifact: (artifact) => emit({ type: 'artifact.created', turnId: turn(), artifact }),
    end: () => emit({ type: 'turn.ended', outcome: 'completed', ...over() }),
    fail: (fault) => emit({ type: 'turn.failed', fault, ...over() }),
  }
}

function createFakeTake(takeId: string, session: string) {
  const listeners = new Set<(event: TakeEvent) => void>()
  const audio: Int16Array[] = []
  let resolveTranscript: (transcript: GuestTranscript) => void = () => {}
  let rejectWords: (error: unknown) => void = () => {}
  const transcript = new Promise<GuestTranscript>((resolve, reject) => {
    resolveTranscript = resolve
    rejectWords = reject
  })
  transcript.catch(() => {})
  let resolveReleased: () => void = () => {}
  const released = new Promise<void>((resolve) => (resolveReleased = resolve))
  let state: FakeGuestTake['state'] = 'open'
  let acknowledged = false
  const seen: FakeGuestTake = {
    takeId,
    session,
    get state() {
      return state
    },
    get acknowledged() {
      return acknowledged
    },
    samples: () => Int16Array.from(audio.flatMap((part) => [...part])),
    tell: (event) => listeners.forEach((listener) => listener(event)),
    understand(text) {
      state = 'understood'
      resolveTranscript({ text, acknowledge: () => void (acknowledged = true) })
    },
    fail(error) {
      state = 'failed'
      rejectWords(error)
    },
    whenReleased: () => released,
  }
  const handed: ReturnType<GuestRecognizer['open']> = {
    takeId,
    write(samples) {
      if (state === 'open') audio.push(samples.slice())
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    cancel() {
      if (state === 'cancelled' || state === 'understood' || state === 'failed') return
      state = 'cancelled'
      rejectWords(new DOMException('Stopped.', 'AbortError'))
    },
    release() {
      if (state === 'open') state = 'released'
      resolveReleased()
      return transcript
    },
    leave() {
      if (state === 'open' || state === 'released') state = 'left'
      resolveReleased()
    },
  }
  return { seen, handed }
}

export function createFakeGuestHost(options: { ears?: RecognizerState } = {}): FakeGuestHost {
  const conversations: FakeConversation[] = []
  const takes: FakeGuestTake[] = []
  const listeners = new Set<(state: RecognizerState) => void>()
  let recognizerState = options.ears ?? 'ready'
  let wakes = 0
  return {
    conversations,
    conversation: () => newest(conversations, 'conversation'),
    takes,
    take: () => newest(takes, 'take'),
    get wakes() {
      return wakes
    },
    setEars(state) {
      if (state === recognizerState) return
      recognizerState = state
      listeners.forEach((listener) => listener(state))
    },
    converse({ session, source }) {
      const conversation = createFakeConversation(session, source)
      conversations.push(conversation)
      return conversation
    },
    recognizer: (session) => ({
      state: () => recognizerState,
      onState(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      wake: () => void wakes++,
      open() {
        if (recognizerState === 'off' || recognizerState === 'failed')
          throw new FaultError('ears_unavailable', 'Nothing can hear.', 'Turn speech on in the settings.')
        const { seen, handed } = createFakeTake(`take-${takes.length + 1}`, session)
        takes.push(seen)
        return handed
      },
    }),
  }
}
