// What the user has allowed and refused in one turn.
import { BoundedSet } from '../../../base/bounded.ts'

/** A change to one file, as the user saw it before they allowed it; null means that there is no file. */
export interface ShownChange {
  before: string | null
  after: string
}

/** A command as the user saw it, and the absolute path of the folder it runs in. */
export interface ShownCommand {
  line: string
  folder: string
}

export interface Grant {
  /** All files the call is about. */
  files?: readonly string[]
  /** How the files change, as far as it was shown. */
  changes?: ReadonlyMap<string, ShownChange>
  command?: ShownCommand | null
}

export interface Grants {
  allow(callId: string, grant: Grant): void
  refuse(callId: string): void
  /** The call was allowed, and runs still. */
  isGranted(callId: string): boolean
  isRefused(callId: string): boolean
  /** The user decided on the call, whichever way. */
  covers(callId: string): boolean
  /** A call that was allowed for exactly this change runs still. Each change is allowed for one time. */
  takeWrite(file: string, change: ShownChange): boolean
  /** A call that was allowed for exactly this command runs still. It is allowed for one time. */
  takeRun(command: ShownCommand): boolean
  /** The user allowed something about this file in this turn. */
  hasFile(file: string): boolean
  hasCommand(command: string): boolean
  ended(callId: string): void
}

const MAX = 500

export function createGrants(): Grants {
  const running = new Map<string, { changes: Map<string, ShownChange>; command: ShownCommand | null }>()
  const allowed = new BoundedSet<string>(MAX)
  const refused = new BoundedSet<string>(MAX)
  const files = new BoundedSet<string>(MAX)
  const commands = new BoundedSet<string>(MAX)
  return {
    allow(callId, { files: named = [], changes = new Map(), command = null }) {
      running.set(callId, { changes: new Map(changes), command })
      allowed.add(callId)
      for (const file of named) files.add(file)
      if (command !== null) commands.add(command.line)
    },
    refuse: (callId) => void refused.add(callId),
    isGranted: (callId) => allowed.has(callId),
    isRefused: (callId) => refused.has(callId),
    covers: (callId) => allowed.has(callId) || refused.has(callId),
    takeWrite(file, { before, after }) {
      for (const { changes } of running.values()) {
        const shown = changes.get(file)
        if (shown && sameText(shown.before, before) && sameText(shown.after, after))
          return changes.delete(file)
      }
      return false
    },
    takeRun({ line, folder }) {
      for (const grant of running.values()) {
        if (grant.command?.line !== line || grant.command.folder !== folder) continue
        grant.command = null
        return true
      }
      return false
    },
    hasFile: (file) => files.has(file),
    hasCommand: (command) => commands.has(command),
    ended: (callId) => void running.delete(callId),
  }
}

/** A file keeps its line ends, whichever the agent writes. */
const sameText = (one: string | null, other: string | null): boolean =>
  one?.replaceAll('\r\n', '\n') === other?.replaceAll('\r\n', '\n')
