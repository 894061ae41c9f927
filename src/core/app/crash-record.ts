// How the app ended the last times. The next start tells the user, and an app that crashes again and again is not restarted
// each time.

export interface RunRecord {
  /** True while the app runs, and after a crash. */
  running: boolean
  /** When the app restarted after an uncaught error. */
  restarts: number[]
  /** It ended for an update that could not be installed. */
  notInstalled?: boolean | undefined
  /** The app restarts itself, so the folder on its command line is not a new request. */
  again?: boolean | undefined
  /** The folder that is open. */
  folder?: string | undefined
}

/** What a start opens. */
export interface Target {
  workspace: string | null
  /** A folder or a link without a flag. */
  named: string | null
}

/** A problem that Parley reports to the user at the start. */
export interface Mishap {
  message: string
  remedy: string
}

export const noRuns: RunRecord = { running: false, restarts: [] }

const WITHIN_MS = 5 * 60 * 1000
const MAX_RESTARTS = 2

/** After an uncaught error: whether to restart, and the new record. */
export function afterUncaughtError(record: RunRecord, now: number): { restart: boolean; record: RunRecord } {
  const restarts = record.restarts.filter((at) => now - at < WITHIN_MS)
  if (restarts.length >= MAX_RESTARTS) return { restart: false, record: { running: false, restarts } }
  return { restart: true, record: { ...record, running: true, again: true, restarts: [...restarts, now] } }
}

/** What to open at a start: the folder that was open at a crash, unless the user asks for another one. */
export function opensAtStart({ running, again, folder }: RunRecord, asked: Target): Target {
  const isAsked = !again && (asked.workspace !== null || asked.named !== null)
  if (folder === undefined || isAsked || !(running || again)) return asked
  return { workspace: folder, named: null }
}

/** What to tell the user at a start, if the last run did not end well. */
export function crashBefore(record: RunRecord): Mishap | null {
  if (record.notInstalled)
    return {
      message: 'The update could not be installed. You still have the previous version.',
      remedy: 'Download the update from the releases page, or try again in “About Parley”.',
    }
  if (!record.running) return null
  return {
    message: 'Parley stopped unexpectedly the last time.',
    remedy: 'Your conversation is saved. To report the crash, use “Copy diagnostics” in the palette.',
  }
}

/** Several mishaps as one. */
export function combineMishaps(mishaps: readonly (Mishap | null)[]): Mishap | null {
  const all = mishaps.filter((mishap) => mishap !== null)
  if (all.length === 0) return null
  return {
    message: all.map(({ message }) => message).join(' '),
    remedy: all.map(({ remedy }) => remedy).join(' '),
  }
}
