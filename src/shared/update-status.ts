// How it stands with newer versions of the app.

export type UpdateStatus =
  /** This one is not replaced by itself: it runs from a checkout or in a browser, was built to be tested, or is not signed on
   * a system that asks for it. */
  | { tag: 'unavailable'; why: 'checkout' | 'test build' | 'unsigned' }
  | { tag: 'off' }
  | { tag: 'current'; checkedAt: number | null }
  | { tag: 'checking' }
  | { tag: 'downloading'; version: string; notes: string; percent: number }
  /** Waits to be installed; `asked` when that was wished for, and a turn has to end first. */
  | { tag: 'ready'; version: string; notes: string; asked: boolean }
  | { tag: 'failed'; message: string; checkedAt: number }

/** Where newer versions come from. */
export const updateChannels = ['stable', 'beta', 'off'] as const
export type UpdateChannel = (typeof updateChannels)[number]
