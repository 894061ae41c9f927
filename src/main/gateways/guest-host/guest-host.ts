// What guests share: conversations, each with its own brain; one log per wire; and the recognizer of the desktop.
import type { Brain } from '../../../core/ports/brain.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Journal } from '../../../core/ports/journal.ts'
import type { Recognizer } from '../../../core/ports/recognizer.ts'
import type { AskOwner, GuestHost } from '../../../core/ports/guests.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { Fault } from '../../../shared/errors.ts'
import { createGuestConversation, type HostedConversation } from './guest-conversation.ts'
import { createGuestRecognizer, type HostRecognizer } from './guest-recognizer.ts'
import { recoverTakes, takeTranscript } from './recover-takes.ts'
import { createGuestLog, type GuestLog } from './guest-log.ts'
import { createGuestQuota } from './guest-quota.ts'

interface Deps extends HostRecognizer {
  /** Opens a brain for the conversation with this name. Throws a FaultError if there is none. */
  openBrain(session: string): Brain
  openJournal(session: string): Journal
  /** Shows an artifact on the desktop. */
  show(turnId: string, artifact: Artifact, source: string): void
  /** Asks for approval on the desktop. */
  askOwner: AskOwner
  hasWindow(): boolean
  newId(): string
  clock: Clock
  onError(what: string, error: unknown): void
}

export interface OpenGuestHost extends GuestHost {
  /** The folder or the brain has changed. */
  leaveBrains(fault: Fault): void
  close(): Promise<void>
}

export function createGuestHost(deps: Deps): OpenGuestHost {
  const quota = createGuestQuota(() => deps.clock.now())
  const conversations = new Set<HostedConversation>()
  const logs = new Map<string, GuestLog>()
  function logOf(session: string): GuestLog {
    let log = logs.get(session)
    if (!log) {
      log = createGuestLog({ ...deps, now: () => deps.clock.now(), open: () => deps.openJournal(session) })
      logs.set(session, log)
    }
    return log
  }
  /** Work that `close` waits for. */
  const settling = new Set<Promise<void>>()
  function settle(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => deps.onError('A take of a guest could not be stored', error))
      .finally(() => settling.delete(settled))
    settling.add(settled)
  }
  let closed = false
  const recovered = new Set<string>()
  /** Transcribes the takes of an earlier start of Parley into the log, as soon as the recognizer is ready. */
  function recoverOnce(name: string): void {
    if (recovered.has(name)) return
    recovered.add(name)
    const begin = (): void => {
      const recognizer = deps.recognizer()
      if (recognizer) settle(recoverTakes(recognizer, name, logOf(name)))
    }
    if (deps.state() === 'ready') return begin()
    const unsubscribe = deps.onState((state) => {
      if (state !== 'ready') return
      unsubscribe()
      begin()
    })
  }
  return {
    converse({ session, source, mayApprove = () => false }) {
      const conversation = createGuestConversation({
        openBrain: () => deps.openBrain(session),
        record(event) {
          if (!quota.admits(session, event)) return false
          logOf(logName(session)).record(event)
          return true
        },
        show: (turnId, artifact) => deps.show(turnId, artifact, source),
        askOwner: deps.askOwner,
        hasWindow: deps.hasWindow,
        mayApprove,
        source,
        newId: deps.newId,
        clock: deps.clock,
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
    recognizer(session) {
      const name = logName(session)
      recoverOnce(name)
      return createGuestRecognizer({
        ...deps,
        session: name,
        acknowledge: (recognizer, takeId) => settle(deleteAudio(recognizer, takeId, logOf(name))),
        keep(takeId, { text, acknowledge }) {
          // The audio is still on disk; the next start transcribes it.
          if (closed) return
          if (text !== '') logOf(name).record(takeTranscript(takeId, text))
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

/** Deletes the audio once its transcript is on disk. Otherwise the next start transcribes it again. */
async function deleteAudio(recognizer: Recognizer, takeId: string, log: GuestLog): Promise<void> {
  try {
    await log.synced()
  } catch (error) {
    await recognizer.leave(takeId)
    throw error
  }
  await recognizer.acknowledge(takeId)
}

/** One log per wire: a log for each of thousands of sessions would be too many. */
const logName = (session: string): string => session.split(':')[0] ?? session
