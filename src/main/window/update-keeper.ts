// Keeps the app up to date: core decides when, the source does it.
import type { Clock } from '../../core/ports.ts'
import {
  failureWords,
  initialUpdates,
  stepUpdates,
  type UpdatesInput,
  type UpdatesRequest,
} from '../../core/updates.ts'
import type { UpdateChannel, UpdateStatus } from '../../shared/update-status.ts'
import { patiently } from './patiently.ts'
import type { UpdateSource } from './update-source.ts'

interface Deps {
  /** Why this app does not replace itself; null where it does. */
  unavailable: Extract<UpdateStatus, { tag: 'unavailable' }>['why'] | null
  channel: UpdateChannel
  open(): Promise<UpdateSource>
  clock: Clock
  onStatus(status: UpdateStatus): void
}

export interface UpdateKeeper {
  status(): UpdateStatus
  check(): UpdateStatus
  install(): UpdateStatus
  follow(channel: UpdateChannel): void
  busy(busy: boolean): void
  /** The app ends: what is here goes in, where that takes more than to end. */
  end(): Promise<void>
}

/** The window comes first. */
const FIRST_LOOK_MS = 30_000
const NEXT_LOOK_MS = 6 * 60 * 60 * 1000
/** The system unpacks what was fetched; an app that does not end for that is worse than one that is older. */
const END_PATIENCE_MS = 30_000

export function createUpdateKeeper({ unavailable, channel, open, clock, onStatus }: Deps): UpdateKeeper {
  let state = initialUpdates(channel)
  let source: Promise<UpdateSource> | null = null
  /** Another channel begins another: what still comes of the one before is not taken. */
  let round = 0
  let isInstalling = false
  const status = (): UpdateStatus =>
    unavailable === null ? state.status : { tag: 'unavailable', why: unavailable }

  function take(input: UpdatesInput): UpdateStatus {
    if (unavailable !== null) return status()
    const before = state.status
    const step = stepUpdates(state, input)
    state = step.state
    if (state.status !== before) onStatus(state.status)
    const mine = round
    const tell = (next: UpdatesInput): void => void (mine === round && take(next))
    for (const request of step.requests)
      carryOut(request, tell, () => mine === round).catch((error: unknown) =>
        tell({ type: 'failed', message: failureWords(error), at: clock.now() }),
      )
    return status()
  }

  async function carryOut(
    request: UpdatesRequest,
    tell: (input: UpdatesInput) => void,
    isWanted: () => boolean,
  ): Promise<void> {
    const updates = await (source ??= open())
    if (request === 'check') await updates.leave()
    if (!isWanted()) return
    switch (request) {
      case 'check': {
        const found = await updates.check(state.channel)
        return tell(found ? { type: 'found', ...found } : { type: 'nothing.found', at: clock.now() })
      }
      case 'download': {
        if (state.status.tag !== 'downloading') return
        const { version } = state.status
        await updates.download((percent) => tell({ type: 'progressed', version, percent }))
        tell({ type: 'downloaded', version })
        return updates.installAtEnd(isWanted() && status().tag === 'ready')
      }
      case 'install':
        await updates.prepare()
        // Who began to talk meanwhile is not cut off: it is asked for again when they are done.
        if (!isWanted() || state.busy || isInstalling) return
        isInstalling = true
        return updates.install()
    }
  }

  const look = (): void => {
    take({ type: 'check.wished' })
    clock.after(NEXT_LOOK_MS, look)
  }
  if (unavailable === null) clock.after(FIRST_LOOK_MS, look)

  return {
    status,
    check: () => take({ type: 'check.wished' }),
    install: () => take({ type: 'install.wished' }),
    follow(chosen) {
      if (chosen === state.channel) return
      round++
      // One that could not be had is told of where it was asked for.
      source?.then((updates) => updates.leave()).catch(() => {})
      take({ type: 'channel.chosen', channel: chosen })
    },
    busy: (busy) => void take({ type: 'busy.changed', busy }),
    async end() {
      if (source === null || state.status.tag !== 'ready') return
      const prepared = source.then((updates) => updates.prepare())
      // What the system says against it is in the log, and the next start fetches it again.
      await patiently(prepared, END_PATIENCE_MS, clock).catch(() => {})
    },
  }
}
