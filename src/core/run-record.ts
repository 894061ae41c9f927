// What is remembered of how the app ended the last times, so that the next start can say it, and a crash that comes again and
// again is not followed by a start each time.

export interface RunRecord {
  /** While it runs, and when it ended without saying so. */
  running: boolean
  /** When it stopped by a mistake of its own and was started again. */
  restarts: number[]
  /** It ended to make room for a newer version, which could not be put in its place. */
  notInstalled?: boolean | undefined
  /** It is started again by itself: what its command line says then, it has said before. */
  again?: boolean | undefined
  /** The folder that is open. */
  folder?: string | undefined
}

/** What a start was told to open. */
export interface Asked {
  workspace: string | null
  /** What stood by itself: a folder or a link. */
  named: string | null
}

export interface Mishap {
  message: string
  remedy: string
}

export const noRuns: RunRecord = { running: false, restarts: [] }

const WITHIN_MS = 5 * 60 * 1000
const MOST_RESTARTS = 2

/** After a mistake nobody caught: whether to start again, and what to remember. */
export function afterMistake(record: RunRecord, now: number): { restart: boolean; record: RunRecord } {
  const restarts = record.restarts.filter((at) => now - at < WITHIN_MS)
  if (restarts.length >= MOST_RESTARTS) return { restart: false, record: { running: false, restarts } }
  return { restart: true, record: { ...record, running: true, again: true, restarts: [...restarts, now] } }
}

/** What to open at a start: the folder that was open when nobody had closed it, unless somebody now asks for another. */
export function opensAtStart({ running, again, folder }: RunRecord, asked: Asked): Asked {
  const isAsked = !again && (asked.workspace !== null || asked.named !== null)
  if (folder === undefined || isAsked || !(running || again)) return asked
  return { workspace: folder, named: null }
}

/** What to say at a start, if the last run did not end as it should. */
export function mishapBefore(record: RunRecord): Mishap | null {
  if (record.notInstalled)
    return {
      message: 'The newer version could not be installed. This is the one you had.',
      remedy: 'Take the newer one from the releases yourself, or try again from “About Parley”.',
    }
  if (!record.running) return null
  return {
    message: 'Parley stopped unexpectedly the last time.',
    remedy: 'What was said and shown is kept. “Copy diagnostics” in the palette helps to report it.',
  }
}
