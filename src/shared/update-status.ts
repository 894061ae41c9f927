// The state of updates.

export type UpdateStatus =
  /** This app does not update itself: it runs from a checkout or in a browser, is a test build, or is not signed on a system
   * that requires it. */
  | { tag: 'unavailable'; why: 'checkout' | 'test build' | 'unsigned' }
  | { tag: 'off' }
  | { tag: 'current'; checkedAt: number | null }
  | { tag: 'checking' }
  | { tag: 'downloading'; version: string; notes: string; percent: number }
  /** Ready to install; `asked` if the user asked for it and a turn has to end first. */
  | { tag: 'ready'; version: string; notes: string; asked: boolean }
  | { tag: 'failed'; message: string; checkedAt: number }

/** Which versions updates offer. */
export const updateChannels = ['stable', 'beta', 'off'] as const
export type UpdateChannel = (typeof updateChannels)[number]
