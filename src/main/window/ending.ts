// The app ends: what has to be written is written first, whoever ends it, but nobody waits for ever. Who starts it once more in
// that time gets it, as soon as this one is gone.
import { app } from 'electron'
import type { Clock } from '../../core/ports.ts'
import { askedFolder } from './asked-folder.ts'
import type { SecondStart } from './asked-from-outside.ts'
import { patiently } from './patiently.ts'
import { startAgain } from './start-again.ts'

interface Deps {
  /** Closes everything; called once. */
  close(): Promise<void>
  /** All is closed, or has had its time. */
  onEnded(): void
  /** What comes after that and loses nothing. */
  last(): Promise<void>
  /** What this start was told to open by a word of its own. */
  named: string | null
  clock: Clock
}

export interface Ending {
  end(): Promise<void>
  isUnderWay(): boolean
  /** Somebody started the app once more. True where it ends just now: it is started again then. */
  takesSecondStart(told: SecondStart): boolean
}

/** Longer than any part of it waits for whom it talks to. A window that is gone while its app is not can only baffle. */
const PATIENCE_MS = 20_000

export function createEnding({ close, onEnded, last, named, clock }: Deps): Ending {
  let ending: Promise<void> | null = null
  let isQuitting = false
  let isAskedAgain = false
  const end = (): Promise<void> => (ending ??= patiently(close(), PATIENCE_MS, clock).finally(onEnded))
  app.on('will-quit', (event) => {
    event.preventDefault()
    isQuitting = true
    // Not quit(): asked for while it is already quitting, that is forgotten.
    void end()
      .finally(last)
      .finally(() => app.exit(0))
  })
  return {
    end,
    isUnderWay: () => ending !== null,
    takesSecondStart(told) {
      if (ending === null) return false
      // What ends for a newer version comes back by itself.
      if (isQuitting && !isAskedAgain) {
        isAskedAgain = true
        startAgain(wordsFor(process.argv.slice(1), named, told))
      }
      return true
    },
  }
}

/** The words of this start with what was asked for now in the place of what was asked for then. */
export function wordsFor(
  words: readonly string[],
  named: string | null,
  { folder, from }: SecondStart,
): string[] {
  const own = words.filter((word) => word !== named)
  const asked = folder === null ? null : askedFolder(folder, from)
  if (!asked) return own
  // A link stays one: whoever opens it is asked.
  return [...own, asked.byLink ? folder! : `--workspace=${asked.path}`]
}
