// The sessions of VoiceIDE clients. Those in use are in memory, some more while their clients are away; all the others
// are logs on disk, the oldest of which are given up.
import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Unsubscribe } from '../../../core/ports.ts'
import type { House } from '../../../core/ports/guests.ts'
import { openGuestSession, type GuestSession, type SessionClient } from './guest-session.ts'
import { createSessionLog, type LogLimits } from './session-log.ts'

export interface SessionsDeps {
  house: House
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
  logFolder: string
  /** What the desktop calls what comes of these sessions. */
  source: string
  limits?: Partial<SessionLimits>
}

export interface SessionLimits {
  inMemory: number
  onDisk: number
  log: LogLimits
}

const IN_MEMORY = 32
const ON_DISK = 200
const ENDING = '.jsonl'

/** So long after its client has gone a session is still in memory, its conversation open. */
const AWAY_MS = 10 * 60_000

/** A client's place in its session. */
export interface Place {
  take: GuestSession['take']
  settled: GuestSession['settled']
  leave(): void
}

export interface Sessions {
  /** Lets a client into a session, known or new. Resolves once it has been told what it missed. */
  enter(sessionId: string, client: SessionClient, lastEventId?: string | null): Promise<Place>
  close(): Promise<void>
}

interface Entry {
  name: string
  session: Promise<GuestSession>
  /** The same, once it is there. */
  opened: GuestSession | null
  /** How many are in it, or on their way. */
  places: number
  stopWaiting: Unsubscribe | null
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { house, clock, newId, onError, logFolder, source, limits = {} } = deps
  /** By name, the longest unused first. */
  const entries = new Map<string, Entry>()
  const closing = new Map<string, Promise<void>>()

  async function open(name: string): Promise<GuestSession> {
    await closing.get(name)
    await giveUpOldestLogs(`${name}${ENDING}`).catch((error: unknown) =>
      onError('Old VoiceIDE sessions could not be removed', error),
    )
    return openGuestSession({
      log: createSessionLog(join(logFolder, `${name}${ENDING}`), limits.log),
      converse: () => house.converse({ session: `voice-ide:${name}`, source }),
      clock,
      newId,
      onError,
    })
  }

  /** Makes room on disk for a log that is not there yet. */
  async function giveUpOldestLogs(coming: string): Promise<void> {
    const files = await readdir(logFolder).catch(() => [])
    const logs = files.filter((file) => file.endsWith(ENDING))
    const tooMany = logs.length + 1 - (limits.onDisk ?? ON_DISK)
    if (tooMany <= 0 || logs.includes(coming)) return
    const unused = logs.filter((file) => !entries.has(file.slice(0, -ENDING.length)))
    const dated = await Promise.all(unused.map(async (file) => ({ file, at: await changedAt(file) })))
    const oldest = dated.sort((a, b) => a.at - b.at).slice(0, tooMany)
    await Promise.all(oldest.map(({ file }) => rm(join(logFolder, file), { force: true })))
  }

  const changedAt = (file: string): Promise<number> =>
    stat(join(logFolder, file)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )

  function entryOf(name: string): Entry {
    const entry = entries.get(name) ?? {
      name,
      session: open(name),
      opened: null,
      places: 0,
      stopWaiting: null,
    }
    // Taken out and put in again, it is the one used last.
    entries.delete(name)
    entries.set(name, entry)
    return entry
  }

  function letGo(entry: Entry): void {
    entry.stopWaiting?.()
    entries.delete(entry.name)
    const closed = entry.session.then((session) => session.close())
    closing.set(entry.name, closed)
    void closed.finally(() => {
      if (closing.get(entry.name) === closed) closing.delete(entry.name)
    })
  }

  /** Lets go of the longest unused sessions that nobody is in, where there are too many: first those with nothing under way. */
  function makeRoom(): void {
    for (const mayGo of [isDone, () => true]) {
      for (const entry of entries.values()) {
        if (entries.size <= (limits.inMemory ?? IN_MEMORY)) return
        if (entry.places === 0 && mayGo(entry)) letGo(entry)
      }
    }
  }

  const isDone = ({ opened }: Entry): boolean => opened === null || opened.isQuiet()

  function letGoLater(entry: Entry, session: GuestSession): void {
    entry.stopWaiting = clock.after(AWAY_MS, () => {
      if (session.isQuiet()) letGo(entry)
      else letGoLater(entry, session)
    })
  }

  return {
    async enter(sessionId, client, lastEventId) {
      // A hash, since an id may be anything and a file's name may not.
      const entry = entryOf(createHash('sha256').update(sessionId).digest('hex').slice(0, 40))
      entry.places++
      entry.stopWaiting?.()
      makeRoom()
      const session = await entry.session
      entry.opened = session
      await session.attach(client, lastEventId)
      return {
        take: session.take,
        settled: session.settled,
        leave() {
          session.detach(client)
          entry.places--
          if (entry.places === 0 && entries.get(entry.name) === entry) {
            letGoLater(entry, session)
            makeRoom()
          }
        },
      }
    },

    async close() {
      for (const entry of entries.values()) letGo(entry)
      await Promise.all(closing.values())
    },
  }
}
