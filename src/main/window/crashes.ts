// What happens when a part of the app dies. The window is loaded again, the main process started again; each says so, and the
// conversation is on disk. The process that hears and speaks is looked after by main/speech.
import { join } from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import { app, dialog, powerMonitor, type BrowserWindow } from 'electron'
import { z } from 'zod'
import { parseJson } from '../../core/parse-json.ts'
import {
  afterMistake,
  mishapBefore,
  noRuns,
  opensAtStart,
  type Asked,
  type Mishap,
  type RunRecord,
} from '../../core/run-record.ts'
import { startAgain } from './start-again.ts'

const stored = z.object({
  running: z.boolean(),
  restarts: z.array(z.number()).max(10),
  notInstalled: z.boolean().optional(),
  again: z.boolean().optional(),
  folder: z.string().optional(),
})

type Log = (level: 'warn' | 'error', message: string, fields: Record<string, unknown>) => void

export interface Crashes {
  /** What to open, given what this start was told. */
  opens: Asked
  /** What went wrong lately; told once. */
  takeMishap(): Mishap | null
  watch(window: BrowserWindow): void
  /** That folder is open now. */
  opened(folder: string): void
  log(log: Log): void
  /** It is about to end, as somebody wanted: what goes wrong from here on does not bring it back. */
  ending(): void
  /** It ends because somebody wanted it to. */
  endedWell(): void
  /** It ends because a newer version takes its place, which goes on where this one was. */
  endedForNewer(): void
  /** It ends because a newer version was to take its place, and did not. */
  endedForNothing(): void
}

const WINDOW_WITHIN_MS = 60_000
const MOST_RELOADS = 3

const NOTHING: Asked = { workspace: null, named: null }

export function watchCrashes(profile: string, asked = NOTHING): Crashes {
  const file = join(profile, 'last-run.json')
  let record = read(file)
  let mishap = mishapBefore(record)
  const opens = opensAtStart(record, asked)
  let log: Log = () => {}
  let reloads: number[] = []
  let isEnding = false
  const keep = (next: RunRecord): void => {
    record = next
    write(file, record)
  }
  // What is about to be opened again is remembered already: it may be what the app stops at.
  const goesOn = opens === asked ? {} : { folder: record.folder }
  keep({ restarts: record.restarts, running: true, ...goesOn })
  const endedWell = (): void => keep({ ...record, running: false })
  // When the system ends, nobody waits for the app to: Linux and a Mac say it here, Windows to each window.
  powerMonitor.on('shutdown', endedWell)

  process.on('uncaughtException', (error) => {
    log('error', 'uncaught', { name: error.name, pii: { error: error.stack ?? String(error) } })
    if (isEnding) return
    const after = afterMistake(record, Date.now())
    keep(after.record)
    if (after.restart) startAgain()
    else
      dialog.showErrorBox(
        'Parley has to stop',
        'It stopped several times in a row. What was said is kept. Start it again later; if it stops again, report it with the log in the profile.',
      )
    app.exit(1)
  })
  app.on('child-process-gone', (_, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') log('warn', 'process gone', { type, reason, exitCode, serviceName })
  })

  return {
    opens,
    takeMishap() {
      const told = mishap
      mishap = null
      return told
    },
    log(given) {
      log = given
    },
    opened(folder) {
      if (folder !== record.folder) keep({ ...record, folder })
    },
    ending: () => void (isEnding = true),
    endedWell,
    endedForNewer: () => keep({ ...record, running: false, again: true }),
    endedForNothing: () => keep({ ...record, running: false, again: true, notInstalled: true }),
    watch(window) {
      window.on('session-end', endedWell)
      window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
        if (reason === 'clean-exit') return
        log('error', 'window gone', { reason, exitCode })
        const now = Date.now()
        reloads = [...reloads.filter((at) => now - at < WINDOW_WITHIN_MS), now]
        if (reloads.length > MOST_RELOADS) {
          void dialog
            .showMessageBox({
              type: 'error',
              title: 'Parley',
              message: 'The window keeps stopping.',
              detail: 'What was said is kept.',
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
          message: 'The window stopped and was opened again.',
          remedy: 'The conversation went on behind it, and nothing is lost.',
        }
        // Not from inside the news of its death, which Electron does not survive.
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

/** At once: the process may not live to see a later moment. */
function write(file: string, record: RunRecord): void {
  try {
    writeFileSync(file, JSON.stringify(record), { mode: 0o600 })
  } catch {
    // Not to remember is better than not to start.
  }
}
