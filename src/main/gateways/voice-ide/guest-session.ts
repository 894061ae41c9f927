// A session while it is in use: the machine with its hands. What the machine tells is kept first and then sent, in order,
// whether or not a client is there to hear it.
import { memoryOf, toldAfter } from '../../../core/guests/voice-ide-log.ts'
import {
  activityOf,
  restoredSession,
  stepVoiceIde,
  wakeAt,
  type VoiceIdeInput,
  type VoiceIdeOutput,
} from '../../../core/guests/voice-ide-session.ts'
import type { Clock, Unsubscribe } from '../../../core/ports.ts'
import type { GuestConversation } from '../../../core/ports/guests.ts'
import type { VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import type { SessionLog } from './session-log.ts'

/** Where a session's client is, as long as it is. */
export interface SessionClient {
  send(event: VoiceIdeEvent): void
  describe(activity: string): void
  /** Another client has come for this session. */
  replaced(): void
}

export interface GuestSession {
  /** Makes this the session's client. Without `lastEventId` it is told nothing of what was before. */
  attach(client: SessionClient, lastEventId?: string | null): Promise<void>
  detach(client: SessionClient): void
  take(input: Extract<VoiceIdeInput, { type: 'client' | 'refused' }>): void
  /** Resolves once all that is to be told so far is kept and sent. */
  settled(): Promise<void>
  /** Nobody is there and nothing is going on. */
  isQuiet(): boolean
  close(): Promise<void>
}

export interface GuestSessionDeps {
  log: SessionLog
  /** A conversation of this session; asked for once there is something to say. */
  converse(): GuestConversation
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

const MOST_UNKEPT = 256

type Errand =
  | Extract<VoiceIdeOutput, { type: 'record' | 'repeat' | 'refuse' }>
  | { type: 'attach'; client: SessionClient; lastEventId: string | null | undefined; done(): void }
  /** From here on the client is told everything. */
  | { type: 'live'; client: SessionClient; done(): void }

export async function openGuestSession(deps: GuestSessionDeps): Promise<GuestSession> {
  const { log, clock, newId, onError } = deps
  const kept = await log.read().catch((error: unknown) => {
    onError('A VoiceIDE session could not be read from disk and begins anew', error)
    return { before: null, records: [] }
  })
  let session = restoredSession(memoryOf(kept))
  let conversation: GuestConversation | null = null
  /** The client of the session, and the same once it has been told what it missed. */
  let current: SessionClient | null = null
  let live: SessionClient | null = null
  let activity = ''
  let closed = false

  const inputs: VoiceIdeInput[] = []
  let stepping = false
  let cancelWaking: Unsubscribe | null = null
  let wakingAt: number | null = null

  /** The last refusals, and the event of the log that each came after: one may be the last that a client heard. */
  const unkept = new Map<string, string | null>()

  const errands: Errand[] = []
  let working: Promise<void> | null = null
  let unwritable = false

  /** Whatever happens while one input is dealt with, such as a reply that is there at once, waits its turn. */
  function feed(input: VoiceIdeInput): void {
    inputs.push(input)
    if (stepping) return
    stepping = true
    try {
      for (let next = inputs.shift(); next !== undefined; next = inputs.shift()) step(next)
    } finally {
      stepping = false
    }
    tellActivity()
    setAlarm()
  }

  function step(input: VoiceIdeInput): void {
    if (closed) return
    const now = clock.now()
    const envelope = () => ({ id: newId(), timestamp: new Date(now).toISOString() })
    const { session: next, outputs } = stepVoiceIde(session, input, { now, newId, envelope })
    session = next
    for (const output of outputs) carryOut(output)
  }

  function carryOut(output: VoiceIdeOutput): void {
    switch (output.type) {
      case 'refuse':
        unkept.set(output.event.id, session.memory.lastEventId)
        if (unkept.size > MOST_UNKEPT) unkept.delete(unkept.keys().next().value!)
        return run(output)
      case 'record':
      case 'repeat':
        return run(output)
      case 'ask':
        return talk().ask(output.turnId, output.text)
      case 'complaint':
        // Its code is any text that the client chose, which is not for a log that leaves words out.
        return onError('A VoiceIDE client reported an error', output.code)
    }
  }

  function talk(): GuestConversation {
    if (conversation === null) {
      conversation = deps.converse()
      conversation.onEvent((event) => feed({ type: 'guest', event }))
    }
    return conversation
  }

  function tellActivity(): void {
    const now = activityOf(session)
    if (now === activity) return
    activity = now
    current?.describe(now)
  }

  function setAlarm(): void {
    const due = closed ? null : wakeAt(session)
    if (due === wakingAt) return
    cancelWaking?.()
    wakingAt = due
    cancelWaking =
      due === null
        ? null
        : clock.after(Math.max(0, due - clock.now()), () => {
            wakingAt = null
            feed({ type: 'woken' })
          })
  }

  function run(errand: Errand): void {
    errands.push(errand)
    working ??= work()
  }

  async function work(): Promise<void> {
    await Promise.resolve()
    while (errands.length > 0) {
      // Whoever comes is told what was kept up to then, so nothing is kept ahead of them.
      const coming = errands.findIndex(({ type }) => type === 'attach')
      const batch = errands.splice(0, coming < 0 ? errands.length : coming + 1)
      await keep(batch)
      for (const errand of batch) await tell(errand)
    }
    working = null
  }

  async function tell(errand: Errand): Promise<void> {
    switch (errand.type) {
      case 'attach':
        return tellMissed(errand)
      case 'live':
        if (errand.client === current) live = current
        return errand.done()
      case 'repeat':
      case 'refuse':
        return live?.send(errand.event)
      case 'record':
        if (errand.record.type === 'told') live?.send(errand.record.event)
    }
  }

  /** What cannot be written is said all the same: a full disk is no reason to fall silent. */
  async function keep(batch: readonly Errand[]): Promise<void> {
    const records = batch.flatMap((errand) => (errand.type === 'record' ? [errand.record] : []))
    if (records.length === 0) return
    try {
      await log.append(records)
      unwritable = false
    } catch (error) {
      if (!unwritable) onError('A VoiceIDE session could not be written to disk', error)
      unwritable = true
    }
  }

  async function tellMissed({
    client,
    lastEventId,
    done,
  }: Extract<Errand, { type: 'attach' }>): Promise<void> {
    const told = lastEventId === undefined ? [] : await readAfter(lastEventId)
    if (client !== current) return done()
    if (told === null) {
      // What is waiting to be told is part of the snapshot already.
      run({ type: 'live', client, done })
      return feed({ type: 'attached', how: 'snapshot' })
    }
    for (const event of told) client.send(event)
    live = client
    feed({ type: 'attached', how: lastEventId === undefined ? 'started' : 'replayed' })
    done()
  }

  async function readAfter(lastEventId: string | null): Promise<VoiceIdeEvent[] | null> {
    try {
      const before = unkept.get(lastEventId ?? '')
      return toldAfter(await log.read(), before === undefined ? lastEventId : before)
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
      feed({ type: 'detached' })
    },

    take: feed,
    settled: async () => void (await working),
    isQuiet: () => current === null && session.turn === null,

    async close() {
      closed = true
      setAlarm()
      conversation?.close()
      await working
    },
  }
}
