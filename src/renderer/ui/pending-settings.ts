// The settings as the window shows them: the app's last answer, overlaid with the user's choices that the app has not
// answered yet. A late answer to one choice does not know the next one, which stays shown.
import type { Settings } from '../../shared/settings.ts'

export type PendingSetting = Partial<Settings>

export interface KnownSettings {
  /** Null until loaded. */
  answer: Settings | null
  pending: readonly PendingSetting[]
}

export const unread: KnownSettings = { answer: null, pending: [] }

export const withLoaded = (known: KnownSettings, answer: Settings): KnownSettings => ({ ...known, answer })

export const withPending = ({ answer, pending }: KnownSettings, choice: PendingSetting): KnownSettings => ({
  answer,
  pending: [...pending, choice],
})

/** `answer` is null if the app refused the choice. */
export const withAnswer = (
  known: KnownSettings,
  choice: PendingSetting,
  answer: Settings | null,
): KnownSettings => ({
  answer: answer ?? known.answer,
  pending: known.pending.filter((one) => one !== choice),
})

export const shownSettings = ({ answer, pending }: KnownSettings): Settings | null =>
  answer && Object.assign({ ...answer }, ...pending)
