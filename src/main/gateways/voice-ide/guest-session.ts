// A VoiceIDE session in memory. It logs each event first and then sends it, in order, whether or not a client is connected.
import { createDriver } from '../../../base/driver.ts'
import { BoundedMap } from '../../../base/bounded.ts'
import { memoryOf, eventsAfter } from '../../../core/wires/voice-ide/log.ts'
import {
  activityOf,
  restoredSession,
  stepVoiceIde,
  nextDueAt,
  type VoiceIdeInput,
  type VoiceIdeOutput,
  type VoiceIdeSession,
} from '../../../core/wires/voice-ide/session.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { GuestConversation } from '../../../core/ports/guests.ts'
import type { VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import type { SessionLog } from './session-log.ts'

/** The connected client of a session. */
export interface SessionClient {
  send(event: VoiceIdeEvent): void
  describe(activity: string): void
  /** Whether the owner lets this device approve its own requests. */
  mayApprove(): boolean
  /** Another client has taken over this session. */
  replaced(): void
}

export interface GuestSession {
  /** Makes this the session's client. Without `lastEventId` it gets no earlier events. */
  attach(client: SessionClient, lastEventId?: string | null): Promise<void>
  detach(client: SessionClient): void
  /** Sends an event that is not part of the session's log. */
  sendUnlogged(event: VoiceIdeEvent): void
  receive(input: Extract<VoiceIdeInput, { type: 'client' | 'refused' }>): void
  /** Resolves when all events so far are logged and sent. */
  settled(): Promise<void>
  /** No client is connected and no turn runs. */
  isQuiet(): boolean
  close(): Promise<void>
}

export interface GuestSessionDeps {
  log: SessionLog
  /** Opens the session's conversation, with the first request. */
  converse(mayApprove: () => boolean): GuestConversation
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

const MAX_UNLOGGED = 256

type Task =
  | Extract<VoiceIdeOutput, { type: 'record' | 'repeat' | 'refuse' }>
  | { type: 'attach'; client: SessionClient; lastEventId: string | null | undefined; done(): void }
  /** From here on the client gets every event. */
  | { type: 'live'; client: SessionClient; done(): void }

export async function openGuestSession(deps: GuestSessionDeps): Promise<GuestSession> {
  const { log, clock, newId, onError } = deps
  const stored = await log.read().catch((error: unknown) => {
    onError('A VoiceIDE session could not be read from disk and starts again', error)
    return { before: null, records: [] }
  })
  let conversation: GuestConversation | null = null
  /** The client of the session, and the same once it has got what it missed. */
  let current: SessionClient | null = null
  let live: SessionClient | null = null
  let activity = ''
  let cancelDue: Unsubscribe | null = null
  let dueAt: number | null = null

  /** The last unlogged events, and the logged event before each: a client may name one as its last. */
  const unlogged = new BoundedMap<string, string | null>(MAX_UNLOGGED)

  const tasks: Task[] = []
  let working: Promise<void> | null = null
  let unwritable = false

  const driver = createDriver<VoiceIdeSession, VoiceIdeInput, VoiceIdeOutput | { type: 'stepped' }>({
    initial: restoredSession(memoryOf(stored)),
    step(before, input) {
      const now = clock.now()
      const envelope = () => ({ id: newId(), timestamp: new Date(now).toISOString() })
      const { session, outputs } = stepVoiceIde(before, input, { now, newId, envelope })
      return { state: session, effects: [...outputs, { type: 'stepped' }] }
    },
    perform,
    onError: (error, effect) => onError(`A VoiceIDE session failed: ${effect.type}`, error),
  })

  function perform(effect: VoiceIdeOutput | { type: 'stepped' }): void {
    switch (effect.type) {
      case 'refuse':
        unlogged.set(effect.event.id, driver.state.memory.lastEventId)
        return run(effect)
      case 'record':
      case 'repeat':
        return run(effect)
      case 'ask':
        return theConversation().ask(effect.turnId, effect.text)
      case 'complaint':
        // Only the code: the message may contain what the user said.
        return onError('A VoiceIDE client reported an error', effect.code)
      case 'stepped':
        describeActivity()
        return setTimer(nextDueAt(driver.state))
    }
  }

  function theConversation(): GuestConversation {
    if (conversation === null) {
      conversation = deps.converse(() => current?.mayApprove() ?? false)
      conversation.onEvent((event) => driver.send({ type: 'guest', event }))
    }
    return conversation
  }

  function describeActivity(): void {
    const now = activityOf(driver.state)
    if (now === activity) return
    activity = now
    current?.describe(now)
  }

  function setTimer(due: number | null): void {
    if (due === dueAt) return
    cancelDue?.()
    dueAt = due
    const fire = (): void => {
      dueAt = null
      driver.send({ type: 'woken' })
    }
    cancelDue = due === null ? null : clock.after(Math.max(0, due - clock.now()), fire)
  }

  function run(task: Task): void {
    tasks.push(task)
    working ??= work()
  }

  async function work(): Promise<void> {
    await Promise.resolve()
    while (tasks.length > 0) {
      // A new client gets what was logged before it, so nothing may be logged ahead of it.
      const attaching = tasks.findIndex(({ type }) => type === 'attach')
      const batch = tasks.splice(0, attaching < 0 ? tasks.length : attaching + 1)
      await logAll(batch)
      for (const task of batch) await deliver(task)
    }
    working = null
  }

  async function deliver(task: Task): Promise<void> {
    switch (task.type) {
      case 'attach':
        return replay(task)
      case 'live':
        if (task.client === current) live = current
        return task.done()
      case 'repeat':
      case 'refuse':
        return live?.send(task.event)
      case 'record':
        if (task.record.type === 'told') live?.send(task.record.event)
    }
  }

  /** Events are sent even if they cannot be logged, for example on a full disk. */
  async function logAll(batch: readonly Task[]): Promise<void> {
    const records = batch.flatMap((task) => (task.type === 'record' ? [task.record] : []))
    if (records.length === 0) return
    try {
      await log.append(records)
      unwritable = false
    } catch (error) {
      if (!unwritable) onError('A VoiceIDE session could not be written to disk', error)
      unwritable = true
    }
  }

  async function replay({ client, lastEventId, done }: Extract<Task, { type: 'attach' }>): Promise<void> {
    const missed = lastEventId === undefined ? [] : await readAfter(lastEventId)
    if (client !== current) return done()
    if (missed === null) {
      // The snapshot includes the events that are still waiting.
      run({ type: 'live', client, done })
      return driver.send({ type: 'attached', how: 'snapshot' })
    }
    for (const event of missed) client.send(event)
    live = client
    driver.send({ type: 'attached', how: lastEventId === undefined ? 'started' : 'replayed' })
    done()
  }

  async function readAfter(lastEventId: string | null): Promise<VoiceIdeEvent[] | null> {
    try {
      const before = unlogged.get(lastEventId ?? '')
      return eventsAfter(await log.read(), before === undefined ? lastEventId : before)
    } catch (error) {
      onError('The log of a VoiceIDE session could not be read', error)
      return null
    }
  }

  return {
    attach(client, lastEventId) {
      if (current !== client) current?.replaced()
      current = client
      live = null
      activity = ''
      return new Promise((done) => run({ type: 'attach', client, lastEventId, done }))
    },

    detach(client) {
      if (client !== current) return
      current = null
      live = null
      driver.send({ type: 'detached' })
    },

    sendUnlogged: (event) => perform({ type: 'refuse', event }),
    receive: driver.send,
    settled: async () => void (await working),
    isQuiet: () => current === null && driver.state.turn === null,

    async close() {
      driver.close()
      setTimer(null)
      conversation?.close()
      await working
      log.close()
    },
  }
}
