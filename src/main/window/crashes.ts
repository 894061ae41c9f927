// What happens when a part of the app crashes. Parley reloads a window, restarts the main process, and tells the user; the
// conversation is on disk. main/speech restarts the speech process.
import { join } from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import { app, dialog, powerMonitor, type BrowserWindow } from 'electron'
import { z } from 'zod'
import { parseJson } from '../../base/parse-json.ts'
import {
  afterUncaughtError,
  crashBefore,
  noRuns,
  opensAtStart,
  type Target,
  type Mishap,
  type RunRecord,
} from '../../core/app/crash-record.ts'
import { relaunch } from './relaunch.ts'

const stored = z.object({
  running: z.boolean(),
  restarts: z.array(z.number()).max(10),
  notInstalled: z.boolean().optional(),
  again: z.boolean().optional(),
  folder: z.string().optional(),
})

type Log = (level: 'warn' | 'error', message: string, fields: Record<string, unknown>) => void

export interface Crashes {
  /** What to open at this start. */
  opens: Target
  /** The crash since the last call. */
  takeMishap(): Mishap | null
  watch(window: BrowserWindow): void
  opened(folder: string): void
  log(log: Log): void
  /** The user is ending the app: an error from now on does not restart it. */
  ending(): void
  /** The user ended the app. */
  endedWell(): void
  /** The app ends for an update, which continues where this version was. */
  endedForUpdate(): void
  /** The app ends for an update that could not be installed. */
  endedForFailedUpdate(): void
}

const WINDOW_WITHIN_MS = 60_000
const MAX_RELOADS = 3

const NOTHING: Target = { workspace: null, named: null }

export function watchCrashes(profile: string, asked = NOTHING): Crashes {
  const file = join(profile, 'last-run.json')
  let record = read(file)
  let mishap = crashBefore(record)
  const opens = opensAtStart(record, asked)
  let log: Log = () => {}
  let reloads: number[] = []
  let isEnding = false
  const save = (next: RunRecord): void => {
    record = next
    write(file, record)
  }
  // Saved before it opens: it may be what makes the app crash.
  const reopened = opens === asked ? {} : { folder: record.folder }
  save({ restarts: record.restarts, running: true, ...reopened })
  const endedWell = (): void => save({ ...record, running: false })
  // The system does not wait for the app when it shuts down. Linux and macOS tell it here, Windows tells each window.
  powerMonitor.on('shutdown', endedWell)

  process.on('uncaughtException', (error) => {
    log('error', 'uncaught', { name: error.name, pii: { error: error.stack ?? String(error) } })
    if (isEnding) return
    const after = afterUncaughtError(record, Date.now())
    save(after.record)
    if (after.restart) relaunch()
    else
      dialog.showErrorBox(
        'Parley cannot continue',
        'Parley crashed several times in a row. Your conversation is saved. Start Parley again later; if it crashes again, report it with the log in the profile.',
      )
    app.exit(1)
  })
  app.on('child-process-gone', (_, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') log('warn', 'process gone', { type, reason, exitCode, serviceName })
  })

  return {
    opens,
    takeMishap() {
      const taken = mishap
      mishap = null
      return taken
    },
    log(given) {
      log = given
    },
    opened(folder) {
      if (folder !== record.folder) save({ ...record, folder })
    },
    ending: () => void (isEnding = true),
    endedWell,
    endedForUpdate: () => save({ ...record, running: false, again: true }),
    endedForFailedUpdate: () => save({ ...record, running: false, again: true, notInstalled: true }),
    watch(window) {
      window.on('session-end', endedWell)
      window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
        if (reason === 'clean-exit') return
        log('error', 'window gone', { reason, exitCode })
        const now = Date.now()
        reloads = [...reloads.filter((at) => now - at < WINDOW_WITHIN_MS), now]
        if (reloads.length > MAX_RELOADS) {
          void dialog
            .showMessageBox({
              type: 'error',
              title: 'Parley',
              message: 'The window keeps crashing.',
              detail: 'Your conversation is saved.',
              buttons: ['Try again', 'Quit'],
              cancelId: 1,
            })
            .then(({ response }) => {
              if (response !== 0) app.quit()
              else if (!window.isDestroyed()) window.webContents.reload()
            })
          return
        }
        mishap = {
          message: 'The window crashed and was reloaded.',
          remedy: 'The conversation continued, and nothing is lost.',
        }
        // Not inside this event: Electron crashes then.
        setImmediate(() => !window.isDestroyed() && window.webContents.reload())
      })
    },
  }
}

function read(file: string): RunRecord {
  try {
    const parsed = stored.safeParse(parseJson(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data : noRuns
  } catch {
    return noRuns
  }
}

/** Synchronous: the process may end at any moment. */
function write(file: string, record: RunRecord): void {
  try {
    writeFileSync(file, JSON.stringify(record), { mode: 0o600 })
  } catch {
    // Starting matters more than this record.
  }
}
