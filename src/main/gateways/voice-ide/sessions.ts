// The sessions of VoiceIDE clients. Used ones are in memory, also for a while after their client has left. The others are
// logs on disk, of which the oldest are deleted.
//
// The name of a session is a hash of its device, id and secret. So another token or secret finds nothing, and no secret is
// stored.
import { createHash, randomBytes } from 'node:crypto'
import { access, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { GuestHost } from '../../../core/ports/guests.ts'
import type { GuestDevice } from '../wire-server.ts'
import { openGuestSession, type GuestSession, type SessionClient } from './guest-session.ts'
import { createSessionLog, type LogLimits } from './session-log.ts'

export interface SessionsDeps {
  guestHost: GuestHost
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
  folder: string
  /** How the desktop labels results of these sessions. */
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
const EXTENSION = '.jsonl'

/** How long a session stays in memory after its client has left. */
const AWAY_MS = 10 * 60_000

/** A session that a client has joined. */
export interface JoinedSession {
  tellAside: GuestSession['sendUnlogged']
  receive: GuestSession['receive']
  settled: GuestSession['settled']
  leave(): void
}

export interface Sessions {
  /**
   * Starts a session. A resumable one is new and has a secret. Otherwise a device with its own token continues a session of
   * that id; with a shared token the session is new, since another client may have started the other.
   */
  start(
    device: GuestDevice,
    sessionId: string,
    resumable: boolean,
    client: SessionClient,
  ): Promise<{ session: JoinedSession; secret: string | null }>
  /** Resumes a session and sends what the client missed; null if it may resume none. */
  resume(device: GuestDevice, resumed: Resumed, client: SessionClient): Promise<JoinedSession | null>
  close(): Promise<void>
}

interface Resumed {
  sessionId: string
  secret: string | null
  /** Null for a client that received nothing. */
  lastEventId: string | null
}

interface Entry {
  name: string
  /** Nobody can resume it, so its log is deleted at the end. */
  isTemporary: boolean
  session: Promise<GuestSession>
  /** The same, once it is open. */
  opened: GuestSession | null
  /** How many clients have joined or are joining. */
  clients: number
  cancelClose: Unsubscribe | null
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { guestHost, clock, newId, onError, folder, source, limits = {} } = deps
  /** By name, the longest unused first. */
  const entries = new Map<string, Entry>()
  const closing = new Map<string, Promise<void>>()

  const logOf = (name: string): string => join(folder, `${name}${EXTENSION}`)

  async function open(name: string): Promise<GuestSession> {
    await closing.get(name)
    await deleteOldestLogs(`${name}${EXTENSION}`).catch((error: unknown) =>
      onError('Old VoiceIDE sessions could not be removed', error),
    )
    return openGuestSession({
      log: createSessionLog(logOf(name), limits.log),
      converse: (mayApprove) => guestHost.converse({ session: `voice-ide:${name}`, source, mayApprove }),
      clock,
      newId,
      onError,
    })
  }

  /** Makes room on disk for a new log. */
  async function deleteOldestLogs(next: string): Promise<void> {
    const files = await readdir(folder).catch(() => [])
    const logs = files.filter((file) => file.endsWith(EXTENSION))
    const tooMany = logs.length + 1 - (limits.onDisk ?? ON_DISK)
    if (tooMany <= 0 || logs.includes(next)) return
    const unused = logs.filter((file) => !entries.has(file.slice(0, -EXTENSION.length)))
    const dated = await Promise.all(unused.map(async (file) => ({ file, at: await changedAt(file) })))
    const oldest = dated.sort((a, b) => a.at - b.at).slice(0, tooMany)
    await Promise.all(oldest.map(({ file }) => rm(join(folder, file), { force: true })))
  }

  const changedAt = (file: string): Promise<number> =>
    stat(join(folder, file)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )

  function entryOf(name: string, isTemporary: boolean): Entry {
    const entry = entries.get(name) ?? {
      name,
      isTemporary,
      session: open(name),
      opened: null,
      clients: 0,
      cancelClose: null,
    }
    // Moves it to the end: the last used.
    entries.delete(name)
    entries.set(name, entry)
    return entry
  }

  function close(entry: Entry): void {
    entry.cancelClose?.()
    entries.delete(entry.name)
    const closed = entry.session
      .then((session) => session.close())
      .then(() => (entry.isTemporary ? rm(logOf(entry.name), { force: true }) : undefined))
      .catch((error: unknown) => onError('A VoiceIDE session could not be closed', error))
    closing.set(entry.name, closed)
    void closed.finally(() => {
      if (closing.get(entry.name) === closed) closing.delete(entry.name)
    })
  }

  /** Closes the longest unused sessions without clients if there are too many: first those without a running turn. */
  function makeRoom(): void {
    for (const mayClose of [isDone, () => true]) {
      for (const entry of entries.values()) {
        if (entries.size <= (limits.inMemory ?? IN_MEMORY)) return
        if (entry.clients === 0 && mayClose(entry)) close(entry)
      }
    }
  }

  const isDone = ({ opened }: Entry): boolean => opened === null || opened.isQuiet()

  function closeLater(entry: Entry, session: GuestSession): void {
    entry.cancelClose = clock.after(AWAY_MS, () => {
      if (session.isQuiet()) close(entry)
      else closeLater(entry, session)
    })
  }

  async function enter(
    name: string,
    client: SessionClient,
    { lastEventId, isTemporary = false }: { lastEventId?: string | null; isTemporary?: boolean },
  ): Promise<JoinedSession> {
    const entry = entryOf(name, isTemporary)
    entry.clients++
    entry.cancelClose?.()
    makeRoom()
    const session = await entry.session
    entry.opened = session
    await session.attach(client, lastEventId)
    return {
      tellAside: session.sendUnlogged,
      receive: session.receive,
      settled: session.settled,
      leave() {
        session.detach(client)
        entry.clients--
        if (entry.clients === 0 && entries.get(entry.name) === entry) {
          closeLater(entry, session)
          makeRoom()
        }
      },
    }
  }

  const exists = (name: string): Promise<boolean> =>
    entries.has(name)
      ? Promise.resolve(true)
      : access(logOf(name)).then(
          () => true,
          () => false,
        )

  return {
    async start(device, sessionId, resumable, client) {
      const isTemporary = device.isShared && !resumable
      const secret = resumable || isTemporary ? randomBytes(24).toString('base64url') : null
      const session = await enter(nameOf(device, sessionId, secret), client, { isTemporary })
      return { session, secret: resumable ? secret : null }
    },

    async resume(device, { sessionId, secret, lastEventId }, client) {
      if (secret === null && device.isShared) return null
      const name = nameOf(device, sessionId, secret)
      if (secret !== null && !(await exists(name))) return null
      return enter(name, client, { lastEventId })
    },

    async close() {
      for (const entry of entries.values()) close(entry)
      await Promise.all(closing.values())
    },
  }
}

/** A hash, since an id may contain any character. */
const nameOf = ({ id }: GuestDevice, sessionId: string, secret: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([id, sessionId, secret]))
    .digest('hex')
    .slice(0, 40)
