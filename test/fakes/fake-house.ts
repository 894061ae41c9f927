// A house whose ears and conversations do what the test says, and nothing by themselves: a test answers as the brain would.
import type { StatusAction } from '../../src/shared/conversation.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'
import { FaultError, type Fault } from '../../src/shared/errors.ts'
import type { TakeEvent } from '../../src/core/ports/ears.ts'
import type {
  EarsState,
  GuestConversation,
  GuestEars,
  GuestEvent,
  GuestWords,
  House,
} from '../../src/core/ports/guests.ts'

export interface FakeConversation extends GuestConversation {
  readonly session: string
  readonly source: string
  /** All that was said to the brain, oldest first. */
  readonly asks: readonly { turnId: string; text: string }[]
  readonly running: string | null
  readonly closed: boolean
  /** Resolves with what is asked next, or was and nobody has waited for yet. */
  nextAsk(): Promise<{ turnId: string; text: string }>
  // What the brain does in the turn that is running; an error where none is.
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
  /** All the sound that came in. */
  samples(): Int16Array
  tell(event: TakeEvent): void
  /** Settles the release, now or once it comes. */
  understand(text: string): void
  /** The release rejects, with a fault or with whatever else it is. */
  fail(error: unknown): void
  /** Resolves once it is released. */
  whenReleased(): Promise<void>
}

export interface FakeHouse extends House {
  readonly conversations: readonly FakeConversation[]
  /** The newest conversation; an error where there is none. */
  conversation(): FakeConversation
  readonly takes: readonly FakeGuestTake[]
  /** The newest take; an error where there is none. */
  take(): FakeGuestTake
  /** How often somebody said that they may talk soon. */
  readonly wakes: number
  setEars(state: EarsState): void
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

/** What a call to come gives, and what came before anybody called. */
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
  let said = ''
  let closed = false
  const tell = (event: GuestEvent): void => listeners.forEach((listener) => listener(event))
  const turn = (): string => {
    if (running === null) throw new Error('No turn is running.')
    return running
  }
  const over = (): { turnId: string; reply: string } => {
    const ended = { turnId: turn(), reply: said }
    running = null
    said = ''
    return ended
  }
  const interrupt = (): void => {
    if (running !== null) tell({ type: 'turn.ended', outcome: 'interrupted', ...over() })
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
      tell({ type: 'turn.started', turnId })
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
      tell({ type: 'status.changed', turnId: turn(), action, ...(detail === undefined ? {} : { detail }) }),
    reply(...deltas) {
      for (const delta of deltas) {
        said += delta
        tell({ type: 'reply.appended', turnId: turn(), delta })
      }
    },
    artifact: (artifact) => tell({ type: 'artifact.created', turnId: turn(), artifact }),
    end: () => tell({ type: 'turn.ended', outcome: 'completed', ...over() }),
    fail: (fault) => tell({ type: 'turn.failed', fault, ...over() }),
  }
}

function createFakeTake(takeId: string, session: string) {
  const listeners = new Set<(event: TakeEvent) => void>()
  const sound: Int16Array[] = []
  let resolveWords: (words: GuestWords) => void = () => {}
  let rejectWords: (error: unknown) => void = () => {}
  const words = new Promise<GuestWords>((resolve, reject) => {
    resolveWords = resolve
    rejectWords = reject
  })
  words.catch(() => {})
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
    samples: () => Int16Array.from(sound.flatMap((part) => [...part])),
    tell: (event) => listeners.forEach((listener) => listener(event)),
    understand(text) {
      state = 'understood'
      resolveWords({ text, acknowledge: () => void (acknowledged = true) })
    },
    fail(error) {
      state = 'failed'
      rejectWords(error)
    },
    whenReleased: () => released,
  }
  const handed: ReturnType<GuestEars['open']> = {
    takeId,
    write(samples) {
      if (state === 'open') sound.push(samples.slice())
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
      return words
    },
    leave() {
      if (state === 'open' || state === 'released') state = 'left'
      resolveReleased()
    },
  }
  return { seen, handed }
}

export function createFakeHouse(options: { ears?: EarsState } = {}): FakeHouse {
  const conversations: FakeConversation[] = []
  const takes: FakeGuestTake[] = []
  const listeners = new Set<(state: EarsState) => void>()
  let hearing = options.ears ?? 'ready'
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
      if (state === hearing) return
      hearing = state
      listeners.forEach((listener) => listener(state))
    },
    converse({ session, source }) {
      const conversation = createFakeConversation(session, source)
      conversations.push(conversation)
      return conversation
    },
    ears: (session) => ({
      state: () => hearing,
      onState(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      wake: () => void wakes++,
      open() {
        if (hearing === 'off' || hearing === 'failed')
          throw new FaultError('ears_unavailable', 'Nothing can hear.', 'Turn speech on in the settings.')
        const { seen, handed } = createFakeTake(`take-${takes.length + 1}`, session)
        takes.push(seen)
        return handed
      },
    }),
  }
}
