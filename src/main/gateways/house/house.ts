// What guests have of the house, put together: conversations with brains of their own, one log per session, and the
// desktop's ears.
import type { Brain, Journal } from '../../../core/ports.ts'
import type { Ears } from '../../../core/ports/ears.ts'
import type { House } from '../../../core/ports/guests.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { Fault } from '../../../shared/errors.ts'
import { createGuestConversation, type HousedConversation } from './guest-conversation.ts'
import { createGuestEars, type EarsOfHouse } from './guest-ears.ts'
import { recoverTakes, wordsOfTake } from './recover-takes.ts'
import { createGuestLog, type GuestLog } from './guest-log.ts'

interface Deps extends EarsOfHouse {
  /** A brain for the conversation with this name; throws a FaultError where there is none. */
  openBrain(session: string): Brain
  openJournal(session: string): Promise<Journal>
  /** Shows it on the desktop. */
  show(turnId: string, artifact: Artifact, source: string): void
  newId(): string
  now(): number
  onError(what: string, error: unknown): void
}

export interface OpenHouse extends House {
  /** Another folder is open, or another brain answers. */
  leaveBrains(fault: Fault): void
  close(): Promise<void>
}

export function createHouse(deps: Deps): OpenHouse {
  const conversations = new Set<HousedConversation>()
  const logs = new Map<string, GuestLog>()
  function logOf(session: string): GuestLog {
    let log = logs.get(session)
    if (!log) {
      log = createGuestLog({ ...deps, open: () => deps.openJournal(session) })
      logs.set(session, log)
    }
    return log
  }
  /** What must be done before the house is closed. */
  const settling = new Set<Promise<void>>()
  function settle(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => deps.onError('a take of a guest', error))
      .finally(() => settling.delete(settled))
    settling.add(settled)
  }
  let closed = false
  const recovered = new Set<string>()
  /** What was said in an earlier run and never became words is put on record, as soon as something can hear it. */
  function recoverOnce(name: string): void {
    if (recovered.has(name)) return
    recovered.add(name)
    const begin = (): void => {
      const ears = deps.ears()
      if (ears) settle(recoverTakes(ears, name, logOf(name)))
    }
    if (deps.state() === 'ready') return begin()
    const deaf = deps.onState((state) => {
      if (state !== 'ready') return
      deaf()
      begin()
    })
  }
  return {
    converse({ session, source }) {
      const conversation = createGuestConversation({
        openBrain: () => deps.openBrain(session),
        record: (event) => logOf(logName(session)).record(event),
        show: (turnId, artifact) => deps.show(turnId, artifact, source),
        now: deps.now,
        onError: deps.onError,
      })
      conversations.add(conversation)
      return {
        ...conversation,
        close() {
          conversations.delete(conversation)
          conversation.close()
        },
      }
    },
    ears(session) {
      const name = logName(session)
      recoverOnce(name)
      return createGuestEars({
        ...deps,
        session: name,
        acknowledge: (ears, takeId) => settle(letGo(ears, takeId, logOf(name))),
        keep(takeId, { text, acknowledge }) {
          // Its sound is still there, and put on record at the next start.
          if (closed) return
          if (text !== '') logOf(name).record(wordsOfTake(takeId, text))
          acknowledge()
        },
      })
    },
    leaveBrains(fault) {
      for (const conversation of conversations) conversation.leaveBrain(fault)
    },
    async close() {
      closed = true
      for (const conversation of conversations) conversation.close()
      conversations.clear()
      await Promise.all(settling)
      await Promise.all([...logs.values()].map((log) => log.close()))
    },
  }
}

/** Sound goes when the words are safe. Where they are not, it is left for the next start to make words of. */
async function letGo(ears: Ears, takeId: string, log: GuestLog): Promise<void> {
  try {
    await log.kept()
  } catch (error) {
    await ears.leave(takeId)
    throw error
  }
  await ears.acknowledge(takeId)
}

/** One log per protocol: sessions of guests come and go by the thousand. */
const logName = (session: string): string => session.split(':')[0] ?? session
