// The settings as the window shows them: as the app told them last, and over that whatever was chosen since and not answered
// yet. An answer to one choice comes late on a busy machine, and knows nothing of the next one: that stays shown.
import type { Settings } from '../../shared/settings.ts'

export type Wish = Partial<Settings>

export interface KnownSettings {
  /** Null until they have been read. */
  told: Settings | null
  wishes: readonly Wish[]
}

export const unread: KnownSettings = { told: null, wishes: [] }

export const withTold = (known: KnownSettings, told: Settings): KnownSettings => ({ ...known, told })

export const withWish = ({ told, wishes }: KnownSettings, wish: Wish): KnownSettings => ({
  told,
  wishes: [...wishes, wish],
})

/** `told` is null where the wish was refused. */
export const withAnswer = (known: KnownSettings, wish: Wish, told: Settings | null): KnownSettings => ({
  told: told ?? known.told,
  wishes: known.wishes.filter((one) => one !== wish),
})

export const shownSettings = ({ told, wishes }: KnownSettings): Settings | null =>
  told && Object.assign({ ...told }, ...wishes)
