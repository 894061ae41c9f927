// Time and cancellation, passed in so that core never reads a clock.

export type Unsubscribe = () => void

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once, unless cancelled. */
  after(ms: number, callback: () => void): Unsubscribe
}

/** The part of AbortSignal that core uses. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface Stoppable {
  signal?: AbortSignalLike | undefined
}
