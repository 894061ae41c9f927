// Ends the app: everything is written first, within a time limit. If the user starts the app again meanwhile, it restarts as
// soon as it has ended.
import { app } from 'electron'
import type { Clock } from '../../core/ports/clock.ts'
import { requestedFolder } from './requested-folder.ts'
import type { SecondStart } from './outside-requests.ts'
import { withTimeout } from '../../base/timeout.ts'
import { relaunch } from './relaunch.ts'

interface Deps {
  /** Closes everything. Called once. */
  close(): Promise<void>
  /** Everything is closed, or the time is over. */
  onEnded(): void
  /** The folder or link that this start was given without a flag. */
  named: string | null
  clock: Clock
}

export interface Shutdown {
  end(): Promise<void>
  isUnderWay(): boolean
  /** The user started the app again. True if it is just ending; it restarts then. */
  takesSecondStart(second: SecondStart): boolean
  /** Adds work to do after everything is closed and before the process exits. */
  onExit(work: () => Promise<void>): void
}

/** Longer than any part of the app waits for others when it closes. */
const CLOSE_TIMEOUT_MS = 20_000

export function createShutdown({ close, onEnded, named, clock }: Deps): Shutdown {
  let ending: Promise<void> | null = null
  let isQuitting = false
  let isRestarting = false
  const lastWork: (() => Promise<void>)[] = []
  const end = (): Promise<void> =>
    (ending ??= withTimeout(close(), CLOSE_TIMEOUT_MS, clock)
      .then(() => {})
      .finally(onEnded))
  app.on('will-quit', (event) => {
    event.preventDefault()
    isQuitting = true
    // Not quit(): Electron ignores it while the app is quitting.
    void end()
      .finally(() => Promise.all(lastWork.map((work) => work())))
      .finally(() => app.exit(0))
  })
  return {
    end,
    isUnderWay: () => ending !== null,
    onExit: (work) => void lastWork.push(work),
    takesSecondStart(second) {
      if (ending === null) return false
      // An app that ends for an update restarts anyway.
      if (isQuitting && !isRestarting) {
        isRestarting = true
        relaunch(argumentsFor(process.argv.slice(1), named, second))
      }
      return true
    },
  }
}

/** The arguments of this start, with the newly requested folder instead of the old one. */
export function argumentsFor(
  args: readonly string[],
  named: string | null,
  { folder, from }: SecondStart,
): string[] {
  const own = args.filter((argument) => argument !== named)
  const asked = folder === null ? null : requestedFolder(folder, from)
  if (!asked) return own
  // A link stays a link, so that Parley asks the user.
  return [...own, asked.byLink ? folder! : `--workspace=${asked.path}`]
}
